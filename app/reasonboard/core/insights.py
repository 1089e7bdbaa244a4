"""What a page says of its numbers: the observations beside its charts, and what became of claims."""

import json
from functools import lru_cache
from typing import NamedTuple

from reasonboard.core.claims import check
from reasonboard.core.control import Values
from reasonboard.core.findings.answers import passes
from reasonboard.core.findings.claim import Checked, unchecked
from reasonboard.core.findings.comparison import Compared, Paired, compared, paired
from reasonboard.core.findings.finding import Finding, strongest
from reasonboard.core.study import Study, View
from reasonboard.store.claim_rule import USUAL, Rule
from reasonboard.store.database import Key, Rows, Value, from_key, query, query_key, text
from reasonboard.store.snapshots import snapshot


class Claim(NamedTuple):
    """A claim of a source, in our words, and what the loaded data say of it."""

    source: str
    section: str
    text: str
    checked: Checked


def findings(study: Study, view: View, values: Values) -> tuple[Finding, ...]:
    """The strongest findings about what a view draws; () for a view that nothing is said of.

    They are worked out once for a choice and a version of the data, tests by resampling included.
    """
    if view.observe is None:
        return ()
    return _findings(snapshot().version, study, view.name, study.cache_key(view, values))


def claims(study: Study, values: Values) -> tuple[Claim, ...]:
    """The claims that sources make of a study, each checked against the source that is shown."""
    source = values.get("source", "")
    return _claims(snapshot().version, study, source if isinstance(source, str) else "")


class Comparison(NamedTuple):
    """The held mark A against the picked one B, and what they share elsewhere."""

    told_apart: list[tuple[str, str, str]]
    """Of each control in which they differ: its label, A's and B's choice."""
    marks: list[Compared]
    elsewhere: list[Compared]
    """The same difference at every other place: where the picks in which A and B agree vary."""
    paired: Paired | None
    items: Rows
    """The items that both answered and whose scores differ, the largest difference first."""


def comparison(study: Study, values: Values) -> Comparison | None:
    """The picked mark against the held one; None where one of both is missing."""
    held = study.comparison_baseline(values)
    if held is None or not study.picked(values):
        return None
    a, b = values | held, values
    told = [
        (control.label, _words(a[control.name]), _words(b[control.name]))
        for control in study.controls
        if control.name in held and a[control.name] != b[control.name]
    ]
    agreed: Values = {name: "" for name in study.evidence if a[name] == b[name]}
    marks = compared(study.rows("marks", a), study.rows("marks", b)) if told else []
    loose = compared(study.rows("marks", a | agreed), study.rows("marks", b | agreed))
    elsewhere = loose if told and agreed and len(loose) > len(marks) else []
    items = _items(marks[0]) if len(marks) == 1 else []
    better = marks[0].a.get("higher_is_better") if marks else None
    changed = [row for row in items if row["a"] != row["b"]]
    return Comparison(told, marks, elsewhere, paired(items, better), changed)


def answers(study: Study, values: Values) -> Rows:
    """pass@k and pass^k of the picked mark, a row per k; [] where its answers are not loaded."""
    if not study.picked(values):
        return []
    marks = study.rows("marks", values)
    found = [one for one in marks if one["run"] is not None]
    if len(found) != 1:
        return []
    run, benchmark, metric = str(found[0]["run"]), found[0]["benchmark"], found[0]["metric"]
    counts = query("core/passes", run=run, benchmark=benchmark, metric=metric)
    return passes([(row["n"], row["c"], row["items"]) for row in counts])


def question(study: Study, view: View, values: Values) -> tuple[str, dict[str, Value]]:
    """The SQL behind a view, and the values that its parameters have."""
    name = study.sql(view.query or view.name)
    return text(name), from_key(query_key(name, values))


def _items(marks: Compared) -> Rows:
    """The scores of the items that both answered, where their runs' answers are known."""
    a, b = marks.a, marks.b
    if a["run"] is None or b["run"] is None or a["benchmark"] != b["benchmark"]:
        return []
    return query(
        "core/items",
        run_a=str(a["run"]),
        run_b=str(b["run"]),
        benchmark=a["benchmark"],
        metric=a["metric"],
    )


def _words(value: Value) -> str:
    return ", ".join(value) if isinstance(value, list) and value else str(value or "all")


@lru_cache(maxsize=128)
def _findings(_version: str, study: Study, name: str, key: Key) -> tuple[Finding, ...]:
    values = from_key(key)
    view = next(one for one in study.views if one.name == name)
    if view.observe is None:
        return ()
    options = {name: values[name] for name in view.options}
    return tuple(strongest(view.observe(study.view_rows(view, values), **options)))


@lru_cache(maxsize=64)
def _claims(_version: str, study: Study, source: str) -> tuple[Claim, ...]:
    return tuple(
        Claim(row["source"], row["section"], row["text"], _checked(study, row["tested"], source))
        for row in query("core/claims", study=study.path)
    )


def _checked(study: Study, tested: str, source: str) -> Checked:
    if not tested:
        return unchecked("No number of this study could decide it.")
    rule = Rule.read(json.loads(tested))
    return check(rule, claim_rows(study, rule, source))


def claim_rows(study: Study, rule: Rule, source: str) -> Rows:
    """The values of a source for a claim: those that the page shows at first, but for what the claim names."""
    values, _ = study.clean({"source": source})
    metric = rule.metric or values.get("metric") or "accuracy"
    usual = {name: "" if name in rule.named else values.get(name, "") for name in USUAL}
    metrics = [str(metric), *filter(None, [rule.other])]
    return query(
        "core/claim_rows", study=study.path, source=values["source"], metrics=metrics, **usual
    )
