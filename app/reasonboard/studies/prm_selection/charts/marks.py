"""What the charts of data selection share: a selector's colour, its marks, what they say."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from reasonboard.charts.colors import FAINT, INK, MUTED, PAPER
from reasonboard.charts.intervals import interval_words
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.theme import DASHES, Trace, colour, plain, symbol
from reasonboard.charts.traces import dots, marker, pen, scatter, stroke
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]

_PLACES = 10
"""Points of a line through the chart: a pointer meets points only."""


def ink_of(row: Row, picked: str, *, reference: bool) -> str:
    """A selector's colour; grey for references, faint for all but the picked one."""
    if picked and row["selector"] != picked:
        return FAINT
    if reference:
        return INK if picked else MUTED
    return colour(row["number"])


def hover(row: Row) -> str:
    """What a mark says: whose data, how much of it, which value, of what kind, from where."""
    count = row["train_samples"]
    samples = "number of samples not stated" if count is None else f"{count:,} training samples"
    seeds = f", mean of {row['n_seeds']} seeds" if row.get("n_seeds") else ""
    locator = "<br>".join(plain(line) for line in textwrap.wrap(row["locator"], 48))
    gained = f"<br>{row['gained']}" if row.get("gained") else ""
    return (
        f"<b>{plain(row['selector'])}</b><br>{samples}<br>"
        f"{row['value']:g} % ({row['kind'].replace('_', ' ')}{seeds})<br>"
        f"{interval_words(uncertainty(row), 100, ' %')}{gained}<br>{locator}"
    )


def measured_only(rows: Sequence[Row]) -> list[Row]:
    """The rows without what nobody measured."""
    return [row for row in rows if row["kind"] not in ("extrapolated", "illustrative")]


def share(row: Row) -> bool:
    """Is its value a share, of which an interval can be known?"""
    return 0 <= float(row["value"]) <= 100  # noqa: PLR2004


def uncertainty(row: Row) -> Uncertainty | None:
    """The 95 % interval of a row's value (percent) as fractions, by what the row says of it."""
    return of_measured(measured(row)) if share(row) else None


def ends(row: Row) -> tuple[float, float] | None:
    """The interval of a row's value in percent, None where nothing is known of it."""
    found = uncertainty(row)
    return (found.low * 100, found.high * 100) if found else None


def measured(row: Row) -> Measured:
    """A row's value (percent) with what is known of how it was measured; only of a share."""
    return Measured.from_row(row["value"] / 100, row)


def side_by_side(marks: Sequence[tuple[float, bool]], slot: float, most: float) -> list[float]:
    """Where marks stand whose whiskers would cover each other: as many x, those of one x parted.

    A mark is its x and whether it must stay there, as the points of a curve. `slot` is the distance
    of two neighbours in powers of ten, `most` how far the last may stand from its x.
    """
    places = [x for x, _ in marks]
    for x in set(places):
        loose = [at for at, (other, stays) in enumerate(marks) if other == x and not stays]
        stays = any(other == x and stays for other, stays in marks)
        width = min(slot, most / max(len(loose) / 2, 1))
        for order, at in enumerate(loose):
            steps = (
                (order // 2 + 1) * (-1) ** (order + 1) if stays else order - (len(loose) - 1) / 2
            )
            places[at] = x * 10 ** (width * steps)
    return places


def curve(rows: list[Row], ink: str) -> Iterator[Trace]:
    """Values over training samples joined; what is extrapolated hangs on a dotted line."""
    sure = [row for row in rows if row["kind"] != "extrapolated"]
    beyond = [row for row in rows if row["kind"] == "extrapolated"]
    if sure:
        yield points(sure, ink) | {"mode": "lines+markers"}
    if beyond:
        hanging = [*sure[-1:], *beyond]
        yield stroke(
            [row["x"] for row in hanging], [row["value"] for row in hanging], ink, 2, "dot"
        )
        yield points(beyond, ink)


def points(rows: list[Row], ink: str) -> Trace:
    """Markers where the rows stand (`x`); open for numbers that their source did not print."""
    meta: dict[str, Any] = {"sets": {"selector": rows[0]["selector"]}}
    if all(row["train_samples"] for row in rows):
        meta |= {"x": "samples", "xs": [str(row["train_samples"]) for row in rows]}
    return dots(
        [row["x"] for row in rows],
        [row["value"] for row in rows],
        [hover(row) for row in rows],
        marker(
            8,
            [PAPER if row["kind"] in HOLLOW else ink for row in rows],
            ink,
            1.6,
            symbol=symbol(rows[0]["number"]),
        ),
        name=plain(rows[0]["selector"]),
        line=pen(ink, 2),
        meta=meta,
    )


def across(row: Row, x: tuple[float, float], ink: str, width: float) -> Trace:
    """A value as a line through the chart; `x` is its range in powers of ten."""
    low, high = x
    places = [low + (high - low) * step / (_PLACES - 1) for step in range(_PLACES)]
    dash = DASHES[1 + row["number"] % (len(DASHES) - 1)]
    return scatter(
        "lines",
        [float(f"{10**place:.4g}") for place in places],
        [row["value"]] * _PLACES,
        name=plain(row["selector"]),
        hovertext=hover(row),
        hoverinfo="text",
        line=pen(ink, width, dash),
        meta={"sets": {"selector": row["selector"]}},
    )


def joined(x: float, values: list[float], ink: str) -> Trace:
    """The range of the values of one selector, wider than the line of an interval."""
    return stroke([x, x], [min(values), max(values)], ink, 3)


def depth(trace: Trace) -> int:
    """What is faint lies under the references, these under all that stands on them, bands below all."""
    if "fill" in trace:
        return -1
    return {FAINT: 0, MUTED: 1}.get(trace["line"]["color"], 2)


def apart(values: Sequence[float], least: float) -> list[float]:
    """Ticks on a log axis whose texts do not meet: so many powers of ten lie between them."""
    kept: list[float] = []
    for value in values:
        if not kept or math.log10(value / kept[-1]) >= least:
            kept.append(value)
    return kept


def several(rows: Sequence[Row]) -> bool:
    """Is there more than one student, so that each must be named?"""
    return len({row["model"] for row in rows}) > 1


def extent(rows: Sequence[Row]) -> str:
    """In words: what the values are, the lowest and the highest of them."""
    values = [row["value"] for row in rows]
    return f"{rows[0]['metric']} from {min(values):.1f} to {max(values):.1f} %"


def same_samples(rows: Sequence[Row]) -> list[str]:
    """In words: with how many samples the compared values were made."""
    budget = next((row["budget"] for row in rows if row["budget"]), None)
    return [f"with {budget:,} training samples, or a number not stated"] if budget else []


def open_kinds(kinds: Iterator[str], what: str) -> list[str]:
    """In words: what an open mark means."""
    found = dict.fromkeys(kind.replace("_", " ") for kind in kinds if kind in HOLLOW)
    return [f"{what}: {' or '.join(found)}"] if found else []


def short(count: float) -> str:
    """A number of samples as 950, 1k, 5.5k or 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:g}"


def in_lines(parts: Sequence[str], width: int) -> list[str]:
    """Parts of a note with dots between them, in lines of about so many characters."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" · {part}"
        else:
            lines += textwrap.wrap(part, width)
    return lines
