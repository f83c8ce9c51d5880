"""Runs in Pyodide while the pages are built: what the worker of a device loads besides Python.

`library` is as much of the standard library as is used there, `tables` our own sources and cards.
Sources become byte code here, because only the Python that will read it can write it.
"""

import ast
import json
import lzma
import marshal
import sys
import tomllib
import zipfile
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from pathlib import Path
from types import CodeType

SOURCES = Path("/src")  # of this repository
WHEELS = Path("/wheels")
COMPILED = Path("/compiled")  # the rules as libraries; usually they are not there
UNPACKED = Path("/unpacked")
LIBRARY = "/lib/python314.zip"
FIRST = ("kamiza.device.house", "kamiza.device.beforehand")
WHOLE = ("games", "bots", "play", "core")  # games bring rooms that are found by their name
# Whatever needs these has no business in a browser.
NOT_THERE = {
    "asyncpg", "concurrent", "cryptography", "multiprocessing", "ray", "smtplib", "socket", "ssl",
    "starlette", "uvicorn", "websockets", "zoneinfo",
}  # fmt: skip
CHOOSES = ("kamiza.server.web", "kamiza.server.bots")  # by itself, between here and there

MOST_MILLISECONDS = 300  # of a bot that answers at once on a server

# What Pyodide and our tables import, found out by playing all games there.
MODULES = """
__future__ _collections_abc _colorize _opcode_metadata _py_warnings _sitebuiltins _weakrefset
abc annotationlib argparse ast base64 bisect bz2 codecs codeop compression.* concurrent.__init__
concurrent.futures.__init__ concurrent.futures._base contextlib contextvars copy copyreg
dataclasses datetime decimal dis enum fnmatch fractions functools genericpath gettext glob gzip
hashlib heapq hmac inspect io ipaddress keyword linecache locale lzma ntpath numbers opcode
operator os posixpath queue random reprlib secrets selectors shutil signal site socket stat
struct subprocess tempfile textwrap threading token tokenize traceback types typing uuid warnings
weakref zipimport _pyodide.* asyncio.* collections.* encodings.__init__ encodings.aliases
encodings.utf_8 encodings.latin_1 encodings.ascii encodings.cp437 importlib.* json.*
logging.__init__ pathlib.* pyodide.* re.* sqlite3.* string.* tomllib.* urllib.__init__
urllib.parse zipfile.*
""".split()
NOT_USED = ("json.tool", "asyncio.__main__", "asyncio.tools", "asyncio.windows_events",
            "asyncio.windows_utils", "pathlib.types", "asyncio.proactor_events", "importlib.metadata",
            "sqlite3.__main__", "pyodide.http", "pyodide.console", "zipfile.__main__")  # fmt: skip


def is_used(module):
    if module.startswith(NOT_USED):
        return False
    package = module.rsplit(".", 1)[0]
    return module in MODULES or any(
        module.startswith(name[:-1]) or package == name[:-2] for name in MODULES if name[-1] == "*"
    )


def byte_code(source, name):
    """Without docstrings, assertions and numbers of lines; the same however often it is made."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(without_lines(code))


def without_lines(code):
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def without_hints(source):
    """Nobody asks there what functions say of their arguments; classes are read by msgspec."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
    return tree


def library():
    """A zip without compression of its own: together it is packed better, and opened faster."""
    found = BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(found, "w") as used:
        for entry in sorted(whole.namelist()):
            module = entry.removesuffix(".py").replace("/", ".")
            if entry.endswith(".py") and is_used(module):
                file = zipfile.ZipInfo(entry + "c", (1980, 1, 1, 0, 0, 0))
                used.writestr(file, byte_code(whole.read(entry), entry))
    return found.getvalue()


def path_of(module):
    place = SOURCES / module.replace(".", "/")
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None


def imports_of(module, source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_modules():
    """Everything that the house of a device imports, and whole games."""
    found, open_ = {}, list(FIRST)
    for part in WHOLE:
        for path in sorted((SOURCES / "kamiza" / part).rglob("*.py")):
            name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
            open_.append(name.removesuffix(".__init__"))
    while open_:
        module = open_.pop()
        path = path_of(module)
        if path is None or module in found:
            continue
        source = path.read_bytes()
        wanted = set(imports_of(module, source))
        if module not in CHOOSES and {name.split(".")[0] for name in wanted} & NOT_THERE:
            continue
        found[module] = path, source
        if "." in module:
            open_.append(module.rsplit(".", 1)[0])
        open_ += [name for name in wanted if name.startswith("kamiza")]
    return found


def hurry(level):
    """A bot that thinks without a clock at home has one here: nobody else thinks meanwhile."""
    level.setdefault("ms", MOST_MILLISECONDS)


def tables():
    """All files with their paths, as the worker writes them into its memory."""
    files = {}
    for path, source in own_modules().values():
        name = str(path.relative_to(SOURCES))
        files[name + "c"] = byte_code(without_hints(source), name)
    for part in (*WHOLE, "server"):
        for path in (SOURCES / "kamiza" / part).rglob("*.toml"):
            content = tomllib.loads(path.read_text("utf-8"))
            for level in content.get("level", {}).values():
                hurry(level)
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
            files[str(path.relative_to(SOURCES))] = text.encode()
    for wheel in WHEELS.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if name.endswith(".py"):
                    files[name + "c"] = byte_code(packed.read(name), name)
                elif name.endswith(".so"):
                    files[name] = packed.read(name)
    for path in COMPILED.rglob("*.so"):
        name = str(path.relative_to(COMPILED))
        files[name] = path.read_bytes()
        files.pop(name.split(".")[0] + ".pyc", None)
    names = sorted(files)
    head = json.dumps([[name, len(files[name])] for name in names]).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(files[name] for name in names)


def told():
    """What lobby and books ask of games, answered beforehand: nobody waits for Python."""
    sys.path[:0] = [str(SOURCES), str(UNPACKED)]
    for wheel in WHEELS.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(UNPACKED)
    from kamiza.games import NAMES
    from kamiza.server import catalogue
    from kamiza.server.messages import encode

    answers = {"": {"/api/games": catalogue.game_infos()}}
    for name in NAMES:
        answers[name] = {
            f"/api/games/{name}/{path}": asked(name) for path, asked in {
                "words": catalogue.words,
                "names": catalogue.names,
                "lesson": catalogue.lesson,
                "puzzles": catalogue.puzzle_infos,
                "rules": lambda name: catalogue.rule_list(name, False),
                "rules?study=1": lambda name: catalogue.rule_list(name, True),
                "cards": lambda name: catalogue.card_gallery(name, False),
                "cards?study=1": lambda name: catalogue.card_gallery(name, True),
            }.items()
        }  # fmt: skip
    return json.dumps({name or "games": encode(of).decode() for name, of in answers.items()})


def tight(content):
    """As small as it gets; the browser unpacks it in 16 MB."""
    how = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24}
    return lzma.compress(bytes(content), check=lzma.CHECK_CRC32, filters=[how])
