"""What is computed of the cells of one heatmap of windows and ratios before it is drawn."""

from typing import Any, NamedTuple

from reasonboard.statistics.effects import shrunk
from reasonboard.statistics.sweeps import Against, against, against_best, cheapest, listed
from reasonboard.statistics.uncertainty import Measured, Uncertainty, effective_answers, of_measured

Row = dict[str, Any]


class Sweep(NamedTuple):
    """What is computed of one heatmap."""

    cells: list[Measured]
    intervals: list[Uncertainty | None]
    told: list[Against]
    shown: list[float | None]
    note: str


def sweep_of(row: Row, mode: str, place: tuple[str, str]) -> Sweep:
    """The cells of a row; `place` is the chosen window and ratio."""
    cells = cells_of(row)
    shown: list[float | None] = row["shown"]
    told = [Against(None, None)] * len(cells)
    note = ""
    if mode == "best":
        told = against_best(cells)
    elif mode == "cell":
        at = [(str(w), str(r)) for w, r in zip(row["kv_window"], row["kv_ratio"], strict=True)]
        told = against(cells, at.index(place)) if place in at else told
        note = "" if place in at else "chosen cell missing"
    elif mode == "shrunk":
        shown, note = _shrunk(cells, shown)
    return Sweep(cells, [of_measured(cell) for cell in cells], told, shown, note)


def _shrunk(cells: list[Measured], shown: list[float | None]) -> tuple[list[float | None], str]:
    """The cells as they may be expected again, in percent, and the spreads that say so."""
    answers = [effective_answers(cell) for cell in cells]
    known = [n for n in answers if n]
    found = shrunk([cell.value for cell in cells], known) if len(known) == len(cells) else None
    if found is None:
        return shown, "n unknown, not shrunk"
    spread = "" if found.observed_sd is None else f"SD {found.observed_sd * 100:.1f}, "
    values = [round(value * 100, 2) for value in found.values]
    return [*values], f"{spread}noise {found.noise_sd * 100:.1f}"


def cells_of(row: Row) -> list[Measured]:
    """The cells of a row with what is known of each."""
    return listed(row["value"], row["items"], row["repeats"], row["seeds"], row["stderrs"])


def good_and_cheap(row: Row, cells: list[Measured], margin: float) -> tuple[int, ...]:
    """The places of the cheapest cells that are shown to be good enough, and are not the highest."""
    if None in row["kept"]:
        return ()
    found = cheapest(cells, row["kept"], margin)
    return tuple(one for one in found.places if one != found.best) if found else ()
