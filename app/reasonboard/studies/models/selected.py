"""The selected pair in the strip over the charts."""

from urllib.parse import urlencode

from reasonboard.core.control import Values
from reasonboard.core.findings.settings import notable_words
from reasonboard.core.findings.words import change, change_range, points_or
from reasonboard.core.selected import Selected
from reasonboard.core.study import Study


def selected(study: Study, values: Values) -> Selected | None:
    """A minus B on the selected benchmark, and the ways to their page and to their exchange."""
    a, b = str(values["a"]), str(values["b"])
    if not a or not b:
        return None
    view = next(view for view in study.views if view.name == "pair")
    rows = study.view_rows(view, values | {"benchmark": []})
    pair = next((row["pair"] for row in rows if values["panel"] in row["panels"]), None)
    pages = _pages(a, b) if rows else _pages_of_one(a, bool(study.rows("answers", values)))
    if pair is None:
        words = (
            "no other model here"
            if a == b
            else "not both have a score on it"
            if rows
            else "no benchmark in common"
        )
        return Selected(words=words, pages=pages)
    ends, unit = pair.difference.interval, pair.unit
    return Selected(
        change(pair.difference.estimate, unit),
        change_range(ends.low, ends.high, unit) if ends else "",
        f"{points_or(unit)}, {pair.words}",
        notable_words(study.rows("settings", values)),
        pages,
    )


def _pages(a: str, b: str) -> dict[str, str]:
    """The page of both."""
    return {"Open the pair": f"/pair?{urlencode({'a': a, 'b': b})}"}


def _pages_of_one(a: str, has_answers: bool) -> dict[str, str]:
    """The page beside a run of any source that shares benchmarks, and that of the problems of A."""
    pages = {"Compare A with all sources": f"/pair?{urlencode({'a': a})}"}
    if has_answers:
        pages["Problems of A"] = f"/pair?{urlencode({'a': a, 'b': ''})}#problems"
    return pages
