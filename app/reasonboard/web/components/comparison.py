"""Two marks side by side in words: their difference, its verdict, and the items that changed."""

from typing import Any

from reasonboard.core.findings.comparison import Compared, Paired, paired_sentence, sentence
from reasonboard.core.findings.words import SIGNS, points
from reasonboard.core.insights import Comparison
from reasonboard.export.cells import value
from reasonboard.statistics.differences import Verdict

_MOST = 60


def compared(comparison: Comparison | None) -> dict[str, Any]:
    """The values of templates/comparison.html about the baseline A and the selected mark B.

    `differences`: the controls in which they differ, [] if there is nothing to compare; `is_common`: is there a place
    where both have a value; `mark`: the one pair of values, and `items` with other scores in it; `tables`: title,
    caption and rows of several pairs.
    """
    if comparison is None or not comparison.differences:
        return {"differences": []}
    marks = comparison.marks
    is_single = len(marks) == 1
    tables = [("Where both have values", marks)] if len(marks) > 1 else []
    if comparison.elsewhere:
        tables.append(("The same difference elsewhere", comparison.elsewhere))
    return {
        "differences": [{"": label, "A": a, "B": b} for label, a, b in comparison.differences],
        "is_common": bool(marks),
        "mark": _difference(marks[0], comparison.paired) if is_single else None,
        "items": _items(comparison) if is_single and comparison.items else None,
        "tables": [(title, _caption(pairs), _rows(pairs)) for title, pairs in tables],
    }


def _difference(marks: Compared, pairs: Paired | None) -> dict[str, str]:
    """The verdict about a single pair, its sentence, and how it was tested."""
    if pairs:
        test = f"Test: {pairs.test}, paired. Unpaired: {sentence(marks)}"
        return {
            "verdict": _sign(pairs.verdict),
            "sentence": paired_sentence(pairs),
            "test": test,
        }
    if marks.contrast:
        test = f"Test: {marks.contrast.test}. Unpaired: no answers to the same items are loaded."
    else:
        test = "Test: none: neither n nor a standard error is known."
    return {"verdict": _sign(marks.verdict), "sentence": sentence(marks), "test": test}


def _items(comparison: Comparison) -> dict[str, Any]:
    rows = [
        {"item": row["item"], "A": f"{row['a']:.3g}", "B": f"{row['b']:.3g}"}
        for row in comparison.items[:_MOST]
    ]
    return {"count": len(comparison.items), "rows": rows}


def _caption(pairs: list[Compared]) -> str:
    """How many pairs there are with each verdict, and how they were tested."""
    counts = {verdict: sum(pair.verdict is verdict for pair in pairs) for verdict in Verdict}
    words = [f"{SIGNS[verdict]} {n} {verdict.value}" for verdict, n in counts.items() if n]
    unknown = sum(pair.verdict is None for pair in pairs)
    if unknown:
        words.append(f"{unknown} without uncertainty")
    tests = sorted({pair.contrast.test for pair in pairs if pair.contrast})
    corrected = (
        f" Test: {'; '.join(tests)}, unpaired; Holm's correction for {len(pairs) - unknown}."
        if tests
        else ""
    )
    more = f" The {_MOST} clearest are shown." if len(pairs) > _MOST else ""
    return f"B against A in {len(pairs):,} places: {', '.join(words)}.{corrected}{more}"


def _rows(pairs: list[Compared]) -> list[dict[str, Any]]:
    """The pairs with the clearest differences."""
    ordered = sorted(pairs, key=lambda pair: -abs(pair.contrast.z if pair.contrast else 0.0))
    return [_row(pair) for pair in ordered[:_MOST]]


def _row(pair: Compared) -> dict[str, Any]:
    unit = pair.a["unit"]
    difference = pair.b["value"] - pair.a["value"]
    return {
        "place": pair.place,
        "A": value(pair.a["value"], unit),
        "B": value(pair.b["value"], unit),
        "B − A": points(difference) if unit == "fraction" else f"{difference:+,.4g}",
        "95 % interval": f"{pair.contrast.low * 100:.1f} to {pair.contrast.high * 100:.1f}"
        if pair.contrast
        else "no uncertainty available",
        "verdict": _sign(pair.verdict),
    }


def _sign(verdict: Verdict | None) -> str:
    return f"{SIGNS[verdict]} {verdict.value}" if verdict else "– no uncertainty available"
