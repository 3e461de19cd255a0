"""Worker process of a search: requests on stdin, results on stdout, both msgpack; see `ai/mcts/bot.py`."""

import os
import sys
import threading
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

import msgpack

from vanuatu.ai.advisor import Advisor, create_advisor
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Slices, Tally
from vanuatu.ai.weight_files import read_weights
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for


class Inbox:
    """Reads stdin in a thread, so that the search sees a stop between two slices."""

    def __init__(self) -> None:
        self.stopped = 0  # number of the last search that was stopped
        self.requests: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        unpacker = msgpack.Unpacker()
        while block := os.read(sys.stdin.fileno(), 1 << 16):
            unpacker.feed(block)
            for message in unpacker:
                if "stop" in message:
                    self.stopped = message["stop"]
                else:
                    self.requests.put(message)
        self.stopped = sys.maxsize
        self.requests.put(None)


@lru_cache(maxsize=8)
def _advisor(game: str, weights: str) -> Advisor:
    """Return the advisor for a game, with the weights in a file if one is named."""
    if not weights:
        return create_advisor(game)
    read = read_weights(weights)
    return create_advisor(game, read.net, read.priors)


def search(request: dict[str, Any], inbox: Inbox) -> Search:
    """Run the requested search."""
    state = codec_for(request["game"]).read_position(request["position"])
    advisor = _advisor(request["game"], request["weights"])
    tree = Search(state, advisor, Rng(request["seed"]), request["c"], request["nodes"], only=request["only"])
    slices = Slices(tree, request["sims"], request["seconds"], early=False)
    while not slices.done and inbox.stopped < request["search"]:
        slices.step()
    return tree


def main() -> None:
    inbox = Inbox()
    while (request := inbox.requests.get()) is not None:
        tree = search(request, inbox)
        try:
            sys.stdout.buffer.write(msgpack.packb([request["search"], Tally.of(tree).plain()]))
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the bot was ended at once, and nobody reads any more
            os._exit(0)
        del tree  # after the answer: freeing a large tree takes some hundredths of a second


if __name__ == "__main__":
    main()
