"""Action numbers and observation entries of both games in every setup."""

from array import array
from itertools import pairwise

import pytest

from tests.ai.environments.setups import ALL, Setup, every, named, numbering, played, some
from tests.support.documents import ROOT
from vanuatu.ai.environments.episode import Episode, new_episode, parse_game
from vanuatu.ai.numbering import numbering_for
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, GameError
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for

CELLS = "a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d3".split()
# From docs/reference/environments.md: actions, chance outcomes, entries of an observation.
SIZES = {
    ("vanuatu", 2, ()): (1106, 1071, 623),
    ("vanuatu", 2, ("waters",)): (1294, 1077, 623),
    ("vanuatu", 3, ()): (896, 610, 700),
    ("vanuatu", 4, ()): (896, 611, 777),
    ("vanuatu", 5, ("waters",)): (1084, 618, 854),
    ("maori", 2, ()): (357, 56, 967),
    ("maori", 5, ("ship",)): (597, 59, 1843),
    ("maori", 4, ("atoll",)): (441, 58, 1823),
    ("maori", 4, ("shipmust", "atoll")): (821, 58, 1823),
}


def test_every_setup_of_both_games_is_covered() -> None:
    assert len(ALL) == 14 + 21


@every
def test_numbers_are_dense_ordered_and_invertible(setup: Setup) -> None:
    numbers = numbering(setup)
    moves = [numbers.move(number) for number in range(numbers.actions)]
    assert moves == sorted(set(moves))
    assert [numbers.number(move) for move in moves] == list(range(numbers.actions))
    draws = [numbers.draw(number) for number in range(numbers.draws)]
    assert draws == sorted(set(draws))
    assert [numbers.number(draw) for draw in draws] == list(range(numbers.draws))


@every
def test_every_number_has_unique_token(setup: Setup) -> None:
    episode = new_episode(numbering(setup))
    tokens = [episode.token(number) for number in range(episode.numbering.draws)]
    assert len(set(tokens)) == len(tokens)
    rng = Rng(1)
    while episode.actor == CHANCE:
        episode.play(episode.numbering.number(episode.state.sample(rng)))
    for number in range(episode.numbering.actions):
        token = episode.token(number)
        assert token
        if "-" not in token[1:]:  # where a sail begins and how long it must be hangs on the position
            assert episode.number(token) == number


@pytest.mark.parametrize("setup", SIZES, ids=named)
def test_number_of_actions_matches_document(setup: Setup) -> None:
    numbers = numbering(setup)
    entries, parts = numbers.layout()
    assert (numbers.actions, numbers.draws, len(entries)) == SIZES[setup]
    assert parts[0][1] == 0
    assert [end for _, _, end in parts[:-1]] == [start for _, start, _ in parts[1:]]
    assert parts[-1][2] == len(entries)


@some
def test_game_has_legal_moves_and_scores_of_core(setup: Setup) -> None:
    """Every legal move of the core has its number, and there are no others but the veils of secret ones."""
    stations = played(setup, seed=1)
    for episode, later in pairwise(stations):
        state, numbers = episode.state, episode.numbering
        moves = [int(move) for move in state.legal_moves()]
        if episode.actor == CHANCE:
            assert episode.legal() == [numbers.number(move) for move in moves]
            assert sum(chance for _, chance in episode.chances()) == pytest.approx(1)
        elif episode.halfway:
            assert set(episode.legal()) <= {numbers.number(move) for move in moves}
        else:
            veiled = {int(state.seen_by_others(move)) for move in moves}
            assert episode.legal() == sorted({numbers.number(move) for move in veiled})
            assert episode.legal() == [at for at, is_legal in enumerate(episode.mask()) if is_legal]
        if later.halfway:
            assert later.state == state
    end = stations[-1]
    assert end.actor == OVER
    assert end.legal() == []
    assert end.scores() == [int(score) for score in end.state.scores()]
    assert sum(end.returns()) in (0, pytest.approx(1))


