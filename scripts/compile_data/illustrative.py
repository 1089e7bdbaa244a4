"""Made-up curves that show the trends which a caption describes without a number.

They are no measurements. Each curve stays inside its panel's range of the source's notes, a
larger model is always above a smaller one, and where the caption sees a dip there is one.
"""

import math
from collections.abc import Iterator

from .table import Row

SIZES = (0.5, 1.5, 3.0, 7.0, 14.0, 32.0)
STAGES = tuple(stage / 10 for stage in range(11))
PANELS = {  # name as the caption spells it: lower and upper end of the panel, who dips
    "GSM8K": (94.5, 97.0, "small"),
    "Math 500": (79.0, 87.0, "small"),
    "Minerva Math": (36.0, 44.0, "all"),
    "Gaokao2023EN": (67.0, 74.0, "none"),
    "Olympiad Bench": (40.0, 48.0, "none"),
    "College Math": (43.0, 46.5, "all"),
    "MMMLU STEM": (76.0, 86.0, "none"),
}
START, BETWEEN_SIZES, GAIN, DIP = 0.09, 0.72, 0.15, 0.11  # shares of a panel's range
LARGEST_SMALL = 1  # 0.5b and 1.5b, the two sizes that the caption counts as small


def rows() -> Iterator[Row]:
    """One row per panel, size and stage; the last panel is the mean of the others."""
    for rank, size in enumerate(SIZES):
        for stage in STAGES:
            values = {panel: curve(panel, rank, stage) for panel in PANELS}
            values["Average"] = round(math.fsum(values.values()) / len(values), 1)
            for panel, value in values.items():
                yield {
                    "model": f"AceMath RM {size:g}B",
                    "progress": str(stage),
                    "benchmark": panel,
                    "value": str(value),
                    "locator": f"made up after the caption's sentence on {panel}",
                }


def curve(panel: str, rank: int, stage: float) -> float:
    """Percent at a stage (0 to 1) for the size of this rank, with one decimal."""
    low, high, dips = PANELS[panel]
    largeness = rank / (len(SIZES) - 1)
    growth = (1 - math.exp(-2.5 * stage)) / (1 - math.exp(-2.5))
    share = START + BETWEEN_SIZES * largeness + GAIN * growth
    if dips == "all" or (dips == "small" and rank <= LARGEST_SMALL):
        depth = DIP * (1 - 0.4 * largeness)
        share -= depth * (stage / 0.15) * math.exp(1 - stage / 0.15)
    return round(low + (high - low) * share, 1)
