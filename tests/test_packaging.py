"""Installed contents: the metadata of `pyproject.toml`, and the wheel check that `.ci/run` uses."""

import importlib.metadata
import runpy
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from vanuatu import __version__
from vanuatu.cli import compiled

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME = {"typer", "prompt-toolkit", "msgpack", "librt", "mypy-extensions"}


def name_of(requirement: str) -> str:
    return requirement.split(">=")[0].split("<")[0].strip()


def test_playing_needs_five_packages_and_no_others() -> None:
    assert {name_of(requirement) for requirement in PROJECT["dependencies"]} == RUNTIME


def test_the_version_is_defined_in_one_place() -> None:
    assert "version" not in PROJECT
    assert "version" in PROJECT["dynamic"]
    holders = [
        path
        for path in [*ROOT.glob("*.py"), *ROOT.glob("*.toml"), *(ROOT / "vanuatu_cli").rglob("*.py")]
        if f'"{__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert holders == [ROOT / "vanuatu_cli" / "package" / "__init__.py"]


def test_the_installed_version_prints_its_form() -> None:
    """Where the project is installed beside the tests; its sources alone have no metadata."""
    for distribution in importlib.metadata.distributions(name="vanuatu"):
        if Path(str(distribution.locate_file("vanuatu/cli"))) != compiled.HERE:
            continue
        number, _, form = distribution.version.partition("+")
        assert number == __version__
        assert (form == "interpreted") == (not any(module.compiled for module in compiled.modules()))


CHECK = runpy.run_path(str(ROOT / ".ci" / "wheel_content.py"))
Faults = Callable[[str, Path], list[str]]
METADATA = "vanuatu-1.dist-info/METADATA"
MANUAL = "vanuatu-1.data/data/share/man/man1/"


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """The check of `.ci/run`; it is called in the top folder of the project."""
    monkeypatch.chdir(ROOT)
    check: Faults = CHECK["faults"]
    return check


def contents() -> list[str]:
    wanted: Callable[[], set[Path]] = CHECK["wanted"]
    pages = sorted(page.name for page in (ROOT / "docs" / "man").glob("*.1"))
    return [*(str(path) for path in sorted(wanted())), *(MANUAL + page for page in pages), METADATA]


def libraries() -> list[str]:
    end = ".cpython-311-x86_64-linux-gnu.so"
    inside = CHECK["LINKS"]["inside"]
    return [inside(path).removesuffix(".py") + end for path in compiled.listed()] + [
        f"vanuatu_{group}__mypyc{end}" for group in ("plays", "reads", "learns", "explains")
    ]


def wheel(folder: Path, platform: str, names: Iterable[str]) -> Path:
    path = folder / f"vanuatu-1-{platform}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


def test_whole_wheels_of_both_forms_are_right(faults: Faults, tmp_path: Path) -> None:
    assert faults("interpreted", wheel(tmp_path, "py3-none-any", contents())) == []
    both = contents() + libraries()
    assert faults("compiled", wheel(tmp_path, "cp311-cp311-linux_x86_64", both)) == []


def test_an_installed_wheel_is_checked_by_its_record(faults: Faults, tmp_path: Path) -> None:
    folder = tmp_path / "vanuatu-1.dist-info"
    folder.mkdir()
    (folder / "WHEEL").write_text("Tag: py3-none-any\n", encoding="utf-8")
    moved = [name.replace("vanuatu-1.data/data/", "../../../") for name in contents()]
    made = ["../../../bin/vanuatu", "vanuatu/__pycache__/__init__.cpython-311.pyc"]
    record = "".join(f"{name},,\n" for name in [*moved, *made])
    (folder / "RECORD").write_text(record, encoding="utf-8")
    assert faults("interpreted", folder) == []
    (folder / "RECORD").write_text(f"{record}../../../etc/vanuatu,,\n", encoding="utf-8")
    assert faults("interpreted", folder) == ["holds ../../../etc/vanuatu"]


@pytest.mark.parametrize(
    "litter",
    [
        "tests/test_core.py",
        "build/x.c",
        "vanuatu/core/rng.c",
        "vanuatu/core/other.so",
        "vanuatu/core/forgotten.py",
        "core/rng.py",
        f"{MANUAL}vanuatu-none.1",
        "vanuatu-1.data/data/etc/vanuatu.1",
    ],
)
def test_litter_in_a_wheel_is_found(litter: str, faults: Faults, tmp_path: Path) -> None:
    names = [*contents(), *libraries(), litter]
    assert faults("compiled", wheel(tmp_path, "cp311-cp311-linux_x86_64", names)) == [f"holds {litter}"]


def test_a_wheel_that_lacks_something_is_found(faults: Faults, tmp_path: Path) -> None:
    without = [name for name in contents() if name != "vanuatu/py.typed"]
    assert faults("interpreted", wheel(tmp_path, "py3-none-any", without)) == ["lacks vanuatu/py.typed"]
    without = [name for name in contents() if name != f"{MANUAL}vanuatu.1"]
    assert faults("interpreted", wheel(tmp_path, "py3-none-any", without)) == [
        "lacks the manual page vanuatu.1"
    ]
    bare = faults("compiled", wheel(tmp_path, "cp311-cp311-linux_x86_64", contents()))
    assert len(bare) == len(compiled.listed())
    assert faults("interpreted", wheel(tmp_path, "cp311-cp311-linux_x86_64", contents())) == [
        "is named for the wrong platform"
    ]