@some
def test_game_length_and_observation_entries_are_within_bounds(setup: Setup) -> None:
    numbers = numbering(setup)
    largest, _ = numbers.layout()
    stations = played(setup, seed=2)
    steps = sum(episode.actor >= 0 for episode in stations)
    assert steps <= numbers.longest
    assert len(stations) - 1 - steps <= numbers.most_draws
    for episode in stations[::7]:
        for seat in range(-1, episode.state.players):
            seen = array("f", episode.observation(seat))
            assert len(seen) == len(largest) == numbers.entries
            assert 0 <= min(seen) <= max(seen) == 1
            counts = [entry * most for entry, most in zip(seen, largest, strict=True)]
            assert counts == pytest.approx([round(count) for count in counts], abs=1e-5)


def counted_parts(episode: Episode, seat: int) -> dict[str, list[int]]:
    """Return the counts of each part of an observation."""
    largest, parts = episode.numbering.layout()
    seen = array("f", episode.observation(seat))
    counts = [round(entry * most) for entry, most in zip(seen, largest, strict=True)]
    return {name: counts[start:end] for name, start, end in parts}


def test_observation_parts_contain_named_data() -> None:
    """Against the position in words, from the seat that sits third."""
    for episode in played(("vanuatu", 4, ("waters",)), seed=3)[40::31]:
        part = counted_parts(episode, 2)
        view = codec_for("vanuatu").view(episode.state)
        assert part["round"].index(1) == view["round"] - 1
        assert part["market"] == [view["market"]]
        assert part["tourists"] == [view["tourists"]]
        assert part["flood die"] == [view["die"] or 0]
        if episode.actor >= 0:
            assert (2 + part["seat to move"].index(1)) % 4 == episode.actor
        size = len(part["seats"]) // 4
        for turns, letter in enumerate("yopt"):
            player = view["players"][letter]
            vatus, points, *fish = part["seats"][size * turns : size * turns + 5]
            assert (vatus, points) == (player["vatus"], player["points"])
            assert fish == [player["fish"].count(value) for value in (1, 2, 3)]
        for cell, entries in zip(CELLS, part_of(part["cells"], 16), strict=True):
            lies = view["board"].get(cell)
            ocean, fish_left, treasure = entries[:3]
            island, kava, copra, beef, *huts = entries[7:15]
            assert ocean == (lies is not None and "fish" in lies)
            assert island == (lies is not None and "huts" in lies)
            if ocean:
                assert (fish_left, treasure) == (lies["fish"], lies["treasure"])
            if island and not lies["submerged"]:
                assert lies["goods"] == "k" * kava + "c" * copra + "b" * beef
                assert [lies["huts"].count(letter) for letter in "yopt"] == huts
            boats = [view["players"][letter]["boat"] for letter in "yopt"]
            assert entries[3:7] == [boat == cell for boat in boats]


def part_of(entries: list[int], count: int) -> list[list[int]]:
    size = len(entries) // count
    return [entries[at : at + size] for at in range(0, len(entries), size)]


def test_observation_parts_of_maori_contain_named_data() -> None:
    for episode in played(("maori", 3, ("ship",)), seed=3)[60::41]:
        part = counted_parts(episode, 1)
        view = codec_for("maori").view(episode.state)
        for turns, letter in enumerate("typ"):
            seat = part_of(part["seats"], 3)[turns]
            assert seat[0] == view["players"][letter]["shells"]
            filled = sum(any(cell[:15]) for cell in part_of(seat[17:], 16))
            assert filled == len(view["players"][letter]["board"])


@pytest.mark.parametrize(
    ("name", "players", "variants", "message"),
    [
        ("vanuatu", 6, (), "vanuatu is for 2 to 5 players, not 6"),
        ("vanuatu", "4", (), "vanuatu: players is a whole number, not '4'"),
        ("vanuatu", True, (), "vanuatu: players is a whole number, not True"),
        ("vanuatu", 4, ("atoll",), "vanuatu has no variant 'atoll' (there are: waters, nocharacters)"),
        ("maori", 4, ("ship", "shipmust"), "'ship' and 'shipmust' exclude each other"),
        ("chess", 2, (), "no game is called 'chess' (there are: vanuatu, maori)"),
    ],
)
def test_wrong_parameters_raise_one_line_error(
    name: str, players: object, variants: tuple[str, ...], message: str
) -> None:
    with pytest.raises(GameError) as raised:
        parse_game(name, players, variants)
    assert str(raised.value) == message


