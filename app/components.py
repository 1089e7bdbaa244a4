"""Controls, cards and tables as Dash components."""

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from app.database import Row, Rows, Value
from app.figures.marks import without_marks
from app.study import KIND_WORDS, Answer, Choice, Control, View

PAGE_SIZE = 50
GRAPH_CONFIG: Any = {
    "displayModeBar": False,
    "displaylogo": False,
    "showSendToCloud": False,
    "scrollZoom": False,
    "doubleClick": False,
    "responsive": True,
}
SCALES = (1, 2, 3)
_MOST_PAGES = 10**7


def control(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    """A labelled chip: segments for fixed choices, else a searchable dropdown."""
    if isinstance(of.choices, tuple):
        field = dmc.SegmentedControl(
            id=id, data=choices(options), value=value, size="xs", **aria(label=of.label)
        )
        return html.Div(
            [html.Span(of.label, className="chip-label"), field], className="chip segments"
        )
    field = dcc.Dropdown(
        id=id,
        options=choices(options),
        value=value or None,
        multi=of.multi,
        clearable=of.multi or of.optional,
        searchable=True,
        closeOnSelect=not of.multi,
        placeholder="All" if of.multi else "None",
        optionHeight="auto",
        maxHeight=320,
    )
    return html.Div(
        [html.Label(of.label, htmlFor=id, id=f"{id}-label", className="chip-label"), field],
        className="chip",
        role="group",
        **aria(labelledby=f"{id}-label"),
    )


def aria(**words: str) -> dict[str, Any]:
    """ARIA attributes by their names without the prefix."""
    return {f"aria-{name}": text for name, text in words.items()}


def choices(options: list[Choice]) -> list[Any]:
    """Choices as Dash's dropdowns and Mantine's segments take them: plain texts where that is all."""
    if all(option.value == option.label for option in options):
        return [option.value for option in options]
    return [{"value": option.value, "label": option.label} for option in options]


def view_card(id: str, view: View, answer: Answer, table: list[Component], pages: int) -> Component:
    """A view: its heading, its actions, its chart and, on its other tab, the table behind it."""
    heading = html.Div(
        [html.H2(view.title), html.P(answer.caption, id=f"{id}-caption", className="caption")],
        className="view-title",
    )
    actions = html.Div([_tabs(id, view), _png_buttons(id, view.title)], className="view-actions")
    chart = html.Figure(
        [
            dcc.Graph(
                id=f"{id}-graph",
                config=GRAPH_CONFIG,
                className="graph",
                figure={"data": [], "layout": {"height": answer.figure["layout"]["height"]}},
            ),
            html.Figcaption(answer.summary, id=f"{id}-summary", className="visually-hidden"),
        ],
        id=f"{id}-chart",
        hidden=view.table_first,
    )
    pager = dmc.Pagination(
        id=f"{id}-page",
        total=pages,
        value=1,
        size="sm",
        hideWithOnePage=True,
        withControls=False,
        className="pager",
    )
    return html.Section(
        [
            html.Div([heading, actions], className="view-head"),
            chart,
            html.Div(
                [html.Div(table, id=f"{id}-table"), pager],
                id=f"{id}-rows",
                hidden=not view.table_first,
            ),
            dcc.Store(id=f"{id}-figure", data=without_marks(answer.figure)),
        ],
        className="view wide" if view.wide else "view",
        **aria(label=view.title),
    )


def below(id: str, label: str, children: list[Component]) -> Component:
    """A part of the page under its views, filled as the state changes."""
    return html.Section(children, id=id, className="below", **aria(label=label))


def first_row(number: object) -> int:
    """The index of the first row of a page of the table, counted from 1."""
    return (number - 1) * PAGE_SIZE if isinstance(number, int) and 0 < number < _MOST_PAGES else 0


def table_page(rows: Rows, title: str, first: int, total: int, href: str) -> list[Component]:
    """Some of the rows behind a view, and a link to all of them."""
    shown = f"Rows {first + 1:,} to {first + len(rows):,} of {total:,}. " if rows else ""
    download = html.A("Download all as CSV", href=href, download="")
    return [
        html.P([shown, download if total else ""], className="caption table-head"),
        table(rows, f"{title}: the rows"),
    ]


def table(rows: Rows, caption: str) -> Component:
    """Rows as a table, with values in the unit that they say; scrolls sideways where it must."""
    if not rows:
        return html.P("No rows for this choice.", className="muted")
    columns = [name for name in rows[0] if name != "unit"]
    columns = [name for name in columns if any(row[name] is not None for row in rows)]
    head = html.Tr([html.Th(name.replace("_", " "), scope="col") for name in columns])
    body = [html.Tr([_cell(row, name) for name in columns]) for row in rows]
    return html.Div(
        html.Table(
            [html.Caption(caption, className="visually-hidden"), html.Thead(head), html.Tbody(body)]
        ),
        className="table-scroll",
        tabIndex=0,
        role="region",
        **aria(label=caption),
    )


def notices(sentences: Sequence[str]) -> list[Component]:
    """Sentences that a reader should not miss."""
    return [html.P(sentence, className="notice") for sentence in sentences]


def evidence(rows: Rows, what: str) -> list[Component]:
    """The measurements behind the picked mark."""
    if not what:
        return []
    return [
        html.H2("The picked mark"),
        html.P(what, className="caption"),
        table(rows, "Measurements of the picked mark"),
    ]


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
        for row in rows[:PAGE_SIZE]
    ]
    count = f"{len(rows)} place{'s' if len(rows) > 1 else ''}"
    more = f" The {PAGE_SIZE} largest differences are shown." if len(rows) > PAGE_SIZE else ""
    return [
        html.Details(
            [
                html.Summary(f"Sources disagree in {count}", className="disagree"),
                html.P(
                    "Two values for the same place that differ by more than rounding; none is corrected."
                    + more,
                    className="caption",
                ),
                table(shown, "Places where sources disagree"),
            ]
        )
    ]


