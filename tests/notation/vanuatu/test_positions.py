"""Positions as lines: round trips, and errors with the column for impossible positions."""

import pytest

from tests.notation.vanuatu.played import (
    ACTING,
    CODEC,
    GAMES,
    LATE,
    PLACING,
    PLANNING,
    TWO,
    after,
    legal,
    position,
    positions,
)
from tests.support.vanuatu.styles import STYLES
from vanuatu.core.game import CHANCE
from vanuatu.notation.codec import PositionError, codec_for


def read_back(players: int, options: tuple[str, ...], seed: int, style: str) -> None:
    for state in positions(players, options, seed, style):
        text = CODEC.write_position(state)
        again = position(text)
        assert list(again.b) == list(state.b), text
        assert (again.players, again.actor, again.round) == (state.players, state.actor, state.round)
        assert CODEC.write_position(again) == text


@pytest.mark.parametrize(("players", "options"), [*GAMES, (3, ("nocharacters",)), (5, ("waters",))])
def test_every_position_of_a_game_is_read_as_it_was_written(players: int, options: tuple[str, ...]) -> None:
    for seed, style in enumerate(STYLES):
        read_back(players, options, seed, style)


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
def test_every_position_of_many_games_is_read_as_it_was_written(style: str) -> None:
    for seed in range(8):
        for players, options in GAMES:
            read_back(players, options, 1000 + seed, style)


@pytest.mark.parametrize("text", [PLANNING, ACTING, PLACING, TWO, LATE])
def test_canonical_line_is_unchanged(text: str) -> None:
    assert CODEC.write_position(position(text)) == text


def test_spaces_and_the_order_of_sections_are_free() -> None:
    game, turn, *sections = ACTING.split("; ")
    assert CODEC.write_position(position(";   ".join([game, turn, *reversed(sections)]) + " ;")) == ACTING


def test_goods_huts_and_markers_are_accepted_in_any_order() -> None:
    mixed = LATE.replace("Gkc Bpy", "Byp Gck").replace("/a3 /b3", "/b3 /a3").replace("+SBXD", "+DXBS")
    assert CODEC.write_position(position(mixed)) == LATE


def test_hidden_token_stays_hidden() -> None:
    text = LATE.replace("Rf2", "R?2")
    state = position(text)
    assert CODEC.view(state)["players"]["y"]["rest"] == "?"
    assert CODEC.write_position(state) == text


def test_the_game_of_a_position_is_known() -> None:
    game = CODEC.game_of(position(LATE))
    assert (game.name, game.players, game.options) == ("vanuatu", 3, ("waters",))


def wrong(text: str, old: str, new: str) -> PositionError:
    """The error of a line in which one piece was replaced."""
    assert old in text
    with pytest.raises(PositionError) as caught:
        CODEC.read_position(text.replace(old, new, 1))
    return caught.value


