"""How a table was read, as its load keeps it: for tables of the same shape that come later, and to be printed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class KeptReading(NamedTuple):
    """What a person said of the tables of a file, and how they were read then."""

    file: str
    """The file's place in its load."""
    load: str
    shapes: Sequence[str]
    """Digests of the headers of its tables."""
    said: Sequence[str]
    """As after `--as`."""
    toml: str
    """What reads them so where it lies beside them."""


KeptReadings = Mapping[str, KeptReading]
"""Shape -> the newest reading of it in which a person said something."""


def text(shapes: Sequence[str], said: Sequence[str], toml: str) -> str:
    """What a load stores of the reading of a file."""
    return json.dumps({"shapes": list(shapes), "said": list(said), "toml": toml})


def kept(file: str, load: str, stored: str) -> KeptReading:
    """The reading of a stored text."""
    return KeptReading(file, load, **json.loads(stored))


def by_shape(readings: Iterable[KeptReading]) -> dict[str, KeptReading]:
    """Those in which a person said something; of one shape the last."""
    return {shape: one for one in readings if one.said for shape in one.shapes}