def sources(rows: Rows) -> list[Component]:
    """The sources of the study with their citations; the chosen one first said to be so."""
    return [html.H2("Sources"), html.Ul([_source(row) for row in rows], className="sources")]


def value(number: float | None, unit: str | None) -> str:
    """A number as a reader sees it: fractions in percent, missing as a dash, never as 0."""
    if number is None:
        return "–"
    if unit == "fraction":
        return f"{number * 100:.2f}".rstrip("0").rstrip(".") + " %"
    return f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"  # noqa: PLR2004


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
        row["citation"],
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
    return html.Li(parts)


def _cell(row: Row, name: str) -> Component:
    raw = row[name]
    if name in ("value", "stderr"):
        return html.Td(value(raw, row.get("unit")), className="number")
    if name == "kind":
        return html.Td(KIND_WORDS.get(raw, raw))
    if isinstance(raw, float):
        return html.Td(f"{raw:.6g}", className="number")
    if isinstance(raw, int) and not isinstance(raw, bool):
        return html.Td(str(raw), className="number")
    return html.Td(
        "–" if raw is None else str(raw), className="locator" if name == "locator" else None
    )


def _tabs(id: str, view: View) -> Component:
    tabs: Component = dmc.SegmentedControl(
        id=f"{id}-tab",
        data=[{"value": "chart", "label": "Chart"}, {"value": "table", "label": "Table"}],
        value="table" if view.table_first else "chart",
        size="xs",
        className="tabs",
        **aria(label=f"{view.title}: chart or table"),
    )
    return tabs


def _png_buttons(id: str, title: str) -> Component:
    buttons = [
        html.Button(
            f"{scale}x",
            id=f"{id}-png-{scale}",
            n_clicks=0,
            type="button",
            className="quiet",
            **aria(label=f"{title}: save as PNG at {scale}x"),
        )
        for scale in SCALES
    ]
    return html.Div([html.Span("PNG", className="chip-label"), *buttons], className="png")
