"""Where numbers come from: the picked mark's measurements, disagreements, sources."""

from typing import Any

from dash import html
from dash.development.base_component import Component

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.export.cells import value
from reasonboard.store.database import Row, Rows
from reasonboard.web.components.citing import cite
from reasonboard.web.components.controls import aria
from reasonboard.web.components.disclosure import disclosure
from reasonboard.web.components.tables import table

_MOST = 50


def evidence(rows: Rows, total: int, what: str, answers: Rows) -> list[Component]:
    """The measurements behind the picked mark, of which there are `total`, and, where its answers are
    loaded, what they say."""
    if not what:
        return []
    passes = [
        html.H3("Its answers"),
        html.P(
            "pass@k: at least one of k answers to an item is right; pass^k: all of them are.",
            className="caption",
        ),
        table(answers, "pass@k and pass^k of the picked mark"),
    ]
    return [
        html.H2("Where it stands in its source"),
        html.P([what, _first(len(rows), total)], className="caption"),
        table(rows, "Measurements of the picked mark"),
        *(passes if answers else []),
    ]


def _first(shown: int, total: int) -> str:
    """How many rows are shown, where that is not all of them."""
    if shown == total:
        return ""
    return f" · the first {shown:,} of {total:,} measurements"


def disagreements(rows: Rows) -> list[Component]:
    """Where sources differ: both values, both kinds, both places."""
    if not rows:
        return []
    shown = [
        {
            "place": row["place"],
            "metric": row["metric"],
            **{f"value ({end})": value(row[f"value_{end}"], row["unit"]) for end in "ab"},
            **{
                f"where ({end})": f"{row[f'source_{end}']}: {row[f'locator_{end}']} ({KIND_WORDS[row[f'kind_{end}']]})"
                for end in "ab"
            },
        }
        for row in rows[:_MOST]
    ]
    count = (
        f"{len(rows)} value{'s differ' if len(rows) > 1 else ' differs'} between sources or places"
    )
    more = f" The {_MOST} largest differences are shown." if len(rows) > _MOST else ""
    why = "Two values for the same place that differ by more than rounding; none is corrected."
    return disclosure(
        "Where sources disagree",
        count,
        [html.P(why + more, className="caption"), table(shown, "Places where sources disagree")],
    )


def sources(rows: Rows, more: list[Component]) -> list[Component]:
    """The sources of the study with their citations; the chosen one is said to be shown. `more` stands under them."""
    count = f"{len(rows)} source{'s' if len(rows) != 1 else ''} · BibTeX"
    listed = html.Ul([_source(row) for row in rows], className="sources")
    return disclosure("Sources and citation", count, [listed, *more])


def _source(row: Row) -> Component:
    link = (
        [
            " ",
            html.A(
                "link",
                href=row["url"],
                rel="noopener noreferrer",
                target="_blank",
                **aria(label=f"{row['label']}, opens the source"),
            ),
        ]
        if row["url"]
        else []
    )
    parts: list[Any] = [
        html.Strong(row["label"]),
        " (shown)" if row["chosen"] else "",
        html.Br(),
        row["citation"].removesuffix(".") + ".",
        f" Kind: {KIND_WORDS[row['kind']]}. Licence: {row['licence']}.",
        f" File: {row['file']}, sha256 {row['sha256'][:12]}.",
        *link,
    ]
    if row["note"]:
        parts.append(html.P(row["note"], className="muted"))
    if row["statements"]:
        parts.append(
            html.Details(
                [
                    html.Summary("What this source says in words"),
                    html.Ul([html.Li(statement) for statement in row["statements"]]),
                ]
            )
        )
    return html.Li([*parts, cite(row)])