def test_invalid_numbers_and_tokens_raise_one_line_error() -> None:
    episode = new_episode(numbering(("vanuatu", 3, ())))
    with pytest.raises(ValueError, match="no number 610: draws are numbered from 0 to 609"):
        episode.token(610)
    for token in ("@navigator", "#flood=2", "#start=9", ""):
        with pytest.raises(ValueError, match=r"is no draw of this game: expected one, such as #start=012"):
            episode.number(token)
    rng = Rng(1)
    while episode.actor == CHANCE:
        episode.play(episode.numbering.number(episode.state.sample(rng)))
    with pytest.raises(ValueError, match="no number -1: actions are numbered from 0 to 895"):
        episode.token(-1)
    # Only for two players, only with the waters, a draw, none at all.
    for token in ("~SF", "Wa2/a1", "#flood=2", "#tourists=1", "b2-b9", ""):
        with pytest.raises(ValueError, match="is no action of this game"):
            episode.number(token)


@some
def test_tokens_of_legal_numbers_are_invertible_draws_too(setup: Setup) -> None:
    for episode in played(setup, seed=5, resting=True)[:-1:3]:
        for number in episode.legal():
            assert episode.number(episode.token(number)) == number


def test_game_without_numbering_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    games.register("bare", "tests.support.toy.game:ToyGame")
    with pytest.raises(GameError, match=r"no environment for toy: .* \(there are: vanuatu, maori\)"):
        numbering_for(parse_game("bare", 3, ()))


def rows(heading: str) -> list[list[str]]:
    """Return the table rows below a heading of the document, cell by cell."""
    text = (ROOT / "docs" / "reference" / "environments.md").read_text(encoding="utf-8")
    chapter = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = [line.split("|")[1:-1] for line in chapter.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in table]


def counts(setup: Setup, kind_bits: int) -> list[int]:
    """Return the number of actions of each kind of move, in order."""
    numbers = numbering(setup)
    kinds = [numbers.move(number) >> kind_bits for number in range(numbers.actions)]
    return [kinds.count(kind) for kind in sorted(set(kinds))]


def test_document_lists_actions_as_numbered() -> None:
    moves = [row for row in rows("Actions of Vanuatu") if row[2].isdigit() and not row[1].startswith("`#")]
    actions = {row[0]: int(row[2]) for row in moves}
    for players, waters in ((2, False), (3, False), (4, True)):
        wanted = [
            count
            for kind, count in actions.items()
            if ("two players" not in kind or players == 2)
            and kind != ("build a hut" if waters else "build, with the waters")
        ]
        assert counts(("vanuatu", players, ("waters",) if waters else ()), 17) == wanted
    maori = [row for row in rows("Actions of Maori") if row[0] not in ("kind", "---")]
    assert counts(("maori", 4, ("ship",)), 10) == [int(row[2]) for row in maori]
    assert counts(("maori", 3, ("atoll", "shipmust")), 10) == [int(row[3]) for row in maori]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_document_lists_observation_parts(players: int) -> None:
    def entries(text: str) -> int:
        """`16 + 4n`."""
        return sum(
            int(word.removesuffix("n") or 1) * (players if word.endswith("n") else 1)
            for word in text.split(" + ")
        )

    table = {("vanuatu", row[0]): entries(row[1]) for row in rows("Observations")[2:20]}
    table |= {("maori", row[0]): entries(row[1]) for row in rows("Observations")[22:]}
    for name in ("vanuatu", "maori"):
        _, parts = numbering((name, players, ())).layout()
        assert {part: end - start for part, start, end in parts} == {
            part: size for (game, part), size in table.items() if game == name
        }
