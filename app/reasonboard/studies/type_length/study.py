"""How a skill generalizes over task type and length."""

from reasonboard.core.common_controls import (
    INTERVALS,
    MODELS,
    OWN,
    SOURCE,
    compared,
    filter_by,
    option,
    part_of_mark,
    segments,
)
from reasonboard.core.control import Control, Values
from reasonboard.core.picking import by_columns
from reasonboard.core.study import Mark, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.studies.type_length.charts.curves import type_curves
from reasonboard.studies.type_length.charts.decline import TYPES, table, type_decline
from reasonboard.studies.type_length.charts.grid import type_length_grid
from reasonboard.studies.type_length.findings.curves import of_the_curves
from reasonboard.studies.type_length.findings.decline import of_the_decline
from reasonboard.studies.type_length.findings.grid import of_the_grid
from reasonboard.studies.type_length.headline import headline, teaser

_QUERIES = "studies/type_length"


def marks_of_row(row: Row, values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for; its panel is called as `panel_name` of tables.sql does."""
    split, examples = row["test set"], row["training examples"]
    parts = [row["model"], row["method"], row["benchmark"]]
    if split is not None and split != values["split"]:
        parts.append(split.replace("ood_", "unseen ").replace("_", " "))
    if examples is not None and str(examples) != values["train_samples"]:
        parts.append(f"{examples} examples")
    return [
        {"first": " · ".join(filter(None, parts)), "type": row["type"], "length": row["length"]}
    ]


TYPE_LENGTH = Study(
    path="type-length",
    name="Type × length",
    question="Does the skill generalize over task type and length?",
    lead=(
        "The task: pick the few premises, out of many, that prove a hypothesis. Length: the "
        "number of “all a are b” premises among them. Type: the form of the proof.\nAn "
        "example of each (the source uses made-up words):\nType 1: some birds are not "
        "swimmers, all penguins are swimmers, so some birds are not penguins.\nType 2: all "
        "robins are birds, all birds are animals, so all robins are animals.\nType 3: all "
        "bats are mammals, all bats are fliers, all whales are swimmers, no fliers are "
        "swimmers, so some mammals are not whales.\nType 4: all bats are mammals, all bats "
        "are fliers, so some mammals are fliers.\nType 5: some cats are pets, all cats are "
        "mammals, all pets are tame, all sharks are wild, nothing tame is wild, so some "
        "mammals are not sharks.\nType 6: all robins are birds, all oaks are plants, no birds "
        "are plants, so no robins are oaks.\nType 7: some dogs are pets, all dogs are "
        "animals, all pets are tame, so some animals are tame.\nEach “all” may be a chain of "
        "several, which makes the proof longer. Hatched: not measured, mostly because the "
        "type has no proof of that length. Click a cell or a line to isolate its type in all "
        "charts."
    ),
    controls=(
        SOURCE,
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        MODELS,
        filter_by(_QUERIES, "method", "Methods", "all methods"),
        Control("split", "Test set", f"{_QUERIES}/split_choices"),
        Control("train_samples", "Training set", f"{_QUERIES}/train_choices"),
        option("grid", "panels", "Panels shown", {"6": "6", "12": "12", "all": "all"}),
        segments("grid", "mode", "Show", {"accuracy": "Accuracy", "difference": "Difference"}),
        OWN,
        INTERVALS,
        part_of_mark(_QUERIES, "first", "Model A"),
        Control("second", "Difference from B", f"{_QUERIES}/second_choices", place="options:grid"),
        part_of_mark(_QUERIES, "type", "Type", optional=True),
        part_of_mark(_QUERIES, "length", "Length", optional=True),
        compared("source", "split", "train_samples", "first", "type", "length"),
    ),
    views=(
        View(
            "grid",
            "Accuracy by type and length",
            type_length_grid,
            options=("panels", "mode", "first", "second", "type", "length", "intervals"),
            place="main",
            observe=of_the_grid,
        ),
        View(
            "curves",
            "Accuracy against length, type by type",
            type_curves,
            options=("type", "length", "first", "second", "intervals"),
            query="grid",
            observe=of_the_curves,
        ),
        View(
            "decline",
            "How far each type falls with length",
            type_decline,
            options=("first", "second", "type", "intervals"),
            query="grid",
            table="grid",
            transform_rows=table,
            column_types=TYPES,
            table_options=("type",),
            observe=of_the_decline,
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("first", "type", "length"),
    row_marks={"rows": marks_of_row, "grid": by_columns(first="panel", type="type")},
)
