"""Whether a skill generalizes over type and length, in one sentence and as a small picture."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.control import Values
from reasonboard.core.findings.result import known_results
from reasonboard.core.findings.words import above_or_below, points
from reasonboard.core.headline import Headline, any_in_words, counted, part_in_words, share_in_words
from reasonboard.core.study import Study
from reasonboard.statistics.decline import log_odds_slope
from reasonboard.studies.type_length.rows import (
    MethodPair,
    Row,
    by_panel,
    cells_of,
    curve_of,
    length_label,
    mean_difference,
    methods_compared,
    missing_of,
    shared_cells,
    tested_lengths,
)

_UNSURE = "Cannot tell yet:"


class Falls(NamedTuple):
    """On how many curves, one for each type of a panel, accuracy significantly falls with length."""

    down: int
    tested: int
    curves: int


def headline(study: Study, values: Values) -> Headline | None:
    """On how many of the chosen curves accuracy falls with length, and what the method of A adds to that of B."""
    rows = study.rows("grid", values | {"mode": "accuracy"})
    if not rows:
        return None
    panels = by_panel(rows)
    models = list(dict.fromkeys(row["model"] for row in rows))
    lengths = tested_lengths(rows)
    types = {row["task_type"] for row in rows}
    several = [counted(len(panels), "panel") + " of model and method"] if len(panels) > 1 else []
    return Headline(
        where_it_falls(_who(panels), falls_of(list(panels.values())), _why_untested(rows)),
        _added(study, values, rows),
        subject=counted(len(models), "model") if len(models) > 1 else str(models[0] or ""),
        extent=", ".join([*several, counted(len(types), "type"), _extent(lengths)]),
        tested=(
            "Weighted logistic regression of right answers on length, with the standard error "
            "widened if the cells scatter more than binomial noise, and Holm's correction over "
            "the types of a model and method. Two methods are compared by the mean over the cells "
            "of type and length that both have, each cell counting once: a z test with "
            "Bonferroni's correction over all pairs of methods of this source, regardless of "
            "filters."
        ),
    )


def _who(panels: dict[str, list[Row]]) -> str:
    """The model and method where there is one panel; "" for several."""
    rows = next(iter(panels.values()))
    parts = (rows[0]["model"], rows[0]["method"])
    return " · ".join(filter(None, parts)) if len(panels) == 1 else ""


def _extent(lengths: Sequence[int]) -> str:
    first, last = (length_label(length) for length in (lengths[0], lengths[-1]))
    return f"lengths {first} to {last}" if len(lengths) > 1 else f"length {first}"


def falls_of(panels: Sequence[Sequence[Row]]) -> Falls:
    """The falls of all panels; the types of a panel are one family of tests."""
    down = tested = curves = 0
    for rows in panels:
        slopes = known_results([curve_of(row) for row in rows], log_odds_slope)
        down += sum(result.significant and result.estimate < 0 for _, result in slopes)
        tested, curves = tested + len(slopes), curves + len(rows)
    return Falls(down, tested, curves)


def _why_untested(rows: Sequence[Row]) -> str:
    if all(len(row["lengths"]) == 1 for row in rows):
        return "Only one length, so nothing to compare."
    if not all(curve_of(row).counted for row in rows):
        return "Not tested: the number of problems is unknown."
    return "Not tested: the answers of each type are all right or all wrong, so no slope can be fitted."


def where_it_falls(who: str, falls: Falls, why_untested: str) -> str:
    """'Only partly: X loses accuracy with length in 5 of 7 types.'; of several panels, where `who` is "", curves."""
    if not falls.tested:
        return why_untested
    loses = f"{who} loses accuracy" if who else "accuracy falls"
    noun, where = ("type", "in") if who else ("curve", "on")
    untested = falls.curves - falls.tested
    if not falls.down:
        if falls.tested == 1:
            return f"{_UNSURE} no significant fall {f'of {who} ' if who else ''}with length."
        any_of = any_in_words(falls.tested, noun) + (" tested" if untested else "")
        return f"{_UNSURE} no significant fall {f'of {who} ' if who else ''}with length {where} {any_of}."
    part = part_in_words(falls.down, falls.tested, noun, untested)
    start = "No" if falls.down == falls.tested else "Only partly"
    if falls.curves == 1:
        return f"{start}: {loses} with length."
    return f"{start}: {loses} with length {where} {part}."


def _added(study: Study, values: Values, rows: Sequence[Row]) -> str:
    """What the method of A adds to that of B, wherever a chosen model has both; what A adds where they differ in
    one other thing; "" where they differ in more than one.
    """
    a, b = (
        [row for row in study.rows("grid", values | {"mode": "difference"}) if row["panel"] == name]
        for name in (values["first"], values["second"])
    )
    if not a or not b or a[0]["panel"] == b[0]["panel"]:
        return ""
    differing = [name for name in ("model", "method", "benchmark") if a[0][name] != b[0][name]]
    if differing == ["method"]:
        methods = (a[0]["method"], b[0]["method"])
        return _of_methods(methods, methods_compared(by_panel(rows).values(), methods=methods))
    of_a, of_b = cells_of(a), cells_of(b)
    shared = shared_cells(of_a, of_b)
    if len(differing) > 1 or not shared:
        return ""
    gap = mean_difference(of_a, of_b, shared).value
    return f"{a[0]['panel']} is {above_or_below(gap)} {b[0]['panel']}."


def _of_methods(methods: tuple[str, str], pairs: Sequence[MethodPair]) -> str:
    """'Meta-learning beats Baseline by 2.4 to 7.5 points in all 3 tests.'"""
    if not pairs:
        return ""
    first, second = methods
    tested = [pair for pair in pairs if pair.result]
    sure = [pair.difference for pair in tested if pair.result and pair.result.significant]
    if len(pairs) == 1 or not tested:
        verdict = "significantly" if sure else "but not significantly" if tested else "not tested"
        return f"{first} is {_range([pair.difference for pair in pairs])} {second}, {verdict}."
    up, down = [gap for gap in sure if gap > 0], [-gap for gap in sure if gap < 0]
    if not sure:
        return (
            f"No significant difference between {first} and {second} in "
            f"{counted(len(tested), 'test')}."
        )
    if up and down:
        return (
            f"{first} is better than {second} in {len(up)} of {len(tested)} tests and worse in "
            f"{len(down)}."
        )
    by = _sizes(up or down)
    where = (
        "the one test" if len(tested) == 1 else f"{share_in_words(len(sure), len(tested))} tests"
    )
    return f"{first} is {'better' if up else 'worse'} than {second} by {by} in {where}."


def _range(gaps: Sequence[float]) -> str:
    """'2.4 to 7.5 points above', 'from 1.0 points below to 2.0 points above'."""
    low, high = min(gaps), max(gaps)
    if low * high > 0:
        return f"{_sizes([abs(gap) for gap in gaps])} {'above' if low > 0 else 'below'}"
    return (
        above_or_below(low)
        if low == high
        else f"from {above_or_below(low)} to {above_or_below(high)}"
    )


def _sizes(sizes: Sequence[float]) -> str:
    """'2.4 to 7.5 points'; of one size that alone."""
    low, high = points(min(sizes)), points(max(sizes))
    return high if low == high else f"{low.removesuffix(' points')} to {high}"


def teaser(study: Study) -> Teaser | None:
    """Of A and B the type in which they differ most; None where the page compares nothing."""
    values = study.defaults() | {"mode": "difference"}
    if values["first"] == values["second"]:
        return None
    rows = study.rows("grid", values)
    panels = [[row for row in rows if row["panel"] == values[name]] for name in ("first", "second")]
    if not all(panels):
        return None
    a, b = (cells_of(panel) for panel in panels)
    types = sorted({kind for kind, _ in a} & {kind for kind, _ in b})
    if not types:
        return None
    kind = max(types, key=lambda name: abs(mean_difference(a, b, shared_cells(a, b, name)).value))
    shared = shared_cells(a, b, kind)
    lengths = [float(length) for _, length in shared]
    high, low = ([values[cell_key].value * 100 for cell_key in shared] for values in (a, b))
    gone = [at for row in rows if row["task_type"] == kind for at in missing_of(row)]
    gaps = after_gaps(lengths, gone)
    names = [(panel[0]["method"] or panel[0]["model"]).rpartition("/")[2] for panel in panels]
    return Teaser(
        f"{kind}: accuracy by length {lengths[0]:g} to {lengths[-1]:g}, {names[0]} {high[-1]:.0f}% and {names[1]} "
        f"{low[-1]:.0f}% at the longest.",
        f"length {lengths[0]:g}",
        f"{lengths[-1]:g}, {kind}",
        [
            TeaserLine(low, lengths, "muted", f"{low[-1]:.0f}%\n{names[1]}", after_gaps=gaps),
            TeaserLine(high, lengths, label=f"{high[-1]:.0f}%\n{names[0]}", after_gaps=gaps),
        ],
    )
