"""How claims about methods are checked: differences of means over the cells that two lines share."""

from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import points
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.means import Estimate, difference
from reasonboard.studies.type_length.findings.type_curve import cells_of, ends

Row = dict[str, Any]

BASELINE, META = "Baseline", "Meta-learning"
_ABSENT = unchecked("The source that is shown has not both methods for any model.")
_ASKED = ("GPT-4o", "o3-mini")


def meta_is_higher(rows: Sequence[Row]) -> Checked:
    """Is every model higher with meta-learning than the same model with the baseline?"""
    gains = {name: gain for name, gain in _gains(rows).items() if gain.ends}
    if not gains:
        return _ABSENT
    adjusted = holm([gain.p_value for gain in gains.values()])
    return _directed(
        gains,
        adjusted,
        "models and benchmarks are higher with meta-learning by a resolved mean difference",
    )


def little_data_gains_more(rows: Sequence[Row]) -> Checked:
    """Does meta-learning gain more over the baseline with the fewest training examples than the most?

    Rows are of several numbers of training examples (see sql/trained.sql).
    """
    amounts = sorted({row["train_samples"] for row in rows if row["train_samples"]})
    if len(amounts) < 2:  # noqa: PLR2004 - a comparison needs two
        return unchecked("The source that is shown has only one number of training examples.")
    few, most = (
        _gains([row for row in rows if row["train_samples"] == amount])
        for amount in (amounts[0], amounts[-1])
    )
    more = {name: _apart(few[name], most[name]) for name in few if name in most}
    more = {name: found for name, found in more.items() if found.ends}
    if not more:
        return _ABSENT
    adjusted = holm([one.p_value for one in more.values()])
    what = f"models and benchmarks gain more with {amounts[0]:,} examples than with {amounts[-1]:,}, resolved"
    return _directed(more, adjusted, what)


def meta_beats_asked(rows: Sequence[Row]) -> Checked:
    """Is every small model with meta-learning higher than GPT-4o and o3-mini, however these are asked?"""
    small = _panels([row for row in rows if row["method"] == META and row["model"] not in _ASKED])
    asked = _panels([row for row in rows if row["model"] in _ASKED])
    found: dict[str, Estimate] = {}
    for one, group in small.items():
        for other, them in asked.items():
            if (pair := _shared(group, them)) is not None:
                found[f"{one} − {other}"] = pair
    if not found:
        return unchecked("The source that is shown has not both.")
    higher = [name for name, pair in found.items() if pair.value > 0]
    closest = min(found, key=lambda name: found[name].value)
    known = all(pair.ends for pair in found.values())
    adjusted = holm([pair.p_value for pair in found.values()])
    resolved = known and max(adjusted) <= ALPHA
    outcome: Outcome = (
        "not resolved" if not resolved else "holds" if len(higher) == len(found) else "fails"
    )
    return Checked(
        outcome,
        f"Higher in {len(higher)} of {len(found)} comparisons on shared cells; the least is "
        f"{found[closest].value * 100:+.1f} points ({closest})"
        + ("." if known else "; how many answers GPT-4o and o3-mini gave is not known, so no interval."),
        [f"{name}: {pair.value * 100:+.1f} points" for name, pair in found.items()],
    )  # fmt: skip


def _directed(gains: dict[str, Estimate], adjusted: Sequence[float], what: str) -> Checked:
    """Holds where all are resolved above 0, fails where one is resolved below."""
    told = dict(zip(gains, adjusted, strict=True))
    up = [name for name, gain in gains.items() if gain.value > 0 and told[name] <= ALPHA]
    down = [name for name, gain in gains.items() if gain.value < 0 and told[name] <= ALPHA]
    outcome: Outcome = "holds" if len(up) == len(gains) else "fails" if down else "not resolved"
    least = min(gains, key=lambda name: gains[name].value)
    return Checked(
        outcome,
        f"{len(up)} of {len(gains)} {what}; the least is {points(gains[least].value)} ({least}; "
        f"{ends(gains[least])}). z tests of mean differences, Holm's correction over {len(gains)}.",
        [f"{name}: {gain.value * 100:+.1f} points ({ends(gain)})" for name, gain in gains.items()],
    )


def _gains(rows: Sequence[Row]) -> dict[str, Estimate]:
    """Meta-learning minus baseline of each model and benchmark that has both."""
    found: dict[str, Estimate] = {}
    kin = sorted({(row["benchmark"], row["params_b"] or 0, row["model"]) for row in rows})
    for benchmark, _, model in kin:
        group = [r for r in rows if (r["benchmark"], r["model"]) == (benchmark, model)]
        a, b = ([row for row in group if row["method"] == name] for name in (META, BASELINE))
        if (pair := _shared(a, b)) is not None:
            found[f"{model}, {benchmark}"] = pair
    return found


def _shared(first: Sequence[Row], second: Sequence[Row]) -> Estimate | None:
    a, b = cells_of(first), cells_of(second)
    places = sorted(set(a) & set(b))
    return difference([a[at] for at in places], [b[at] for at in places]) if places else None


def _apart(one: Estimate, other: Estimate) -> Estimate:
    if not one.stderr or not other.stderr:
        return Estimate(one.value - other.value, None)
    return Estimate(one.value - other.value, (one.stderr**2 + other.stderr**2) ** 0.5)


def _panels(rows: Sequence[Row]) -> dict[str, list[Row]]:
    of: dict[str, list[Row]] = {}
    for row in rows:
        of.setdefault(row["panel"], []).append(row)
    return of
