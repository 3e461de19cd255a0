"""The arrows between the packages go one way: vanuatu_cli → ai → notation → core."""

import ast
import hashlib
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import vanuatu
from vanuatu.cli import compiled

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "core": {"core"},
    "notation": {"core", "notation"},
    "ai": {"core", "notation", "ai"},
    "vanuatu_cli": {"core", "notation", "ai", "cli"},
}
FOR_THE_TERMINAL = {"typer", "click", "rich", "prompt_toolkit"}
LINKS = runpy.run_path(str(ROOT / ".ci" / "links.py"))
SOURCES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


def imported(source: Path) -> Iterator[str]:
    """The first part of each module that a module imports; of `vanuatu.core.game` it is `core`."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: imports are written in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.removeprefix("vanuatu.").split(".")[0] for name in names)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_lies_below_it(package: str) -> None:
    for source in sorted((ROOT / package).rglob("*.py")):
        own = set(imported(source)) & {"core", "notation", "ai", "cli"}
        if source.parent.name != "package":
            assert not own - MAY_IMPORT[package], f"{source.relative_to(ROOT)} imports {own}"


@pytest.mark.parametrize("package", [name for name in MAY_IMPORT if name != "vanuatu_cli"])
def test_only_the_command_line_knows_the_terminal(package: str) -> None:
    for source in sorted((ROOT / package).rglob("*.py")):
        strays = set(imported(source)) & FOR_THE_TERMINAL
        assert not strays, f"{source.relative_to(ROOT)} imports {strays}"


def test_the_core_reads_no_clock_no_file_and_no_other_package() -> None:
    allowed = {
        "core",
        "typing",
        "mypy_extensions",
        "librt",
        "abc",
        "dataclasses",
        "collections",
        "enum",
        "importlib",  # games and what packages offer are found by name
        "types",
        "math",
        "functools",
        "pickle",  # core.contract: positions can be pickled
    }
    for source in sorted((ROOT / "core").rglob("*.py")):
        strays = set(imported(source)) - allowed
        assert not strays, f"{source.relative_to(ROOT)} imports {strays}"


def test_the_packages_under_test_are_the_sources_beside_the_tests() -> None:
    """An edited source that was not installed again would be tested in its old form."""
    for source in SOURCES:
        relative = source.relative_to(ROOT)
        if source.parent.name == "package":
            continue
        package = Path(vanuatu.__file__).parents[1]
        installed = package / LINKS["inside"](str(relative))
        assert installed.exists(), f"{relative} is not installed in {package}: install again"
        same = hashlib.sha256(installed.read_bytes()).digest() == hashlib.sha256(source.read_bytes()).digest()
        assert same, f"{installed} is not {relative} as it is now: install again"


def test_no_compiled_module_is_older_than_its_source() -> None:
    stale = [module.name for module in compiled.modules() if module.stale]
    assert not stale, f"compiled from another source than the one beside it: {stale}; install again"


def test_either_all_listed_modules_are_compiled_or_none() -> None:
    assert len({module.compiled for module in compiled.modules()}) == 1


def test_every_listed_module_exists() -> None:
    paths = compiled.listed()
    assert len(paths) == len(set(paths))
    for path in paths:
        assert (ROOT / path).is_file(), f"vanuatu_cli/compiled.txt names {path}"


def test_every_package_says_that_it_is_typed() -> None:
    assert (ROOT / "vanuatu_cli" / "package" / "py.typed").exists()
    for package in MAY_IMPORT:
        for source in (ROOT / package).rglob("*.py"):
            assert (source.parent / "__init__.py").exists(), f"{source.parent} would not be installed"


def test_every_folder_of_tests_is_a_package() -> None:
    """Then two test files may have the same name, and mypy and pytest agree on what they are called."""
    for source in (ROOT / "tests").rglob("*.py"):
        assert (source.parent / "__init__.py").exists(), f"{source.parent} lacks an __init__.py"


def test_a_module_that_changed_after_it_was_compiled_is_called_stale(tmp_path: Path) -> None:
    source = tmp_path / "game.py"
    source.write_text("x = 1\n", encoding="utf-8")
    library = tmp_path / "game.cpython-311-x86_64-linux-gnu.so"
    record = {"core/game.py": compiled.digest(source)}
    assert compiled.inspect("core/game.py", str(library), record) == compiled.Module(
        "vanuatu.core.game", True, False
    )
    source.write_text("x = 2\n", encoding="utf-8")
    assert compiled.inspect("core/game.py", str(library), record) == compiled.Module(
        "vanuatu.core.game", True, True
    )
    assert compiled.inspect("core/game.py", str(library), {}).stale
    assert compiled.inspect("core/game.py", str(source), record) == compiled.Module(
        "vanuatu.core.game", False, False
    )
