"""One type with and without a method over length, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.study import Study
from reasonboard.studies.type_length.rows import (
    cells_of,
    mean_difference,
    missing_of,
    shared_cells,
)


def teaser(study: Study) -> Teaser | None:
    """Of A and B the type in which they differ most; None where the page compares nothing."""
    values = study.defaults() | {"mode": "difference"}
    if values["first"] == values["second"]:
        return None
    rows = study.rows("grid", values)
    panels = [[row for row in rows if row["panel"] == values[name]] for name in ("first", "second")]
    if not all(panels):
        return None
    a, b = (cells_of(panel) for panel in panels)
    types = sorted({kind for kind, _ in a} & {kind for kind, _ in b})
    if not types:
        return None
    kind = max(types, key=lambda name: abs(mean_difference(a, b, shared_cells(a, b, name)).value))
    shared = shared_cells(a, b, kind)
    lengths = [float(length) for _, length in shared]
    high, low = ([values[cell_key].value * 100 for cell_key in shared] for values in (a, b))
    gone = [at for row in rows if row["task_type"] == kind for at in missing_of(row)]
    gaps = after_gaps(lengths, gone)
    names = [(panel[0]["method"] or panel[0]["model"]).rpartition("/")[2] for panel in panels]
    return Teaser(
        f"{kind}: accuracy by length {lengths[0]:g} to {lengths[-1]:g}, {names[0]} {high[-1]:.0f}% and {names[1]} "
        f"{low[-1]:.0f}% at the longest.",
        f"length {lengths[0]:g}",
        f"{lengths[-1]:g}, {kind}",
        [
            TeaserLine(low, lengths, "muted", f"{low[-1]:.0f}%\n{names[1]}", after_gaps=gaps),
            TeaserLine(high, lengths, label=f"{high[-1]:.0f}%\n{names[0]}", after_gaps=gaps),
        ],
    )
