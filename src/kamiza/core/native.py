"""The names our rules borrow from mypyc, with plain stand-ins when they run interpreted.

Compiled rules get real packed vectors; interpreted rules get ordinary lists, which are faster
there and need nothing installed. This module itself is never compiled.
"""

import ast
import sys
from collections.abc import Callable, Iterable
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mypy_extensions import i16 as i16
from mypy_extensions import i64 as i64
from mypy_extensions import mypyc_attr as mypyc_attr
from mypy_extensions import u8 as u8


def rules_are_compiled() -> bool:
    """Are the rules beside this file a compiled extension, or plain Python?"""
    found = PathFinder.find_spec("rng", [__file__.rpartition("/")[0] or "."])
    origin = (found.origin or "") if found else ""
    return origin.endswith(tuple(EXTENSION_SUFFIXES))


COMPILED = rules_are_compiled()

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import extend as extend
    from librt.vecs import vec as vec
elif COMPILED:
    from librt.vecs import append, extend, vec
else:

    def _list(items: Iterable = (), capacity: int = 0) -> list:
        return list(items)

    class _ListMaker:
        """`vec[i64]([1, 2])` makes the list `[1, 2]`; room made beforehand is nothing to a list."""

        def __getitem__(self, item_type: Any) -> Callable[..., list]:
            return _list

    vec = _ListMaker()

    def append(items: list, item: Any) -> list:
        items.append(item)
        return items

    def extend(items: list, more: Iterable) -> list:
        items.extend(more)
        return items


def restore_doc(known: type) -> None:
    """Compiling forgets what a class is for; its source lies beside the extension."""
    file = getattr(sys.modules[known.__module__], "__file__", None) or ""
    source = Path(file).parent / f"{known.__module__.rpartition('.')[2]}.py"
    if source.is_file():
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name == known.__name__:
                known.__doc__ = ast.get_docstring(node)
