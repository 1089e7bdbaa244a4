"""How many problems both, only A, only B or neither have right, as areas that are counts."""

from textwrap import wrap
from typing import Any, NamedTuple

from reasonboard.charts.colors import (
    ACCURACY,
    ACCURACY_BAND,
    HAIRLINE,
    INK,
    MUTED,
    SOFT,
    TOKENS,
    TOKENS_BAND,
)
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Figure, axis, empty, figure, plain
from reasonboard.charts.traces import area, note
from reasonboard.core.headline import counted
from reasonboard.statistics.amounts import PairedAmounts, ratio
from reasonboard.studies.pair.rows import Rows, field_words

_HEIGHT, _GAP = 264, 0.008
_SMALL = 0.16
"""Of the width or height, under which a field has its number alone."""


class _Field(NamedTuple):
    """A field of the mosaic: the set of problems that it is, and its look."""

    items: str
    words: str
    fill: str
    ink: str


_OF_PAIR = {
    "right": _Field("right", "both right", HAIRLINE, INK),
    "a": _Field("a", "A right, B wrong", ACCURACY_BAND, ACCURACY),
    "b": _Field("b", "B right, A wrong", TOKENS_BAND, TOKENS),
    "wrong": _Field("wrong", "neither", SOFT, MUTED),
}
_GRADED = {"right": "alike, above 0", "a": "A higher", "b": "B higher", "wrong": "alike, 0 or less"}
_GRADED_ALONE = {"right": "scored 1", "flipped": "other scores", "wrong": "scored 0"}
_OF_ATTEMPTS = {"right": "alike, above 0", "a": "A higher", "b": "B higher", "wrong": "neither"}
_ALONE = {
    "right": _Field("right", "right", ACCURACY_BAND, ACCURACY),
    "flipped": _Field("flipped", "flipped between attempts", HAIRLINE, INK),
    "wrong": _Field("wrong", "wrong", SOFT, MUTED),
}


class _Box(NamedTuple):
    left: float
    right: float
    low: float
    high: float


def outcomes_chart(
    rows: Rows, *, columns: int, b: str, panel: str, items: str, field: list[str], beside: Rows
) -> Figure:
    """The counts as areas; a click on an area lists its problems.

    `beside` are the rows of sql/pairing.sql: why problems that both sides answered were not paired.
    """
    counts = {row["outcome"]: row["problems"] for row in rows}
    total = sum(counts.values())
    if not total:
        return empty(_nothing(b, field_words(field), beside))
    panel = ", ".join(filter(None, [panel, field_words(field)]))
    fields = _fields(rows, b)
    boxes = _boxes(counts, b)
    shown = {name: box for name, box in boxes.items() if counts.get(name)}
    layout = {
        "xaxis": axis(range=[0, 1], showgrid=False, showticklabels=False),
        "yaxis": axis(range=[0, 1], showgrid=False, showticklabels=False),
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "hovermode": "closest",
        "annotations": [
            words for name, box in shown.items() for words in _words(fields[name], counts[name], box, total)
        ],
    }  # fmt: skip
    traces = [
        area(
            [box.left, box.right, box.right, box.left, box.left],
            [box.low, box.low, box.high, box.high, box.low],
            fields[name].fill,
            name=fields[name].words,
            text=(words := f"<b>{counts[name]:,}</b> {fields[name].words}"),
            hovertext=words,
            hoverinfo="text",
            hoveron="fills+points",
            line={"width": 2 if name == items else 0, "color": fields[name].ink},
            meta=click("items", [name] * 5),
        )
        for name, box in shown.items()
    ]
    counts_in_words = ", ".join(f"{counts[name]:,} {fields[name].words}" for name in shown)
    return figure(
        traces,
        layout,
        height=_HEIGHT,
        summary=f"{plain(panel)}: {counts_in_words}.",
        heading=_heading(counts, panel, b, is_graded=_is_graded(rows)),
        subtitle=" ".join(filter(None, [_pairing(rows, b), _tokens(rows)])),
    )


def _fields(rows: Rows, b: str) -> dict[str, _Field]:
    usual = _OF_PAIR if b else _ALONE
    if _is_graded(rows):
        words = _GRADED if b else _GRADED_ALONE
    elif b and max(row["attempts"] for row in rows) > 1:
        words = _OF_ATTEMPTS
    else:
        return usual
    return {name: field._replace(words=words[name]) for name, field in usual.items()}


def _is_graded(rows: Rows) -> bool:
    """Are the scores something else than right and wrong?"""
    return any(row["graded"] for row in rows)


