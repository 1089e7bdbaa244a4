"""The size of the code, and how its folders depend on each other."""

import ast
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

from scripts.house.imports import folders_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "app" / "reasonboard"
_COLOR = re.compile(r"(?<!&)#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
_WRITTEN = "/* Written by `make"
"""How a file begins that is made from another and never edited."""


def measured_code() -> dict[str, int]:
    """Each measure that needs no running code, by its name."""
    return dict(_sizes()) | dict(_imports())


def _sizes() -> Iterator[tuple[str, int]]:
    """Lines and files by kind, and the lengths of functions and files in lines."""
    for kind, folder in (("py", PACKAGE), ("sql", PACKAGE), ("html", PACKAGE), ("js", ROOT / "assets"),
                         ("css", ROOT / "assets"), ("py", ROOT / "tests"), ("py", ROOT / "scripts")):  # fmt: skip
        lengths = [_length(path) for path in folder.rglob(f"*.{kind}")]
        name = f"{folder.relative_to(ROOT)} {kind}"
        yield f"{name}: lines", sum(lengths)
        yield f"{name}: files", len(lengths)
    functions = sorted(_function_lengths())
    yield "function: median lines", int(statistics.median(functions))
    yield "function: lines of 9 in 10", functions[len(functions) * 9 // 10]
    yield "function: most lines", functions[-1]
    yield "file: most lines", max(map(_length, PACKAGE.rglob("*.py")))
    yield "files that name a color", _naming(_COLOR, PACKAGE, ROOT / "assets")


def _imports() -> Iterator[tuple[str, int]]:
    """Arrows, floors and rooms in circles of each folder of the package."""
    for folder in folders_of(PACKAGE):
        name = folder.name or PACKAGE.name
        yield f"{name}: arrows", folder.arrows
        yield f"{name}: floors", folder.floors
        yield f"{name}: rooms in circles", folder.in_circles


def _length(path: Path) -> int:
    return path.read_text().count("\n")


def _function_lengths() -> Iterator[int]:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield (node.end_lineno or node.lineno) - node.lineno + 1


def _naming(what: re.Pattern[str], *folders: Path) -> int:
    kinds = {".py", ".sql", ".js", ".css", ".html"}
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in kinds]
    texts = (path.read_text() for path in paths)
    return sum(1 for text in texts if what.search(text) and not text.startswith(_WRITTEN))
