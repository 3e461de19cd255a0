"""NDJSON and msgpack are lossless, and hostile files need no extra resources."""

import io
import json
import time
import tracemalloc
from typing import Any

import msgpack
import pytest

from tests.notation.texts import TAGS, game, read
from vanuatu.notation.files import GameRead
from vanuatu.notation.formats import detect_format, encode_game, format_of, read_any
from vanuatu.notation.packed.archive import pack, read_archive
from vanuatu.notation.packed.maps import as_map
from vanuatu.notation.packed.ndjson import read_ndjson, write_ndjson
from vanuatu.notation.packed.sizes import BAD, MORE, measure

pytestmark = pytest.mark.usefixtures("toy")

RICH = game(
    "{before} ; and a remark\n1. #draw=3 p:T1@!? $14 {one} {;two} "
    "( p:T2 {deep} ( p:T3 ) {after} t:T1 2. #draw=1 )\n% escape\nt:T2\n2. #draw=1 * {tail}",
    TAGS.replace("Ann", r"A\"n\\n é"),
)


def stream(raw: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(raw))


def converted(raw: bytes, form: str) -> bytes:
    games = [found.session.record for found in read_any(stream(raw))]
    return b"".join(encode_game(record, form, number == 0) for number, record in enumerate(games))


def ndjson(line: bytes | str) -> list[GameRead]:
    return list(read_ndjson(io.BytesIO(line if isinstance(line, bytes) else line.encode())))


def archive(raw: bytes) -> list[GameRead]:
    return list(read_archive(io.BytesIO(raw)))


def printed(games: list[GameRead]) -> list[str]:
    return [found.error.at("f") for found in games if found.error is not None]


def plain() -> dict[str, Any]:
    """A small game as a map."""
    return as_map(read(game("1. #draw=3 p:T1 *"))[0].session.record)


def test_pvn_to_ndjson_to_msgpack_and_back_is_the_identity() -> None:
    pvn = converted((RICH + "\n" + game("*")).encode(), "pvn")
    there = converted(converted(pvn, "ndjson"), "msgpack")
    assert converted(there, "pvn") == pvn
    assert converted(converted(there, "ndjson"), "msgpack") == there


def test_a_game_is_one_line_with_the_documented_fields() -> None:
    [found] = read(game("{hello} 1. #draw=3 p:T1@! $2 {said} ( p:T2 ) {so} *"))
    line = write_ndjson(found.session.record)
    assert line.count("\n") == 1
    fields = json.loads(line)
    assert list(fields) == ["tags", "before", "moves", "result"]
    assert fields["tags"][0] == ["Event", "Kitchen table"]
    assert fields["moves"] == [
        {"round": 1, "seat": "#", "token": "#draw=3"},
        {
            "round": 1,
            "seat": "p",
            "token": "T1@",
            "glyphs": ["!", "$2"],
            "comments": ["said"],
            "variations": [{"moves": [{"round": 1, "seat": "p", "token": "T2"}], "after": ["so"]}],
        },
    ]
    assert fields["result"] == "*"


def test_msgpack_is_less_than_half_of_ndjson() -> None:
    text = game("1. #draw=3 p:T1 t:T2\n2. #draw=3 p:T1 t:T2\n3. #draw=3 p:T1 t:T2 *")
    record = read(text)[0].session.record
    assert 2 * len(pack(record)) < len(write_ndjson(record))


def test_one_game_of_many_is_found_in_every_form() -> None:
    text = "\n".join([game("*"), RICH, game("*")]).encode()
    for form in ("pvn", "ndjson", "msgpack"):
        [found] = read_any(stream(converted(text, form)), form, only=2)
        assert found.number == 2
        assert found.session.record.tags["Purple"] == 'A"n\\n é'