READING = [
    (PLANNING, "vanuatu 3", "chess 3", "a position of this game begins with `vanuatu`"),
    (PLANNING, "vanuatu 3", "vanuatu 6", "6: the number of players, 2 to 5"),
    (PLANNING, "vanuatu 3", "vanuatu 3 fog", "fog: a variant is"),
    (TWO, "2 waters", "2 waters nocharacters", "nocharacters: two players always play with characters"),
    (PLANNING, "1 plan1 p", "9 plan1 p", "round 9: rounds are 1 to 8"),
    (PLANNING, "plan1", "plan", "plan: planning is"),
    (PLANNING, "plan1", "dance", "dance: the phases are"),
    (PLANNING, "plan1 p", "plan1 o", "o: a seat is one of the letters p t y"),
    (PLANNING, "plan1 p", "setup lunch", "lunch: what is drawn next is one of"),
    (PLANNING, "1 plan1 p", "1 plan1", "plan1: a round is followed by"),
    (PLANNING, "market 3", "market 4", "4: the market's price is a number from 1 to 3"),
    (PLANNING, "market 3", "market", "market: one word follows this one"),
    (PLANNING, "market 3", "weather 3", "weather: no section begins like that"),
    (PLANNING, "market 3", "market 3; market 3", "market: this section is given twice"),
    (PLANNING, "market 3; ", "", "section `market` is missing, e.g. `market 3`"),
    (PLANNING, "0112233", "01122339", "01122339: a tourist tile is a number from 0 to 4"),
    (PLANNING, "0112233", "0112 233", "233: the tourist tiles left are written as one word"),
    (PLANNING, "ships kcb", "ships kbc", "kbc: a ship is one of kcb"),
    (PLANNING, "ships kcb", "ships kcb:x", "kcb:x: a good is one of the letters k c b"),
    (PLANNING, "ships kcb", "ships kcb:kkkk", "kcb:kkkk: a ship takes three cubes"),
    (PLANNING, "tiles A2 B1", "tiles A2 B1 C1", "C1: only two tiles are visible"),
    (PLANNING, "tiles A2", "tiles G2", "G2: a tile is one of"),
    (PLANNING, "b3:S1", "d1:S1", "d1:S1(F2): there is no cell d1"),
    (PLANNING, "b3:S1", "b2:S1", "b2:S1(F2): b2 has two tiles"),
    (PLANNING, "b3:S1(F2)", "b3:S1(F2", "b3:S1(F2: a `)` is missing"),
    (PLANNING, "(F2)", "(F4)", "b3:S1(F4): the fish on an ocean tile is a number from 1 to 3"),
    (PLANNING, "(F2)", "(T2)", "b3:S1(T2): T2 means nothing on an ocean tile"),
    (PLANNING, "(Gkcb)", "(Qkcb)", "a2:E0(Qkcb): Qkcb means nothing on an island"),
    (PLANNING, "(Gkcb)", "(Bo)", "a2:E0(Bo): a seat is one of the letters p t y"),
    (LATE, "/a3", "/c5", "a dike on this island cannot face c5"),
    (LATE, "/a3 ", "/b3 ", "a dike on this island cannot face b3, or it faces it twice"),
    (PLANNING, "p 3v", "p 10v", "10v: a player's vatus is a number from 0 to 9"),
    (PLANNING, "p 3v", "p 3v 3v", "3v: this is given twice"),
    (PLANNING, "p 3v 0p", "p 3v", "p: the points are missing"),
    (PLANNING, "0p b2", "0p b9", "b9: there is no cell b9"),
    (PLANNING, "@fisherman", "@baker", "@baker: a character is one of artist"),
    (PLANNING, "@fisherman", "@fisherman +Q", "+Q: an action is one of the letters"),
    (PLANNING, "@fisherman", "@fisherman Z", "Z: nothing that a player has is written like that"),
    (PLANNING, "@fisherman", "@fisherman F4", "F4: the value of a tile is a number from 1 to 3"),
    (LATE, "Rb1", "Rb", "Rb: the order of resting is a number from 1 to 4"),
    (PLANNING, "market 3", "market 3; cast artist", "cast: only a game of two players has this section"),
]


@pytest.mark.parametrize(("text", "old", "new", "message"), READING, ids=[case[3] for case in READING])
def test_unreadable_part_is_named(text: str, old: str, new: str, message: str) -> None:
    assert message in str(wrong(text, old, new))


