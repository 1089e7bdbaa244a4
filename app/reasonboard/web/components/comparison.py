"""Two marks side by side: their difference, its verdict, and the items that changed."""

from typing import Any

from dash import html
from dash.development.base_component import Component

from reasonboard.core.findings.comparison import Compared, Paired, paired_sentence, sentence
from reasonboard.core.findings.words import SIGNS, points
from reasonboard.core.insights import Comparison
from reasonboard.export.cells import value
from reasonboard.statistics.differences import Verdict
from reasonboard.web.components.tables import table

_MOST = 60


def offer(hold: str) -> list[Component]:
    """How to compare: hold the picked mark, then pick another."""
    return [
        html.P(
            [
                html.A("Hold this mark as A", href=hold, className="state"),
                " to compare any other with it: another mark, row, model or source.",
            ],
            className="caption",
        )
    ]


def shown(held: str, found: Comparison | None, *, swap: str, stop: str) -> list[Component]:
    """The held mark A, and what B is against it once another mark is picked."""
    actions = html.P(
        [
            f"A: {held}. ",
            html.A("Swap A and B", href=swap, className="state"),
            " · ",
            html.A("Let go of A", href=stop, className="state"),
        ],
        className="caption",
    )
    head = [html.H2("Compare"), actions]
    if found is None or not found.differences:
        return [*head, html.P("Pick another mark, row, model or source: it becomes B.")]
    apart = [{"": label, "A": a, "B": b} for label, a, b in found.differences]
    body: list[Component] = [table(apart, "What tells A and B apart")]
    if not found.marks:
        body.append(html.P("A and B have no place in common at which both have a value."))
    if len(found.marks) == 1:
        body += _one(found.marks[0], found.paired)
        body += _items(found)
    if len(found.marks) > 1:
        body += _many("Where both have values", found.marks)
    if found.elsewhere:
        body += _many("The same difference elsewhere", found.elsewhere)
    return [*head, *body]


def _one(marks: Compared, pairs: Paired | None) -> list[Component]:
    told = html.P([html.Strong(_sign(marks.verdict)), " ", sentence(marks)], className="difference")
    if pairs is None:
        test = (
            marks.contrast.test
            if marks.contrast
            else "none: neither n nor a standard error is known"
        )
        why = "Unpaired: no answers to the same items are loaded" if marks.contrast else ""
        return [
            told,
            html.P(". ".join(filter(None, [f"Test: {test}", why])) + ".", className="caption"),
        ]
    return [
        html.P(
            [html.Strong(_sign(pairs.verdict)), " ", paired_sentence(pairs)],
            className="difference",
        ),
        html.P(f"Test: {pairs.test}, paired. Unpaired: {sentence(marks)}", className="caption"),
    ]


def _items(found: Comparison) -> list[Component]:
    if not found.items:
        return []
    rows = [
        {"item": row["item"], "A": f"{row['a']:.3g}", "B": f"{row['b']:.3g}"}
        for row in found.items[:_MOST]
    ]
    more = f", the {_MOST} largest differences" if len(found.items) > _MOST else ""
    return [
        html.Details(
            [
                html.Summary(f"{len(found.items):,} items changed{more}"),
                table(rows, "Items that changed"),
            ]
        )
    ]


def _many(title: str, marks: list[Compared]) -> list[Component]:
    counts = {sign: sum(one.verdict is sign for one in marks) for sign in Verdict}
    told = ", ".join(f"{SIGNS[sign]} {n} {sign.value}" for sign, n in counts.items() if n)
    unknown = sum(one.verdict is None for one in marks)
    said = ", ".join(filter(None, [told, f"{unknown} without uncertainty" if unknown else ""]))
    tests = sorted({one.contrast.test for one in marks if one.contrast})
    corrected = (
        f" Test: {'; '.join(tests)}, unpaired; Holm's correction for {len(marks) - unknown}."
        if tests
        else ""
    )
    ordered = sorted(marks, key=lambda one: -abs(one.contrast.z if one.contrast else 0.0))
    more = f" The {_MOST} clearest are shown." if len(marks) > _MOST else ""
    return [
        html.H3(title),
        html.P(
            f"B against A in {len(marks):,} places: {said}.{corrected}{more}", className="caption"
        ),
        table([_row(one) for one in ordered[:_MOST]], title),
    ]


def _row(one: Compared) -> dict[str, Any]:
    unit = one.a["unit"]
    difference = one.b["value"] - one.a["value"]
    return {
        "place": one.place,
        "A": value(one.a["value"], unit),
        "B": value(one.b["value"], unit),
        "B − A": points(difference) if unit == "fraction" else f"{difference:+,.4g}",
        "95 % interval": f"{one.contrast.low * 100:.1f} to {one.contrast.high * 100:.1f}"
        if one.contrast
        else "no uncertainty available",
        "verdict": _sign(one.verdict),
    }


def _sign(verdict: Verdict | None) -> str:
    return f"{SIGNS[verdict]} {verdict.value}" if verdict else "– no uncertainty available"
