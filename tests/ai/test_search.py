"""The search on games solved by hand: it finds the best move and uses no hidden information."""

import itertools
import subprocess
import sys

import pytest

from tests.ai.toys import Dam, Guess, Nim, Wager
from vanuatu.ai.advisor import Advisor
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import CHECK_EVERY, Edge, Slices, Tally
from vanuatu.cli.compiled import is_search_compiled
from vanuatu.core.game import State
from vanuatu.core.rng import Rng


def search(state: State, sims: int, *, seed: int = 1, nodes: int = 10_000) -> Search:
    tree = Search(state, Advisor(), Rng(seed), 1.0, nodes)
    tree.run(sims)
    return tree


def best(state: State, sims: int = 500) -> int:
    return Tally.of(search(state, sims)).ranking(state)[0]


@pytest.mark.parametrize(("matches", "move"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2), (11, 3)])
def test_nim_is_won_by_leaving_a_multiple_of_four(matches: int, move: int) -> None:
    assert best(Nim(matches)) == move


def test_each_of_three_players_maximises_own_reward() -> None:
    # With four matches left, taking one leaves three, which the next player takes.
    assert best(Nim(3, players=3)) == 3
    report = Tally.of(search(Nim(4, players=3), 500)).report(Nim(4, players=3), [])
    assert report.win[1] + report.win[2] > 0.95


def test_die_is_valued_by_mean_win_chance() -> None:
    # Three points of six win, one ties: 7/12 by the throw against what is sure.
    assert best(Wager(sure=4)) == 0
    assert best(Wager(sure=2)) == 1
    thrown = Tally.of(search(Wager(sure=2), 1000)).report(Wager(sure=2), []).candidates[0]
    assert thrown.win == pytest.approx(7 / 12, abs=0.05)
    assert thrown.score == pytest.approx(3.5, abs=0.2)


def test_losing_alone_is_better_than_losing_together() -> None:
    assert best(Dam()) == 0


@pytest.mark.parametrize("state", [Nim(11), Nim(4, players=3), Dam(), Guess(2, actor=1)])
def test_quick_lead_is_never_less_than_the_exact_one(state: State) -> None:
    tree = search(state, 0)
    for _ in range(20):
        tree.run(7)
        exact = Tally.of(tree).lead(tree.start)
        assert tree.most_lead() >= exact
        assert tree.most_lead() == exact or tree.root.varies


@pytest.mark.parametrize("hidden", [1, 2, 3])
def test_hidden_token_is_sampled_and_never_read(hidden: int) -> None:
    state = Guess(hidden, actor=1)
    assert best(state) == 2
    guesses = {c.move: c for c in Tally.of(search(state, 800)).report(state, []).candidates}
    assert guesses[2].win == pytest.approx(0.5, abs=0.08)


def test_tree_does_not_depend_on_hidden_information() -> None:
    trees = [search(Guess(hidden, actor=1), 300) for hidden in (1, 2, 3)]
    assert len({tuple(tree.root.counts) for tree in trees}) == 1
    assert len({tuple(tree.root.totals) for tree in trees}) == 1


def test_reported_moves_are_legal_in_real_position() -> None:
    for hidden in (1, 2, 3):
        state = Guess(hidden, actor=1)
        moves = {c.move for c in Tally.of(search(state, 200)).report(state, []).candidates}
        assert moves == {int(move) for move in state.legal_moves()}


def test_secret_moves_of_other_seats_share_one_node() -> None:
    tree = search(Guess(), 300)
    # Seen from seat 0, its own three choices are three nodes; none of them knows another's.
    assert len({id(child) for child in tree.root.children}) == 3
    tree = search(Nim(10), 300)
    assert not tree.root.varies


def test_seed_makes_search_reproducible() -> None:
    counts = [tuple(search(Nim(15), 400, seed=seed).root.counts) for seed in (4, 4, 5)]
    assert counts[0] == counts[1] != counts[2]


def test_search_does_not_depend_on_slice_length() -> None:
    whole = search(Nim(15), 300)
    sliced = Search(Nim(15), Advisor(), Rng(1), 1.0, 10_000)
    slices = Slices(sliced, 300, None, early=False)
    while not slices.step():
        pass
    assert sliced.sims == 300
    assert tuple(sliced.root.counts) == tuple(whole.root.counts)


@pytest.mark.parametrize("nodes", [1, 2, 17, 100])
def test_the_number_of_nodes_is_bounded(nodes: int) -> None:
    tree = search(Nim(20), 300, nodes=nodes)
    assert tree.node_count <= nodes
    assert nodes_below(tree) <= nodes
    assert tree.sims == 300


def nodes_below(tree: Search) -> int:
    seen = {id(tree.root)}
    waiting = [tree.root]
    while waiting:
        for child in waiting.pop().children:
            if child is not None and id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)
    return len(seen)