EXISTING = [
    (PLANNING, "1 plan1 p", "3 over", "the game ends after round 8"),
    (PLANNING, "(Gkcb)", "(Gkcb Bp)", "purple has 8 huts, not 9"),
    (PLANNING, "first p; ", "", "section `first` is missing, e.g. `first p`"),
    (PLACING, "2 place y", "2 place p", "tiles are placed by the first player, from round 2 on"),
    (PLANNING, "1 plan1 p", "1 neutral p", "neutral markers are for two players"),
    (ACTING, "+SFFFD", "", "purple has no markers on the board to decide about"),
    (PLACING, "place y", "setup flood", "the die is thrown in rounds 2, 4, 6 and 8 with rising waters"),
    (PLACING, "place y", "setup first", "this is drawn in round 1 only"),
    (PLACING, "place y", "setup cast", "characters are put on offer for two players only"),
    (PLACING, "place y", "setup ships", "no ship is filled, so none is drawn"),
    (PLACING, "@builder", "@builder*", "the bonus of the builder cannot be used yet"),
    (PLANNING, "market 3", "market 3; die 2", "the die counts in rounds 2, 4, 6 and 8"),
    (PLANNING, "0112233", "0111233", "there are fewer tourist tiles of 1"),
    (PLANNING, "0112233", "012233", "7 tourist tiles are left in this round"),
    (
        PLACING.replace(" T1", ""),
        "tourists 1",
        "tourists 3",
        "no tile with that number of tourists has been drawn",
    ),
    (PLANNING, "(Gkcb)", "(Gkcb T2)", "only 2 tourists have arrived so far, not 4"),
    (PLANNING, "ships kcb", "ships kcb:kk", "the ship kcb wants less kava"),
    (PLANNING, "ships kcb", "ships kbb", "there are fewer ships kbb"),
    (PLANNING, "ships kcb kkk cbb", "ships kcb kkk", "three ships are on offer"),
    (PLANNING, "(Gkcb)", "(Gkccb)", "E0 starts with less copra"),
    (PLANNING, "@builder", "@fisherman", "purple has the fisherman too"),
    (PLANNING, " @builder", "", "teal has no character"),
    (PLANNING, "3; 1", "3 nocharacters; 1", "this game is played without characters"),
    (TWO, "cast artist", "cast builder", "the artist was not on offer"),
    (TWO, "cast artist ", "cast ", "five characters are on offer"),
    (TWO, "neutral SXFVR", "neutral SXFV", "there are 5 neutral markers on the actions at this time"),
    (ACTING, "+SFFFD", "+SFFFDD", "purple has five markers, not 6"),
    (PLANNING, "plan1 p", "plan2 p", "purple has placed 2 markers at this time, not 0"),
    (PLANNING, "@fisherman;", "@fisherman +SF;", "purple has placed 0 markers at this time, not 2"),
    (TWO, "neutral SXFVR", "neutral SXFVR; governed Fp", "only the Governor moves markers"),
    (PLANNING, "@fisherman", "@fisherman Rf1", "rest tokens are taken in phase `act`"),
    (LATE, "Rf2", "Rb2", "somebody else has this rest token"),
    (LATE, "Rf2", "Rf1", "the rest tokens are numbered in the order of resting"),
    (PLANNING, "a2:E0", "a2:A1", "E0 lies on a2"),
    (PLANNING, "a3:S2(F1 X2) b2:S0", "a3:S2(F1 X2) b4:S0", "the tiles S0, S1 and S2 lie on a3, b2 and b3"),
    (LATE, "c6:D2", "c6:A1", "A1 lies on two cells"),
    (LATE, "c5:B2(F3)", "c5:B1", "B1 lies on two cells"),
    (TWO, "d3:E1", "c6:E1", "c6 touches fewer than two filled cells"),
    (LATE, "tiles E2 F1", "tiles E1 F1", "E1 is there twice"),
    (LATE, "tiles E2 F1; ", "", "section `tiles` is missing, e.g. `tiles A2 B1`"),
    (
        TWO,
        "cast artist fisherman navigator preacher vendor; ",
        "",
        "section `cast` is missing, e.g. `cast artist ",
    ),
    (LATE, "tiles E2 F1", "tiles E2", "2 tiles are visible at this time"),
    (LATE, " d3:F2(F3)", "", "10 tiles have been placed at this time, not 9"),
    (PLANNING, "tiles A2 B1", "tiles A2 C1", "1 tiles of letter B are out at this time, not 0"),
    (PLANNING, "b3:S1(F2)", "b3:S1(F3)", "S1 starts with fewer fish or treasures"),
    (PLANNING, "(Gkcb)", "(Gkcb W1)", "there are no waters and no dikes in this game"),
    (LATE, "c3:A2(W5)", "c3:A2(D1 W5)", "A2 is submerged: nothing is left on it"),
    (PLANNING, "(Gkcb)", "(Gkcb Bpppt)", "E0 has room for 3 huts"),
    (PLANNING, "(Gkcb)", "(Gkcb D2)", "E0 has room for 1 drawings"),
    (LATE, "c6:D2(Gkc)", "c6:D2(Gkc /b6)", "a dike on this island cannot face b6"),
    (LATE, "Bp D2)", "Bp D2 /a4)", "a dike stands towards an ocean tile that is placed"),
    (PLANNING, "0p b2 B8 @fisherman", "0p a2 B8 @fisherman", "the boat of purple is not on an ocean tile"),
    (TWO, "9p c2", "9p a1", "two boats share a cell only where they start"),
    (PLANNING, "0p b2 B8 @fisherman", "0p b2 B7 @fisherman", "purple has 8 huts, not 7"),
    (PLANNING, "b2 B8 @fisherman", "b2 F1 B8 @fisherman", "fewer fish of 1 have left the board"),
    (PLANNING, "b2 B8 @fisherman", "b2 ^2 B8 @fisherman", "fewer treasures of 2 have left the board"),
]


