"""Every public name has a docstring with a tested example; nothing else is public."""

from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import vanuatu
from tests.library.examples import failures, lay_out_games
from vanuatu import core
from vanuatu.core.game import GameError

DOORS: list[ModuleType] = [core, vanuatu]
NAMES = [(door, name) for door in DOORS for name in door.__all__]
CONSTANTS = ("CHANCE", "OVER")
NEEDS = {"env": "numpy"}  # the module that an example needs, by the name it explains


@pytest.fixture(autouse=True)
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out_games(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_package_docstring_shows_usage(door: ModuleType) -> None:
    assert ">>>" in str(door.__doc__)
    assert failures(str(door.__doc__), door.__name__) == ""


@pytest.mark.parametrize(("door", "name"), NAMES, ids=lambda part: getattr(part, "__name__", part))
def test_public_names_have_working_examples(door: ModuleType, name: str) -> None:
    value = getattr(door, name)
    if name in CONSTANTS:
        assert name in str(core.__doc__) + str(core.State.__doc__)
        return
    assert ">>>" in str(value.__doc__), f"{door.__name__}.{name} has no example"
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    assert failures(value.__doc__, f"{door.__name__}.{name}") == ""
    for part, member in vars(value).items() if isinstance(value, type) else ():
        written = str(getattr(member, "__doc__", ""))
        if not part.startswith("_") and ">>>" in written:
            assert failures(written, f"{door.__name__}.{name}.{part}") == ""


@pytest.mark.parametrize("door", [vanuatu], ids=lambda door: door.__name__)
@pytest.mark.parametrize("name", ["Game", "Games", "Position", "ReadError", "MoveError"])
def test_public_members_have_docstrings(door: ModuleType, name: str) -> None:
    for part, member in vars(getattr(door, name)).items():
        if not part.startswith("_") and isinstance(member, (property, FunctionType)):
            assert getattr(member, "__doc__", None), f"{name}.{part} says nothing about itself"


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_public_names_are_listed_and_unknown_names_are_reported(door: ModuleType) -> None:
    assert dir(door) == sorted(door.__all__)
    with pytest.raises(
        AttributeError, match=rf"{door.__name__} has no 'nonsense' \(it has: .*{door.__all__[0]}"
    ):
        _ = door.nonsense


def test_every_error_about_a_text_is_a_notation_error() -> None:
    for name in vanuatu.__all__:
        value = getattr(vanuatu, name)
        if isinstance(value, type) and issubclass(value, ValueError) and value is not GameError:
            assert issubclass(value, vanuatu.NotationError)
