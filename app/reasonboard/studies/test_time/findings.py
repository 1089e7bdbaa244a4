"""What the runs of each benchmark say: of the frontier, of several attempts, of answers cut off, and of long ones."""

from collections.abc import Sequence

from reasonboard.charts.ticks import short
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import (
    conclusion,
    count_of,
    how_tested,
    interval,
    percent,
    percent_range,
    points,
    trend_sentence,
)
from reasonboard.studies.test_time.attempts import Attempts, Point, attempts
from reasonboard.studies.test_time.bins import Lengths, lengths
from reasonboard.studies.test_time.cut_off import CutOff
from reasonboard.studies.test_time.rows import Panel, Row, panels_of

_NOTE = (
    "Assumes independent answers. Harder problems get longer answers, so this is no test of cause."
)
_LINE = "straight line weighted by 1 / standard error²"


def of_frontier(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark with several runs: the highest accuracy against that of the shortest answers."""
    return [_of_panel(panel) for panel in panels_of(rows) if panel.is_compared]


def _of_panel(panel: Panel) -> Finding:
    best, cheapest, result = panel.best, panel.cheapest, panel.gain
    least = "cheapest" if best["priced"] else "shortest"
    highest = (
        f"{best['name']} is highest with {percent(best['value'])} at {best['tokens']:,.0f} tokens"
    )
    other, test = "", f"None: the {least} run is highest."
    if best is not cheapest:
        sure = conclusion(result) if result else "not tested"
        other = (
            f"; the {least}, {cheapest['name']}, has {percent(cheapest['value'])} at {cheapest['tokens']:,.0f} "
            f"({sure})"
        )
        test = how_tested(result, "pairs of runs of the benchmark")
    text, tied = _beneath(panel)
    return Finding.of(
        panel.name,
        result,
        f"{panel.name}: {highest}{other}; {text}.",
        test,
        {"panel": panel.name, "run": str(best["key"])},
        estimate=(best["value"] - cheapest["value"]) * 100,
        facts=(
            ("Tokens", f"{short(cheapest['tokens'])} to {short(best['tokens'])}"),
            ("Tied with frontier", tied),
        ),
    )


def _beneath(panel: Panel) -> tuple[str, str]:
    """How many of the runs beneath the frontier are tied with it, as a sentence and short."""
    standings = [panel.verdict(row) for row in panel.rows]
    tied, untested = standings.count("open"), standings.count("untested")
    tested = tied + standings.count("below")
    if not tested + untested:
        return "no run is below the frontier", "none"
    if not tested:
        return f"{count_of(untested, 'run')} below the frontier not tested", "not tested"
    left = f", {untested:,} not tested" if untested else ""
    are = "is" if tied == 1 else "are"
    words = (
        f"{tied or 'none'} of {count_of(tested, 'run')} below the frontier {are} tied with it{left}"
    )
    return words, f"{tied} of {tested}"


def of_attempts(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with several attempts at every problem: pass@k of all of them, and their vote, minus one attempt."""
    runs = [attempt for attempt in attempts(rows) if attempt.gain]
    votes = [_of_vote(run, panel) for run in runs if run.majority]
    return [_of_any(run, panel) for run in runs] + votes


def _of_any(run: Attempts, panel: str) -> Finding:
    first, last, together = run.any_right[0], run.any_right[-1], run.all_right[-1]
    words = (
        f"pass@{last.k} is {percent(last.value)}, {points(last.value - first.value)} above one "
        f"attempt ({conclusion(run.result)}); all {last.k} attempts are right on "
        f"{percent(together.value)} of the problems."
    )
    return _of_gain(run, panel, "", "pass@k", first, last, words, run.result)


def _of_vote(run: Attempts, panel: str) -> Finding:
    first, last = run.majority[0], run.majority[-1]
    gain = last.value - first.value
    more = f"{points(abs(gain))} {'more' if gain >= 0 else 'less'} than one"
    words = (
        f"the most frequent of {last.k} answers is right on {percent(last.value)} of the problems, "
        f"{more} ({conclusion(run.vote_result)})."
    )
    return _of_gain(run, panel, ", vote", "majority@k", first, last, words, run.vote_result)


def _of_gain(
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
    test = f"t test over problems of {measure} minus the share of right attempts ({run.size_words})"
    return Finding.of(
        f"{name}{what}",
        result,
        f"{name} on {panel}: {words}",
        how_tested(result, "runs of the benchmark", test=test, note=""),
        {"panel": panel, "run": str(run.row["key"])},
        estimate=(last.value - first.value) * 100,
        facts=(("one attempt", percent(first.value)), ("all of them", percent(last.value))),
    )


def of_cut_off(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with answers that were cut off: how much more often complete ones are right."""
    return [_of_cut_off(run, panel) for row in rows if (run := CutOff(row)).cut]


def _of_cut_off(run: CutOff, panel: str) -> Finding:
    name, result, ends = str(run.row["name"]), run.result, run.intervals[0]
    share = f"{percent(run.share.value)} of {count_of(run.answers, 'answer')} were truncated"
    within = f" ({interval(ends.low, ends.high)})" if ends else ""
    right = [
        f"{word} ones {percent(part.value)}"
        for word, part in (("complete", run.complete), ("cut", run.cut_off))
        if part
    ]
    difference = f", {points(abs(result.estimate))} apart ({conclusion(result)})" if result else ""
    return Finding.of(
        name,
        result,
        (
            f"{name} on {panel}: {share}{within}. Correct: {', '.join(right)}{difference}. The "
            f"score of {percent(run.score)} would be {percent(run.bounds.low)} if all truncated "
            f"answers were wrong, {percent(run.bounds.high)} if all were right."
        ),
        how_tested(
            result,
            "runs of the benchmark",
            note="Truncated answers may be on harder problems, so this is no test of cause.",
        ),
        {"panel": panel, "run": str(run.row["key"])},
        facts=(
            ("Cut off", percent(run.share.value)),
            ("Bounds", f"{percent_range(run.bounds.low, run.bounds.high)}%"),
        ),
    )


def of_bins(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with answers in several bins: the change of accuracy per doubling of the tokens."""
    return [_of_bins(length, panel) for length in lengths(rows) if length.slope]


def _of_bins(run: Lengths, panel: str) -> Finding:
    name, result = str(run.row["name"]), run.result
    slope = run.slope.value if run.slope else 0.0
    return Finding.of(
        name,
        result,
        trend_sentence(f"{name} on {panel}", result, slope, "doubling of the tokens"),
        how_tested(result, "runs of the benchmark", test=_LINE, note=_NOTE),
        {"panel": panel, "run": str(run.row["key"])},
        estimate=slope * 100,
        unit="points per doubling",
    )
