"""Build the project. mypyc compiles the modules in `vanuatu_cli/compiled.txt` if there is a C compiler.

`.ci/links.py` maps the folders of the project to the package `vanuatu`; `pyproject.toml` has the rest. Each
build uses a new folder, so nothing of an earlier build gets into it. `VANUATU_PURE=1` builds the interpreted
form of the same source. So does an editable install, because it must follow edits. The version of that form
ends in `+interpreted`, which pip prints.
"""

import ast
import atexit
import hashlib
import json
import os
import re
import runpy
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
LISTED = Path("vanuatu_cli/compiled.txt")
RECORD = Path("vanuatu/cli/compiled.json")
VERSIONED = Path("vanuatu_cli/package/__init__.py")
TREE = Path("build/links")
TRIAL = "#include <Python.h>\nPyMODINIT_FUNC PyInit_trial(void) { return NULL; }\n"
# Calls inside a library may be inlined (a third faster), and nobody reads warnings about mypyc's C code:
# looking for them takes gcc half of its time.
GCC_FLAGS = ["-fno-semantic-interposition", "-Wno-all"]

# What reads, writes and explains is compiled with few optimisations besides inlining: it is 3 % slower, and
# the compiler takes half of the time.
READS = "vanuatu_reads"
FEW_OPTIMISATIONS = ["-O1", "-finline-functions", "-finline-small-functions"]
LEARNING = {"numbering", "observation"}

# Functions in mypyc's C code that run seldom: the bodies of modules, and those that calls and attributes in
# interpreted code go through. A third of gcc's time went into making them fast.
SELDOM = re.compile(
    r"^ *(?=char CPyDef_\w+_____top_level__\(void\) \{|PyObject \*CPyPy_\w+\([^;{]*\) \{"
    r"|static (?:PyObject \*|int)\n *\w+\(\w+ \*self,[^;{]*void \*closure\)\n *\{)",
    re.MULTILINE,
)

# Checks in mypyc's C code that nearly always succeed: is an index in range, is a number small? The `if` after
# them does not say so; if the compiler knows, searches are a tenth faster.
SUCCEEDS = (
    r"\(uint64_t\)[^;]* < \(uint64_t\)[^;]*"
    r"|[^;]* (?:<= 4611686018427387903LL|>= -4611686018427387904LL)"
)
CHECK = re.compile(rf"(    (cpy_r_r\d+) = (?:{SUCCEEDS});\n    if \()\2(\) )")


def say(message: str) -> None:
    """One line for whoever builds (pip shows it with -v)."""
    print(f"vanuatu: {message}", file=sys.stderr, flush=True)


