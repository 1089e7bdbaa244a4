"""What comes before the charts of a page: question, answer, filters, news, the selection; and options of a chart."""

from collections.abc import Mapping, Sequence

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.markup import Html, part


def head(
    id: str,
    question: str,
    html_of: Mapping[str, Html],
    control: Sequence[Component],
    parent: tuple[str, str] | None = None,
) -> Component:
    """Question, answer (in two parts with the control of the answer between them) and byline.

    Before the question of a page that belongs to another stands a link to that: `parent`, its name and address.

    `html_of` has what they say by the names of their sections.
    """
    line = [
        part(html_of["answer-line"], html.Span, id=f"{id}-answer-line"),
        *control,
        part(html_of["answer-end"], html.Span, id=f"{id}-answer-end"),
    ]
    return html.Div(
        [
            html.Div(
                [*_way_back(parent), html.H1(question, className="question")], className="way"
            ),
            html.P(line, className="answer"),
            part(html_of["byline"], id=f"{id}-byline", className="byline"),
        ],
        className="answer-head",
    )


def _way_back(parent: tuple[str, str] | None) -> list[Component]:
    if parent is None:
        return []
    name, href = parent
    return [dcc.Link(name, href=href), html.Span("›", **aria(hidden="true"))]


def filters(
    id: str,
    chips: Sequence[Component],
    switches: Sequence[Component],
    reset: Html,
    saved: Html,
    number: Html,
) -> Component:
    """What narrows the page, as text in one line; on a phone the source and a button that opens the others.

    `saved` is the link to the file of this state, "" for none; `number`: how many of them are set, in parentheses; ""
    for none.
    """
    return html.Div(
        [
            html.Div(
                [
                    *chips,
                    html.Div(
                        [
                            *switches,
                            part(reset, html.Span, id=f"{id}-reset"),
                            part(saved, html.Span, id=f"{id}-saved"),
                        ],
                        className="filters-end",
                    ),
                    html.Button(
                        "Done",
                        type="button",
                        className="done",
                        title="Close the filters",
                        **data(close=f"{id}-filters"),
                    ),
                ],
                id=f"{id}-filters",
                className="filters-all",
            ),
            html.Button(
                ["Filters", part(number, html.Span, id=f"{id}-filters-set")],
                type="button",
                title="Choose what this page shows",
                className="quiet more-filters",
                **data(open=f"{id}-filters"),
                **aria(controls=f"{id}-filters", expanded="false"),
            ),
        ],
        className="controls filters",
        role="group",
        **aria(label="What is shown"),
    )


def news(id: str) -> Component:
    """Where an open page says that there are newer runs, and whether it follows them (assets/loaded.js)."""
    return html.Div(
        [
            html.P(id=id, className="notice loaded", role="status"),
            html.Button(
                "Follow",
                type="button",
                hidden=True,
                className="quiet follow",
                role="switch",
                title="Update the page when new data arrives",
                **aria(checked="false"),
            ),
        ],
        className="news",
    )


def selection(id: str, chips: Sequence[Component], value: Html, actions: Html) -> Component:
    """The mark that the reader points at: chips that change it, its value, and what can be done with it.

    It is seen under the chart if there is something that can be done.
    """
    return html.Div(
        [
            html.Span("Selected", className="chip-label"),
            *chips,
            part(value, html.Span, id=f"{id}-selected", className="selected-value"),
            part(actions, html.Span, id=f"{id}-actions", className="selection-actions"),
        ],
        className="controls selection",
        role="group",
        hidden=not chips,
        **aria(label="Selected mark"),
    )


def options(id: str, title: str, controls: Sequence[Component]) -> list[Component]:
    """The Options of a chart, closed; nothing where it has none."""
    if not controls:
        return []
    return [
        html.Details(
            [
                html.Summary(
                    "Options",
                    className="quiet",
                    title="Change how this chart is drawn",
                    **aria(label=f"{title}: options"),
                ),
                html.Div(list(controls), className="menu-body options-body"),
            ],
            id=f"{id}-options",
            className="menu options-menu",
        )
    ]
