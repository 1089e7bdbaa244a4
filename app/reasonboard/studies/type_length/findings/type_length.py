"""What the heatmaps over type and length say: methods on the same cells, types on the same lengths."""

from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import interval, p_value, percent, points
from reasonboard.statistics.contrasts import Contrast, contrast, verdicts
from reasonboard.statistics.corrections import benjamini_hochberg, holm
from reasonboard.statistics.decline import shared_lengths
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import Estimate, difference, mean
from reasonboard.statistics.sweeps import best_set
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.type_length.findings.type_curve import (
    by_verdict,
    cells_of,
    ends,
    lengths_words,
    share,
)

Row = dict[str, Any]
Place = tuple[str, int]
Cells = Mapping[Place, Measured]

_PANELS = 3
"""So many panels are said to have a best type."""
SHARED = "Answers are taken as independent; both have the same items, so the noise is smaller than this says."


def of_the_grid(
    rows: Sequence[Row],
    *,
    panels: str,
    mode: str,
    first: str,
    second: str,
    type: str,
    **_options: str,
) -> list[Finding]:
    """Methods compared on the cells that they share; types compared on the lengths that all have."""
    of: dict[str, list[Row]] = {}
    for row in rows:
        if panels == "all" or row["rank"] <= int(panels):
            of.setdefault(row["panel"], []).append(row)
    if mode == "difference":
        return _of_a_difference(of[first], of[second], type) if {first, second} <= set(of) else []
    best = sorted(filter(None, map(_best, of.values())), key=lambda one: -one.strength)
    return [*_methods(of, type), *best[:_PANELS]]


def _methods(of: Mapping[str, list[Row]], type: str) -> list[Finding]:
    """Each method against the first drawn of the same model and benchmark, on shared cells."""
    found: list[tuple[Row, Row, int, Estimate]] = []
    for name, rows in of.items():
        one = rows[0]
        other = next((them for them in of.values() if _kin(them[0]) == _kin(one)), rows)
        if other[0]["panel"] == name:
            continue
        a, b = (_only(cells_of(group), type) for group in (rows, other))
        shared = sorted(set(a) & set(b))
        if shared:
            pair = difference([a[at] for at in shared], [b[at] for at in shared])
            found.append((one, other[0], len(shared), pair))
    adjusted = holm([pair.p_value for *_, pair in found])
    return [
        _method(*one, p, len(found), type)
        for one, p in zip(found, adjusted, strict=True)
        if one[3].ends
    ]


def _method(
    one: Row, other: Row, cells: int, pair: Estimate, p: float, tests: int, type: str
) -> Finding:
    where = f"the {cells} cells of {type} that" if type else f"the {cells} cells that"
    told = by_verdict(" after correction", p)
    return Finding(
        f"{_moved(one['panel'], other['panel'], pair)} on {where} both have ({_size(pair)}; {told}).",
        strength=abs(pair.z),
        test=f"z test of the mean difference of shared cells, each counting once, {p_value(p)} by Holm's "
        f"correction over {tests}. {SHARED}",
        marks={"first": one["panel"]} if one["chosen"] else {},
    )


def _best(rows: Sequence[Row]) -> Finding | None:
    """Which type is highest on the lengths that all types have, and which cannot be told from it."""
    lengths = shared_lengths(row["lengths"] for row in rows)
    if len(rows) < 2 or not lengths:  # noqa: PLR2004 - a best needs another
        return None
    cells = cells_of(rows)
    of = {row["task_type"]: [cells[row["task_type"], at] for at in lengths] for row in rows}
    ns = [sum(cell.answers for cell in group) for group in of.values()]
    if not all(cell.answers for group in of.values() for cell in group):
        return None
    means = {kind: mean(group) for kind, group in of.items()}
    values = [min(1.0, found.value) for found in means.values()]
    names = list(of)
    best = best_set([Measured(value, n) for value, n in zip(values, ns, strict=True)]) or ()
    together = [names[place] for place in sorted(best)]
    high = max(together, key=lambda kind: means[kind].value)
    low = min(names, key=lambda kind: means[kind].value)
    with_it = [kind for kind in together if kind != high]
    tied = (
        f"{', '.join(with_it)} cannot be told from it" if with_it else "every other type is lower"
    )
    return Finding(
        f"{rows[0]['panel']}: on the lengths that all types have ({lengths_words(lengths)}) {high} is highest "
        f"with {percent(means[high].value)} ({share(means[high])}); {tied}; {low} is lowest with "
        f"{percent(means[low].value)} ({share(means[low])}).",
        strength=abs(difference(of[high], of[low]).z),
        test=f"Two-proportion score test of all pairs of {len(names)} types over their answers at these lengths, "
        "Holm's correction. Answers are taken as independent; the seeds of a cell share its items.",
        marks={"type": high} | ({"first": rows[0]["panel"]} if rows[0]["chosen"] else {}),
    )  # fmt: skip


