"""Data selection: which numbers of the table its figures draw."""

from tests.agreement.forms import Forms, Numbers, Place, Row, drawn_of, once, together


def by_samples(of: Forms) -> tuple[Numbers, Numbers]:
    """All numbers of the benchmark that say their number of samples."""
    said = of.every(lambda row: (row["benchmark"], row["selector"], row["training samples"]))
    drawn = together(of.marks, ("selector", "samples"), "y")
    return once(drawn), once(
        {
            place[1:]: values
            for place, values in said.items()
            if place[0] == of.values["panel"] and int(place[2] or 0) >= 1
        }
    )


def by_selector(of: Forms) -> tuple[Numbers, Numbers]:
    """Numbers of the benchmark, one at least of every selector."""
    said = of.every(_benchmark_and_selector)
    panel = str(of.values["panel"])
    lines = [(str(one["selector"]), y) for one, y in of.lines if "selector" in one]
    drawn: Numbers = {(panel, name): [y] for name, y in lines}
    for place, values in together(of.marks, ("selector",), "y").items():
        drawn[panel, *place] = values
    here = {place: values for place, values in said.items() if place[0] == panel}
    return _compared(drawn, here)


def by_benchmark(of: Forms) -> tuple[Numbers, Numbers]:
    """Numbers of every benchmark, one at least of every selector."""
    drawn: Numbers = {}
    for mark in of.marks:
        drawn.setdefault((of.panel(mark), mark.at["selector"]), []).append(mark.x)
    return _compared(drawn, of.every(_benchmark_and_selector))


def gaps(of: Forms) -> tuple[Numbers, Numbers]:
    """Differences from numbers of the reference on the same benchmark."""
    drawn: Numbers = {}
    for mark in of.marks:
        drawn.setdefault((of.panel(mark), mark.at["selector"]), []).append(mark.x)
    said = of.every(_benchmark_and_selector)
    reference = str(of.values["reference"])
    differences = {
        place: [one - other for one in values for other in said.get((place[0], reference), [])]
        for place, values in said.items()
    }
    return once(drawn), once(drawn_of(drawn, differences))


def _compared(drawn: Numbers, said: Numbers) -> tuple[Numbers, Numbers]:
    places = drawn | {place: [] for place in said if place not in drawn}
    return once(drawn), once(drawn_of(places, said))


def _benchmark_and_selector(row: Row) -> Place:
    return row["benchmark"], row["selector"]
