"""Which of two models is better, in one sentence."""

from collections.abc import Sequence

from reasonboard.core.control import Values
from reasonboard.core.findings.settings import notable, settings, summary
from reasonboard.core.findings.verdicts import Verdicts, who_is_better
from reasonboard.core.findings.words import change_range, points_or
from reasonboard.core.headline import Headline, Selected, counted
from reasonboard.core.pair_answers import with_answers
from reasonboard.core.pair_names import pair_names
from reasonboard.core.study import Study
from reasonboard.store.database import Rows, query
from reasonboard.studies.pair.rows import Line, lines, mean_line

_TESTED = (
    "If the answers of both models are loaded, each benchmark is compared on the problems "
    "that both answered: McNemar's score test for single right or wrong answers, "
    "otherwise a t test of the differences per problem. Other benchmarks are compared by "
    "the two-proportion score test, or a z test with the standard errors if these are "
    "more precise. p-values are corrected over all benchmarks by Holm's method; intervals "
    "are not. If an interval excludes 0 but the corrected p-value is above 0.05, the "
    "difference is significant only before correction. The mean counts each benchmark "
    "once and is one planned test; it holds for these benchmarks. A detectable difference "
    "is found in 80% of cases, before correction."
)


def compared(values: Values) -> Rows:
    """The benchmarks of A and B, the rows of sql/benchmarks.sql, with their paired answers."""
    return query("studies/pair/benchmarks", with_answers, **values)


def headline(study: Study, values: Values) -> Headline | None:
    """On how many benchmarks A is better or worse, and how many settings differ."""
    names = {row["key"]: row for row in study.rows("run", values)}
    a, b = names.get(values["a"]), names.get(values["b"])
    if a is None:
        return None
    name = _name(a, b)
    if b is None:
        return Headline(
            f"{name} has scores on {counted(a['benchmarks'], 'benchmark')}.",
            "Choose B to compare.",
            subject=name,
            extent=a["title"],
        )
    benchmarks, other = lines(compared(values)), _name(b, a)
    if not benchmarks:
        counts = f"A has {a['benchmarks']:,}, B has {b['benchmarks']:,}."
        return Headline("No shared benchmark.", counts, subject=f"A {name}, B {other}")
    extent = f"{a['title']} and {b['title']}" if a["title"] != b["title"] else str(a["title"])
    short, short_b = pair_names(name, other)
    answer = _answer(short, short_b, benchmarks)
    own = short if a["own"] and answer.startswith(f"{short} is ") else ""
    single = "It is the only shared benchmark." if len(benchmarks) == 1 else ""
    return Headline(
        answer.removeprefix(own).lstrip(),
        " ".join(filter(None, [single, _mean(benchmarks), _settings(study, values)])),
        own=own,
        subject=f"A {name}, B {other}",
        extent=extent,
        tested=_TESTED,
    )


def selected(_study: Study, values: Values) -> Selected:
    """A minus B on the selected benchmark, with its interval and verdict."""
    all_lines = lines(compared(values))
    line = next((line for line in all_lines if line.benchmark == values["panel"]), None)
    if line is None:
        return Selected(words="Choose B to compare" if not values["b"] else "")
    ends = line.difference.interval if values["intervals"] == "on" else None
    interval = change_range(*ends, line.unit) if ends else ""
    return Selected(line.change, interval, points_or(line.unit), line.words)


def _answer(a: str, b: str, benchmarks: Sequence[Line]) -> str:
    """Who is better on how many benchmarks, and by how much if that is the same on all."""
    compared = [line.difference for line in benchmarks]
    answer = who_is_better(a, b, compared, benchmarks[0].benchmark)
    verdicts = Verdicts.of(compared)
    is_one_way = len(compared) in (verdicts.better, verdicts.worse)
    if not is_one_way or any(difference.a["unit"] != "fraction" for difference in compared):
        return f"{answer}."
    sizes = sorted({f"{abs(line.difference.estimate) * 100:.1f}" for line in benchmarks}, key=float)
    return f"{answer}, by {' to '.join(dict.fromkeys((sizes[0], sizes[-1])))} points."


def _mean(benchmarks: Sequence[Line]) -> str:
    """The mean over benchmarks, with its interval and verdict, if there is one."""
    line = mean_line(benchmarks)
    if line is None or line.difference.interval is None:
        return ""
    count, interval = len(line.mean_of), change_range(*line.difference.interval, line.unit)
    if not line.difference.is_significant:
        return (
            f"On average of {count:,} benchmarks: cannot tell yet, {line.change} points ("
            f"{interval})."
        )
    side = "better" if line.difference.estimate > 0 else "worse"
    return f"On average of {count:,} benchmarks it is {side}: {line.change} points ({interval})."


def _settings(study: Study, values: Values) -> str:
    """The summary of the settings, if there are notable ones."""
    rows = study.rows("settings", values)
    return f"{summary(settings(rows))}." if notable(rows) else ""


def _name(row: dict[str, object], other: dict[str, object] | None) -> str:
    """The model; with what tells its runs apart where the other is of the same model or this is not its newest."""
    is_alike = other is not None and other["model"] == row["model"]
    telling = str(row["line" if row["newest"] and not is_alike else "variant"])
    if is_alike and other is not None and other["variant"] == row["variant"]:
        telling = " · ".join(filter(None, [telling, str(row["title"])]))
    return " · ".join(filter(None, [str(row["model"]), telling]))