@pytest.mark.parametrize(("text", "old", "new", "message"), EXISTING, ids=[case[3] for case in EXISTING])
def test_impossible_position_is_refused(text: str, old: str, new: str, message: str) -> None:
    assert message in str(wrong(text, old, new))


def test_earlier_seats_have_characters() -> None:
    choosing = PLANNING.replace("1 plan1 p", "1 character y").replace(" @navigator", "")
    assert legal(position(choosing))
    assert str(wrong(choosing, " @builder", "")) == "teal has no character"
    for state in (position(choosing), after(position(choosing), "@navigator")):
        assert CODEC.write_position(position(CODEC.write_position(state))) == CODEC.write_position(state)


def test_first_of_two_players_has_character_from_offer() -> None:
    choosing = TWO.replace("4 act p", "4 character t")
    assert "was not on offer" in str(wrong(choosing, "cast artist", "cast beggar"))


def test_offer_is_kept_until_next_offer() -> None:
    drawing = next(
        state for state in positions(2, (), 3, "trade") if state.round == 2 and state.actor == CHANCE
    )
    offer = next(part for part in CODEC.write_position(drawing).split("; ") if part.startswith("cast"))
    assert "section `cast` is missing" in str(wrong(CODEC.write_position(drawing), offer + "; ", ""))


def test_with_three_islands_under_water_the_game_can_only_be_over() -> None:
    marks = ("Gkc Bpy D1 T3 W4 /a3 /b3", "Gkk Bt D3 T2 W3 /c2")
    text = LATE.replace(marks[0], "W5").replace(marks[1], "W5").replace("; die 1", "")
    with pytest.raises(PositionError, match="with three islands under water the game is over"):
        position(text)
    lost = position(text.replace("6 act t", "6 over"))
    assert CODEC.termination(lost) == "submerged"


def test_an_error_points_to_the_word_that_is_wrong() -> None:
    error = wrong(PLANNING, "t 3v", "t 30v")
    assert PLANNING.replace("t 3v", "t 30v")[error.column - 1 :].startswith("30v")
    error = wrong(PLANNING, "(Gkcb)", "(Gkccb)")
    assert PLANNING[error.column - 1 :].startswith("a2:E0")


def test_control_characters_are_escaped() -> None:
    for old, new in (
        ("b3:S1", "\x1b3:S1"),
        ("(F2)", "(\x07)"),
        ("@fisherman", "@\x1b[31mfish"),
        ("p 3v", "p \x9b3v"),
    ):
        assert str(wrong(PLANNING, old, new)).isprintable()


def test_a_line_without_end_is_not_read() -> None:
    with pytest.raises(PositionError, match="too long"):
        CODEC.read_position("vanuatu 3; " + "p 3v " * 100_000)


@pytest.mark.parametrize(
    "text", ["", ";", "vanuatu", "vanuatu 3", "vanuatu 3;", "vanuatu;;;", "\x00", "vanuatu 3; 1"]
)
def test_a_scrap_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        CODEC.read_position(text)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("vanuatu 3; 12 plan1 p", 12, "round 12: rounds are 1 to 8"),
        ("vanuatu 3; 2 plan1 p", 1, "section `market` is missing, e.g. `market 3`"),
        (
            "vanuatu 3; 2 plan1 p; market 3; tourists 1 / 01; ships kkb / kcb; board b2:S0; p 3v 0p b2 B8",
            1,
            "player teal is missing, e.g. `t 3v 0p b2 B8`",
        ),
    ],
)
def test_the_turn_is_checked_first_and_a_missing_section_comes_with_an_example(
    text: str, column: int, reason: str
) -> None:
    with pytest.raises(PositionError) as raised:
        codec_for("vanuatu").read_position(text)
    assert (raised.value.column, str(raised.value)) == (column, reason)
