"""Another project's package of the same name is named, and what to do about it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import core
import vanuatu_cli
from tests.cli.shell import environment

PACKAGES = Path(vanuatu_cli.__file__).parents[1]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`vanuatu` where the packages in a folder come before its own."""
    paths = environment(folder) | {"PYTHONPATH": f"{folder}{os.pathsep}{PACKAGES}"}
    return subprocess.run(
        [sys.executable, "-m", "vanuatu_cli", *arguments],
        cwd=folder.parent,
        env=paths,
        capture_output=True,
        text=True,
        check=False,
    )


def other(folder: Path, distribution: str = "") -> Path:
    """A package `core` that is not ours and does harm when it is imported, perhaps of a distribution."""
    site = folder / "site"
    (site / "core").mkdir(parents=True)
    (site / "core" / "__init__.py").write_text("raise ImportError('another core')\n", encoding="utf-8")
    if distribution:
        claim_core(site, distribution)
    return site


def claim_core(site: Path, distribution: str) -> None:
    """A distribution that says it has installed `core`."""
    about = site / f"{distribution}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Name: {distribution}\nVersion: 1.0\n", encoding="utf-8")
    (about / "top_level.txt").write_text("core\n", encoding="utf-8")
    (about / "RECORD").write_text("core/__init__.py,,\n", encoding="utf-8")


def test_all_is_well_where_the_packages_are_vanuatus_own(tmp_path: Path) -> None:
    done = run(tmp_path, "version", "--json")
    assert json.loads(done.stdout)["strays"] == []
    assert done.stderr == ""


def test_a_package_of_another_project_is_named_with_what_to_do(tmp_path: Path) -> None:
    site = other(tmp_path, "othergame")
    done = run(site, "version")
    assert done.returncode == 0
    assert done.stdout.startswith("vanuatu ")
    assert done.stderr.startswith(f"WARNING: core is taken from {site / 'core'}, of othergame, and not from ")
    assert done.stderr.rstrip().endswith(
        "install vanuatu in an environment of its own (python3 -m venv), or uninstall the other"
    )
    [line] = json.loads(run(site, "version", "--json").stdout)["strays"]
    assert f"not from {Path(core.__file__).parent}" in line


def test_a_folder_of_that_name_in_the_way_is_named(tmp_path: Path) -> None:
    done = run(other(tmp_path), "version")
    assert done.stderr.rstrip().endswith("take that folder off PYTHONPATH, or rename it")


def test_any_other_command_says_the_same_in_one_line(tmp_path: Path) -> None:
    done = run(other(tmp_path, "othergame"), "check", "games.pvn")
    assert done.returncode == 1
    assert done.stderr.startswith("vanuatu: core is taken from ")
    assert done.stderr.count("\n") == 1


def test_two_projects_in_one_folder_have_overwritten_each_other(tmp_path: Path) -> None:
    claim_core(tmp_path / "site", "vanuatu")
    claim_core(tmp_path / "site", "othergame")
    done = run(tmp_path / "site", "version")
    assert "core is vanuatu's and othergame's, which have overwritten each other: install " in done.stderr
