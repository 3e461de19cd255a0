"""Settings: `vanuatu config`, what `play` makes of them, and errors in the file."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Ended, vanuatu
from vanuatu.cli.settings import SETTINGS


def config_file(home: Path) -> Path:
    folder = home / "config" / "vanuatu"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "config.toml"


def call(home: Path, text: str | bytes, *arguments: str) -> Ended:
    config_file(home).write_bytes(text if isinstance(text, bytes) else text.encode())
    return vanuatu(arguments or ["config"], home)


def test_without_a_file_every_setting_has_its_default(tmp_path: Path) -> None:
    found = json.loads(vanuatu(["config", "--json"], tmp_path).out)
    assert found["file"] == str(tmp_path / "config" / "vanuatu" / "config.toml")
    assert found["settings"] == {
        setting.name: {"value": setting.default, "from": "default"} for setting in SETTINGS
    }


def test_each_setting_names_its_line(tmp_path: Path) -> None:
    text = '# mine\nbot = "hard"\nplayers=3\n\n"coach" = 7\npace = "step"\nbell = true\n'
    ended = call(tmp_path, text)
    assert ended.code == 0
    path = config_file(tmp_path)
    rows = {line.split()[0]: line.split()[1:] for line in ended.out.splitlines()}
    assert rows["bot"] == ["hard", f"{path}:2"]
    assert rows["players"] == ["3", f"{path}:3"]
    assert rows["coach"] == ["7", f"{path}:5"]
    assert rows["pace"] == ["step", f"{path}:6"]
    assert rows["colours"] == ["auto", "default"]
    assert rows["bell"] == ["true", f"{path}:7"]


def test_no_color_overrides_the_file(tmp_path: Path) -> None:
    config_file(tmp_path).write_text('colours = "auto"\n', encoding="utf-8")
    ended = vanuatu(["config", "--json"], tmp_path, more={"NO_COLOR": "1"})
    assert json.loads(ended.out)["settings"]["colours"] == {"value": "never", "from": "NO_COLOR"}


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('bot = "easy"\nplayrs = 3\n', ":2", "no such setting (got 'playrs'). Did you mean players?"),
        ("[bots]\nteal = 1\n", ":1", "no such setting (got 'bots'). Did you mean bot?"),
        ("xyzzy = 3\n", ":1", "no such setting (got 'xyzzy'). Settings: bot, players,"),
        ("players = 9\n", ":1", "players: wrong value (got 9). Expected a number from 2 to 5."),
        ("players = true\n", ":1", "players: wrong value (got True)."),
        ('bot = "hrad"\n', ":1", "did you mean 'hard'?"),
        ("bot = 3\n", ":1", "bot: wrong value (got 3). Expected a bot in quotes"),
        ("coach = 0\n", ":1", "coach: wrong value (got 0)."),
        ('pace = "quick"\n', ":1", 'Expected "slow" or "fast" or "step".'),
        ("bell = 1\n", ":1", "bell: wrong value (got 1). Expected true or false."),
        ("bell = \n", ":", "not valid TOML"),
        (b"bell = true\nbot = '\xff'\n", ":2", "not UTF-8 text"),
        ("#" * 70_000, ":", "larger than 65536 bytes"),
        ("bell = " + "[" * 9_000, ":", "not valid TOML"),
    ],
)
@pytest.mark.parametrize("command", ["config", "play"])
def test_error_names_file_and_line(
    text: str | bytes, where: str, what: str, command: str, tmp_path: Path
) -> None:
    ended = call(tmp_path, text, command)
    assert ended.code == 1
    assert ended.out == ""
    assert ended.err.startswith(f"vanuatu: {config_file(tmp_path)}{where}")
    assert what in ended.err
    assert len(ended.err.splitlines()) == 1


def test_other_commands_work_with_a_damaged_file(tmp_path: Path) -> None:
    ended = call(tmp_path, "colours = [", "version")
    assert ended.code == 0
    assert ended.err == ""


def test_play_uses_bot_and_players(tmp_path: Path) -> None:
    ended = call(tmp_path, 'bot = "greedy"\nplayers = 3\n', "play", "--seed", "1")
    assert '[Teal "greedy"]\n[Yellow "greedy"]\n[Result' in ended.out


def test_options_override_settings(tmp_path: Path) -> None:
    words = ("play", "--seed", "1", "--players", "2", "--bot", "random")
    ended = call(tmp_path, 'bot = "greedy"\nplayers = 3\n', *words)
    assert '[Purple "You"]\n[Teal "random"]\n[Result' in ended.out


def test_template_is_a_file_of_defaults(tmp_path: Path) -> None:
    template = vanuatu(["config", "--template"], tmp_path).out
    ended = call(tmp_path, template.replace("# bell = false", "bell = true"), "config", "--json")
    found = json.loads(ended.out)["settings"]
    assert found["bell"]["value"] is True
    uncommented = "".join(line.removeprefix("# ") + "\n" for line in template.splitlines() if " = " in line)
    assert call(tmp_path, uncommented).code == 0
