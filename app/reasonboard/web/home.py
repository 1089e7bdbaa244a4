"""The first page: every question with its answer, and the reader's own results. And the pages of no study."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core import insights
from reasonboard.core.headline import counted, in_words
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.study import Study
from reasonboard.store.database import Row, query
from reasonboard.studies import find
from reasonboard.web.api.newest import news_of_home
from reasonboard.web.components import bars
from reasonboard.web.components.controls import aria, data
from reasonboard.web.components.markup import Html, part, render
from reasonboard.web.components.teaser import svg
from reasonboard.web.docs import guide
from reasonboard.web.faults import UNREADABLE

_TOOLS = (
    "lm-evaluation-harness, Inspect, lighteval, OpenCompass, HELM, evalscope, evalplus, LiveCodeBench, SWE-bench, "
    "Harbor, verl, TRL, W&B, TensorBoard, CSV, Parquet, Excel and more."
)
LOAD = "load"
"""The path of the page where files are loaded."""


def home(studies: Sequence[Study], prefix: str) -> Component:
    """A row for each question with its answer, then what a reader loaded and what numbers there are."""
    answered = [study for study in studies if study.headline]
    rows = [_row(study, prefix) for study in answered]
    return html.Div(
        [
            bars.news("home-loaded"),
            html.P("Evaluation results of reasoning models", className="question"),
            html.H1(
                f"{in_words(len(answered))} questions, answered from data.", className="home-title"
            ),
            html.Div(
                [
                    html.Div(rows, className="answers"),
                    html.Aside(
                        [
                            part(_own(studies, prefix), html.Section),
                            part(_stock(prefix), html.Section),
                        ],
                        **aria(label="Your results and all data"),
                    ),
                ],
                className="home-columns",
            ),
            html.P(html.A("Guide", href=guide("")), className="caption guide"),
        ],
        id="home",
        className="home",
        **data(news=json.dumps(news_of_home())),
    )


def load_page() -> Component:
    """The page where files are loaded, before any is there: a drop on any page leads to it (assets/load-results.js)."""
    data = find("data")
    content = render("load", commands=data.commands if data else ())
    return html.Div(part(content), id="load-page", className="load-page")


def missing(prefix: str) -> Component:
    """What stands where no page is."""
    return html.Div(
        [
            html.P("Page not found", className="question"),
            html.H1("Check the address; a short link may have been deleted."),
            html.P(dcc.Link("Home", href=prefix), className="byline"),
        ]
    )


def unavailable() -> Component:
    """What stands where a page would be whose data cannot be read."""
    return html.Div(
        [
            html.H1("Data temporarily unavailable"),
            html.P(UNREADABLE, className="lead", role="status"),
        ]
    )


def _row(study: Study, prefix: str) -> Component:
    """The question, its answer, whose numbers these are, and a small picture; the whole row is one link."""
    values = study.defaults()
    headline = insights.headline(study, values)
    _, context = insights.answer_in_words(study, values)
    kinds = dict.fromkeys(
        KIND_WORDS[kind] for kind in kinds_of(study.view_rows(study.main_view, values))
    )
    about = ", ".join(filter(None, [headline.subject, headline.extent]))
    teaser = study.teaser(study) if study.teaser else None
    is_own = study.is_own(values) or (teaser is not None and teaser.own)
    words = render(
        "question",
        question=study.question,
        own=headline.own,
        strong=headline.strong,
        context=context,
        about=" · ".join(filter(None, [about, ", ".join(kinds)])),
    )
    return dcc.Link(
        [
            part(words, className="row-words"),
            part(
                svg(teaser) if teaser else Html(""),
                className=f"row-figure{' own-figure' if is_own else ''}",
            ),
        ],
        href=prefix + study.path,
        className="answer-row",
    )


def _own(studies: Sequence[Study], prefix: str) -> Html:
    """The newest loads with the pages that show them; how to load, where there is none."""
    loads = [_load(row, studies, prefix) for row in query("core/newest_loads")]
    return render(
        "own", loads=loads, tools=_TOOLS, loading=f"{prefix}load", explore=f"{prefix}explore"
    )


def _load(row: Row, studies: Sequence[Study], prefix: str) -> dict[str, Any]:
    counts = f"{counted(row['runs'], 'run')}, {counted(row['benchmarks'], 'benchmark')}"
    paths, lacking = pages_of_load(row), row["lacking"] or {}
    source = quote(row["name"], safe="")
    return {
        "name": row["name"],
        "about": f"{', '.join(row['tools'])} · {counts} · {row['loaded_at']:%Y-%m-%d %H:%M}",
        "pages": [
            (study.name, f"{prefix}{study.path}?source={source}")
            for study in studies
            if study.path in paths
        ],
        "lacking": [
            (study.name, lacking[study.path]) for study in studies if lacking.get(study.path)
        ],
    }


def pages_of_load(row: Row) -> set[str]:
    """The paths of the studies that show one of the newest loads."""
    return {*(row["studies"] or ()), "data"}


def _stock(prefix: str) -> Html:
    """All numbers by kind."""
    numbers: Counter[str] = Counter()
    for row in query("core/kinds"):
        words = KIND_WORDS[row["kind"]]
        numbers[words[0].upper() + words[1:]] += row["numbers"]
    sources = sum(row["sources"] for row in query("core/counts"))
    return render(
        "stock",
        total=numbers.total(),
        sources=sources,
        kinds=numbers.most_common(),
        data=f"{prefix}data",
    )
