"""Scale × progress: what its figures draw of its cells, worked out here once more."""

import re
from collections import Counter, defaultdict
from statistics import mean

from tests.agreement.forms import Forms, Numbers, Place, Row, together

_AT = ("size", "checkpoint")


def grid(of: Forms) -> tuple[Numbers, Numbers]:
    in_chart = _panels(of)
    cells, bases = _cells(of), _bases(of)
    in_table = {
        place: [value - (cells[bases[place]] if place in bases else 0)]
        for place, value in cells.items()
        if of.values["mode"] != "size" or place in bases
    }
    if of.values["mode"] == "size" and of.values["model"]:
        # The next smaller model need not be among the chosen: the CSV says only which cells there are.
        return {place: [] for place in in_chart}, {
            place: [] for place in in_chart if place in cells
        }
    if of.values["mode"] == "chance":
        in_table = _above_chance(of)
    means = _means(of)
    for place in means:
        in_table[place] = [mean(in_table[one][0] for one in in_chart if one[1:] == place[1:])]
    return in_chart | means, in_table


def _above_chance(of: Forms) -> Numbers:
    """The share of the way from guessing to all right, where the CSV has the chance level."""
    chances = {
        row["benchmark"]: 100 * float(row["chance level"]) for row in of.rows if row["chance level"]
    }
    return {
        place: [100 * (value - chances[place[0]]) / (100 - chances[place[0]])]
        for place, value in _cells(of).items()
        if place[0] in chances
    }


def along_training(of: Forms) -> tuple[Numbers, Numbers]:
    panel = of.values["panel"]
    in_table = {place[1:]: [value] for place, value in _cells(of).items() if place[0] == panel}
    return together(of.marks, _AT, "y"), in_table


def along_size(of: Forms) -> tuple[Numbers, Numbers]:
    """Two lines: at the picked checkpoint and at the first."""
    panel, along = of.values["panel"], _along(of, str(of.values["panel"]))
    wanted = {of.values["checkpoint"], min(along, key=along.__getitem__)} if along else set()
    in_table: Numbers = defaultdict(list)
    for (benchmark, model, at), value in _cells(of).items():
        if benchmark == panel and at in wanted:
            in_table[model,].append(value)
    in_chart = together(of.marks, ("size",), "y")
    return in_chart, {model: sorted(values) for model, values in in_table.items()}


def gains(of: Forms) -> tuple[Numbers, Numbers]:
    """The best and the last accuracy of each model that has lost some, as the hover says them."""
    said_of = {
        mark.at["size"]: re.search(r"best: (\S+?) ?%.*last (\S+?) ?%", mark.text)
        for mark in of.marks
        if mark.trace["name"] == "best"
    }
    in_chart: Numbers = {
        (model,): [float(found[1]), float(found[2])] for model, found in said_of.items() if found
    }
    along = _along(of, str(of.values["panel"]))
    courses: dict[Place, dict[float, float]] = defaultdict(dict)
    for (benchmark, model, at), value in _cells(of).items():
        if benchmark == of.values["panel"]:
            courses[model,][along[at]] = value
    return in_chart, {
        model: [max(course.values()), course[max(course)]]
        for model, course in courses.items()
        if max(course.values()) > course[max(course)]
    }


def doubling(of: Forms) -> tuple[Numbers, Numbers]:
    """Over how many sizes each slope goes, as the hover says it."""
    found = {mark.at["panel"]: re.search(r"over (\d+) sizes", mark.text) for mark in of.marks}
    in_chart: Numbers = {
        (panel,): [float(in_table[1])] for panel, in_table in found.items() if in_table
    }
    if of.values["model"]:
        # A slope is over all sizes, whichever are shown: the CSV says only which benchmarks there are.
        at = {(place[0],) for place in _cells(of) if place[2] == of.values["checkpoint"]}
        return {place: [] for place in in_chart}, {place: [] for place in in_chart if place in at}
    there = Counter(place[0] for place in _cells(of) if place[2] == of.values["checkpoint"])
    return in_chart, {place: [float(there[place[0]])] for place in in_chart}


def _panels(of: Forms) -> Numbers:
    """What is drawn of benchmarks, by benchmark, model and checkpoint."""
    means = set(_means(of))
    found: Numbers = {}
    for mark in of.marks:
        at = (mark.at["size"], mark.at["checkpoint"])
        # A mean that the source has itself is no panel to pick.
        if mark.z is not None and ("panel" in mark.at or ("mean", *at) not in means):
            found[mark.at.get("panel", mark.trace["name"]), *at] = [mark.z]
    return found


def _means(of: Forms) -> Numbers:
    """What is drawn of the mean over the benchmarks."""
    means = [mark for mark in of.marks if mark.trace["name"].startswith("Mean of ")]
    return {("mean", *at): values for at, values in together(means, _AT, "z").items()}


def _cells(of: Forms) -> dict[Place, float]:
    return of.cells(lambda row: (row["benchmark"], row["model"], _checkpoint(row)))


def _bases(of: Forms) -> dict[Place, Place]:
    """What each cell is compared with by the mode: itself at the first checkpoint, or the next smaller model."""
    mode, cells = of.values["mode"], _cells(of)
    if mode == "accuracy":
        return {}
    along = {panel: _along(of, panel) for panel in {place[0] for place in cells}}
    sizes = {row["model"]: float(row["size (B)"]) for row in of.rows if row["size (B)"]}
    found: dict[Place, Place] = {}
    for panel, model, at in cells:
        if mode == "gain":
            course = [cell[2] for cell in cells if cell[:2] == (panel, model)]
            found[panel, model, at] = (panel, model, min(course, key=along[panel].__getitem__))
            continue
        smaller = [
            size for size in sizes if sizes[size] < sizes[model] and (panel, size, at) in cells
        ]
        if smaller:
            found[panel, model, at] = (panel, max(smaller, key=sizes.__getitem__), at)
    return found


def _along(of: Forms, panel: str) -> dict[str, float]:
    return {
        _checkpoint(row): float(row["progress"])
        for row in of.rows
        if row["progress"] and row["benchmark"] == panel
    }


def _checkpoint(row: Row) -> str:
    return row["step"] or row["progress"]
