"""What a page says about its numbers: findings, checked claims, the comparison of two marks, and answers to a mark."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.core.claims import check
from reasonboard.core.claims.verdict import Checked, unchecked
from reasonboard.core.control import Control, Values
from reasonboard.core.findings.comparison import Compared, compared
from reasonboard.core.findings.finding import MOST, Finding, ordered
from reasonboard.core.findings.pairs import Answers, Row
from reasonboard.core.headline import Headline
from reasonboard.core.own import own_run, run_first, standing_of
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.statistics.repeats import pass_at_k, pass_hat_k
from reasonboard.statistics.score import score_of_run
from reasonboard.statistics.uncertainty import WILSON_OF_STDERR
from reasonboard.store.cache import Kept
from reasonboard.store.claim_rule import USUAL, Rule
from reasonboard.store.database import Key, Rows, Value, from_key, query, query_key, text, to_key

_Count = tuple[int, int, int]
"""How often items were answered, how often rightly, and how many items were."""


def headline(study: Study, values: Values) -> Headline:
    """The answer of a page to its question; a line that says so where no number answers it."""
    return _kept_headline(study, to_key(values))


def answer_in_words(study: Study, values: Values) -> tuple[str, str]:
    """The strong part of the answer, and its context with the label of the chosen value of its control."""
    answer = headline(study, values)
    name = answer.control
    choice_label = study.control(name).labels_of(values[name], values) if name else ""
    return f"{answer.own} {answer.strong}".strip(), answer.context.replace("{}", choice_label)


class Claim(NamedTuple):
    """A claim of a source, in our words, and its outcome on the data shown."""

    source: str
    section: str
    text: str
    tested_on: str
    """The title of the source with the numbers that test it; '' without a test, or if that source is not loaded."""
    checked: Checked
    sources: frozenset[str]
    """The ids of both sources: it is shown with either."""


def findings(study: Study, view: View, values: Values) -> tuple[Finding, ...]:
    """The first findings about a view: what is significant, then the strongest."""
    return every_finding(study, view, values)[:MOST]


def every_finding(study: Study, view: View, values: Values) -> tuple[Finding, ...]:
    """All findings about a view in their order; () for a view without findings.

    They are computed once per state and version of the data, including tests by resampling.
    """
    if view.observe is None:
        return ()
    return _kept_findings(study, view.name, study.findings_key(view, values))


def claims(study: Study, values: Values) -> tuple[Claim, ...]:
    """The claims of the source that is shown and those that speak of its numbers.

    A claim is tested on what it speaks of, its own source or the data of its figure, whatever is shown.
    """
    return tuple(claim for claim in _kept_claims(study) if values.get("source") in claim.sources)


class Comparison(NamedTuple):
    """The comparison baseline A against the selected mark B."""

    differences: list[tuple[str, str, str]]
    """For each control in which they differ: its label, A's choice, B's choice."""
    marks: list[Compared]
    elsewhere: list[Compared]
    """The same difference at every place, that is for other values of the controls that A and B share.

    All are one family, so that a pair has one verdict.
    """
    items: Rows
    """Items that both answered with different scores, the largest difference first."""


def comparison(study: Study, values: Values) -> Comparison | None:
    """The selected mark against the comparison baseline; None if either is missing."""
    baseline = study.comparison_baseline(values)
    if baseline is None or not study.picked(values):
        return None
    a, b = values | baseline, values
    changed_controls = [
        (control.label, _value_text(control, a), _value_text(control, b))
        for control in study.controls
        if control.name in baseline and a[control.name] != b[control.name]
    ]
    if not changed_controls:
        return Comparison([], [], [], [])
    shared: Values = {name: "" for name in study.evidence if a[name] == b[name]}
    marks = compared(study.rows("marks", a), study.rows("marks", b), _answers_of)
    everywhere = compared(
        study.rows("marks", a | shared), study.rows("marks", b | shared), _answers_of
    )
    if not shared or len(everywhere) <= len(marks):
        return Comparison(changed_controls, marks, [], _changed(marks))
    marks = [_of_family(mark, everywhere) for mark in marks]
    return Comparison(changed_controls, marks, everywhere, _changed(marks))


def _of_family(mark: Compared, everywhere: Sequence[Compared]) -> Compared:
    """The pair as it was tested among those of all places."""
    alike = (other for other in everywhere if (other.a, other.b) == (mark.a, mark.b))
    return next(alike, mark)


def answers(study: Study, values: Values) -> Rows:
    """pass@k and pass^k of the selected mark, one row per k; [] unless several answers to each problem are loaded."""
    if not study.picked(values):
        return []
    marks = study.rows("marks", values)
    of_runs = [mark for mark in marks if mark["run"] is not None]
    if len(of_runs) != 1:
        return []
    (mark,) = of_runs
    counts = query(
        "core/passes", run=str(mark["run"]), benchmark=mark["benchmark"], metric=mark["metric"]
    )
    rows = passes([(row["n"], row["c"], row["items"]) for row in counts])
    return rows if len(rows) > 1 else []  # pass@1 is the score that is shown already


def passes(counts: Sequence[_Count]) -> list[Row]:
    """A row for each k of 1, 2, 4 ... up to the fewest answers to an item: both with their interval.

    Wilson's interval with the effective number of problems (`score_of_run`): answers to one problem are not
    independent. [] without counts.
    """
    fewest = min((n for n, _, _ in counts), default=0)
    ks = [2**power for power in range(fewest.bit_length()) if 2**power <= fewest]
    return [
        {"k": k, "items": sum(items for _, _, items in counts)}
        | _mean("pass@k", pass_at_k, counts, k)
        | _mean("pass^k", pass_hat_k, counts, k)
        for k in ks + ([fewest] if fewest and fewest not in ks else [])
    ]


def _mean(
    name: str, score_of: Callable[[int, int, int], float | None], counts: Sequence[_Count], k: int
) -> Row:
    values = [score for n, c, items in counts for score in [score_of(n, c, k) or 0.0] * items]
    score = score_of_run(values, min(n for n, _, _ in counts))
    return {
        name: f"{score.value * 100:.1f}%",
        f"95% interval of {name}": f"{score.low * 100:.1f} to {score.high * 100:.1f}, {WILSON_OF_STDERR}",
    }


def question(study: Study, view: View, values: Values) -> tuple[str, dict[str, Value]]:
    """The SQL behind a view, and the values of its parameters."""
    name = study.sql(view.query or view.name)
    return text(name), from_key(query_key(name, values))


def _answers_of(pairs: Sequence[tuple[Row, Row]]) -> list[Answers]:
    """What both runs answered to the benchmark of each pair; nothing if several pairs are of one benchmark."""
    places = [_answered(a, b) for a, b in pairs]
    units = {place: str(a["unit"]) for place, (a, _) in zip(places, pairs, strict=True)}
    groups: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for place, count in Counter(places).items():
        if place is not None and count == 1:
            run_a, run_b, *benchmark_and_metric = place
            groups[run_a, run_b].append((benchmark_and_metric[0], benchmark_and_metric[1]))
    found: dict[Any, Answers] = {}
    for (run_a, run_b), asked in groups.items():
        benchmarks, metrics = map(list, zip(*asked, strict=True))
        rows = query(
            "core/paired_scores",
            runs_a=[run_b],
            runs_b=[run_a],
            benchmarks=benchmarks,
            metrics_a=metrics,
            metrics_b=metrics,
        )
        metric_of = dict(asked)
        for row in rows:
            place = (run_a, run_b, row["benchmark"], metric_of[row["benchmark"]])
            found[place] = Answers.from_row(row, units[place])
    return [found.get(place, Answers()) for place in places]


def _answered(a: Row, b: Row) -> tuple[str, str, str, str] | None:
    """The runs, benchmark and metric by which two rows can be paired."""
    if a["run"] is None or b["run"] is None or a["benchmark"] != b["benchmark"]:
        return None
    return str(a["run"]), str(b["run"]), b["benchmark"], b["metric"]


def _changed(marks: Sequence[Compared]) -> Rows:
    """Of a single pair the items that both runs answered with other scores, the largest difference first."""
    if len(marks) != 1 or not marks[0].difference.scores:
        return []
    return query("core/items", **_runs(marks[0].a, marks[0].b))


def _runs(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Value]:
    """The parameters of the queries about the answers of two runs to one benchmark."""
    runs: dict[str, Value] = {"run_a": str(a["run"]), "run_b": str(b["run"])}
    return runs | {"benchmark": a["benchmark"], "metric": a["metric"]}


def _value_text(control: Control, values: Values) -> str:
    return control.labels_of(values[control.name], values) if values[control.name] else "all"


def _findings(study: Study, name: str, key: Key) -> tuple[Finding, ...]:
    values = from_key(key)
    view = study.view(name)
    if view is None or view.observe is None:
        return ()
    options = {name: values[name] for name in view.observed}
    return tuple(ordered(view.observe(study.view_rows(view, values), **options)))


def _headline(study: Study, key: Key) -> Headline:
    values = from_key(key)
    computed = study.headline(study, values) if study.headline else None
    answer = computed or Headline("No data for this question.")
    run = own_run(values)
    return run_first(answer, run, standing_of(study, values)) if run else answer


def _claims(study: Study) -> tuple[Claim, ...]:
    """The claims of all sources about a study."""
    return tuple(
        Claim(
            row["source"],
            row["section"],
            row["text"],
            (row["tested"] and row["tested_on"]) or "",
            _checked(study, row),
            frozenset((row["id"], row["id_tested_on"])),
        )
        for row in query("core/claims", study=study.path)
    )


def _checked(study: Study, claim: Mapping[str, Any]) -> Checked:
    """The outcome of a claim, a row of sql/claims.sql, on the numbers that it is tested on."""
    if not claim["tested"]:
        return unchecked("Not tested here.")
    if not claim["tested_on"]:
        return unchecked("Its numbers are not loaded.")
    rule = Rule.read(json.loads(claim["tested"]))
    return check(rule, claim_rows(study, rule, claim["id_tested_on"]))


def claim_rows(study: Study, rule: Rule, source: str) -> Rows:
    """The values of a source that test a claim: what its page shows by default, unless the claim says otherwise."""
    values, _ = study.clean({"source": source})
    metric = rule.metric or values.get("metric") or "accuracy"
    usual = {name: "" if name in rule.named_columns else values.get(name, "") for name in USUAL}
    return query(
        "core/claim_rows", study=study.path, source=values["source"], metric=metric, **usual
    )


_kept_headline, _kept_findings, _kept_claims = Kept(_headline), Kept(_findings), Kept(_claims)