def _boxes(counts: dict[str, int], b: str) -> dict[str, _Box]:
    """Where the fields stand: A's right problems at the left, B's above, so that areas are counts."""
    total = sum(counts.values())
    if not b:
        edge, boxes = 0.0, {}
        for name in _ALONE:
            width = counts.get(name, 0) / total
            boxes[name] = _Box(edge, max(edge, edge + width - _GAP), 0, 1)
            edge += width
        return boxes
    left = counts.get("right", 0) + counts.get("a", 0)
    middle = left / total
    boxes = {}
    for names, start, end in ((("right", "a"), 0.0, middle), (("b", "wrong"), middle, 1.0)):
        column = sum(counts.get(name, 0) for name in names)
        cut = counts.get(names[1], 0) / column if column else 0.0
        inner = start + (_GAP if start else 0)
        boxes[names[0]] = _Box(inner, end, cut + (_GAP if 0 < cut < 1 else 0), 1)
        boxes[names[1]] = _Box(inner, end, 0, cut)
    return boxes


def _words(field: _Field, count: int, box: _Box, total: int) -> list[dict[str, object]]:
    """The count, and what it counts where there is room."""
    wide, high = box.right - box.left, box.high - box.low
    place = {"xanchor": "left", "yanchor": "top", "xshift": 8, "yshift": -5}
    if min(wide, high) < _SMALL:
        if wide < 0.06 or high < 0.06:  # noqa: PLR2004
            return []
        near = place | {"xshift": 4, "yshift": -1}
        return [note(f"<b>{count:,}</b>", box.left, box.high, size=13, color=field.ink, **near)]
    number = note(f"<b>{count:,}</b>", box.left, box.high, size=17, color=field.ink, **place)
    room = int((wide - 0.06) / 0.02)
    lines = wrap(field.words, room, break_long_words=False)
    if max(map(len, lines)) > room or high < 0.04 + 0.06 * (len(lines) + 1):
        return [number]
    text = "<br>".join(lines)
    words = note(
        text, box.left, box.high, size=12, color=INK, align="left", **place | {"yshift": -27}
    )
    return [number, words]


def _heading(counts: dict[str, int], panel: str, b: str, *, is_graded: bool) -> str:
    total = sum(counts.values())
    if not b and is_graded:
        return f"{panel}: {counted(total, 'problem')} with graded answers"
    if not b:
        return f"{panel}: {counts.get('right', 0):,} of {counted(total, 'problem')} right"
    a, other = counts.get("a", 0), counts.get("b", 0)
    if is_graded:
        return f"{panel}: A is higher on {a:,} of {counted(total, 'problem')}, B on {other:,}"
    gains = f": A gains {a:,}, loses {other:,}"
    return (
        f"{panel}: {a + other:,} of {counted(total, 'problem')} flipped{gains if a + other else ''}"
    )


def _tokens(rows: Rows) -> str:
    """How many times as many tokens as B's answers A's have, over the problems of which both are known."""
    names = ("tokens_n", "tokens_a", "tokens_b", "tokens_aa", "tokens_bb", "tokens_ab")
    n, *sums = (sum(row[name] or 0 for row in rows) for name in names)
    found = ratio(PairedAmounts.of_sums(n, *sums))
    if found is None or found.interval is None:
        return ""
    low, high = found.interval
    return f"A has {found.value:.2f} times as many tokens ({low:.2f} to {high:.2f})."


def _pairing(rows: Rows, b: str) -> str:
    attempts = max(row["attempts"] for row in rows)
    by = "text" if all(row["by_text"] for row in rows) else "id"
    how = f"Matched by problem {by}" if b else "All problems"
    if attempts == 1:
        return f"{how}. Area: number of problems."
    sides = {row["attempts_a"] for row in rows}, {row["attempts_b"] for row in rows}
    a, other = (max(filter(None, side), default=attempts) for side in sides)
    each = f"{a} and {other}" if b and a != other else f"{attempts}"
    return f"{how}; {each} attempts at each."


def _nothing(b: str, with_fields: str, pairing: Rows) -> str:
    if with_fields:
        return f"No problem{' that both answered' if b else ''} has {with_fields}."
    if not b:
        return "No answers to this benchmark are loaded."
    known = {row["side"]: row for row in pairing}
    why = _reason(known["A"], known["B"]) if len(known) > 1 else ""
    return (
        f"No problem answered by both models is loaded for this benchmark.{why} Clear B to see "
        "A's problems."
    )


def _reason(a: dict[str, Any], b: dict[str, Any]) -> str:
    """Why no problem is known as one of both: texts pair those of any two files, numbers those of one tool."""
    if "text" in (a["known_by"], b["known_by"]) and a["known_by"] != b["known_by"]:
        side, other = ("A", "B") if a["known_by"] == "text" else ("B", "A")
        return (
            f" The files of {side} have the text of each problem; the files of {other} have it "
            "only inside the prompt."
        )
    if a["known_by"] == b["known_by"] == "number" and a["tool"] != b["tool"]:
        return (
            f" Both use problem numbers, but {a['tool']} and {b['tool']} may number them "
            "differently."
        )
    return " They answered different problems, or name them differently."
