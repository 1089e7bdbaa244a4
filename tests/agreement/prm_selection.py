"""Data selection: which numbers of the table its figures draw."""

from tests.agreement.forms import Forms, Numbers, Place, Row, at_places_of_chart, once, together


def by_samples(of: Forms) -> tuple[Numbers, Numbers]:
    """All numbers of the benchmark that say their number of samples."""
    in_table = of.every(lambda row: (row["benchmark"], row["selector"], row["training samples"]))
    in_chart = together(of.marks, ("selector", "samples"), "y")
    return once(in_chart), once(
        {
            place[1:]: values
            for place, values in in_table.items()
            if place[0] == of.values["panel"] and int(place[2] or 0) >= 1
        }
    )


def by_selector(of: Forms) -> tuple[Numbers, Numbers]:
    """Numbers of the benchmark, one at least of every selector."""
    in_table = of.every(_benchmark_and_selector)
    panel = str(of.values["panel"])
    lines = [(str(one["selector"]), y) for one, y in of.lines if "selector" in one]
    in_chart: Numbers = {(panel, name): [y] for name, y in lines}
    for place, values in together(of.marks, ("selector",), "y").items():
        in_chart[panel, *place] = values
    here = {place: values for place, values in in_table.items() if place[0] == panel}
    return _compared(in_chart, here)


def by_benchmark(of: Forms) -> tuple[Numbers, Numbers]:
    """Numbers of every benchmark, one at least of every selector."""
    in_chart: Numbers = {}
    for mark in of.marks:
        in_chart.setdefault((of.panel(mark), mark.at["selector"]), []).append(mark.x)
    return _compared(in_chart, of.every(_benchmark_and_selector))


def gaps(of: Forms) -> tuple[Numbers, Numbers]:
    """Differences from numbers of the reference on the same benchmark."""
    in_chart: Numbers = {}
    for mark in of.marks:
        in_chart.setdefault((of.panel(mark), mark.at["selector"]), []).append(mark.x)
    in_table = of.every(_benchmark_and_selector)
    reference = str(of.values["reference"])
    differences = {
        place: [
            value - other for value in values for other in in_table.get((place[0], reference), [])
        ]
        for place, values in in_table.items()
    }
    return once(in_chart), once(at_places_of_chart(in_chart, differences))


def _compared(in_chart: Numbers, in_table: Numbers) -> tuple[Numbers, Numbers]:
    places = in_chart | {place: [] for place in in_table if place not in in_chart}
    return once(in_chart), once(at_places_of_chart(places, in_table))


def _benchmark_and_selector(row: Row) -> Place:
    return row["benchmark"], row["selector"]
