"""What a wheel may hold: packages, data, manual pages, compiled modules if asked for, nothing else.

An installed wheel is checked by its `.dist-info` folder.
"""

import csv
import re
import runpy
import sys
import zipfile
from pathlib import Path

LINKS = runpy.run_path(str(Path(__file__).with_name("links.py")))
SHARED = ("plays", "reads", "learns", "explains")  # by the compiled modules
LIBRARIES = tuple(f"vanuatu_{what}__mypyc" for what in SHARED)
MANUAL = re.compile(r"((\.\./)+|[^/]+\.data/data/)share/man/man1/[^/]+")  # installed, or in a wheel
DATA = (".txt", ".json", ".toml", ".md", ".pvn", ".typed", ".html", ".css", ".js")


def wanted() -> set[Path]:
    """The modules and games that a wheel must have."""
    places = [Path(place) for place in LINKS["LINKS"].values()]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    found = {Path(LINKS["inside"](str(file))) for file in files if file.suffix in (".py", ".pvn", ".typed")}
    return {file for file in found if file.parts[:3] != (LINKS["PACKAGE"], "cli", "package")}


def contents(wheel: Path) -> tuple[list[Path], bool]:
    """The files of a wheel or of an installed one, and whether it is for every platform."""
    if wheel.suffix == ".whl":
        names = zipfile.ZipFile(wheel).namelist()
        return [Path(name) for name in names], wheel.name.endswith("-py3-none-any.whl")
    with open(wheel / "RECORD", encoding="utf-8", newline="") as stream:
        recorded = [Path(row[0]) for row in csv.reader(stream)]
    made = ("__pycache__", "bin")  # by the installer
    names_left = [name for name in recorded if name.parent.name not in made]
    return names_left, "py3-none-any" in (wheel / "WHEEL").read_text(encoding="utf-8")


def faults(form: str, wheel: Path) -> list[str]:
    """What is wrong with the wheel of that form, `compiled` or `interpreted`."""
    names, for_all = contents(wheel)
    listed = Path("vanuatu_cli/compiled.txt").read_text(encoding="utf-8").splitlines()
    compiled = [Path(LINKS["inside"](line)) for line in listed if line and not line.startswith("#")]
    sources = wanted()
    found = [f"lacks {source}" for source in sorted(sources - set(names))]
    manual = {file.name for file in Path("docs/man").glob("*.1")}
    pages = {name for name in names if MANUAL.fullmatch(name.as_posix())}
    found += [f"lacks the manual page {page}" for page in sorted(manual - {name.name for name in pages})]
    for name in names:
        if name.parts[0].endswith(".dist-info"):
            continue
        if name in pages and name.name in manual:
            continue
        if name.suffix == ".so":
            source = name.parent / (name.name.split(".")[0] + ".py")
            shared = name.name.split(".")[0] in LIBRARIES
            if form == "interpreted" or (source not in compiled and not shared):
                found.append(f"holds {name}")
        elif name.parts[0] != LINKS["PACKAGE"] or (name.suffix not in DATA and name not in sources):
            found.append(f"holds {name}")
    libraries = {name.parent / (name.name.split(".")[0] + ".py") for name in names if name.suffix == ".so"}
    if form == "compiled":
        found += [f"lacks {source}, compiled" for source in compiled if source not in libraries]
    if (form == "interpreted") != for_all:
        found.append("is named for the wrong platform")
    return found


if __name__ == "__main__":
    wrong = faults(sys.argv[1], Path(sys.argv[2]))
    for fault in wrong:
        print(f"{sys.argv[2]}: {fault}")
    sys.exit(1 if wrong else 0)
