"""Print the measures of the code beside what they may be at most."""

import ast
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripts.house.imports import house_of
from scripts.house.trace import traces

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "app" / "reasonboard"
_COLOUR = re.compile(r"(?<!&)#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
_WRITTEN = "/* Written by `make"
"""How a file begins that is made from another and never edited."""
_COLUMN = re.compile(r"\bn_repeats\b")
"""A column of `result` that no study has an own use for."""


class Measure(NamedTuple):
    """A number of the code, and what it may be."""

    what: str
    value: float
    most: float | None = None


def main() -> int:
    """Print all measures; 1 where one is larger than it may be."""
    measures = list(_measures())
    for measure in measures:
        bound = f"at most {measure.most:,.0f}" if measure.most is not None else ""
        over = measure.most is not None and measure.value > measure.most
        print(f"{measure.what:62} {measure.value:8,.0f}  {bound}{'  OVER' if over else ''}")
    return int(
        any(measure.most is not None and measure.value > measure.most for measure in measures)
    )


def _measures() -> Iterator[Measure]:
    yield Measure("Python lines in app/", _lines(PACKAGE), 23_000)
    yield Measure("test lines", _lines(ROOT / "tests"), 20_000)
    house = house_of(PACKAGE)
    yield Measure("floors of rooms", house.floors, 7)
    yield Measure("arrows between rooms", len(house.arrows), 30)
    yield Measure("circles of rooms", house.circles, 0)
    lengths = sorted(_function_lengths())
    yield Measure("lines of a function, median", statistics.median(lengths), 10)
    yield Measure("lines of a function, 90 % have at most", lengths[len(lengths) * 9 // 10], 30)
    yield Measure("lines of a function, most", lengths[-1], 50)
    yield Measure("lines of a file, most", max(map(_length, PACKAGE.rglob("*.py"))), 400)
    yield Measure("files that name a colour", _naming(_COLOUR, PACKAGE, ROOT / "assets"))
    yield Measure("files that name a column of `result`", _naming(_COLUMN, PACKAGE))
    with tempfile.TemporaryDirectory() as folder:
        for trace in traces(PACKAGE, Path(folder)):
            what = f"{trace.study}, a change of {trace.control}"
            yield Measure(f"{what}: files that run", trace.files)
            yield Measure(f"{what}: functions that run", trace.functions)


def _lines(folder: Path) -> int:
    return sum(map(_length, folder.rglob("*.py")))


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


if __name__ == "__main__":
    sys.exit(main())