def version() -> str:
    """The project's version, read from its one place without importing anything."""
    for statement in ast.parse(VERSIONED.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__version__":
            return str(ast.literal_eval(statement.value))
    raise SystemExit(f"vanuatu: {VERSIONED} names no __version__")


def listed() -> list[str]:
    """The modules to compile."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def compiler_fault(work: Path, flags: list[str]) -> str:
    """Why no extension module for this Python can be compiled and linked here; empty if one can."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    source = work / "trial.c"
    source.write_text(TRIAL, encoding="utf-8")
    try:
        compiler = new_compiler()
        customize_compiler(compiler)
        objects = compiler.compile(
            [str(source)], str(work), include_dirs=[get_python_inc()], extra_postargs=flags
        )
        compiler.link_shared_object(objects, str(work / "trial.so"))
    except Exception as fault:
        return " ".join(str(fault).split()) or type(fault).__name__
    return ""


def library(path: str) -> str:
    """The library in which a module is compiled."""
    if Path(path).stem in LEARNING or path.startswith("ai/environments/"):
        return "vanuatu_learns"
    explains = Path(path).stem.startswith("why")
    return "vanuatu_plays" if path.startswith(("core/", "ai/")) and not explains else READS


def extensions(work: Path, flags: list[str]) -> list[Extension]:
    """The listed modules as libraries that are compiled side by side.

    Within a library modules call one another directly, and nearly so from one to the other.
    """
    from mypyc.build import mypycify

    # Nothing of the user's configuration or caches takes part; the project's own checks are stricter.
    options = ["--config-file=", f"--cache-dir={work / 'mypy'}", "--follow-imports=silent"]
    in_package = {path: str(TREE / inside(path)) for path in listed()}
    libraries: dict[str, list[str]] = {}
    for path, place in in_package.items():
        libraries.setdefault(library(path), []).append(place)
    try:
        made = mypycify(
            [*options, "--ignore-missing-imports", *in_package.values()],
            opt_level="3",
            debug_level="0",
            target_dir=str(work / "c"),
            separate=[(places, name) for name, places in libraries.items()],
        )
    except SystemExit as fault:
        say("mypyc refuses the source (above); VANUATU_PURE=1 installs it interpreted all the same")
        raise SystemExit(1) from fault
    for source in (work / "c").glob("__native_*.c"):
        hinted = CHECK.sub(r"\1likely(\2)\3", source.read_text(encoding="utf-8"))
        if flags:  # the compiler is like gcc
            hinted = SELDOM.sub("__attribute__((cold)) ", hinted)
        source.write_text(hinted, encoding="utf-8")
    for extension in made:
        if os.name == "posix":
            extension.libraries = ["m"]  # unnamed, glibc would give the oldest version of its functions
        kept = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if flags and not extension.name.endswith("__mypyc"):  # only points to its library
            extension.extra_compile_args = [*kept, "-O0"]
        else:
            fewer = FEW_OPTIMISATIONS if flags and READS in extension.name else []
            extension.extra_compile_args = kept + flags + fewer
    # The libraries first: what takes long must not be left for one core at the end.
    return sorted(made, key=lambda extension: -max(Path(path).stat().st_size for path in extension.sources))


class BuildModules(build_ext):
    """Generates the C code only when it is wanted, and records from which sources it was made."""

    def run(self) -> None:
        inplace = self.inplace
        self.distribution.ext_modules = extensions(WORK, FLAGS)
        self.reinitialize_command(self)  # now that they are known
        self.inplace = inplace
        self.ensure_finalized()
        self.parallel = os.cpu_count()
        super().run()
        digests = {path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in listed()}
        beside = TREE if self.inplace else Path(self.build_lib)
        (beside / RECORD).parent.mkdir(parents=True, exist_ok=True)
        (beside / RECORD).write_text(json.dumps(digests, indent=1), encoding="utf-8")


class CompiledDistribution(Distribution):
    """Has extension modules, though which ones is known only when they are built."""

    def has_ext_modules(self) -> bool:
        return True


os.chdir(ROOT)
WORK = Path(tempfile.mkdtemp(prefix="vanuatu-build-"))
atexit.register(shutil.rmtree, WORK, ignore_errors=True)

LINKS = runpy.run_path(str(ROOT / ".ci" / "links.py"))
LINKS["make"](ROOT / TREE)
atexit.register(lambda: [shutil.rmtree(folder) for folder in (ROOT / TREE).glob("*.egg-info")])
inside = LINKS["inside"]

FLAGS = GCC_FLAGS
if compiler_fault(WORK, FLAGS):
    FLAGS = []
why_interpreted = ""
if os.environ.get("VANUATU_PURE", "0") not in ("", "0"):
    why_interpreted = "VANUATU_PURE asks for it"
elif "editable_wheel" in sys.argv:
    why_interpreted = "an editable install follows the edits"
elif fault := compiler_fault(WORK, FLAGS):
    why_interpreted = f"there is no working C compiler ({fault})"

about_sources = bool({"sdist", "egg_info"} & set(sys.argv))
if why_interpreted and not about_sources and "dist_info" not in sys.argv:
    say(f"installing the core interpreted, because {why_interpreted}: the same games, many times slower")
setup(
    version=version() + ("+interpreted" if why_interpreted and not about_sources else ""),
    distclass=Distribution if why_interpreted else CompiledDistribution,
    cmdclass={"build_ext": BuildModules},
    options={"build": {"build_base": str(WORK / "build")}},
)
