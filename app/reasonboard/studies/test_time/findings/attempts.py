"""What several attempts bring to each run of a benchmark."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import conclusion, how_tested, percent, points
from reasonboard.studies.test_time.attempts import Attempts, Point, attempts
from reasonboard.studies.test_time.rows import Row


def of_attempts(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with several attempts at every problem: pass@k of all of them, and their vote, minus one attempt."""
    runs = [attempt for attempt in attempts(rows) if attempt.gain]
    votes = [_of_vote(run, panel) for run in runs if run.majority]
    return [_of_any(run, panel) for run in runs] + votes


def _of_any(run: Attempts, panel: str) -> Finding:
    first, last, together = run.any_right[0], run.any_right[-1], run.all_right[-1]
    words = (
        f"of {last.k} attempts at least one is right on {percent(last.value)} of the problems, "
        f"{points(last.value - first.value)} more than of one ({conclusion(run.result)}); all are right on "
        f"{percent(together.value)}."
    )
    return _gain(run, panel, "", "pass@k", first, last, words, run.result)


def _of_vote(run: Attempts, panel: str) -> Finding:
    first, last = run.majority[0], run.majority[-1]
    gain = last.value - first.value
    more = f"{points(abs(gain))} {'more' if gain >= 0 else 'less'} than one"
    words = (
        f"the most frequent of {last.k} answers is right on {percent(last.value)} of the problems, "
        f"{more} ({conclusion(run.vote_result)})."
    )
    return _gain(run, panel, ", vote", "majority@k", first, last, words, run.vote_result)


def _gain(
    run: Attempts,
    panel: str,
    what: str,
    measure: str,
    first: Point,
    last: Point,
    words: str,
    result: Result | None,
) -> Finding:
    """By how much all attempts are better than one by this measure."""
    name = str(run.row["name"])
    test = f"z test of the mean over problems of {measure} minus the share of right attempts"
    return Finding.of(
        f"{name}{what}",
        result,
        f"{name} on {panel}: {words}",
        how_tested(result, "runs of the benchmark", test=test, note=""),
        {"panel": panel, "run": str(run.row["key"])},
        estimate=(last.value - first.value) * 100,
        facts=(("one attempt", percent(first.value)), ("all of them", percent(last.value))),
    )
