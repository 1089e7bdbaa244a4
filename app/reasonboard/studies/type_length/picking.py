"""Which mark of the charts a row of the page's table stands for."""

from reasonboard.core.control import Values
from reasonboard.core.study import Mark
from reasonboard.store.database import Row


def marks_of_row(row: Row, values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for; its panel is called as `panel_name` of pages.sql does."""
    split, examples = row["test set"], row["training examples"]
    parts = [row["model"], row["method"], row["benchmark"]]
    if split is not None and split != values["split"]:
        parts.append(split.replace("ood_", "unseen ").replace("_", " "))
    if examples is not None and str(examples) != values["train_samples"]:
        parts.append(f"{examples} examples")
    return [
        {"first": " · ".join(filter(None, parts)), "type": row["type"], "length": row["length"]}
    ]
