"""Round trips keep all tags in any order and the text around games."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.texts import read
from vanuatu.cli.match.resume import scan
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.files import split_games
from vanuatu.notation.formats import FORMATS, MSGPACK, NDJSON, PVN, encode_game, read_any
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.pvn.writer import tag_line
from vanuatu.notation.tags import AFTER_RESULT, ordered

pytestmark = pytest.mark.usefixtures("toy")

MEANING = {*SEAT_NAMES, *AFTER_RESULT, "Result"}
NEEDED = {"Purple": "Ann", "Teal": "Ben", "GameType": "toy"}
# Names like those that mean something, which begin like them or end like them, and any others.
LIKE = [
    name + more
    for name in ("Event", "Site", "Purple", "FEN", "Result", "_")
    for more in ("", "Date", "_", "2")
]
NAMES = (st.sampled_from(LIKE) | st.from_regex("[A-Za-z0-9_]+", fullmatch=True)).filter(
    lambda name: name not in MEANING
)
VALUES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=[chr(n) for n in (*range(32), 127)])
)
MOVES = st.sampled_from(
    ["*", "1. #draw=3 *", "1. #draw=3 p:T1 {[Event} t:T2 ; {\n*", "{\n[Event } 1. #draw=1 *"]
)


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, str], str]:
    """The tags of a game, and its text with them in an order of its own."""
    tags = draw(st.dictionaries(NAMES, VALUES, max_size=6)) | NEEDED
    lines = draw(st.permutations([tag_line(name, value) for name, value in tags.items()]))
    return tags, "".join(lines) + "\n" + draw(MOVES) + "\n"


def converted(raw: bytes, source: str, target: str) -> bytes:
    parts: list[bytes] = []
    for found in read_any(io.BufferedReader(io.BytesIO(raw)), source):
        parts.append(encode_game(found.session.record, target, not parts))
    return b"".join(parts)


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(["\n", "", "\n{between}\n", "; [\n"]))
@settings(max_examples=150)
def test_any_tags_in_any_order(several: list[tuple[dict[str, str], str]], between: str) -> None:
    raw = between.join(text for _, text in several)
    found = read(raw)
    assert [error for one in found if (error := one.error) is not None] == []
    assert [one.session.record.tags | tags for one, (tags, _) in zip(found, several, strict=True)] == [
        one.session.record.tags for one in found
    ]
    pvn = converted(raw.encode(), PVN, PVN)
    ndjson = converted(pvn, PVN, NDJSON)
    packed = converted(ndjson, NDJSON, MSGPACK)
    assert converted(packed, MSGPACK, PVN) == pvn
    assert converted(converted(pvn, PVN, MSGPACK), MSGPACK, NDJSON) == ndjson
    assert len(list(scan_headers(pvn))) == len(several)
    for form, written in zip(FORMATS, (pvn, ndjson, packed), strict=True):
        counted = [dict(ordered(one.tags)) for one in scan(io.BytesIO(written), form)]
        assert counted == [dict(ordered(one.session.record.tags)) for one in found]


@pytest.mark.parametrize("name", ["EventDate", "Event_", "Event2", "EventEvent"])
def test_tag_name_with_common_prefix_is_distinct(name: str) -> None:
    text = f'[Event "x"]\n[{name} "y"]\n[Purple "a"]\n[Teal "b"]\n[GameType "toy"]\n\n*\n'
    assert [one.session.record.tags[name] for one in read(text + text)] == ["y", "y"]


@pytest.mark.parametrize("written", ["[Event ", "[ Event ", "[\tEvent\t", "[Event"])
def test_repeated_first_tag_starts_new_game(written: str) -> None:
    text = '[Event "x"]\n[Purple "a"]\n' + written + '"y"]\n[Purple "b"]\n'
    assert [piece.line for piece in split_games(text.encode())] == [1, 3]


@pytest.mark.parametrize("name", ["A" * 63, "A" * 64, "A" * 300])
def test_long_tag_name_is_valid(name: str) -> None:
    tags = f'[{name} "x"]\n[{name}B "y"]\n'
    assert len(list(split_games((tags + tags).encode()))) == 2
