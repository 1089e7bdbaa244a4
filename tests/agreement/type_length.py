"""Type × length: what its figures draw of its cells and of its table."""

import html

from tests.agreement.forms import Forms, Numbers, Place, Row


def grid(of: Forms) -> tuple[Numbers, Numbers]:
    """As many heatmaps as are asked for, or two and their difference."""
    in_chart: Numbers = {}
    for mark in of.marks:
        if mark.z is not None and of.values["type"] in ("", mark.at["type"]):
            panel = html.unescape(mark.trace["name"])
            in_chart[panel, mark.at["type"], mark.at["length"]] = [mark.z]
    cells = _cells(of)
    panels = {place[0] for place in cells}
    in_table = {place: [value] for place, value in cells.items()}
    if of.values["mode"] == "difference":
        first, second = str(of.values["first"]), str(of.values["second"])
        for panel, *at in cells:
            if panel == first and (second, *at) in cells:
                both = [round(cells[one, *at], 1) for one in (first, second)]
                in_table[f"{first} − {second}", *at] = [both[0] - both[1]]
        return in_chart, in_table if in_chart else {}
    shown = {place[0] for place in in_chart}
    most = len(panels) if of.values["panels"] == "all" else int(str(of.values["panels"]))
    assert len(shown) == min(most, len(panels))
    return in_chart, {place: values for place, values in in_table.items() if place[0] in shown}


def curves(of: Forms) -> tuple[Numbers, Numbers]:
    """Lines of the first panels; those that a click can pick say which they are."""
    in_chart: Numbers = {}
    for mark in of.marks:
        if mark.y is not None and "first" in mark.at:
            in_chart[mark.at["first"], mark.at["type"], mark.at["length"]] = [mark.y]
    lines = {place[:2] for place in in_chart}
    return in_chart, {place: [value] for place, value in _cells(of).items() if place[:2] in lines}


def decline(of: Forms) -> tuple[Numbers, Numbers]:
    """The drop from short to long lengths, of the two lines that are drawn."""
    in_chart: Numbers = {}
    in_table: Numbers = {}
    rows = {(row["panel"], row["type"]): row["5 shortest − 5 longest"] for row in of.rows}
    for mark in of.marks:
        place = (html.unescape(mark.trace["name"]), mark.at["type"])
        # The second line may be one that is not among the chosen, and a type may be faded.
        is_shown = place[0] == of.values["first"] and of.values["type"] in ("", place[1])
        if mark.trace["xaxis"] == "x2" and is_shown and rows.get(place, "-"):
            in_chart[place] = [mark.x]
            in_table[place] = [float(rows.get(place, "nan"))]
    return in_chart, in_table


def _cells(of: Forms) -> dict[Place, float]:
    """The cells by panel, type and length; a number of a whole benchmark has neither."""
    cells = of.cells(lambda row: (_panel(of, row), row["type"], row["length"]))
    return {place: value for place, value in cells.items() if all(place)}


def _panel(of: Forms, row: Row) -> str:
    """The name of the panel of a row: its test set and training examples only where they are unusual."""
    split, examples = row["test set"], row["training examples"]
    split_in_words = split.replace("ood_", "unseen ").replace("_", " ")
    names = [
        row["model"],
        row["method"],
        row["benchmark"],
        split_in_words if split != of.values["split"] else "",
        f"{examples} examples" if examples and examples != of.values["train_samples"] else "",
    ]
    return " · ".join(filter(None, names))
