"""The reading of a table that its headers and cells propose, with what a person said of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.cells.cell import Missing
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables import (
    answer_rows,
    apart,
    axes,
    no_results,
    units,
    values,
    what,
    who,
)
from reasonboard.ingest.readers.tables.answers import NONE, Answers, applied
from reasonboard.ingest.readers.tables.by_names import own_columns
from reasonboard.ingest.readers.tables.constants import part_name, read_constants
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import benchmark, is_run
from reasonboard.ingest.readers.tables.oriented import Oriented, names_what, oriented
from reasonboard.ingest.readers.tables.reading import Column, Option, Question, Role, TableReading
from reasonboard.ingest.readers.tables.vocabulary import ALL

_OF_READING = frozenset({"sheet", "columns", "missing"})
"""Constants about how the table is read, and not about its numbers."""
_TWO = 2
_MOST = 0.5
_SPREADS = (
    (re.compile(r"standard errors?|std\.? ?err|\bs\.?e\.?m?\.?\b"), "standard error"),
    (re.compile(r"standard dev|\bstd\b|stdev|\bsd\b|std\.? dev|over \d+ (?:seeds|runs)|across \d+"),
     "standard deviation"),
    (re.compile(r"95 ?%|confidence|\bci\b"), "half of a 95% interval"),
)  # fmt: skip


def propose(
    grid: Grid, answers: Answers = NONE, stated: Mapping[str, str] = MappingProxyType({})
) -> tuple[TableReading, Oriented]:
    """How the grid is read, and the grid as it is read. `stated` are fields that hold of all rows."""
    if not grid.has_header and not answers:
        reading = TableReading(grid.name, grid.part, (), questions=[_without_header(grid)])
        return reading, Oriented((), [], 0, ())
    grid, notes = no_results.leave_out(grid)
    columns = answers.of("columns").lower()
    table = oriented(grid, columns_are_models=columns in ("model", "models"))
    around = " ".join(part for part in (grid.caption, grid.part, grid.name) if part)
    of_headers = applied(answers, [each.header for each in table.said])
    draft = Draft(table, grid.name, grid.part, around, of_headers)
    draft.stated |= stated
    draft.notes += notes
    draft.refused = no_results.why(grid, table, around)
    if not draft.refused:
        _ask_for_twins(draft)
        _decide(draft, grid)
    return _reading(draft, grid), table


def _without_header(grid: Grid) -> Question:
    first = ", ".join(str(cell) for cell in grid.rows[0]) if grid.rows else ""
    text = f"the first row ({first[:60]}) is data: what are the columns called?"
    return Question(f"{text} Write their names in a line above it", weight=110)


def _ask_for_twins(draft: Draft) -> None:
    """Two columns of one name: which is which, nothing says."""
    headers = [each.header for each in draft.table.said if each.header]
    twin = next((header for header in headers if headers.count(header) > 1), "")
    if twin and not draft.table.turned:
        advice = "Give them names of their own, or take one out."
        draft.ask(f"two columns are called {twin!r}: which is which? {advice}", (), twin, 108)


def _decide(draft: Draft, grid: Grid) -> None:
    """All roles, in the order in which one follows from the other."""
    read_constants(draft, grid)
    _stated(draft)
    if not draft.table.turned:
        _own(draft, is_whole=grid.again is None)
    if text := draft.answers.constants.get("missing", ""):
        _leave_out(draft, text)
    if draft.table.turned:
        draft.put(0, Role.MODEL, "the headers of the columns")
    if answer_rows.is_answers(draft):
        answer_rows.find(draft)
        _place(draft, grid)
        return
    what.find(draft)
    _keys(draft, grid)
    axes.find(draft)
    who.find_in_header(draft)
    values.find(draft)
    draft.refused = draft.refused or no_results.of_roles(draft)
    if draft.refused:
        _ask_for_values(draft)
        return
    who.find(draft)
    _place(draft, grid)
    units.find(draft)
    _spreads(draft)
    apart.find(draft)


def _stated(draft: Draft) -> None:
    """What a person said of columns comes first."""
    for index in range(draft.width):
        header = draft.said(index).header
        if (said := draft.answers.columns.get(header)) is None:
            continue
        is_bare = not (said.metric or said.benchmark) or bool(draft.said(index).axis)
        if said.role is Role.VALUE and is_bare and not said.stated:
            continue  # only its unit: the rest is proposed
        if "subset" in said.stated:
            draft.words.add(index)
        name = said.name or (header if said.role in (Role.SETTING, Role.K) else "")
        draft.columns[index] = replace(said, header=header, name=name, why="as you said")
    constants = draft.answers.constants.items()
    draft.stated |= {name: value for name, value in constants if name not in _OF_READING}
    draft.constants |= draft.stated


def _own(draft: Draft, *, is_whole: bool) -> None:
    """What columns are by the names that they have here, whatever is in them; of a whole table, if anything is."""
    own = own_columns([each.header for each in draft.table.said], has_unit="unit" in draft.stated)
    for index, told, content in draft.undecided():
        is_known = content.filled or not is_whole
        if is_known and (column := own.get(told.header)):
            known = {"name": column.name, "metric": column.metric, "unit": column.unit}
            draft.put(index, column.role, "called so", **known)


def _leave_out(draft: Draft, text: str) -> None:
    """Take a number for a missing value, as a person says."""
    stated = cells.parse(text)
    number = stated.value if isinstance(stated, Number) else None
    for index, content in enumerate(draft.table.contents):
        kept = [
            Missing(text) if isinstance(cell, Number) and cell.value == number else cell
            for cell in content.cells
        ]
        draft.table.contents[index] = Contents(content.raw, kept)


def _keys(draft: Draft, grid: Grid) -> None:
    """Keys of a document without a name: models and benchmarks by their forms or in this order; others are asked."""
    if grid.keys < _TWO or draft.table.turned:
        return
    has_places = any(draft.said(index).known for index in range(grid.keys, draft.width))
    for index in range(1, grid.keys):
        content, header = draft.content(index), draft.said(index).header
        is_placed = has_places or draft.of(Role.BENCHMARK)
        if index in draft.columns:
            continue
        if content.is_text and not is_placed and content.models < _MOST:
            is_whole = any(name.lower() in ALL for name in content.distinct)
            runs = sum(1 for name in content.distinct if is_run(name))
            if runs > _MOST * len(content.distinct):
                draft.put(index, Role.SETTING, "the second keys of the document", name="method")
            elif is_whole and not content.benchmarks:
                draft.put(index, Role.SUBSET, "parts of the whole, which is one of the keys")
            else:
                draft.put(index, Role.BENCHMARK, "the second keys of the document")
        elif not content.is_text:
            shown = ", ".join(content.distinct[:3])
            options = [Option(f"{header}={name}", name) for name in ("step", "seed", "setting")]
            draft.ask(f"what are the keys {shown}?", options, header, 92)


def _ask_for_values(draft: Draft) -> None:
    """Numbers of unknown columns are asked for beside models, and beside what the rows are measured by."""
    if draft.of(Role.K) and draft.of(Role.REPEATS, Role.N):
        draft.refused = ""
        header = draft.said(draft.of(Role.K)[0]).header
        whole = draft.said(draft.of(Role.REPEATS, Role.N)[0]).header
        options = [Option(f"{header}=correct", f"{header} of {whole} answers are right")]
        draft.ask(f"is {header!r} how many of {whole!r} are right?", options, header, 95)
        return
    texts = [index for index in range(draft.width) if draft.content(index).is_text]
    models = [index for index in texts if draft.content(index).models > _MOST]
    roles = (None, Role.AGGREGATE, Role.SETTING)
    unknown = [
        index
        for index, told, content in draft.undecided()
        if content.is_numeric and told.role in roles and told.header
    ]
    names = names_what(draft.table, texts[:2])
    if not names:
        unknown = [index for index in unknown if draft.said(index).role is None]
    if not unknown or not (models or names) or (names and draft.of(Role.N)):
        return
    draft.refused = ""
    header = draft.said(unknown[0]).header
    cell = draft.content(unknown[0]).distinct[0]
    options = [
        Option(f"{header}=accuracy of BENCHMARK in percent", "a score"),
        Option(f"{header}=setting", "a setting"),
    ]
    if names and not models:
        options = [Option("columns=model", "each column is a model"), options[0]]
    draft.ask(f"what is {header!r} ({cell})?", options, header, 95)


def _place(draft: Draft, grid: Grid) -> None:
    """The benchmark where no column names it: the heading, a constant, the name of the file or a part of it."""
    if draft.of(Role.BENCHMARK) or "benchmark" in draft.constants:
        return
    scored = draft.of(Role.VALUE, Role.SCORE, Role.CORRECT)
    if all(draft.columns[index].benchmark for index in scored):
        return
    corner = draft.table.corner
    titles = [draft.said(index) for index in draft.of(Role.MODEL)] + ([corner] if corner else [])
    for title in titles:
        if title.benchmark and title.known:
            draft.guess("benchmark", title.benchmark)
            return
    others = {draft.columns[index].benchmark for index in draft.of(Role.VALUE)} - {""}
    for where, text in (("the heading", grid.part), ("the caption", grid.caption)):
        if not others and (named := in_name(text)):
            draft.guess("benchmark", named)
            draft.note(f"benchmark {named} from {where}")
            return
    named = in_name(draft.name)
    heading = part_name(grid.part)
    if others or all(word.lower() in who.USUAL for word in re.findall(r"\w+", heading)):
        heading = ""
    draft.guess("benchmark", named or heading or draft.name)
    if named:
        draft.note(f"benchmark {named} from the file's name")
    elif heading:
        draft.note(f"benchmark {draft.constants['benchmark']!r} from the heading")
    else:
        draft.note(f"no benchmark is named: it is called {draft.constants['benchmark']!r}")


def in_name(text: str) -> str:
    """The benchmark that a heading or the name of a file states, as it writes it; '' if it states none."""
    words = list(re.finditer(r"[A-Za-z0-9+@]+(?:\.\d+)?", text))
    for length in (4, 3, 2, 1):
        for start in range(len(words) - length + 1):
            name = text[words[start].start() : words[start + length - 1].end()]
            known = benchmark(name.replace("_", " "), is_whole=True)
            if known and not known.is_common_word and not re.search(r"[,;:()|]", name):
                return name.replace("_", " ") if "_" in name and " " not in text else name
    return ""


def _spreads(draft: Draft) -> None:
    """What the second numbers of cells are: as a person, the header or the caption says; else nobody knows."""
    around = draft.around.lower()
    caption = next((name for pattern, name in _SPREADS if pattern.search(around)), "")
    for index in draft.of(Role.VALUE):
        content, column = draft.content(index), draft.columns[index]
        if not content.spreads:
            continue
        stated = draft.answers.spreads.get(column.header) or draft.answers.spreads.get("")
        words = {cell.spread_as for cell in content.numbers if cell.spread is not None}
        own = "standard deviation" if words & {"std", "sd"} else ""
        own = "standard error" if words & {"se", "stderr"} else own
        draft.tell(index, spread=stated or column.spread or own or caption or "not said")
    unsaid = [index for index in draft.of(Role.VALUE) if draft.columns[index].spread == "not said"]
    bracketed = [index for index in unsaid if draft.content(index).spreads == {"()"}]
    if bracketed:
        _ask_for_brackets(draft, bracketed)
    elif unsaid and any(draft.content(index).spreads - {"[]"} for index in unsaid):
        draft.note('what ± is the table does not say: not kept (--as "±=standard error" keeps it)')


def _ask_for_brackets(draft: Draft, columns: Sequence[int]) -> None:
    index, *others = columns
    header = draft.said(index).header
    where = "()" if others else f"{header} ()"
    more = f" and {len(others)} more column{'s' * (len(others) > 1)}" if others else ""
    cell = next(cell for cell in draft.content(index).numbers if cell.spread is not None)
    names = ("standard deviation", "standard error", "not used")
    options = [Option(f"{where}={name}", name) for name in names]
    text = f"what is the second number of {cell.text!r} in {header!r}{more}?"
    draft.ask(text, options, header, 60)


def _reading(draft: Draft, grid: Grid) -> TableReading:
    columns: Sequence[Column] = [
        draft.columns.get(index) or Column(draft.said(index).header, Role.UNUSED, why="not known")
        for index in range(draft.width)
    ]
    return TableReading(
        draft.name,
        grid.part,
        tuple(columns),
        dict(draft.constants),
        frozenset(draft.guessed),
        draft.table.turned,
        bool(draft.of(Role.ITEM)),
        tuple(draft.questions),
        tuple(draft.notes),
        draft.refused,
    )
