"""If an extra is missing, the environments print one line with the install command."""

import sys

import pytest


@pytest.mark.parametrize(
    ("module", "needed", "message"),
    [
        (
            "vanuatu.ai.environments.gymnasium",
            "gymnasium",
            "gymnasium is not installed. Try: pip install '.[pettingzoo]'",
        ),
        (
            "vanuatu.ai.environments.openspiel",
            "pyspiel",
            "OpenSpiel is not installed. Try: pip install '.[openspiel]'",
        ),
        (
            "vanuatu.ai.environments.pettingzoo",
            "pettingzoo",
            "PettingZoo is not installed. Try: pip install '.[pettingzoo]'",
        ),
    ],
)
def test_a_missing_extra_is_named(
    module: str, needed: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, needed, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ImportError) as raised:
        __import__(module)
    assert str(raised.value).startswith(message)
    assert raised.value.__cause__ is None
    assert "\n" not in str(raised.value)
