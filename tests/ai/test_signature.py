"""The signature changes when behaviour changes, and only then."""

import base64
import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from vanuatu.ai import weight_files
from vanuatu.ai.signature import signature
from vanuatu.core.games import make_game

GAME = make_game("vanuatu", 4)
MAORI = make_game("maori", 2)


def changed_weights(folder: Path, weight: int, difference: int) -> str:
    """Write a copy of the weights of four players, in which one weight differs; return its path."""
    source = weight_files.weights_path(GAME)
    assert source is not None
    about = json.loads(source.read_bytes())
    del about["sha256"]
    raw = zlib.decompress(base64.b64decode(about["weights"]))
    numbers = list(struct.unpack(f"<{len(raw) // 4}i", raw))
    numbers[weight] += difference
    raw = struct.pack(f"<{len(numbers)}i", *numbers)
    about["weights"] = base64.b64encode(zlib.compress(raw, 9)).decode("ascii")
    path = folder / f"{weight}-{difference}.json"
    path.write_text(json.dumps(about | {"sha256": weight_files.checksum(about)}))
    return str(path)


def test_signature_changes_with_one_weight_and_not_with_a_copy(tmp_path: Path) -> None:
    found = signature([GAME])
    assert signature([GAME], f"eval={changed_weights(tmp_path, 1, 0)}") == found
    assert signature([GAME], f"eval={changed_weights(tmp_path, 1, 1)}") != found


def test_signature_depends_on_setups_and_search() -> None:
    found = signature([MAORI])
    assert 0 < found < 2**32
    assert signature([MAORI]) == found
    assert len({found, signature([make_game("maori", 3)]), signature([MAORI], "c=0.9")}) == 3


def test_signature_changes_with_a_constant_of_a_bot(tmp_path: Path) -> None:
    """The hand-set evaluation is another one than the learned one."""
    assert signature([GAME], "eval=hand") != signature([GAME])


@pytest.mark.long
def test_compiled_and_interpreted_programs_have_the_same_signature(tmp_path: Path) -> None:
    """On an interpreted build the two are the same program."""
    done = subprocess.run(
        [sys.executable, "-m", "vanuatu", "bench", "--signature", "--interpreted"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=1200,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().isdigit()
