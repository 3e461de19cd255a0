"""Long forms of several words in files: where a move ends, legal or not."""

import pytest

from tests.notation.vanuatu.played import ACTING, CODEC, GAMES, PLANNING, TWO, position, positions
from tests.support.vanuatu.styles import STYLES
from vanuatu.cli.protocol.host_lines import ProtocolError, read_fen
from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.move_reader import LONGEST_FORM, move_length
from vanuatu.notation.vanuatu.long_forms import length

TEAL_ACTING = ACTING.replace("act p", "act t").replace("@navigator +SXXDR", "@navigator +SSXDR")
SELLING = ACTING.replace("p 3v 0p b2 B8 @fisherman +SFFFD", "p 3v 0p b2 F112 B7 @vendor +VV").replace(
    "(Gkcb)", "(Gkcb Bp)"
).replace("a3:S2(F1 X2)", "a3:S2(X2)").replace("b3:S1(F2)", "b3:S1")  # fmt: skip
LAST_MARKER = PLANNING.replace("plan1", "plan3").replace("@fisherman", "@fisherman +SFFF")
LAST_MARKER = LAST_MARKER.replace("@builder", "@builder +SFFF").replace("@navigator", "@navigator +SFFF")
TAGS = '[Event "x"]\n[Purple "A"]\n[Teal "B"]\n[Yellow "C"]\n[Result "*"]\n[SetUp "1"]\n[FEN "{}"]\n\n{} *\n'


def read_line(start: str, movetext: str) -> GameRead:
    """Return the game that a file reads with these moves on line 9."""
    [found] = read_games(TAGS.format(start, movetext).encode())
    return found


READ = [
    (TEAL_ACTING, "build y:b3", "Ba2@ b2-b3@"),
    (TEAL_ACTING, "build a2 y:sail b3", "Ba2@ b2-b3@"),
    (TEAL_ACTING, "build a2 sail b3", "Ba2@ b2-b3@"),
    (TEAL_ACTING, "build a2 plain sail to b3 plain", "Ba2 b2-b3"),
    (TEAL_ACTING, "build! b3", "Ba2@ b2-b3@"),
    (TEAL_ACTING, "Ba2 b3", "Ba2 b2-b3@"),
    (TEAL_ACTING, "take back build", None),
    (ACTING, "take back fish", "-F"),
    (ACTING, "withdraw fish build", "-F Ba2@"),
    (ACTING, "sail b2-b3 build a2", "b2-b3 Ba2@"),
    (ACTING, "b2 b3 build", "b2-b3 Ba2@"),
    (ACTING, "sail b3 for 3 build", "b2-b3:3 Ba2@"),
    (ACTING, "draw a2 b: build", None),
    (ACTING, "draw a2 t: build", "Da2 Ba2@"),
    (SELLING, "sell all build", "V112 Ba2@"),
    (SELLING, "sell 1 2 build", "V12 Ba2@"),
    (PLANNING, "plan fish sail plan build draw", "+SF +BD"),
    (PLANNING, "fish sail build draw", "+SF +BD"),
    (PLANNING, "fish and sail", "+SF"),
    (PLANNING, "+SF build, draw", "+SF +BD"),
    (LAST_MARKER, "plan fish plan sail", "+F +S"),
    (LAST_MARKER, "fish t:sail", "+F +S"),
]


@pytest.mark.parametrize(("start", "movetext", "expected"), READ, ids=[case[1] for case in READ])
def test_legal_long_forms_follow_one_another(start: str, movetext: str, expected: str | None) -> None:
    found = read_line(start, movetext)
    if expected is None:
        assert found.error is not None
    else:
        assert found.error is None, found.error.at("f")
        assert " ".join(ply.token for ply in found.session.record.plies) == expected


REFUSED = [
    (TEAL_ACTING, "build b3", "build b3: there is no island on b3 (legal: "),
    (TEAL_ACTING, "t:build b3", "build b3: there is no island on b3 (legal: "),
    (TEAL_ACTING, "t: build on b3", "build on b3: there is no island on b3 (legal: "),
    (TEAL_ACTING, "build b3? Rf", "build b3?: there is no island on b3 (legal: "),
    (TEAL_ACTING, "build a2 b3", "build a2 b3: dikes are only built with rising waters (legal: "),
    (ACTING, "withdraw build", "withdraw build: purple has no markers on build (legal: "),
    (ACTING, "take back explore", "take back explore: purple has no markers on explore (legal: "),
    (ACTING, "draw b3", "draw b3: there is no island on b3 (legal: "),
    (ACTING, "sail b2-c3", "sail b2-c3: no tile lies on c3 yet (legal: "),
    (SELLING, "sell 3", "sell 3: purple does not have those fish (legal: "),
    (LAST_MARKER, "plan fish sell", "plan fish sell: purple places 1 marker now (legal: "),
    (ACTING, "take back b3", "take back b3: not understood; did you mean b2-b3? (legal: "),
    (LAST_MARKER, "build b3", "build b3: not understood; did you mean +B? (legal: "),
    (LAST_MARKER, "fish sail", "fish sail: purple places 1 marker now (legal: "),
]


@pytest.mark.parametrize(("start", "movetext", "message"), REFUSED, ids=[case[1] for case in REFUSED])
def test_illegal_long_form_is_not_cut_into_two_moves(start: str, movetext: str, message: str) -> None:
    found = read_line(start, movetext)
    assert found.error is not None
    assert found.error.at("f").startswith(f"f:9:1: {message}")


def test_position_line_of_the_protocol_reads_long_forms_in_the_same_way() -> None:
    assert [ply.token for ply in read_fen(f"{TEAL_ACTING} moves build a2 y:b3").record.plies] == [
        "Ba2@",
        "b2-b3@",
    ]
    with pytest.raises(ProtocolError, match="build b3: there is no island on b3"):
        read_fen(f"{TEAL_ACTING} moves build b3")


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_length_of_every_legal_long_form_has_all_its_words(players: int, options: tuple[str, ...]) -> None:
    checked = 0
    for number, style in enumerate(STYLES):
        for state in list(positions(players, options, number, style))[number::9]:
            if state.actor < 0:
                continue
            for move in list(state.legal_moves())[:30]:
                for form in CODEC.spellings(state, int(move)):
                    words = form.split()
                    if len(words) > LONGEST_FORM or form == CODEC.words(state, int(move)).lower():
                        continue
                    assert move_length(CODEC, state, words) in (1, len(words)), form
                    checked += 1
    assert checked > 1000


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_words_of_the_next_move_do_not_belong_to_a_long_form(players: int, options: tuple[str, ...]) -> None:
    for state in list(positions(players, options, 7, "plain"))[::5]:
        if CODEC.phase(state) == "act":
            for verb in ("sail", "build", "fish b3", "sell all", "buy kava", "draw a2", "rest"):
                words = verb.split()
                for next_word in ("p:Fb3", "#first=t", "Ba2@", "Rf", "@navigator", "+SF"):
                    assert length(state, [*words, next_word]) <= len(words)


def test_long_forms_in_a_game_of_two_with_waters() -> None:
    state = position(TWO)
    assert length(state, "build hut and dike a2 b2 draw c3".split()) == 6
    assert length(state, ["dike", "a2/b2", "draw"]) == 2
