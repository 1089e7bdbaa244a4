"""Two marks side by side: their difference with its interval and verdict, and the same difference elsewhere."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.cells import with_unit
from reasonboard.charts.intervals import problems_or_unknown
from reasonboard.core.findings.comparison import Compared, pair_sentence, paired_sentence
from reasonboard.core.findings.pairs import Difference
from reasonboard.core.findings.result import strength
from reasonboard.core.findings.verdicts import sign_of
from reasonboard.core.findings.words import (
    FRACTION,
    change,
    change_range,
    p_value,
    points_or,
    score,
)
from reasonboard.core.headline import Selected, counted
from reasonboard.core.insights import Comparison
from reasonboard.store.database import Row

_MOST = 60
_PASSES = ("pass@k", "pass^k")
_UNPAIRED = "Unpaired: no answers of both to the same problems are loaded."
WIDTH = 150
"""Of a drawing, in its own units."""
_EDGE = 6


def compared(comparison: Comparison | None) -> dict[str, Any]:
    """The values of templates/comparison.html about the baseline A and the selected mark B.

    `pair`: the one pair of values; `tables`: heading, counts and rows of several pairs; `items`: the problems with
    other scores in the pair; `test`: how it was tested. Nothing of it where there is nothing to compare.
    """
    empty: dict[str, Any] = {"pair": None, "tables": [], "items": None, "test": ""}
    if comparison is None or not comparison.differences:
        return empty
    marks = comparison.marks
    pair = marks[0] if len(marks) == 1 else None
    tables = [("Values that both have", marks)] if len(marks) > 1 else []
    if comparison.elsewhere:
        tables.append(("The same comparison elsewhere", comparison.elsewhere))
    return {
        "pair": _pair(pair, comparison) if pair else None,
        "tables": [
            (heading, _counts(pairs), _rows(pairs, pair.setting if pair else ""))
            for heading, pairs in tables
        ],
        "items": _items(comparison) if pair and comparison.items else None,
        "test": _test(comparison, pair),
    }


def of_selected(selected: Selected, a: str, b: str) -> dict[str, Any]:
    """The values of templates/comparison.html about A and B of a page that selects both."""
    names = [f"A · {a}", f"B · {b}"]
    pair = {
        "difference": with_unit(selected.value, selected.unit),
        "interval": selected.interval,
        "sentence": selected.sentence,
        "warning": selected.differing,
        "paired": f"{selected.how[:1].upper() + selected.how[1:]}.",
        "sides": [
            {"name": name, "value": side.value, "about": side.about}
            for name, side in zip(names, selected.sides, strict=False)
        ],
    }
    return compared(None) | {"pair": pair if selected.value else None}


def difference(compared: Difference) -> tuple[str, str]:
    """B minus A with its unit, and its 95% interval: ('−13.3 points', '−35.9 to +11.3'); "" for no interval."""
    unit, ends = compared.a["unit"], compared.interval
    number = f"{change(compared.estimate, unit)} {points_or(unit)}"
    return number, change_range(*ends, unit) if ends else ""


def answered(rows: Sequence[Row]) -> dict[str, Any]:
    """The values of templates/evidence.html about the `rows` of `insights.answers`, narrow enough for a drawer."""
    said = [(row, [_interval_and_method(row, name) for name in _PASSES]) for row in rows]
    methods = sorted({method for _, ends in said for _, method in ends})
    lines = [
        {"k": row["k"]}
        | {
            name: f"{row[name]} ({interval})"
            for name, (interval, _) in zip(_PASSES, ends, strict=True)
        }
        for row, ends in said
    ]
    items = counted(rows[0]["items"], "problem") if rows else ""
    return {"answers": lines, "answers_about": f"{items}, 95% intervals: {', '.join(methods)}"}


def _interval_and_method(row: Row, name: str) -> tuple[str, str]:
    interval, _, method = row[f"95% interval of {name}"].partition(", ")
    return interval, method


def problems(row: dict[str, Any]) -> str:
    """How many problems a value is of: '30 problems × 5 attempts'."""
    return problems_or_unknown(row["n_items"], row["n_repeats"])


def in_percent(row: dict[str, Any]) -> str:
    """The value of a mark as it is written beside another: '53.3%'."""
    return score(row["value"], row["unit"])


def _pair(pair: Compared, comparison: Comparison) -> dict[str, Any]:
    number, interval = difference(pair.difference)
    choices = [(label[0].lower() + label[1:], a, b) for label, a, b in comparison.differences]
    sides = [
        {
            "name": f"{name} · {', '.join(f'{label} {choice[end]}' for label, *choice in choices)}",
            "value": in_percent(row),
            "about": problems(row),
        }
        for end, (name, row) in enumerate([("A", pair.a), ("B", pair.b)])
    ]
    return {
        "difference": number,
        "interval": interval,
        "verdict": pair.verdict,
        "sentence": pair_sentence(pair),
        "warning": "",
        "paired": paired_sentence(pair.difference),
        "sides": sides,
    }


def _test(comparison: Comparison, pair: Compared | None) -> str:
    """The tests of the pair and of the pairs elsewhere."""
    sentences = []
    result = pair.difference.result if pair else None
    if result:
        after = f", {p_value(result.adjusted)} after Holm's correction" if result.tests > 1 else ""
        how = "Paired by problem." if pair and pair.difference.scores else _UNPAIRED
        sentences.append(f"The pair: {result.test}, {p_value(result.p)}{after}. {how}")
    several = comparison.elsewhere or (comparison.marks if pair is None else [])
    tests = sorted({other.difference.result.test for other in several if other.difference.result})
    if tests:
        tested = sum(other.difference.result is not None for other in several)
        sentences.append(f"Several: {'; '.join(tests)}, with Holm's correction over {tested}.")
    return " ".join(sentences)


def _items(comparison: Comparison) -> dict[str, Any]:
    rows = [
        {"problem": row["item"], "A": f"{row['a']:.3g}", "B": f"{row['b']:.3g}"}
        for row in comparison.items[:_MOST]
    ]
    return {"count": len(comparison.items), "rows": rows}


def _counts(pairs: Sequence[Compared]) -> str:
    """How many pairs are significant, and how many are not tested."""
    tested = sum(pair.verdict is not None for pair in pairs)
    sure = sum(pair.is_significant for pair in pairs)
    words = [f"{sure} of {tested} significant"] if tested else []
    if tested < len(pairs):
        words.append(f"{len(pairs) - tested} not tested")
    if len(pairs) > _MOST:
        words.append(f"the {_MOST} clearest are shown")
    return ", ".join(words)


def _rows(pairs: Sequence[Compared], selected: str) -> list[dict[str, Any]]:
    """The pairs with the clearest differences, lowest first; `selected` is the place of the one that is."""
    clearest = sorted(pairs, key=lambda pair: -strength(pair.difference.result))
    ordered = sorted(clearest[:_MOST], key=lambda pair: pair.b["value"] - pair.a["value"])
    names = _short([pair.setting for pair in ordered])
    pair_bars = bars([(pair.difference.estimate, pair.difference.interval) for pair in ordered])
    return [
        {
            "setting": name,
            "is_selected": pair.setting == selected,
            "a": in_percent(pair.a),
            "b": in_percent(pair.b),
            "estimate": change(pair.difference.estimate, pair.a["unit"])
            if pair.a["unit"] == FRACTION
            else difference(pair.difference)[0],
            "interval": difference(pair.difference)[1],
            "words": pair.words,
            "sign": sign_of(pair.verdict),
            "verdict": pair.verdict,
            "bar": bar,
        }
        for name, pair, bar in zip(names, ordered, pair_bars, strict=True)
    ]


def _short(settings: list[str]) -> list[str]:
    """The places without what all of them have in common."""
    parts = [setting.split(" · ") for setting in settings]
    if len(parts) < 2 or len({len(part) for part in parts}) > 1:  # noqa: PLR2004
        return settings
    telling = [i for i in range(len(parts[0])) if len({part[i] for part in parts}) > 1]
    return [
        " · ".join(part[i] for i in telling) or setting
        for part, setting in zip(parts, settings, strict=True)
    ]


class Bar(NamedTuple):
    """Where to draw, from 0 to `WIDTH`: 0, the estimate, and both ends of its interval, if there is one."""

    zero: float
    at: float
    ends: tuple[float, float] | None


def bars(differences: Sequence[tuple[float, tuple[float, float] | None]]) -> list[Bar]:
    """Each difference with its interval (low, high) on the scale of them all."""
    numbers = [0.0, *(number for number, _ in differences)]
    numbers += [end for _, ends in differences if ends for end in ends]
    low, high = min(numbers), max(numbers)

    def across(number: float) -> float:
        return round(_EDGE + (number - low) / ((high - low) or 1) * (WIDTH - 2 * _EDGE), 1)

    return [
        Bar(across(0.0), across(number), (across(ends[0]), across(ends[1])) if ends else None)
        for number, ends in differences
    ]
