"""What the benchmarks say of the selectors: which cannot be told from the best, and from a reference."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import percent
from reasonboard.statistics.corrections import benjamini_hochberg
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.findings.prm_selection_values import (
    Row,
    Told,
    compared,
    count_of,
    measured_only,
    named,
    signed,
    test_words,
)


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """For each benchmark (and student): the selectors that cannot be told from the best one.

    Rows are those of sql/by_benchmark.sql. The values are those of the bars, as
    far as they were measured with the same number of samples.
    """
    several = len({row["model"] for row in rows}) > 1
    panels = groupby(rows, key=lambda row: (row["benchmark"], row["model"]))
    return [
        finding
        for (benchmark, model), of in panels
        if (finding := _best(f"{benchmark} → {model}" if several else benchmark, list(of)))
    ]


def of_gaps(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """The differences to the reference, clear ones one by one, and how many of them are clear.

    Rows are those of sql/pairs.sql.
    """
    usable = named(measured_only(rows))
    pairs = [(row, other) for row in usable for other in measured_only([_other(row)])]
    told = compared(pairs, benjamini_hochberg)
    if not told:
        return []
    correction = f"correction after Benjamini and Hochberg over {count_of(len(told), 'difference')}"
    clear = [one for one in told if one.verdict in (Verdict.BETTER, Verdict.WORSE)]
    up = sum(one.verdict is Verdict.BETTER for one in clear)
    summary = Finding(
        f"Of {count_of(len(told), 'difference')} to {told[0].other['selector']}, {len(clear)} "
        f"{'is' if len(clear) == 1 else 'are'} resolved after correction: {up} above, {len(clear) - up} below.",
        max(one.strength for one in told),
        test_words(told, correction, "these values"),
    )
    shown = clear or [max(told, key=lambda one: one.strength)]
    return [summary, *(_gap(one, correction) for one in shown)]


def _best(panel: str, rows: Sequence[Row]) -> Finding | None:
    values = measured_only(_bar(row) for row in rows if row["values"])
    values = [row for row in values if row["train_samples"] in (None, row["budget"])]
    if len(values) < 2:  # noqa: PLR2004
        return None
    best = max(values, key=lambda row: (row["value"], row["n_items"] or 0))
    told = compared([(best, row) for row in values if row is not best])
    together = [one for one in told if one.verdict is not Verdict.BETTER]
    name = f"{best['selector']} with {percent(best['value'] / 100)}"
    others = count_of(len(told), "other selector")
    if not together:
        text = f"{panel}: {name} is above all of {others}, resolved after correction."
    elif any(one.contrast is None for one in together):
        text = f"{panel}: {name} is the highest; no uncertainty available for all of {others}."
    else:
        how_many = (
            f"none of {others} can"
            if len(together) == len(told)
            else f"{len(together)} of {others} cannot"
        )
        text = f"{panel}: {how_many} be told from the best, {name}."
    return Finding(
        text,
        max(one.strength for one in told),
        test_words(
            told,
            f"each selector against the highest, Holm's correction over {len(told)} (the best was chosen by its "
            "value, so this says 'separable' somewhat too often)",
            "these values",
        ),
        {"selector": best["selector"]},
    )


def _gap(told: Told, correction: str) -> Finding:
    row = told.one
    where = f" ({row['place']})" if row["place"] else ""
    return Finding(
        f"{row['name']} is {signed(told.difference)} {told.other['selector']} on {row['benchmark']}{where}: "
        f"{told.sure()}.",
        told.strength,
        test_words([told], correction, "these values"),
        {"selector": row["selector"]},
    )


def _bar(row: Row) -> Row:
    """The value that a bar stands for, with how it was measured."""
    return {
        **row, **row["known"][0],
        "value": row["values"][0], "kind": row["kinds"][0], "train_samples": row["samples"][0],
    }  # fmt: skip


def _other(row: Row) -> Row:
    """The reference's side of a pair."""
    names = ("value", "kind", "n_items", "n_repeats", "n_seeds", "stderr")
    return {"selector": row["other"]} | {name: row[f"other_{name}"] for name in names}
