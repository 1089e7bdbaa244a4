"""The answer line of a declared study."""

from collections.abc import Sequence

from reasonboard.core.control import Values
from reasonboard.core.findings.words import lacking
from reasonboard.core.headline import Headline, counted, part_in_words, share_in_words
from reasonboard.core.study import Study
from reasonboard.studies.own.charts.words import differing_words
from reasonboard.studies.own.declared import Declared, noun_of
from reasonboard.studies.own.rows import Row, difference_words, lines_of, with_standing

_TESTED = (
    "The last value of each line is tested against {reference}: the two-proportion score "
    "test (or the standard errors in the source), with Bonferroni's correction over all "
    "lines of this metric, regardless of filters. Assumes independent answers. There is "
    "no test if the number of problems is unknown."
)

_TESTED_BY_COST = (
    "A mark is on the frontier if no other one is as good for less, or better for no "
    "more. Each other one is tested against the best one at no higher cost: the "
    "two-proportion score test (or the standard errors in the source), with Holm's "
    "correction over all pairs of marks of the panel, which allows for picking the "
    "highest, and over the panels that two marks share: the larger p-value counts."
)


def headline(declared: Declared, study: Study, values: Values) -> Headline:
    """How many lines rise or fall along x, or which place is best; what the study lacks where it shows nothing."""
    rows = study.view_rows(study.views[0], values)
    lines = [line for line in lines_of(rows) if line]
    if not lines:
        words = (
            differing_words(rows)
            or f"None of the loaded numbers has a {noun_of(declared.x.column)}."
        )
        return Headline("Nothing to show yet.", words)
    places = list(dict.fromkeys(row["x"] for line in lines for row in line))
    label, name = lines[0][0]["label"], noun_of(declared.x.column)
    marks = with_standing(rows) if declared.views[0] == "frontier" else []
    if marks:
        return _of_the_frontier(marks)
    along = all(row["at"] is not None for line in lines for row in line)
    tested = [line for line in lines if len(line) > 1 and line[-1]["x"] != line[-1]["reference"]]
    if declared.x.column == "benchmark":
        # Benchmarks differ in how hard they are: that one of them is the best says nothing.
        strong = f"{label} on {counted(len(places), 'benchmark')}."
    elif along and tested:
        strong = _changes(tested, str(label), name, declared)
    else:
        strong = _best(lines, str(label), declared)
    return Headline(
        strong,
        differing_words(rows),
        subject=counted(len(lines), "line"),
        extent=f"{counted(len(places), 'value')} of {name}",
        tested=_TESTED.format(
            reference=f"{name} {declared.x.words(declared.baseline)}"
            if declared.baseline
            else "its first value"
        ),
    )


def _of_the_frontier(marks: Sequence[Row]) -> Headline:
    """'32b has 10 of 16 marks on the frontier', and how many marks are clearly beaten for less."""
    standings = [row["standing"] for row in marks]
    best = [row for row in marks if row["standing"] == "frontier"]
    names = [row["color"] for row in best if row["color"]]
    top = max(dict.fromkeys(names), key=names.count) if names else ""
    if len(marks) == 1:
        strong = "One mark, so nothing to compare."
    elif top:
        where = f"{names.count(top)} of {counted(len(best), 'mark')}"
        strong = f"{top} has {where} on the frontier."
    else:
        strong = f"{len(best)} of {counted(len(marks), 'mark')} are on the frontier."
    return Headline(
        strong,
        _beneath(standings, _untested(marks)),
        subject=counted(len(marks), "mark"),
        extent=f"{len(best)} on the frontier",
        tested=_TESTED_BY_COST,
    )


def _untested(rows: Sequence[Row]) -> str:
    """'not tested: number of problems unknown', or what else a test of these values would need."""
    is_share = all(row["scale"] == "proportion" for row in rows)
    return f"not tested: {lacking(is_share=is_share)}"


