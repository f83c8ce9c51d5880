"""Runs in Pyodide: mypyc writes our rules in C for the very Python it runs in.

Only here it knows that a pointer has 32 bits and which CPython will load what it wrote.
"""

import json
import os
import runpy
import shutil
import sys
import sysconfig
from pathlib import Path

REPOSITORY = Path("/repository")
TOOLS = Path("/tools")
C = Path("/c")  # what is written for the C compiler
COPY = Path("/copy")  # in memory: files of the host are slow from here


def written():
    """The C of all rules, as setup.py has it for every other Python, and what to do with it."""
    shutil.copytree(TOOLS, "/site")
    shutil.copytree(REPOSITORY / "src", COPY / "src", ignore=shutil.ignore_patterns("static"))
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, COPY)
    sys.path.insert(0, "/site")
    os.chdir(COPY)
    import setuptools

    asked = {}
    setuptools.setup = asked.update
    runpy.run_path("setup.py")
    shutil.copytree("build", C, dirs_exist_ok=True, copy_function=shutil.copyfile)
    (C / "pyconfig.h").write_text(settings())
    libraries = [
        {
            "name": module.name,
            "file": module.name.replace(".", "/") + sysconfig.get_config_var("EXT_SUFFIX"),
            "source": str(Path(module.sources[0]).relative_to("build")),
            "flags": module.extra_compile_args,
        }
        for module in asked["ext_modules"]
    ]
    return json.dumps(libraries)


def settings():
    """`pyconfig.h` of this Python, which only remembers what stood there. Texts are not needed."""
    known = sysconfig.get_config_vars().items()
    return "".join(f"#define {name} {x}\n" for name, x in known if isinstance(x, int) and x)