def test_format_is_detected_by_file_name_or_first_bytes() -> None:
    assert [format_of(name) for name in ("a.pvn", "b.NDJSON", "c.d.msgpack", "pvn", "x.txt", "-")] == [
        "pvn", "ndjson", "msgpack", "", "", "",
    ]  # fmt: skip
    for form in ("pvn", "ndjson", "msgpack"):
        assert detect_format(converted(RICH.encode(), form)) == form
    assert detect_format(b"{a comment} [Event") == "pvn"
    assert detect_format(b"") == "pvn"


def test_moves_of_a_machine_form_are_verified_like_those_of_a_text() -> None:
    fields = plain()
    fields["moves"][1]["token"] = "T4"
    assert printed(ndjson(json.dumps(fields))) == [
        "f:1:1: p:T4: no move is written like this (legal: T1, T2, T3, …)"
    ]
    fields["moves"][1] |= {"token": "take 2", "seat": "t"}
    assert printed(ndjson(json.dumps(fields))) == ["f:1:1: t:take 2: it is purple's turn, not teal's"]
    fields["moves"][1] |= {"seat": "p", "round": 2}
    assert printed(ndjson(json.dumps(fields))) == ["f:1:1: 2. stands here, but it is round 1"]
    fields["moves"][1] |= {"round": 1}
    [found] = ndjson(json.dumps(fields))
    assert found.session.record.plies[1].token == "T2@"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tags": None}, "tags is missing"),
        ({"tags": {}}, "tags should be a list"),
        ({"tags": [["Event"]]}, "tags[0] is not a pair of name and value"),
        ({"tags": [["E vent", "x"]]}, "tags[0] has a name that no tag can have"),
        ({"tags": [["Event", "x\n[y]"]]}, "the tag Event holds a control character"),
        ({"tags": [["Event", "x"], ["Event", "y"]]}, "the tag Event stands twice"),
        ({"tags": [["Event", "\ud800"]]}, "tags[0] holds characters that no text can hold"),
        ({"moves": None}, "moves is missing"),
        ({"moves": [7]}, "moves[0] should be a map"),
        ({"moves": [[1, "p"]]}, "moves[0] is not a list of round, seat and token"),
        ({"moves": [{"round": 1, "seat": "z", "token": "x"}]}, "moves[0].seat is none of # p t y o b"),
        ({"moves": [{"round": True, "seat": "p", "token": "x"}]}, "moves[0].round is"),
        ({"moves": [{"round": 1, "seat": "p", "token": "a\nb"}]}, "moves[0].token is no token"),
        ({"moves": [[1, "#", "#draw=1", ["$256"]]]}, "moves[0].glyphs[0] is no glyph"),
        ({"moves": [[1, "#", "#draw=1", [], [3]]]}, "moves[0].comments should be text"),
        ({"moves": [[1, "#", "#draw=1", [], [], [{"x": 1}]]]}, "moves[0].variations[0]: unknown field 'x'"),
        ({"result": 3}, "result should be text"),
        ({"result": "1,2,3"}, "1,2,3 is not a result"),
        ({"more": 3}, "a game: unknown field 'more' (allowed: tags, moves, result, before, after)"),
    ],
)  # fmt: skip
def test_invalid_game_map_gives_one_line_and_next_is_read(change: dict[str, Any], message: str) -> None:
    broken, good = json.dumps(plain() | change), json.dumps(plain())
    games = ndjson(f"{broken}\n\n{good}\n")
    assert [found.error is None for found in games] == [False, True]
    assert message in printed(games)[0]
    assert "\n" not in printed(games)[0]
    if "\\ud800" not in broken:
        games = archive(msgpack.packb(plain() | change) + msgpack.packb(plain()))
        assert [found.error is None for found in games] == [False, True]


