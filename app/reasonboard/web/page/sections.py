"""The sections around the charts of a page, as HTML: findings, claims, the selected mark, sources, tables."""

from collections.abc import Callable
from typing import NamedTuple

from dash import get_relative_path

from reasonboard.core import insights
from reasonboard.core.control import Values
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study, View
from reasonboard.export.cells import value
from reasonboard.export.forms import TABLES
from reasonboard.store.database import Row
from reasonboard.web.components import findings
from reasonboard.web.components.comparison import compared
from reasonboard.web.components.markup import Html, render, render_html
from reasonboard.web.components.tables import PAGE_SIZE
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin

_MOST_DISAGREEMENTS = 50


def notices(study: Study, values: Values, pin: Pin, sentences: list[str]) -> Html:
    """Notices: invalid values, and the version of the data if it is not the newest."""
    newest = get_relative_path(f"/{study.path}{pinned.newest(study, values)}") if pin.name else ""
    data = pinned.notice(pin, study, values)
    return render("notices", data=data, newest=newest, sentences=sentences)


def observations(study: Study, view: View, values: Values) -> Html:
    """The findings of a chart, each with the address that highlights its marks."""
    strongest = insights.findings(study, view, values)
    links = [_href(study, study.clean(values | dict(finding.marks))[0]) for finding in strongest]
    return render_html(
        findings.observations(strongest, links, *insights.question(study, view, values))
    )


def table(study: Study, view: View, values: Values, number: int) -> tuple[Html, int]:
    """Page `number` of the view's table, counted from 1, and the number of pages."""
    first = (number - 1) * PAGE_SIZE
    rows, total = study.table(view, values, first, PAGE_SIZE)
    search = pinned.encode(study, values)
    downloads = [
        (form.label, get_relative_path(f"/api/{study.path}/{view.name}.{form.ending}{search}"))
        for form in TABLES
        if form.most is None or total <= form.most
    ]
    html = render(
        "table",
        title=view.title,
        rows=rows,
        first=first,
        total=total,
        downloads=downloads,
        api=get_relative_path("/api"),
    )
    return html, -(-total // PAGE_SIZE) or 1


def _claims(study: Study, values: Values) -> Html:
    return render_html(findings.claims(insights.claims(study, values)))


def _evidence(study: Study, values: Values) -> Html:
    """The measurements of the selected mark."""
    if not study.picked(values):
        return Html("")
    mark = " · ".join(str(values[name]) for name in study.evidence)
    rows, total = study.measurements(values, PAGE_SIZE)
    answers = insights.answers(study, values)
    return render("evidence", mark=mark, rows=rows, total=total, answers=answers)


def _comparison(study: Study, values: Values) -> Html:
    """The selected mark against the comparison baseline, or the offer to make it the baseline."""
    baseline = study.comparison_baseline(values)
    is_picked = study.picked(values)
    as_baseline = study.as_baseline(values)
    if baseline is None:
        if not is_picked or as_baseline == values:
            return Html("")
        return render("comparison", baseline="", hold=_href(study, as_baseline))
    words = [
        str(baseline[name])
        for name in values
        if baseline.get(name) and name not in ("source", "metric")
    ]
    without: Values = {control.name: "" for control in study.controls if control.marks}
    return render(
        "comparison",
        baseline=" · ".join(words),
        swap=_href(study, study.clean(as_baseline | baseline)[0] if is_picked else values),
        stop=_href(study, values | without),
        **compared(insights.comparison(study, values)),
    )


def _disagreements(study: Study, values: Values) -> Html:
    """Where sources give different values."""
    rows = study.disagreements(values)
    shown = [_disagreement(row) for row in rows[:_MOST_DISAGREEMENTS]]
    return render("disagreements", rows=shown, count=len(rows))


def _disagreement(row: Row) -> dict[str, str]:
    """Both values, with their kinds and where in the sources they stand."""
    values = {f"value ({end})": value(row[f"value_{end}"], row["unit"]) for end in "ab"}
    places = {
        f"where ({end})": f"{row[f'source_{end}']}: {row[f'locator_{end}']} ({KIND_WORDS[row[f'kind_{end}']]})"
        for end in "ab"
    }
    return {"place": row["place"], "metric": row["metric"]} | values | places


def _sources(study: Study, values: Values) -> Html:
    """The sources of the study with their citations."""
    bibtex = get_relative_path(f"/api/sources.bib?study={study.path}")
    return render("sources", sources=study.sources(values), bibtex=bibtex)


def _href(study: Study, values: Values) -> str:
    return str(get_relative_path(f"/{study.path}{pinned.encode(study, values)}"))


class Section(NamedTuple):
    """A section below the charts."""

    name: str
    title: str
    content: Callable[[Study, Values], Html]
    controls: frozenset[str] | None
    """The controls that it depends on; None: all."""


BELOW = (
    Section("claims", "Claims", _claims, frozenset({"source"})),
    Section("evidence", "The picked mark", _evidence, None),
    Section("comparison", "Compare", _comparison, None),
    Section(
        "disagreements",
        "Disagreement",
        _disagreements,
        frozenset({"source", "benchmark", "model"}),
    ),
    Section("sources", "Sources", _sources, frozenset({"source"})),
)