def _of_a_difference(first: list[Row], second: list[Row], type: str) -> list[Finding]:
    """The mean difference on shared cells, how many cells are resolved, and the clearest type."""
    a, b = cells_of(first), cells_of(second)
    places = sorted(set(a) & set(b))
    contrasts = {at: found for at in places if (found := contrast(a[at], b[at]))}
    if not contrasts or len(contrasts) < len(places):
        return []
    kinds = sorted({kind for kind, _ in places})
    means = {kind: _mean_of(a, b, [at for at in places if at[0] == kind]) for kind in kinds}
    adjusted = dict(zip(kinds, holm([one.p_value for one in means.values()]), strict=True))
    told = [type] if type in means else [max(kinds, key=lambda kind: abs(means[kind].z))]
    whole = _mean_of(a, b, places)
    return [
        Finding(
            f"{_moved(first[0]['panel'], second[0]['panel'], whole)} on the {len(places)} cells that both have "
            f"({_size(whole)}; {by_verdict('', whole.p_value)}).",
            strength=abs(whole.z),
            test=f"z test of the mean difference, each cell counting once, {p_value(whole.p_value)}. {SHARED}",
        ),
        _counted(contrasts),
        *(_of_a_type(kind, means[kind], adjusted, len(kinds)) for kind in told),
    ]  # fmt: skip


def _counted(contrasts: Mapping[Place, Contrast]) -> Finding:
    found = verdicts(list(contrasts.values()), adjust=benjamini_hochberg)
    counts = {verdict: found.count(verdict) for verdict in Verdict}
    (kind, length), most = max(contrasts.items(), key=lambda one: abs(one[1].z))
    verdict = dict(zip(contrasts, found, strict=True))[kind, length]
    told = "not resolved" if verdict is Verdict.NOT_RESOLVED else "resolved"
    return Finding(
        f"{counts[Verdict.BETTER]} of {len(found)} cells are higher, {counts[Verdict.WORSE]} lower and "
        f"{counts[Verdict.NOT_RESOLVED]} not resolved; the clearest is {kind} at length {length} with "
        f"{most.difference * 100:+.1f} points ({interval(most.low, most.high)}; {told}).",
        strength=abs(most.z),
        test=f"{most.test}, two-sided, Benjamini and Hochberg's correction over {len(found)} cells; "
        f"{p_value(most.p_value)} before it. {SHARED}",
        marks={"type": kind, "length": str(length)},
    )


def _of_a_type(kind: str, found: Estimate, adjusted: Mapping[str, float], tests: int) -> Finding:
    told = by_verdict(" after correction", adjusted[kind])
    return Finding(
        f"{kind}: the mean difference of its cells is {found.value * 100:+.1f} points ({ends(found)}; {told}).",
        strength=abs(found.z),
        test=f"z test of the mean difference, {p_value(adjusted[kind])} by Holm's correction over {tests} types. "
        f"{SHARED}",
        marks={"type": kind},
    )


def _mean_of(a: Cells, b: Cells, places: Sequence[Place]) -> Estimate:
    return difference([a[at] for at in places], [b[at] for at in places])


def _moved(one: str, other: str, pair: Estimate) -> str:
    if not pair.value:
        return f"{one} equals {other} on average"
    way = "above" if pair.value > 0 else "below"
    return f"{one} is {points(abs(pair.value))} {way} {other} on average"


def _size(pair: Estimate) -> str:
    """The interval of a difference that is said without its sign."""
    return ends(pair, turned=pair.value < 0)


def _only(cells: Cells, type: str) -> Cells:
    return {at: cell for at, cell in cells.items() if not type or at[0] == type}


def _kin(row: Row) -> tuple[str, str]:
    """What two panels share that differ in their method only: all other parts of their names."""
    return str(row["model"]), str(row["panel"]).replace(str(row["method"]), "", 1)