def test_foreign_comments_are_made_readable() -> None:
    wild = ["a } b", "{x", "{x}", "; line\nbreak", "% line\nbreak", ";", "%", "", "{", "}", "{;}", " \t "]
    fields = plain()
    fields["moves"][0]["comments"] = wild
    fields["before"] = fields["after"] = wild
    [found] = ndjson(json.dumps(fields))
    text = encode_game(found.session.record, "pvn", True)
    assert converted(text, "pvn") == text
    assert converted(converted(converted(text, "ndjson"), "msgpack"), "pvn") == text


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense", b"\xff\xfe", b"[]", b"7", b'"', b"{", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 100_000,
        b"NaN", b"null", b"\x00", b"\xef\xbb\xbf",
    ],
)  # fmt: skip
def test_line_without_json_game_is_one_error(line: bytes) -> None:
    assert len(printed(ndjson(line + b"\n"))) == 1


def test_line_and_game_numbers_continue_after_too_long_line() -> None:
    raw = b'{"a":"' + b"x" * (17 << 20) + b'"}\n' + write_ndjson(read(game("*"))[0].session.record).encode()
    long, good = ndjson(raw)
    assert long.error is not None
    assert long.error.at("f") == "f:1:1: a line of more than 16 MB: this is no game"
    assert (good.error, good.number, good.line) == (None, 2, 2)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xdd\xff\xff\xff\xff",  # a list of four thousand million
        b"\xdf\xff\xff\xff\xff" * 1000,
        b"\xdc\xff\xff" * 100_000,  # lists within lists
        b"\x91" * 1_000_000,
        b"\xdd\x7f\xff\xff\xff" + b"\xdc\xff\xff" * 10,
        b"\x9f" + b"\x80" * 10_000_000,
        b"\xdb\xff\xff\xff\xff" + b"x" * 10_000_000,  # a text of four thousand million
        b"\xdd\x00\x0f\xff\xff" + b"\x80" * 0xFFFFF,  # a million maps
        b"\xc7\x01\x01\x00", b"\xd6\xff\x00\x00\x00\x00", b"\xc4\x01\x00", b"\xcb" + b"\x00" * 8,
        b"\xc1", b"\x81",
        b"\x81\x80\x80", b"\x81\xa1\xff\x00",
    ],
)  # fmt: skip
def test_hostile_archive_needs_no_extra_memory_or_time(raw: bytes) -> None:
    source = io.BytesIO(raw)
    tracemalloc.start()
    begin = time.process_time()
    games = list(read_archive(source))
    spent = time.process_time() - begin
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert games[-1].error is not None
    assert peak < 100 << 20
    assert spent < 20
    assert len(games) <= 1001


def test_truncated_archive_keeps_earlier_games() -> None:
    whole = pack(read(RICH)[0].session.record)
    for cut in range(1, len(whole)):
        first, last = archive(whole + whole[:cut])
        assert first.error is None
        assert last.error is not None
        assert last.error.at("f") == f"f:1:{len(whole) + 1}: the archive is broken from here on"


def test_a_value_is_as_long_as_msgpack_makes_it() -> None:
    values: list[Any] = [
        0, 127, 128, 70_000, -1, -33, -130, -70_000, None, True,
        "", "x" * 31, "x" * 32, "x" * 300, "x" * 70_000,
        [], [1] * 15, [1] * 16, [[["x"]]] * 70_000, {},
        {"a": {"b": [1, {}]}}, {str(n): n for n in range(70_000)},
    ]  # fmt: skip
    for value in values:
        raw = msgpack.packb(value)
        assert measure(raw + b"\x00", 0) == len(raw)
        assert measure(b"\xc1" + raw, 1) == len(raw) + 1
        if len(raw) < 1000:
            assert {measure(raw[:cut], 0) for cut in range(len(raw))} == {MORE}
    for value in (1.5, b"bytes", msgpack.Timestamp(1), 2**40):
        assert measure(msgpack.packb(value), 0) == BAD


def test_a_hundred_variations_within_each_other_go_through_every_form() -> None:
    deep = game("1. #draw=3" + " ( #draw=2" * 100 + " )" * 100 + " *").encode()
    pvn = converted(deep, "pvn")
    assert converted(converted(converted(pvn, "ndjson"), "msgpack"), "pvn") == pvn
