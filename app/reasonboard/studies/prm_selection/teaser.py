"""What training on a few selections gives, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserDot
from reasonboard.core.study import Study
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.studies.prm_selection.rows import bars


def teaser(study: Study) -> Teaser | None:
    """Of the benchmark that the page selects: the best selector, the reference, the largest and the lowest."""
    values = study.defaults()
    rows = [
        row for row in study.rows("by_benchmark", values) if row["benchmark"] == values["panel"]
    ]
    known = sorted(bars(rows), key=lambda row: -float(row["value"]))
    if len(known) < 2:  # noqa: PLR2004
        return None
    # Of several as large, the one whose name is cut least.
    largest = max(known, key=lambda row: (row["params_b"] or 0, -len(row["selector"])))
    reference = [row for row in known if row["selector"] == values["reference"]]
    names = {row["selector"] for row in (known[0], *reference, largest, known[-1])}
    picked = [row for row in known if row["selector"] in names]
    benchmark = str(values["panel"])
    return Teaser(
        f"{benchmark} after training on the data of: "
        + ", ".join(f"{row['selector']} {row['value']:.0f}%" for row in picked),
        f"{benchmark} accuracy after training on each selection",
        dots=[_dot(row, strong=row is known[0]) for row in picked],
    )


def _dot(row: dict[str, float | str], *, strong: bool) -> TeaserDot:
    value = float(row["value"])
    ends = of_measured(Measured.from_row(value / 100, row))
    low, high = (ends.low * 100, ends.high * 100) if ends else (None, None)
    return TeaserDot(str(row["selector"]).split(" (")[0], value, low, high, strong)
