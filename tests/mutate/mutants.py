"""Every small change of a file that could be a mistake: where, and what would stand there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Mod: ast.FloorDiv,
}  # fmt: skip
# Nothing in these is a rule: what only bots weigh, words, laws that watch, a picture for people.
LEFT_OUT = re.compile(
    r"/(judging|features|learning|laws|speech|types|\w+_types)(\.py|/)|/__init__\.py$"
)
RISING = "reveals"  # by how much it rises is never asked, only whether
SILENT = re.compile(r"__repr__$|__eq__$|worth(_|$)")


@dataclass(frozen=True)
class Mutant:
    file: str
    kind: str
    line: int
    start: int  # in bytes
    end: int
    now: str
    function: str  # the innermost one around it; "" for the file itself
    nth: int = 0  # among equal ones of the file

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.now.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """The lines that change, as they are and as they would be."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        last = len(source) if last < 0 else last
        was = source[first:last].decode()
        now = (source[first : self.start] + self.now.encode() + source[self.end : last]).decode()
        lines = [f"-{line}" for line in was.split("\n")] + [f"+{line}" for line in now.split("\n")]
        return "\n".join(lines)

    def id(self, source: bytes) -> str:
        """The same as long as the same lines change in the same way, wherever they stand."""
        text = f"{self.file}\n{self.function}\n{self.diff(source)}\n{self.nth}"
        return sha256(text.encode()).hexdigest()[:12]


def mutants_of(path: Path, root: Path) -> list[Mutant]:
    name = str(path.relative_to(root))
    if LEFT_OUT.search(name):
        return []
    source = path.read_bytes()
    found = of_cards(name, source) if path.suffix == ".toml" else Finder(name, source).found()
    seen: dict[tuple[str, str], int] = {}
    numbered = []
    for mutant in found:
        key = (mutant.function, mutant.diff(source))
        seen[key] = seen.get(key, -1) + 1
        numbered.append(Mutant(**{**mutant.__dict__, "nth": seen[key]}))
    return numbered


# -- Python -----------------------------------------------------------------------------------


class Finder(ast.NodeVisitor):
    def __init__(self, name: str, source: bytes) -> None:
        self.name = name
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.mutants: list[Mutant] = []

    def found(self) -> list[Mutant]:
        self.visit(ast.parse(self.source))
        return self.mutants

    def note(self, kind: str, node: ast.expr | ast.stmt, now: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        if isinstance(node, ast.expr):
            now = f"({now})"
        where = ".".join(self.scope)
        self.mutants.append(Mutant(self.name, kind, node.lineno, start, end, now, where))

    # What is not looked into: declarations, words, checks for programmers.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if SILENT.match(node.name):
            return
        self.scope.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.scope.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment] # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.scope.pop()

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        self.note("drop", node, "pass")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in ("Final", "vec", "list")):
            self.generic_visit(node)

    # What is changed.

    def visit_If(self, node: ast.If) -> None:
        text = ast.unparse(node.test)
        if "TYPE_CHECKING" in text:
            return
        self.note("condition", node.test, f"not ({text})")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.note("condition", node.test, f"not ({ast.unparse(node.test)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        other = OTHERS.get(type(node.ops[0]))
        if other is not None:
            changed = ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
            self.note("compare", node, ast.unparse(changed))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        changed = ast.BoolOp(OTHERS[type(node.op)](), node.values)
        self.note("boolean", node, ast.unparse(changed))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_text = any(isinstance(side, ast.Constant | ast.JoinedStr) and not is_number(side)
                      for side in (node.left, node.right))  # fmt: skip
        other = OTHERS.get(type(node.op))
        if other is not None and not is_text and "None" not in ast.unparse(node):
            changed = ast.BinOp(node.left, other(), node.right)
            self.note("operator", node, ast.unparse(changed))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.Invert):
            self.note("not", node, ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            self.note("constant", node, str(node.value + 1))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note("drop", node, "pass")
        other = OTHERS.get(type(node.op))
        if other is not None:
            changed = ast.AugAssign(node.target, other(), node.value)
            self.note("operator", node, ast.unparse(changed))
        if not (isinstance(node.target, ast.Attribute) and node.target.attr == RISING):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.scope and all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets):
            self.note("drop", node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await):
            self.note("drop", node, "pass")
        self.generic_visit(node)


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


# -- cards ------------------------------------------------------------------------------------

NUMBER = re.compile(rb'"(?:[^"\\]|\\.)*"|#.*|(?<![\w.])-?\d+(?![\w.])|\b(?:true|false)\b')


def of_cards(name: str, source: bytes) -> Iterator[Mutant]:
    """Each number one more and one less, each yes a no. Words are no numbers."""
    place = 0
    for at, line in enumerate(source.splitlines(keepends=True), 1):
        key = line.split(b"=")[0].strip().decode()
        for match in NUMBER.finditer(line):
            word = match[0].decode()
            start, end = place + match.start(), place + match.end()
            if word in ("true", "false"):
                other = "false" if word == "true" else "true"
                yield Mutant(name, "card", at, start, end, other, key)
            elif word.lstrip("-").isdigit():
                for now in (int(word) + 1, int(word) - 1):
                    yield Mutant(name, "card", at, start, end, str(now), key)
        place += len(line)
