"""What pages say of each source, and whether what is kept of it is what the data say."""

from typing import Any

from dash import Dash

from reasonboard.core import insights
from reasonboard.core.rendered import rendered_view
from reasonboard.store import cache, database
from reasonboard.store.snapshots import Snapshot
from reasonboard.studies import all_studies
from reasonboard.web.page import sections


def answers_of_pages(path: str = "") -> dict[str, Any]:
    """Charts, findings, headlines and sources of a page or of each, at its defaults and for each of its sources."""
    Dash(__name__)  # knows how addresses begin
    found: dict[str, Any] = {}
    for study in all_studies():
        if path not in ("", study.path):
            continue
        usual = study.defaults()
        control = next((one for one in study.controls if one.name == "source"), None)
        sources = [option.value for option in control.options(usual)] if control else []
        for values in [usual, *(study.clean({"source": source})[0] for source in sources)]:
            for view in study.views:
                place = f"{study.path} {view.name} {values}"
                chart = rendered_view(study, view, values, 4)
                found[place] = (
                    chart[0],
                    chart[1],
                    chart[3:],
                    insights.every_finding(study, view, values),
                    sections.observations(study, view, values),
                )
            lists = study.sources(values), study.disagreements(values)
            words = insights.headline(study, values), sections.around(study, values)
            found[f"{study.path} {values}"] = (*words, *lists)
    return found


def kept_by_source() -> list[tuple[str, dict[str, Any], bool]]:
    """The queries whose rows are kept since their sources are untouched, and whether these rows are right."""
    found = []
    for (function, arguments), entry in list(cache._State.entries._entries.items()):
        if function is not database._rows:
            continue
        sql, key, _ = arguments
        basis = database._basis(sql, key)
        if basis == entry.basis and not isinstance(basis, Snapshot):
            is_right = cache._digest(database._read(sql, key)) == entry.digest
            found.append((sql, dict(key), is_right))
    return found
