"""What tells the rows of a table apart: settings, further columns that differ, and rows that nothing tells apart."""

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.reading import PLACES, Option, Role
from reasonboard.ingest.readers.tables.vocabulary import listed

_MOST_VALUES = 200
_NOTES = frozenset(listed("columns", "notes"))


def find(draft: Draft) -> None:
    """Keep the settings, and so many of the other columns as tell rows apart; ask for rows that stay alike."""
    for index, told, content in draft.undecided():
        if told.role is Role.SETTING and not content.is_long:
            draft.put(index, Role.SETTING, "a setting", name=told.name or told.header)
        elif told.role is Role.SUBSET and content.is_text:
            _subset(draft, index)
    while clash := _clash(draft):
        if _continued(draft):
            continue
        chosen = _telling(draft, *clash)
        if chosen is None:
            _ask(draft, *clash)
            break
        name = draft.said(chosen).header or f"column {chosen + 1}"
        if draft.said(chosen).role is Role.FIELD and draft.said(chosen).name == "params_b":
            name = "size"
        draft.put(chosen, Role.SETTING, "tells rows of one model apart", name=name)
    for index, told, content in draft.undecided():
        why = "not known" if content.is_numeric else "text"
        draft.put(index, Role.UNUSED, why if told.role is None else "not needed")


def _continued(draft: Draft) -> bool:
    """Let rows such as `+ SFT` continue the name above that they add to; whether this changed any."""
    models = draft.of(Role.MODEL)
    if not models or draft.table.turned:
        return False
    content = draft.content(models[0])
    base, names = "", list(content.names)
    for row, name in enumerate(content.names):
        if not name.startswith(("+", "w/", "− ", "- ")):
            base = name
        elif base:
            names[row] = f"{base} {name}"
    if names == list(content.names):
        return False
    draft.table.contents[models[0]] = Contents(names, names)
    draft.note("names such as '+ ...' continue the row above them")
    return True


def _subset(draft: Draft, index: int) -> None:
    """A part of the benchmark, unless it says something of the model: then it is the same in all rows of one."""
    if draft.varies_within(index, Role.MODEL):
        draft.put(index, Role.SUBSET, "a part of the benchmark")
    elif len(draft.content(index).distinct) == 1:
        draft.put(index, Role.SUBSET, "one part of the benchmark")


def _clash(draft: Draft) -> tuple[int, int, int] | None:
    """Two rows of one place with different numbers in a value column."""
    keys = [draft.content(index).raw for index in draft.of(*PLACES)]
    values = [(index, draft.content(index).cells) for index in draft.of(Role.VALUE)]
    seen: dict[tuple[str, ...], int] = {}
    for row in range(draft.table.rows):
        first = seen.setdefault(tuple(str(raw[row]).strip() for raw in keys), row)
        for index, cells in values if first < row else ():
            before, now = cells[first], cells[row]
            if isinstance(before, Number) and isinstance(now, Number) and before.value != now.value:
                return first, row, index
    return None


def _telling(draft: Draft, first: int, second: int, _: int) -> int | None:
    """A column that is not read and differs between the two rows: texts before numbers, few values before many."""
    found = []
    for index in range(draft.width):
        column = draft.columns.get(index)
        told, content = draft.said(index), draft.content(index)
        if column and column.role not in (Role.UNUSED, Role.SUBSET, Role.REPEATS):
            continue
        if content.raw[first] == content.raw[second] or content.is_long or not told.header:
            continue
        is_other = told.role in (Role.RANK, Role.DELTA, Role.AGGREGATE, Role.N)
        if is_other or content.is_index or told.part or told.words in _NOTES:
            continue
        if len(content.distinct) <= _MOST_VALUES:
            is_decimal = content.is_numeric and not content.is_whole
            found.append((is_decimal, content.is_numeric, len(content.distinct), index))
    return min(found)[3] if found and not min(found)[0] else None


def _ask(draft: Draft, first: int, second: int, index: int) -> None:
    content = draft.content(index)
    places = [draft.table.places[row] for row in (first, second)]
    models, benchmarks = draft.of(Role.MODEL), draft.of(Role.BENCHMARK)
    named = draft.constants.get("model", "one model")
    who = str(draft.content(models[0]).raw[first]) if models else named
    what = str(draft.content(benchmarks[0]).raw[first]) if benchmarks else draft.said(index).header
    cells = (content.cells[row] for row in (first, second))
    numbers = " and ".join(cell.text for cell in cells if isinstance(cell, Number))
    options = [
        Option(f"{draft.said(each).header}=setting", f"{draft.said(each).header} tells them apart")
        for each in range(draft.width)
        if draft.content(each).raw[first] != draft.content(each).raw[second]
        and draft.said(each).header
        and (each not in draft.columns or draft.columns[each].role is Role.UNUSED)
    ]
    text = f"{' and '.join(places)} both say {who} on {what} ({numbers}): what tells them apart?"
    advice = "Add a column for it, such as a seed, or take one row out."
    draft.ask(f"{text} {advice}", options[:2], draft.said(index).header, 90)
