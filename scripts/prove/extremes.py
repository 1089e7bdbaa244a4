"""Files that broke readers before, and their like: each is made when it is needed."""

import json
from collections.abc import Callable
from pathlib import Path

from scripts.prove.mutations import repacked
from tests.ingest.readers.workbooks import workbook

Maker = Callable[[Path], Path]
"""Writes a file into the folder and returns what is to be loaded."""
_HEAD = "model,benchmark,metric,value,stderr,n,step,progress,params_b,unit\n"


def _row(**cells: str) -> Maker:
    """A table with one row that has these cells."""
    usual = {
        "model": "org/m", "benchmark": "MATH500", "metric": "accuracy", "value": "0.5", "stderr": "0.1", "n": "10",
        "step": "1", "progress": "0.5", "params_b": "7", "unit": "fraction",
    }  # fmt: skip
    names = _HEAD.strip().split(",")
    text = _HEAD + ",".join(f'"{(usual | cells)[name]}"' for name in names) + "\n"
    return _file("table.csv", text.encode())


def _file(name: str, content: bytes) -> Maker:
    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content)
        return path

    return make


def _described(words: str) -> Maker:
    """A table and the TOML beside it."""

    def make(folder: Path) -> Path:
        (folder / "t.toml").write_text(words)
        (folder / "t.csv").write_text("model,benchmark,value,unit\nm,B,0.5,fraction\n")
        return folder / "t.csv"

    return make


def _sheet(old: bytes, new: bytes) -> Maker:
    """A workbook with a text of its sheet, or of what is beside it, exchanged."""

    def make(folder: Path) -> Path:
        cells: list[list[str | float | None]] = [
            ["model", "benchmark", "value", "unit"],
            ["m", "B", 0.5, "fraction"],
        ]
        path = workbook(folder / "t.xlsx", {"Results": cells})

        def change(members: dict[str, bytes]) -> None:
            for name, text in members.items():
                members[name] = text.replace(old, new, 1)

        path.write_bytes(repacked(path.read_bytes(), change))
        return path

    return make


def _long_path(folder: Path) -> Path:
    return folder / ("x" * 5000)


def _many_keys(count: int) -> Maker:
    rows = "".join(f"m{n},B,0.5,fraction\n" for n in range(count))
    return _file("keys.csv", f"model,benchmark,value,unit\n{rows}{rows[:200]}".encode())


def _objects(megabytes: int) -> Maker:
    def make(folder: Path) -> Path:
        path = folder / "objects.json"
        with path.open("w") as file:
            file.write('{"results": {"x": [{}')
            for _ in range(megabytes):
                file.write(', {"a":1}' * 116_500)
            file.write("]}}")
        return path

    return make


_DEEP = "[" * 1000 + "]" * 1000
_MERGED = b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
EXTREMES: dict[str, Maker] = {
    "a standard error of -1": _row(stderr="-1"),
    "a fraction of 1e308": _row(value="1e308"),
    "a fraction of -1e308": _row(value="-1e308"),
    "a size of -7": _row(params_b="-7"),
    "a progress of 1e308": _row(progress="1e308"),
    "a step of 1e30": _row(step="1" + "0" * 30),
    "n of -5": _row(n="-5"),
    "ESC and a bell in a model": _row(model="m\x1b]0;owned\x07\x1b[31m"),
    "NUL in a benchmark": _row(benchmark="B\0C"),
    "a new line in a model": _row(model="m\nreasonboard: all is sound"),
    "a unit of 100 kB": _row(unit="u" * 100_000),
    "a formula in a model": _row(model="|calc"),
    "JSON 1,000 deep": _file("deep.json", f'{{"results": {_DEEP}}}'.encode()),
    "JSON 100,000 deep": _file("deep.json", b'{"results": ' + b"[" * 100_000),
    "TOML 1,000 deep": _described(f"unit = {_DEEP}\n"),
    "5,000 digits in TOML": _described(f"unit = {'9' * 5000}\n"),
    "5,000 digits in JSON": _file(
        "digits.json",
        json.dumps({"results": {"x": {"acc": 0}}}).replace("0}", "9" * 5000 + "}").encode(),
    ),
    "a path of 5,000 characters": _long_path,
    "a cell ZZZZZZZ99999999999": _sheet(b'r="A2"', b'r="ZZZZZZZ99999999999"'),
    "a cell at XFD1048576": _sheet(b'r="A2"', b'r="XFD1048576"'),
    "a merged range over the sheet": _sheet(b"</sheetData>", _MERGED),
    "40,000 keys, one of them twice": _many_keys(40_000),
}
LARGE: dict[str, Maker] = {
    "150 MB of small JSON objects": _objects(150),
    "300,000 keys, one of them twice": _many_keys(300_000),
}
"""These take many seconds each: a full run has them."""
