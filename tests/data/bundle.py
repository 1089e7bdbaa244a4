"""The bundled sources as the tests see them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from scripts.compile_data.table import Row, read

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data"
SHARED = ROOT.parent / "shared"  # the originals; they are not part of the repository

SOURCES = sorted(file.stem for file in DATA.glob("*.toml"))


def described(source: str) -> dict[str, Any]:
    """The TOML file beside a table."""
    return tomllib.loads((DATA / f"{source}.toml").read_text(encoding="utf-8"))


def table_file(source: str) -> Path:
    """The table of a source, plain or gzipped."""
    plain = DATA / f"{source}.csv"
    return plain if plain.exists() else DATA / f"{source}.csv.gz"


@cache
def measurements(source: str) -> list[Row]:
    """The rows of a source, with its constants and its default kind filled in."""
    about = described(source)
    constants = {column: str(value) for column, value in about.get("constants", {}).items()}
    defaults = {"kind": about["kind"]} | constants
    return [
        defaults | {column: value for column, value in row.items() if value}
        for row in read(table_file(source))
    ]


@cache
def catalogue(name: str) -> list[dict[str, Any]]:
    """The records of `data/catalogue/<name>s.toml`."""
    text = (DATA / "catalogue" / f"{name}s.toml").read_text(encoding="utf-8")
    records: list[dict[str, Any]] = tomllib.loads(text)[name]
    return records
