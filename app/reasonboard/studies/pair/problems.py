"""The problems of a benchmark with the answers of two models, as they are listed beside the chart."""

from typing import Any
from urllib.parse import urlencode

from reasonboard.core.control import Values
from reasonboard.core.findings.words import FRACTION, number_words
from reasonboard.core.view import ListCell, Listing
from reasonboard.store.database import Rows

Row = dict[str, Any]
_CUT = "truncated"
_SETS = {"flipped": ("a", "b", "flipped")}
_COUNTED = {"a": "cut_a", "b": "cut_b"}


def listing(rows: Rows, values: Values) -> Listing:
    """Id, scores, tokens and finish of each problem; what no answer states has no column."""
    sides = ("a", "b") if values["b"] else ("a",)
    tokens = [side for side in sides if any(row[f"tokens_{side}"] is not None for row in rows)]
    ends = [side for side in sides if any(_finish(row, side).text for row in rows)]
    names = {"a": "A", "b": "B"} if len(sides) > 1 else {"a": ""}
    columns = [
        ("Problem", "item"),
        *((names[side] or "Score", side) for side in sides),
        *((f"Tokens {names[side]}".strip(), f"tokens_{side}") for side in tokens),
        *((f"Finish {names[side]}".strip(), f"finish_{side}") for side in ends),
    ]
    cells = [
        [
            ListCell(row["item"], "id", _address(row, values)),
            *(_score(row, side) for side in sides),
            *(_tokens(row, side) for side in tokens),
            *(_finish(row, side) for side in ends),
        ]
        for row in rows
    ]
    return Listing(tuple(columns), cells)


def listed_total(outcomes: Rows, values: Values) -> int:
    """How many problems are listed, from the rows of sql/outcomes.sql."""
    named = _SETS.get(str(values["items"]), (values["items"],))
    rows = [row for row in outcomes if values["items"] == "all" or row["outcome"] in named]
    if values["finish"] == "neither":
        return sum(row["problems"] - row["cut_off"] for row in rows)
    return sum(row[_COUNTED.get(str(values["finish"]), "problems")] for row in rows)


def _address(row: Row, values: Values) -> str:
    """The page of one problem with its answers."""
    chosen = {name: values[name] for name in ("a", "b", "items", "field")}
    chosen |= {"benchmark": values["panel"], "item": row["item"]}
    chosen |= {"metric": values["metric"]} if values["metric"] != "main" else {}
    return f"item?{urlencode({name: value for name, value in chosen.items() if value}, doseq=True)}"


def _score(row: Row, side: str) -> ListCell:
    """The score, in ink that tells right from wrong."""
    if row[side] is None:
        return ListCell("–")
    if row["graded_in"]:
        return ListCell(graded_words(row[side], row["graded_in"]))
    words = score_words(row[f"n_{side}"], row[f"c_{side}"])
    is_right = row[f"c_{side}"] == row[f"n_{side}"]
    return ListCell(words, "right" if is_right else "wrong" if words == "wrong" else "")


def score_words(attempts: int, right: int) -> str:
    """How many of the attempts at a problem are right: 'right', 'wrong', '3 of 4'."""
    if attempts == 1:
        return "right" if right else "wrong"
    return f"{right} of {attempts}"


def graded_words(score: float, unit: str) -> str:
    """A score that is neither right nor wrong: '40%' of a fraction, else '7.5'."""
    return f"{score * 100:.4g}%" if unit == FRACTION else number_words(score)


def finish_words(cut: int | None, attempts: int, finish: str | None) -> str:
    """Why the attempts at a problem ended: 'truncated', '2 of 4 cut off', or as their tool writes it."""
    if cut:
        return _CUT if attempts == 1 else f"{cut} of {attempts} {_CUT}"
    return finish or ""


def _tokens(row: Row, side: str) -> ListCell:
    tokens = row[f"tokens_{side}"]
    return ListCell("–" if tokens is None else f"{tokens:,.0f}", "number")


def _finish(row: Row, side: str) -> ListCell:
    cut = row[f"cut_{side}"]
    words = finish_words(cut, row[f"n_{side}"], row[f"finish_{side}"])
    return ListCell(words, "cut" if cut else "")
