"""What is said of a reading in one line: what was taken, in which units, and what was not."""

from reasonboard.ingest.readers.tables.known_names import AT_K
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Role, TableReading

_SHOWN = 6
_UNREAD = (
    Role.UNUSED, Role.DELTA, Role.RANK, Role.SPREAD, Role.LOW, Role.HIGH, Role.INTERVAL
)  # fmt: skip


def sentence(reading: TableReading, table: Oriented) -> str:
    """`4 models, 3 metrics (accuracy, maj@16, pass@16; fraction), tokens; n from n_problems; not read: notes`."""
    in_header = {column.stated["model"] for column in reading.columns if "model" in column.stated}
    models = len(in_header or distinct(reading, table, Role.MODEL)) or 1
    parts = [_counted(models, "model"), *_measured(reading, table)]
    said = [", ".join(parts)]
    for role, words in ((Role.N, "n"), (Role.STDERR, "standard errors"), (Role.REPEATS, "repeats")):
        if names := [column.header for column in reading.of(role)]:
            said.append(f"{words} from {', '.join(names)}")
    metrics = (column.metric.replace("_", " ") for column in reading.of(Role.VALUE))
    is_at_k = any(map(AT_K.fullmatch, metrics))
    if is_at_k and (ks := [column.header for column in reading.of(Role.K)]):
        said.append(f"k from {', '.join(ks)}")
    kinds = (Role.SETTING,) if is_at_k else (Role.SETTING, Role.K)
    if settings := [column.name or column.header for column in reading.of(*kinds)]:
        said.append(f"settings {', '.join(settings[:_SHOWN])}")
    if spreads := {each.spread for each in reading.columns} - {"", "not said", "not used"}:
        kept = {"standard error": ""}
        said += [f"± is the {each}{kept.get(each, ', not stored')}" for each in sorted(spreads)]
    said += reading.notes
    averages = [column.header for column in reading.of(Role.AGGREGATE)]
    if averages:
        said.append(f"averages left out: {', '.join(averages)}")
    unread = [
        column.header
        for column in reading.of(*_UNREAD)
        if column.header not in ("", "section")
        and column.why not in ("counts the rows", "empty")
        and not column.header.startswith("Unnamed")
    ]
    if unread:
        said.append(f"not read: {_first(unread)}")
    where = f"{reading.part}: " if reading.part else ""
    return where + "; ".join(said)


def _measured(reading: TableReading, table: Oriented) -> list[str]:
    if reading.of_answers:
        problems = distinct(reading, table, Role.ITEM)
        return [_counted(len(problems), "problem"), _counted(table.rows, "answer")]
    values = reading.of(Role.VALUE)
    if not values and reading.of(Role.CORRECT):
        right, n = reading.of(Role.CORRECT)[0].header, reading.of(Role.N)[0].header
        return [f"accuracy (fraction) as {right} of {n}"]
    benchmarks = {column.benchmark for column in values if column.benchmark}
    count = len(benchmarks or distinct(reading, table, Role.BENCHMARK))
    parts = [_counted(count, "benchmark")] if count else []
    metrics = dict.fromkeys((column.metric, column.unit) for column in values)
    names = [
        (metric or "metrics of each row") + f" ({unit})" * bool(unit) for metric, unit in metrics
    ]
    return [*parts, _first(names)]


def _first(names: list[str]) -> str:
    """The first of these names, and how many more there are."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + f" and {more} more" * (more > 0)


def distinct(reading: TableReading, table: Oriented, role: Role) -> list[str]:
    """The different cells of the first column with this role."""
    found = (index for index, column in enumerate(reading.columns) if column.role is role)
    return next((table.contents[index].distinct for index in found), [])


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