def _beneath(standings: Sequence[str], why: str) -> str:
    """How the other marks did in the tests; `why` describes the marks that are not tested."""
    below, tied, untested = map(standings.count, ("below", "open", "untested"))
    if not below + tied:
        return f"The others are {why}." if untested else ""
    left = f", {untested:,} not tested" if untested else ""
    if below:
        others = part_in_words(below, below + tied, "other", untested)
        return f"Significantly better than {others} at no higher cost{left}."
    others = "the other" if tied == 1 else f"any of the {tied:,} others"
    tested = " tested" if untested and tied > 1 else ""
    return f"Not significantly better than {others}{tested}{left}."


def _changes(lines: Sequence[Sequence[Row]], label: str, name: str, declared: Declared) -> str:
    """'Accuracy rises with budget on 3 of 4 lines, significantly on 2.'"""
    along = _from_end_to_end(lines) if declared.x.order else f"with {name}"
    rising = sum(_change(line) > 0 for line in lines)
    falling = sum(_change(line) < 0 for line in lines)
    if not rising and not falling:
        on_all = "" if len(lines) == 1 else f" on any of {len(lines)} lines"
        return f"{label} does not change {along}{on_all}."
    way, count = ("rises", rising) if rising >= falling else ("falls", falling)
    results = [line[-1]["gain"] for line in lines]
    up = sum(bool(result and result.significant and result.estimate > 0) for result in results)
    down = sum(bool(result and result.significant and result.estimate < 0) for result in results)
    sure, other = (up, down) if way == "rises" else (down, up)
    if len(lines) == 1:
        verdict = results[0].clause if results[0] else _untested(lines[0])
        size = difference_words(abs(_change(lines[0])), lines[0][-1])
        return f"{label} {way} by {size} {along}, {verdict}."
    turn = f", {'falls' if way == 'rises' else 'rises'} significantly on {other}" if other else ""
    where = share_in_words(count, len(lines))
    return f"{label} {way} {along} on {where} lines{_sure(sure, count, results, _untested(lines[0]))}{turn}."


def _sure(sure: int, count: int, results: Sequence[object], why: str) -> str:
    """', significantly on 2, 1 not tested': the end of a sentence on `count` of several lines.

    `why` is the end if none is tested.
    """
    untested = sum(result is None for result in results)
    if untested == len(results):
        return f", {why}"
    left = f", {untested} not tested" if untested else ""
    return f", significantly on {'all' if sure == count else sure or 'none'}{left}"


def _from_end_to_end(lines: Sequence[Sequence[Row]]) -> str:
    """'from low to high': words have an order, but grow in no sense that a reader could guess."""
    ends = {(line[-1]["reference"], line[-1]["x"]) for line in lines}
    if len(ends) == 1:
        first, last = ends.pop()
        return f"from {first} to {last}"
    return "from the first value to the last"


def _change(line: Sequence[Row]) -> float:
    first = next((row for row in line if row["x"] == line[-1]["reference"]), line[0])
    return float(line[-1]["value"] - first["value"])


def _best(lines: Sequence[Sequence[Row]], label: str, declared: Declared) -> str:
    """'Accuracy is highest at 4-bit on 3 of 4 lines, significantly on 1.'"""
    leading = [line for line in lines if line[0]["best"] and len(line) > 1]
    if not leading:
        return f"{label} by {noun_of(declared.x.column)}."
    tops = [line[0]["best"] for line in leading]
    most = max(dict.fromkeys(tops), key=tops.count)
    way = "lowest" if lines[0][0]["higher_is_better"] is False else "highest"
    apart = [_is_apart(line) for line in leading if line[0]["best"] == most]
    place = f"{label} is {way} at {declared.x.words(most)}"
    if len(leading) == 1:
        verdict = "significantly" if apart[0] else "but not significantly"
        return f"{place}, {_untested(leading[0]) if apart[0] is None else verdict}."
    where = share_in_words(len(apart), len(leading))
    return f"{place} on {where} lines{_sure(apart.count(True), len(apart), apart, _untested(leading[0]))}."


def _is_apart(line: Sequence[Row]) -> bool | None:
    """Is every other place of a line significantly behind its best? None if that is not tested."""
    tests = [row["below"] for row in line if row["x"] != row["best"]]
    if any(test and not test.significant for test in tests):
        return False
    return None if None in tests else True
