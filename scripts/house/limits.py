"""Limits for the measures of the code: each only sinks, or has the reason why it rose."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("limits.toml")
_HEAD = """\
# Limits of `make house`, which lowers them. To raise one, set `most`, give the reason in `why`, and leave `lowest`.
"""


class Limit(NamedTuple):
    """What a measure may be at most."""

    lowest: int
    """The smallest value that `make house` found."""
    most: int
    why: str = ""
    """The reason, if `most` is larger than `lowest`."""


def read(path: Path = FILE) -> dict[str, Limit]:
    """The limits, by the names of their measures; raises TypeError for an entry with other keys than a Limit has."""
    return {name: Limit(**entry) for name, entry in tomllib.loads(path.read_text()).items()}


def write(limits: Mapping[str, Limit], path: Path = FILE) -> None:
    """Write the limits to the file, one a line."""
    lines = (
        f'"{name}" = {{ lowest = {limit.lowest}, most = {limit.most}, why = {json.dumps(limit.why)} }}\n'
        for name, limit in limits.items()
    )
    path.write_text(_HEAD + "".join(lines))


def problems(measured: Mapping[str, int], limits: Mapping[str, Limit]) -> list[str]:
    """A line for each measure over its limit, and for each limit that rose without a reason."""
    unexplained = [
        f"{name}: the limit rose from {limit.lowest:,} to {limit.most:,} (expected the reason in `why`)"
        for name, limit in limits.items()
        if limit.most > limit.lowest and not limit.why.strip()
    ]
    over = [
        f"{name}: {measured[name]:,} (expected at most {limit.most:,}: make it smaller, or raise the limit in "
        f"{FILE.name} with a reason)"
        for name, limit in limits.items()
        if measured.get(name, 0) > limit.most
    ]
    return [*unexplained, *over]


def lowered(measured: Mapping[str, int], limits: Mapping[str, Limit]) -> dict[str, Limit]:
    """A limit for each of these measures, none larger than needed; a new measure may be what it is now."""
    return {name: _lowered(value, limits.get(name)) for name, value in measured.items()}


def _lowered(value: int, limit: Limit | None) -> Limit:
    if limit is None or value <= limit.lowest:  # whatever raised it before is gone
        return Limit(value, value)
    return Limit(limit.lowest, value, limit.why)
