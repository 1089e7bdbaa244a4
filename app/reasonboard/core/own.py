"""The reader's own run, which was loaded and is not bundled, and its rank among bundled models.

That is its difference to the nearest above and below it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard.core.control import Values, selects
from reasonboard.core.findings import words
from reasonboard.core.findings.result import Result, planned
from reasonboard.core.findings.words import signed
from reasonboard.core.headline import Headline
from reasonboard.core.study import Study
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.means import Estimate, difference, mean
from reasonboard.statistics.recipes import mean_of_differences
from reasonboard.statistics.uncertainty import Measured
from reasonboard.store.database import query

Row = dict[str, Any]
Scores = Mapping[str, Measured]
"""Benchmark to accuracy."""
_TWO_LINES = 124
"""Characters of the answer line."""


class Gap(NamedTuple):
    """The own run minus one bundled model: the mean over the benchmarks that both have, as a fraction."""

    model: str
    label: str
    """The shorter name, for a sentence: its size where it has one."""
    benchmarks: tuple[str, ...]
    """Those that both have."""
    estimate: Estimate
    result: Result | None
    """One planned test of the two models, as the page of two models makes it of one benchmark; None without one."""

    @property
    def verdict(self) -> str:
        """The words for a difference that is not significant; '' for one that is."""
        if self.result is None:
            return "not tested"
        return "" if self.result.significant else self.result.words

    @property
    def interval(self) -> str:
        """'−2.8 points (−4.0 to −1.6) to pythia-12b', with the interval where there is one."""
        low, high = self.result.ends() if self.result else (None, None)
        range_text = "" if low is None or high is None else f" ({signed(low)} to {signed(high)})"
        return f"{signed(self.estimate.value)} points{range_text} to {self.model}"


class Standing(NamedTuple):
    """The own run among the bundled models on the benchmarks that it shares with most of them."""

    model: str
    """Its model, where the source has several, and of how many it is the highest; else ''."""
    above: Gap | None
    """The bundled model that is the next better ..."""
    below: Gap | None
    """... and the next worse, or as good."""

    @property
    def gaps(self) -> list[Gap]:
        return [gap for gap in (self.above, self.below) if gap]

    @property
    def sentence(self) -> str:
        """'is 2.8 points below 12B and 1.8 above 2.8B on average.'"""
        verdicts = {gap.verdict for gap in self.gaps}
        parts = [
            f"{abs(gap.estimate.value) * 100:.1f}{'' if i else ' points'} {'below' if gap is self.above else 'above'} "
            f"{gap.label}{f' ({gap.verdict})' if gap.verdict and len(verdicts) > 1 else ''}"
            for i, gap in enumerate(self.gaps)
        ]
        both = "both " if len(self.gaps) > 1 else ""
        end = f" ({both}{verdicts.pop()})" if len(verdicts) == 1 and any(verdicts) else ""
        return f"is {' and '.join(parts)} {self._where}{end}."

    @property
    def _where(self) -> str:
        """'on average of 3 benchmarks', 'on MATH500'."""
        names = {gap.benchmarks for gap in self.gaps}
        count = len(self.gaps[0].benchmarks)
        if count > 1:
            return f"on average of {count} benchmarks"
        return f"on {self.gaps[0].benchmarks[0]}" if len(names) == 1 else "on one benchmark each"

    @property
    def tested(self) -> str:
        """How it was tested, in a sentence."""
        count = len(self.gaps[0].benchmarks)
        on = "the benchmark" if count == 1 else f"the {count} benchmarks"
        tests = sorted({gap.result.test for gap in self.gaps if gap.result})
        test = (
            f"{' or '.join(tests)}, one planned test each, assuming independent answers"
            if tests
            else "not tested, as the number of problems is unknown for some of them"
        )
        return (
            f"Your run is compared with the next better and the next worse bundled model on {on} "
            f"that most of them share: {test}."
        )


def standing(rows: Sequence[Row]) -> Standing | None:
    """The standing by rows with `own`, `name`, `benchmark`, `value` and the columns of `Measured`.

    Those of models with a size have it as `params_b`. Of several own models it is the one with the most benchmarks,
    then with the highest mean. None where nothing is shared.
    """
    own_scores, bundled_scores = _scores(rows, own=True), _scores(rows, own=False)
    if not own_scores or not bundled_scores:
        return None
    name = max(
        own_scores,
        key=lambda model: (len(own_scores[model]), mean(list(own_scores[model].values())).value),
    )
    shared = {
        model: sorted(own_scores[name].keys() & scores.keys())
        for model, scores in bundled_scores.items()
    }
    most = max(map(len, shared.values()))
    if not most:
        return None
    labels = {row["name"]: words.size_label(size) for row in rows if (size := row.get("params_b"))}
    gaps = [
        _gap(model, labels.get(model, model), own_scores[name], bundled_scores[model], benchmarks)
        for model, benchmarks in shared.items()
        if len(benchmarks) == most
    ]
    above = [gap for gap in gaps if gap.estimate.value < 0]
    below = [gap for gap in gaps if gap.estimate.value >= 0]
    return Standing(
        _named(name, own_scores),
        max(above, key=lambda gap: gap.estimate.value, default=None),
        min(below, key=lambda gap: gap.estimate.value, default=None),
    )


def _scores(rows: Sequence[Row], *, own: bool) -> dict[str, dict[str, Measured]]:
    """The accuracy by benchmark of every own or every bundled model."""
    accuracies: dict[str, dict[str, Measured]] = {}
    for row in rows:
        if row["own"] == own:
            scores = accuracies.setdefault(row["name"], {})
            scores[row["benchmark"]] = Measured.from_row(row["value"], row)
    return accuracies


def _named(name: str, own_scores: Mapping[str, Scores]) -> str:
    """The named one of several own models, with their number where they have the same benchmarks."""
    if len(own_scores) == 1:
        return ""
    alike = len({frozenset(scores) for scores in own_scores.values()}) == 1
    return f"{name}, highest of {len(own_scores)}" if alike else name


def _gap(model: str, label: str, own: Scores, other: Scores, benchmarks: Sequence[str]) -> Gap:
    """The own run minus a bundled model, tested as one pair: its benchmarks are the family, its mean is one test."""
    ours, theirs = ([scores[benchmark] for benchmark in benchmarks] for scores in (own, other))
    gap = difference(ours, theirs)
    tests = [
        test for one, other in zip(ours, theirs, strict=True) if (test := contrast(one, other))
    ]
    whole = len(tests) == len(benchmarks)
    test = tests[0] if len(benchmarks) == 1 and whole else mean_of_differences(tests)
    result = planned(test) if test and whole else None
    return Gap(model, label, tuple(benchmarks), gap, result)


class OwnRun(NamedTuple):
    """A load that a page shows."""

    name: str
    loaded_at: datetime
    tools: list[str]


def own_run(values: Values) -> OwnRun | None:
    """The load that is the chosen source; None for a bundled one, and on a page without a single source."""
    source = values.get("source")
    rows = query("core/own_run", source=source) if isinstance(source, str) else []
    return OwnRun(**rows[0]) if rows else None


def standing_of(study: Study, values: Values) -> Standing | None:
    """Where the chosen own run stands among the bundled models on the chosen benchmarks; None without a common one."""
    rows = study.rows(study.standing, values) if study.standing else []
    return standing(
        [
            row
            for row in rows
            if selects(values["benchmark"], row["benchmark"])
            and (not row["own"] or selects(values["model"], row["model"]))
        ]
    )


def run_first(answer: Headline, run: OwnRun, own_standing: Standing | None) -> Headline:
    """The answer with the own run first and its standing among bundled models; its own sentence if there is room."""
    if own_standing is None:
        return answer._replace(own=f"{run.name}:")
    name = f"{run.name} ({own_standing.model})" if own_standing.model else run.name
    context = answer.strong
    return answer._replace(
        own=name,
        strong=own_standing.sentence,
        context=context
        if len(name) + len(own_standing.sentence) + len(context) <= _TWO_LINES
        else "",
        beside="; ".join(gap.interval for gap in own_standing.gaps),
        tested=f"{own_standing.tested}\n{answer.tested}".strip(),
    )
