"""The selected pair in the strip over the charts."""

from urllib.parse import urlencode

from reasonboard.core.control import Values
from reasonboard.core.findings.settings import notable_words
from reasonboard.core.findings.words import change, change_range, points_or, score
from reasonboard.core.headline import Selected, Side, counted
from reasonboard.core.study import Study
from reasonboard.statistics.paired import PairedScores
from reasonboard.store.database import Row
from reasonboard.studies.models.pair import Pair


def selected(study: Study, values: Values) -> Selected | None:
    """A minus B on the selected benchmark, and the ways to their page and to their exchange."""
    a, b = str(values["a"]), str(values["b"])
    if not a or not b:
        return None
    view = next(view for view in study.views if view.name == "pair")
    rows = study.view_rows(view, values | {"benchmark": []})
    pair = next((row["pair"] for row in rows if values["panel"] in row["panels"]), None)
    pages = {"Compare A and B": f"/pair?{urlencode({'a': a, 'b': b})}"}
    if not rows:
        pages = _pages_of_one(a, bool(study.rows("answers", values)))
    if pair is None:
        words = (
            "no other model here"
            if a == b
            else "not both have a score here"
            if rows
            else "no benchmark in common"
        )
        return Selected(words=words, pages=pages)
    ends, unit = pair.difference.interval, pair.unit
    return Selected(
        change(pair.difference.estimate, unit),
        change_range(ends.low, ends.high, unit) if ends else "",
        points_or(unit),
        pair.words,
        _sentence(pair.words),
        _how(pair),
        _sides(pair),
        notable_words(study.rows("settings", values)),
        pages,
    )


def _sentence(words: str) -> str:
    sentences = {
        "not tested": "This difference is not tested.",
        "only before correction": "Significant only before correction.",
        "not significant": "Not significant: chance can produce such a difference.",
    }
    return sentences.get(words, f"Significant: {words.replace(' ', ' is ')}.")


def _how(pair: Pair) -> str:
    """'unpaired, 500 problems, Holm's correction over 6 benchmarks'."""
    tests = pair.difference.result.tests if pair.difference.result else 0
    corrected = f", Holm's correction over {tests} benchmarks" if tests > 1 else ""
    return f"{pair.how}{corrected}"


def _sides(pair: Pair) -> tuple[Side, Side]:
    """Both values, over the problems that both answered where the difference is paired."""
    values = [score(value, pair.unit) for value in pair.difference.values]
    a, b = (
        Side(value, _measured(pair.row[side], pair.difference.scores))
        for value, side in zip(values, "ab", strict=True)
    )
    return a, b


def _measured(row: Row, shared: PairedScores | None) -> str:
    """'500 problems that both answered', '30 problems × 5 attempts'."""
    if shared:
        return f"{counted(shared.n, 'problem')} that both answered"
    if row["n_items"] is None:
        return "number of problems unknown"
    attempts = f" × {row['n_repeats']} attempts" if (row["n_repeats"] or 1) > 1 else ""
    return counted(row["n_items"], "problem") + attempts


def _pages_of_one(a: str, has_answers: bool) -> dict[str, str]:
    """The page beside a run of any source that shares benchmarks, and that of the problems of A."""
    pages = {"Compare A with another model": f"/pair?{urlencode({'a': a})}"}
    if has_answers:
        pages["Problems of A"] = f"/pair?{urlencode({'a': a, 'b': ''})}#problems"
    return pages
