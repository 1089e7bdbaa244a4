"""The sections around the charts of a page, as HTML: findings, claims, the selected mark, sources, tables."""

from collections.abc import Callable
from typing import Any

from dash import get_relative_path, html
from dash.development.base_component import Component

from reasonboard.core import insights
from reasonboard.core.control import Values
from reasonboard.core.provenance import KIND_WORDS, kinds_of
from reasonboard.core.study import Study, View
from reasonboard.export.forms import TABLES
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.store import snapshots
from reasonboard.web.components import (
    answer,
    cards,
    citing,
    comparison,
    findings,
    provenance,
    tables,
)
from reasonboard.web.components.controls import data
from reasonboard.web.components.markup import Html, render_html
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page.ids import id_of

Render = Callable[[Study, Values], list[Any]]


def notices(study: Study, values: Values, pin: Pin, sentences: list[str]) -> Html:
    """Notices: invalid values, and the version of the data if it is not the newest."""
    message = pinned.notice(pin, study, values)
    newest = get_relative_path(f"/{study.path}{pinned.newest(study, values)}") if pin.name else ""
    first = [cards.data_notice(message, str(newest))] if message else []
    return render_html([*first, *cards.notices(sentences)])


def observations(study: Study, view: View, values: Values) -> Html:
    """The findings of a chart, each with the address that highlights its marks."""
    strongest = insights.findings(study, view, values)
    links = [_href(study, study.clean(values | dict(finding.marks))[0]) for finding in strongest]
    return render_html(
        findings.observations(strongest, links, *insights.question(study, view, values))
    )


def below(study: Study, name: str, values: Values) -> Html:
    """The section `name` of those below the charts."""
    return render_html(BELOW[name][0](study, values))


def table(study: Study, view: View, values: Values, number: int) -> tuple[Html, int]:
    """Page `number` of the view's table, counted from 1, and the number of pages."""
    first = tables.first_row(number)
    rows, total = study.table(view, values, first, tables.PAGE_SIZE)
    search = pinned.encode(study, values)
    downloads = [
        (form.label, get_relative_path(f"/api/{study.path}/{view.name}.{form.ending}{search}"))
        for form in TABLES
        if form.most is None or total <= form.most
    ]
    about = get_relative_path("/api")
    pages = -(-total // tables.PAGE_SIZE) or 1
    return render_html(tables.table_page(rows, view.title, first, total, downloads, about)), pages


def _answer_line(study: Study, values: Values) -> list[Component]:
    return answer.before(insights.headline(study, values))


def _answer_end(study: Study, values: Values) -> list[Component]:
    return answer.after(insights.headline(study, values))


def _byline(study: Study, values: Values) -> list[Component]:
    main = next(view for view in study.views if view.place == "main")
    kinds = kinds_of(study.view_rows(main, values)) if study.headline else []
    words = ", ".join(dict.fromkeys(KIND_WORDS[kind] for kind in kinds))
    return answer.byline(insights.headline(study, values), words, study.lead)


def _reset(study: Study, values: Values) -> list[Component]:
    """The way back to what the page shows by itself, where a filter has been changed."""
    filters = {control.name for control in study.controls if control.place in ("filters", "switch")}
    rest = study.clean({name: value for name, value in values.items() if name not in filters})[0]
    changed = any(values[name] != rest[name] for name in filters)
    return [html.A("Reset", href=_href(study, rest), className="state")] if changed else []


def _selected(study: Study, values: Values) -> list[Any]:
    """The value of the selected mark with its interval."""
    marks = study.rows("marks", values) if study.picked(values) else []
    known = [mark for mark in marks if mark["unit"] == "fraction"]
    if len(known) != 1:
        return [f"{len(marks):,} values" if marks else "Click a mark, or choose one here"]
    (mark,) = known
    ends = of_measured(Measured.from_row(mark["value"], mark))
    within = f" ({ends.low * 100:.0f}–{ends.high * 100:.0f})" if ends else ""
    return [html.Strong(f"{mark['value'] * 100:.1f} %"), within]


def _actions(study: Study, values: Values) -> list[Component]:
    """What can be done with the selected mark: see its details, compare it, let it go."""
    if not study.evidence:
        return []
    baseline = study.comparison_baseline(values)
    held = values | {control.name: "" for control in study.controls if control.marks}
    picks = [c.name for c in study.controls if c.place == "selection" and not c.marks]
    cleared = study.clean(held | dict.fromkeys(picks, ""))[0]
    actions: list[Component] = []
    if study.picked(values):
        drawer = data(open=id_of(study, "details"))
        actions.append(html.Button("Details", type="button", className="link", **drawer))
    if baseline is not None:
        actions.append(html.A("Clear A", href=_href(study, held), className="state"))
    elif study.picked(values):
        compare = _href(study, study.as_baseline(values))
        actions.append(html.A("Compare", href=compare, className="state"))
    if cleared != values:
        actions.append(html.A("Clear", href=_href(study, cleared), className="state"))
    return actions


def _claims(study: Study, values: Values) -> list[Component]:
    return findings.claims(insights.claims(study, values))


def _evidence(study: Study, values: Values) -> list[Component]:
    if not study.picked(values):
        return []
    what = " · ".join(str(values[name]) for name in study.evidence)
    rows, total = study.measurements(values, tables.PAGE_SIZE)
    return provenance.evidence(rows, total, what, insights.answers(study, values))


def _comparison(study: Study, values: Values) -> list[Component]:
    """The selected mark against the comparison baseline, or the offer to make it the baseline."""
    baseline = study.comparison_baseline(values)
    if baseline is None:
        can_be_baseline = study.picked(values) and study.as_baseline(values) != values
        return comparison.offer(_href(study, study.as_baseline(values))) if can_be_baseline else []
    names = [name for name in values if name in baseline]
    swapped = (
        study.clean(study.as_baseline(values) | baseline)[0] if study.picked(values) else values
    )
    return comparison.shown(
        " · ".join(
            str(baseline[name])
            for name in names
            if baseline[name] and name not in ("source", "metric")
        ),
        insights.comparison(study, values),
        swap=_href(study, swapped),
        stop=_href(
            study, values | {control.name: "" for control in study.controls if control.marks}
        ),
    )


def _disagreements(study: Study, values: Values) -> list[Component]:
    return provenance.disagreements(study.disagreements(values))


def _sources(study: Study, values: Values) -> list[Component]:
    href = str(get_relative_path(f"/api/sources.bib?study={study.path}"))
    shown = snapshots.snapshot()
    version = html.P(f"Data {shown.version} of {shown.made}", className="caption")
    return provenance.sources(study.sources(values), [citing.all_as_bibtex(href), version])


def _href(study: Study, values: Values) -> str:
    return str(get_relative_path(f"/{study.path}{pinned.encode(study, values)}"))


BELOW: dict[str, tuple[Render, tuple[str, ...] | None]] = {
    "answer-line": (_answer_line, None),
    "answer-end": (_answer_end, None),
    "byline": (_byline, None),
    "reset": (_reset, None),
    "selected": (_selected, None),
    "actions": (_actions, None),
    "claims": (_claims, ("source",)),
    "evidence": (_evidence, None),
    "comparison": (_comparison, None),
    "disagreements": (_disagreements, ("source", "benchmark", "model")),
    "sources": (_sources, ("source",)),
}
"""The parts around the charts by name: function, and the controls it depends on (None: all)."""

DISCLOSED = {
    "claims": "Claims",
    "disagreements": "Where sources disagree",
    "sources": "Sources and citation",
}
"""Those under the charts, each a line that a reader opens."""