LONG_SEARCH = """
from pathlib import Path
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.weight_files import advisor_for
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
game = make_game("vanuatu", 4)
state = game.start()
rng = Rng(1)
choices = 0
while choices < 3:
    state.apply(state.sample(rng) if state.actor < 0 else state.legal_moves()[0])
    choices += state.actor >= 0 and len(state.legal_moves()) > 1
search = Search(state, advisor_for(game), rng, 1.0, 200_000)
search.run(100_000)
del search  # its tree is deep
# The most memory of this program. In ru_maxrss the process that started it would count, too.
[peak] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(int(peak.split()[1]) // 1024)
"""


@pytest.mark.skipif(not is_search_compiled(), reason="a long search needs the compiled search")
def test_long_search_needs_at_most_120_megabytes_and_frees_its_tree() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", LONG_SEARCH], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) <= 120


def test_search_stops_early_only_if_choice_is_final() -> None:
    early = Search(Nim(3), Advisor(), Rng(1), 1.0, 1000)
    slices = Slices(early, 600, None, early=True)
    while not slices.step():
        pass
    assert early.sims < 600
    assert early.sims % CHECK_EVERY == 0
    assert Tally.of(early).ranking(Nim(3))[0] == best(Nim(3), 600) == 3


def test_a_time_limit_ends_the_search() -> None:
    slices = Slices(Search(Nim(30), Advisor(), Rng(1), 1.0, 1000), None, 0.05, early=False)
    while not slices.step():
        pass
    assert slices.search.sims > 0


@pytest.mark.parametrize("early", [True, False])
def test_search_does_not_use_time_that_cannot_change_choice(
    early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr("vanuatu.ai.mcts.slices.time.monotonic", lambda: next(ticks) / 1000)
    slices = Slices(Search(Nim(3), Advisor(), Rng(1), 1.0, 10_000), None, 0.5, early=early)
    while not slices.step():
        pass
    assert slices.out_of_time != early
    assert (next(ticks) < 400) == early
    assert Tally.of(slices.search).ranking(Nim(3))[0] == 3


def tallied(*edges: tuple[int, float]) -> Tally:
    """Return the moves 1, 2, 3 of Nim with these visits and this mean reward."""
    return Tally(1, 1, {move: Edge(n, n * mean) for move, (n, mean) in enumerate(edges, 1)})


def drawn(tally: Tally, loose: float) -> list[int]:
    """How many of a thousand chances, evenly spread, each of the moves 1, 2 and 3 gets."""
    chosen = [tally.one_of_the_good(Nim(9), loose, (i + 0.5) / 1000) for i in range(1000)]
    return [chosen.count(move) for move in (1, 2, 3)]


def test_loose_choice_prefers_better_moves() -> None:
    # Behind by as much as is loose: e times less often; tried hardly at all: never.
    assert drawn(tallied((100, 0.5), (60, 0.4), (20, 0.5)), 0.1) == [731, 269, 0]
    assert drawn(tallied((100, 0.5), (60, 0.4), (25, 0.5)), 0.1) == [422, 156, 422]
    # Worth more than what was tried most, but tried less: not more often than that.
    assert drawn(tallied((100, 0.5), (60, 0.9), (0, 0.0)), 0.1) == [500, 500, 0]
    assert drawn(tallied((0, 0.0), (0, 0.0), (0, 0.0)), 0.1) == [1000, 0, 0]


def test_lower_confidence_bound_decides_among_moves_with_enough_visits() -> None:
    # Three moves, each won half of the time: one simulation has a noise of 0.5, so 25 of them have 0.1.
    tally = tallied((100, 0.5), (25, 0.5), (24, 0.5))
    for edge in tally.edges.values():
        edge.win = edge.win_square = edge.visits / 2
    tally.edges[2].reward += 25 * 0.06
    tally.edges[3].reward += 24 * 0.5
    assert tally.ranking(Nim(9)) == [1, 2, 3]
    tally.lcb = 1.0
    assert tally.ranking(Nim(9)) == [2, 1, 3]
    tally.lcb = 2.0
    assert tally.ranking(Nim(9)) == [1, 2, 3]
    assert Tally(lcb=1.0).ranking(Nim(9)) == [1, 2, 3]


def test_tallies_of_two_searches_are_added() -> None:
    first, second = Tally.of(search(Nim(10), 100, seed=1)), Tally.of(search(Nim(10), 150, seed=2))
    visits = {move: edge.visits + second.edges[move].visits for move, edge in first.edges.items()}
    first.add(second.plain())
    assert first.sims == 250
    assert {move: edge.visits for move, edge in first.edges.items()} == visits
    assert sum(first.sums[0]) == pytest.approx(250)
