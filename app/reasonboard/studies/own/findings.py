"""What a declared study shows in sentences: gains along x, where they stop, what is better for less."""

from collections.abc import Iterable, Sequence

from reasonboard.core.findings.finding import Finding, ordered
from reasonboard.core.findings.words import (
    NO_TEST,
    by_sign,
    change,
    conclusion,
    count_of,
    how_tested,
    points_or,
)
from reasonboard.studies.own.charts.lines import sets_of
from reasonboard.studies.own.charts.words import line_name
from reasonboard.studies.own.declared import Declared, noun_of
from reasonboard.studies.own.rows import Row, difference_words, lines_of, times_of, with_standing

BONFERRONI = "Bonferroni's correction"
_HOW = (
    "Each mark below the frontier against the best one at no higher cost; Holm's "
    "correction over all pairs of marks of the panel, and over the panels that two marks "
    "share, regardless of filters."
)


def subject_of(declared: Declared, row: Row) -> str:
    """The name of a line as the subject of a finding."""
    return line_name(declared, row) or str(row["label"])


def of_the_lines(declared: Declared, rows: Sequence[Row], **_: object) -> list[Finding]:
    """For each line its last place against its reference, and the first place tied with its best."""
    all_lines = lines_of(rows)
    return ordered([*_gains(declared, all_lines), *_plateaus(declared, all_lines)])


def _gains(declared: Declared, lines: Sequence[Sequence[Row]]) -> Iterable[Finding]:
    name, x_words = noun_of(declared.x.column), declared.x.words
    for line in lines:
        last, result = line[-1], line[-1]["gain"]
        if last["x"] == last["reference"] or not last["reference"]:
            continue
        reference = next((row for row in line if row["x"] == last["reference"]), None)
        if reference is None:
            continue
        gain, unit = last["value"] - reference["value"], points_or(last["unit"])
        yield Finding.of(
            subject_of(declared, last),
            result,
            f"{subject_of(declared, last)}: {change(gain, last['unit'])} {unit} from {name} "
            f"{x_words(reference['x'])} to {x_words(last['x'])} ({conclusion(result, unit=last['unit'])}).",
            how_tested(result, "lines", correction=BONFERRONI),
            sets_of(declared, last) | {"x": last["x"]},
            unit=unit,
            times=times_of(last),
            estimate=gain * times_of(last),
            detail=f"{name} {x_words(reference['x'])} to {x_words(last['x'])}",
        )


def _plateaus(declared: Declared, lines: Sequence[Sequence[Row]]) -> Iterable[Finding]:
    """Where the best of a line has a higher x than a place that is tied with it."""
    name, x_words = noun_of(declared.x.column), declared.x.words
    for line in lines:
        best = next((row for row in line if row["x"] == row["best"]), None)
        if best is None or any(row["at"] is None for row in line):
            continue
        before = line[: line.index(best)]
        level = next((row for row in before if row["below"] and not row["below"].significant), None)
        if level is None:
            continue
        gap = best["value"] - level["value"]
        yield Finding.of(
            subject_of(declared, best),
            level["below"],
            f"{subject_of(declared, best)}: from {name} {x_words(level['x'])} on, "
            f"{difference_words(abs(gap), best)} {by_sign(gap, 'below', 'at', 'above')} the best at "
            f"{x_words(best['x'])}, but not significantly.",
            how_tested(
                level["below"], "values against the best of their line", correction=BONFERRONI
            ),
            sets_of(declared, best) | {"x": level["x"]},
            unit=points_or(best["unit"]),
            times=times_of(best),
            detail=f"{name} {x_words(level['x'])} against the best, {x_words(best['x'])}",
        )


def of_the_frontier(declared: Declared, rows: Sequence[Row], **_: object) -> list[Finding]:
    """How many marks of each panel another one beats for less, by more than chance."""
    marks = with_standing(rows)
    findings = []
    for panel in dict.fromkeys(row["panel"] for row in marks):
        inside = [row for row in marks if row["panel"] == panel]
        on = [row for row in inside if row["standing"] == "frontier"]
        beaten = sum(row["standing"] == "below" for row in inside)
        untested = sum(row["standing"] == "untested" for row in inside)
        tested = len(inside) - len(on) - untested
        counts = (
            f"{beaten} of {count_of(tested, 'mark')} below the frontier "
            f"{'is' if beaten == 1 else 'are'} "
        ) + (f"significantly below it{f', {untested} not tested' if untested else ''}")
        if not tested:
            counts = "none of the others is tested" if untested else "no mark is below the frontier"
        findings.append(
            Finding(
                subject=panel or str(inside[0]["label"]),
                detail=f"{len(on)} on the frontier, up to {_mark_name(declared, on[-1])}",
                estimate=beaten if tested or not untested else None,
                unit=f"of {count_of(len(inside) - untested, 'mark')} beaten for less",
                verdict="worse" if beaten else "untested" if untested and not tested else "open",
                text=f"{panel or 'All'}: {counts}; "
                f"{len(on)} on the frontier, from {_mark_name(declared, on[0])} to {_mark_name(declared, on[-1])}.",
                test=_HOW
                if tested
                else NO_TEST
                if untested
                else "None: no mark is below the frontier.",
                marks=sets_of(declared, on[-1]) | {"x": on[-1]["x"]},
            )
        )
    return findings


def _mark_name(declared: Declared, row: Row) -> str:
    x_words = f"{noun_of(declared.x.column)} {declared.x.words(row['x'])}"
    return f"{row['color']} at {x_words}" if row["color"] else x_words
