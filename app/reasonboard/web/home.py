"""The first page: every question with its answer, and the reader's own results. And where no page is."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core import insights
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.study import Study
from reasonboard.store.database import Row, query
from reasonboard.web.components.controls import aria
from reasonboard.web.components.markup import part, render_html
from reasonboard.web.components.teaser import svg
from reasonboard.web.faults import UNREADABLE

_TOOLS = (
    "lm-evaluation-harness, Inspect, lighteval, OpenCompass, HELM, evalscope, evalplus, verl, TRL, W&B, TensorBoard, "
    "CSV, Parquet, Excel and more."
)
_NUMBERS = ("no", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def home(studies: Sequence[Study], prefix: str) -> Component:
    """A row for each question with its answer, then what a reader loaded and what numbers there are."""
    asked = [study for study in studies if study.headline]
    number = _NUMBERS[len(asked)] if len(asked) < len(_NUMBERS) else f"{len(asked)}"
    rows = [_row(study, prefix) for study in asked]
    return html.Div(
        [
            html.P("Evaluation results of reasoning models", className="question"),
            html.H1(
                f"{number} questions, and what the numbers can say about each.",
                className="home-title",
            ),
            html.Div(
                [
                    html.Div(rows, className="answers"),
                    html.Aside(
                        [
                            part(render_html(_own(studies, prefix)), html.Section),
                            part(render_html(_stock(prefix)), html.Section),
                        ],
                        **aria(label="Your results and all numbers"),
                    ),
                ],
                className="home-columns",
            ),
        ],
        id="home",
        className="home",
    )


def missing(prefix: str) -> Component:
    """What stands where no page is."""
    return html.Div(
        [
            html.P("Page not found", className="question"),
            html.H1("There is no page at this address."),
            html.P(dcc.Link("To the questions", href=prefix), className="byline"),
        ]
    )


def unavailable() -> Component:
    """What stands where a page would be whose data cannot be read."""
    return html.Div(
        [
            html.H1("The data cannot be read now"),
            html.P(UNREADABLE, className="lead", role="status"),
        ]
    )


def _row(study: Study, prefix: str) -> Component:
    """The question, its answer, whose numbers these are, and a small picture; the whole row is one link."""
    values = study.defaults()
    headline = insights.headline(study, values)
    strong, rest = insights.answer_in_words(study, values)
    main = next(view for view in study.views if view.place == "main")
    kinds = ", ".join(
        dict.fromkeys(KIND_WORDS[kind] for kind in kinds_of(study.view_rows(main, values)))
    )
    about = " · ".join(
        filter(None, [", ".join(filter(None, [headline.subject, headline.extent])), kinds])
    )
    teaser = study.teaser(study) if study.teaser else None
    words = [
        html.Span(study.question, className="row-question"),
        html.Span(
            [html.Strong(strong), " ", html.Span(rest, className="rest")], className="row-answer"
        ),
        html.Span(about, className="row-about"),
    ]
    return dcc.Link(
        [
            part(render_html(words), html.Div, className="row-words"),
            part(render_html([svg(teaser)] if teaser else []), html.Div, className="row-figure"),
        ],
        href=prefix + study.path,
        className="answer-row",
    )


def _own(studies: Sequence[Study], prefix: str) -> list[Any]:
    """The newest loads with the pages that show them; how to load, where there is none."""
    loads = query("core/newest_loads")
    actions = html.P(
        [
            html.A("Load results", href=f"{prefix}data#loading", className="button strong"),
        ],
        className="home-actions",
    )
    if loads:
        return [html.H2("Your results"), *[_load(row, studies, prefix) for row in loads], actions]
    words = html.P(
        [
            "None loaded yet. One command reads what your evaluation tool wrote; your runs then appear on every page "
            "that they fit, in ",
            html.Span("● this colour", className="own"),
            ".",
        ]
    )
    command = html.Div(
        [
            html.Pre("reasonboard load results/ \\\n  --name my-run"),
            html.Button(
                "Copy", type="button", className="quiet copy", **aria(label="Copy the command")
            ),
            html.Span(className="copied muted", role="status"),
        ],
        className="copyable command",
    )
    return [html.H2("Your results"), words, command, html.P(_TOOLS), actions]


def _load(row: Row, studies: Sequence[Study], prefix: str) -> Component:
    names = {study.path: study.name for study in studies}
    pages: list[Any] = [
        html.A(names[path], href=prefix + path) for path in row["studies"] or () if path in names
    ]
    where = [item for page in pages for item in (" · ", page)][1:] or ["no page shows it yet"]
    counts = f"{row['runs']:,} runs, {row['benchmarks']:,} benchmarks"
    return html.Div(
        [
            html.Strong(row["name"], className="own"),
            html.P(
                f"{', '.join(row['tools'])} · {counts} · {row['loaded_at']:%Y-%m-%d %H:%M}",
                className="caption",
            ),
            html.P(where, className="caption"),
        ],
        className="own-load",
    )


def _stock(prefix: str) -> list[Any]:
    """All numbers by kind, and what sources claim."""
    kinds = query("core/kinds")
    counts = query("core/counts")
    total, sources = sum(row["numbers"] for row in kinds), sum(row["sources"] for row in counts)
    by_words: Counter[str] = Counter()
    for row in kinds:
        by_words[KIND_WORDS[row["kind"]]] += row["numbers"]
    lines = [
        html.Tr([html.Th(words[0].upper() + words[1:], scope="row"), html.Td(f"{number:,}")])
        for words, number in by_words.most_common()
    ]
    return [
        html.H2(f"{total:,} numbers, {sources:,} sources"),
        html.P("Each with its kind, its place in the source and, where known, its uncertainty."),
        html.Table(html.Tbody(lines), className="stock"),
        html.P(html.A("See every number", href=f"{prefix}data")),
    ]
