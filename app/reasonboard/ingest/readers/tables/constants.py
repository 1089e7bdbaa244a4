"""What holds of all rows of a table: values beside the rows of a document, the heading above."""

import re

from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.known_names import benchmark, is_model
from reasonboard.ingest.readers.tables.reading import Role

_N = re.compile(
    r"\(?\s*n\s?=\s?(\d[\d,]*)\s*\)?|\(?\b(\d[\d,]*) (?:problems|questions|items|tasks|examples)\b\)?",
    re.IGNORECASE,
)
_LONGEST = 120
_USUAL = {Role.BENCHMARK: "benchmark", Role.METRIC: "metric", Role.UNIT: "unit", Role.N: "n"}
_FIELDS = frozenset({"date", "seed", "step", "split", "build", "params_b"})


def read_constants(draft: Draft, grid: Grid) -> None:
    """Take model, benchmark, metric, unit, n, date and settings that stand beside the rows."""
    for key, raw in grid.constants.items():
        text = str(raw).strip()
        is_plain = isinstance(raw, str | int | float) and not isinstance(raw, bool)
        if not is_plain or not 0 < len(text) <= _LONGEST:
            continue
        told = said((key,))
        if name := _constant(told.role, told.name, told.rank):
            draft.constants.setdefault(name, text)
        elif told.role is Role.SETTING:
            draft.constants.setdefault(f"settings.{told.name or key}", text)
    if found := _N.search(f"{grid.part} {grid.caption}" if grid.part else grid.caption):
        draft.constants.setdefault("n", (found[1] or found[2]).replace(",", ""))
    part = part_name(grid.part)
    if part and benchmark(part):
        draft.constants.setdefault("benchmark", part)
    elif part and is_model(part):
        draft.constants.setdefault("model", part)


def part_name(part: str) -> str:
    """The heading or sheet without its n: 'Retail' of 'Retail (n = 115)'."""
    return _N.sub("", part).strip(" ,:–-")


def _constant(role: Role | None, name: str, rank: int) -> str:
    if role is Role.MODEL and rank <= 1:
        return "model"
    if role in _USUAL:
        return _USUAL[role]
    return name if role is Role.FIELD and name in _FIELDS else ""
