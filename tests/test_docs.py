"""The examples of the documents match the output of the program."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import screen_picture
from tests.support.documents import ROOT, Desk, blocks, can_run, commands, documents, same
from vanuatu.cli.app import COMMANDS, load

INLINE = re.compile(r"`vanuatu ([a-z]+)([^`]*)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NAMES = [str(document.relative_to(ROOT)) for document in documents()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    laid_out = Desk.laid_out(tmp_path)
    yield laid_out
    laid_out.clear()


@pytest.mark.any_build
@pytest.mark.parametrize("name", NAMES)
def test_every_command_prints_what_the_document_shows(name: str, desk: Desk) -> None:
    for block in blocks(ROOT / name):
        if block.language != "console" or not can_run(block):
            continue
        for command in commands(block):
            code, printed = desk.run(command)
            where = f"{name}:{command.line}: $ {command.text}"
            assert code == command.exit_code, f"{where}\nexits {code}:\n" + "\n".join(printed)
            assert same(list(command.shown), printed), f"{where}\nprints:\n" + "\n".join(printed)


@pytest.mark.parametrize("name", NAMES)
def test_no_command_line_hides_from_being_run(name: str) -> None:
    """Only console blocks hold command lines; the few in sh blocks are what `.ci/run` does itself."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for block in blocks(ROOT / name):
        assert block.language, f"{name}:{block.line - 1}: say what kind of block it is"
        for number, line in enumerate(block.lines, block.line):
            if block.language == "console":
                assert line.strip() != "…" or len(set(block.lines)) > 2, f"{name}:{number}: shows nothing"
            elif block.language == "sh":
                assert not line or line in ci, f"{name}:{number}: nobody runs {line!r}"
            else:
                assert not line.startswith("$ "), f"{name}:{number}: belongs into a console block"


@pytest.mark.parametrize("name", NAMES)
def test_commands_named_in_prose_exist_with_their_options(name: str) -> None:
    for command, rest in INLINE.findall((ROOT / name).read_text(encoding="utf-8")):
        assert command in COMMANDS, f"{name}: there is no vanuatu {command}"
        known = {option for parameter in load(command).params for option in parameter.opts} | {"--help"}
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest):
            assert option in known, f"{name}: vanuatu {command} has no {option}"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    for target in LINK.findall((ROOT / name).read_text(encoding="utf-8")):
        assert ((ROOT / name).parent / target).exists(), f"{name}: {target} is not there"


@pytest.mark.parametrize(
    ("page", "programs"),
    [
        ("first-match.md", ["guides/bots/dice.py", "guides/bots/ahead.py"]),
        ("first-agent.md", ["start/agent.py", "start/ppo.py"]),
    ],
)
def test_the_code_of_a_start_page_is_the_programs(page: str, programs: list[str]) -> None:
    docs = ROOT / "docs"
    shown = [block for block in blocks(docs / "start" / page) if block.language == "python"]
    assert shown
    for block in shown:
        code = [(docs / program).read_text(encoding="utf-8") for program in programs]
        assert any("\n".join(block.lines) in text for text in code)


def test_the_code_walks_name_functions_that_exist() -> None:
    walks = (ROOT / "docs" / "explain" / "code-walks.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\d\. `([\w/]+\.py)`: `(\w+)`", walks, re.MULTILINE)
    assert len(steps) == len(re.findall(r"^\d\. ", walks, re.MULTILINE)) > 0
    for file, function in steps:
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^ *def {function}\(", source, re.MULTILINE), f"{file} has no {function}"


@pytest.mark.any_build
def test_the_picture_in_the_readme_is_what_the_prompt_shows() -> None:
    """After a change of the prompt, `python -m tests.support.screen_picture` draws it anew."""
    screens = list(screen_picture.record())
    picture = screen_picture.PICTURE.read_text(encoding="utf-8")
    assert len(picture) < 100_000
    assert picture == screen_picture.drawn(screens)


def test_the_comparison_itself_is_strict() -> None:
    assert same(["a … ms", "b"], ["a 12 ms", "b"])
    assert same(["a", "…", "d"], ["a", "b", "c", "d"])
    assert same(["a  … …", '[b "…"]'], ["a   12 ms", '[b "c"]'])
    assert not same(["a … ms"], ["a 1 2 ms"])
    assert not same(["a … …"], ["a 12"])
    assert not same(["a"], ["a", "b"])
    assert not same(["a", "b"], ["a"])
    assert not same(["1.5"], ["1x5"])
