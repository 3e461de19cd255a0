"""Imports between the packages go one way: vanuatu_cli → ai → notation → core."""

import ast
import hashlib
import re
import runpy
from collections.abc import Iterator
from graphlib import TopologicalSorter
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


MODULE_NAME = re.compile(r"vanuatu\.(core|notation|ai|cli)(\.\w+)*")

# The rooms of vanuatu_cli, and the rooms that each may import. `commands` may import all of them.
ROOMS = {
    "app": {"completing", "errors", "files", "settings", "terminal", "usage"},
    "bench": {"errors", "terminal"},
    "completing": {"games", "history"},
    "export": {"errors", "files"},
    "files": {"errors", "protocol", "terminal"},
    "games": {"report"},
    "history": {"errors", "files", "match", "terminal", "workers"},
    "learn": {"errors", "files", "match", "options", "terminal", "workers"},
    "match": {"errors", "files", "options", "terminal", "workers"},
    "options": {"errors"},
    "play": {
        "compiled",
        "errors",
        "files",
        "games",
        "history",
        "options",
        "replay",
        "review",
        "settings",
        "terminal",
        "train",
    },
    "protocol": {"errors", "terminal"},
    "replay": {"errors", "files", "terminal"},
    "report": {"errors", "files", "match", "terminal"},
    "review": {"errors", "files", "match", "options", "protocol", "replay", "report", "terminal", "workers"},
    "settings": {"errors", "files", "options"},
    "terminal": {"errors"},
    "train": {"errors", "files", "history", "review", "terminal"},
    "usage": {"errors", "terminal"},
    "workers": {"errors", "terminal"},
}
# The statistics of a game are a part of it, which the report finds by the game's name.
BY_NAME = {("report", "games")}


def module_name(source: Path) -> str:
    """The name by which a source file is imported: `vanuatu.cli.app`."""
    parts = list(source.relative_to(ROOT).with_suffix("").parts)
    parts[:1] = ["vanuatu", "cli" if parts[0] == "vanuatu_cli" else parts[0]]
    return ".".join(part for part in parts if part != "__init__")


MODULES = {module_name(source): source for source in SOURCES if source.parent.name != "package"}


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """The parsed source of each module."""
    return {name: ast.parse(source.read_text(encoding="utf-8")) for name, source in MODULES.items()}


def names_imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each module that a tree imports, with the name taken from it; empty if it is the module itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"imports are written in full: {ast.unparse(node)}"
            module = str(node.module)
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield (inner, "") if inner in MODULES else (module, alias.name)


def modules_in_strings(tree: ast.AST) -> Iterator[str]:
    """The modules that a tree names in strings: for lazy imports, for parts of games, for `-m`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and MODULE_NAME.fullmatch(node.value)
        ):
            yield node.value


def imported_when_loaded(tree: ast.Module) -> set[str]:
    """The modules of ours that a module imports while it is imported itself, not inside a function."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {module for module, _ in names_imported(node) if module in MODULES}
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def defined_in(tree: ast.Module) -> set[str]:
    """The names that a module defines at its top level, in whatever branch."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def room_of(module: str) -> str:
    """The room of a module of vanuatu_cli: `match` for `vanuatu.cli.match.runner`."""
    return module.split(".")[2]


def imported(source: Path) -> Iterator[str]:
    """The first part of each module that a module imports or names; of `vanuatu.core.game` it is `core`."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = [f"{module}.{name}" for module, name in names_imported(tree)] + list(modules_in_strings(tree))
    yield from (name.removeprefix("vanuatu.").split(".")[0] for name in names)


@pytest.mark.any_build
def test_rooms_of_the_command_line_import_only_the_rooms_below_them(trees: dict[str, ast.Module]) -> None:
    arrows: dict[tuple[str, str], str] = {}
    for name, tree in trees.items():
        used = [module for module, _ in names_imported(tree)] + list(modules_in_strings(tree))
        for other in used if name.startswith("vanuatu.cli.") else []:
            if other.startswith("vanuatu.cli.") and room_of(name) not in ("commands", room_of(other)):
                arrows[room_of(name), room_of(other)] = f"{name} imports {other}"
    upward = {(room, other) for room, other in arrows if other not in ROOMS.get(room, set())} - BY_NAME
    assert not upward, [arrows[arrow] for arrow in upward]


@pytest.mark.any_build
def test_the_rooms_have_no_cycles() -> None:
    TopologicalSorter(ROOMS).prepare()


@pytest.mark.any_build
def test_no_modules_import_each_other_in_a_circle(trees: dict[str, ast.Module]) -> None:
    TopologicalSorter({name: imported_when_loaded(tree) for name, tree in trees.items()}).prepare()


@pytest.mark.any_build
def test_every_name_is_imported_from_the_module_that_defines_it(trees: dict[str, ast.Module]) -> None:
    for name, tree in trees.items():
        for module, taken in names_imported(tree):
            if taken and module in MODULES and name != "vanuatu.core":
                assert taken in defined_in(trees[module]), f"{name} imports {taken} from {module}"


@pytest.mark.any_build
def test_modules_named_in_strings_exist(trees: dict[str, ast.Module]) -> None:
    for name, tree in trees.items():
        for named in modules_in_strings(tree):
            assert named in MODULES, f"{name} names {named}"


@pytest.mark.any_build
@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_lower_packages(package: str) -> None:
    for source in sorted((ROOT / package).rglob("*.py")):
        own = set(imported(source)) & {"core", "notation", "ai", "cli"}
        if source.parent.name != "package":
            assert not own - MAY_IMPORT[package], f"{source.relative_to(ROOT)} imports {own}"


@pytest.mark.any_build
@pytest.mark.parametrize("package", [name for name in MAY_IMPORT if name != "vanuatu_cli"])
def test_only_the_command_line_imports_terminal_packages(package: str) -> None:
    for source in sorted((ROOT / package).rglob("*.py")):
        strays = set(imported(source)) & FOR_THE_TERMINAL
        assert not strays, f"{source.relative_to(ROOT)} imports {strays}"


@pytest.mark.any_build
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
        "difflib",  # a message names the variant that is close to a misspelt one
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


def test_every_package_is_marked_as_typed() -> None:
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
