"""What a person said of a table: `Score=accuracy of GSM8K in percent`, `Team=model`, `Note=not used`, `model=plum-7b`.

The same words stand after `--as`, in a TOML under [as], and come from the dropdowns of a page.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.records import FRACTION, PERCENT
from reasonboard.ingest.names.path_pattern import fields_in
from reasonboard.ingest.readers.tables.known_names import benchmark, metric
from reasonboard.ingest.readers.tables.reading import PARTS, Column, Role, TableReading
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.vocabulary import by_word, listed
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN

_FIELDS = {
    each.name: each
    for each in (*MODEL, *RUN, *MEASUREMENT)
    if each.name not in ("stderr", "n_items", "n_repeats")
}
_ROLE_WORDS: Mapping[str, list[str]] = listed("typed", "roles")
_ROLES = {words: Role(role) for words, role in by_word("typed", "roles").items()}
UNITS = by_word("typed", "units")
SPREADS = by_word("typed", "spreads")
CONSTANTS = frozenset(
    {"model", "benchmark", "metric", "unit", "n", "sheet", "missing", "columns", *_FIELDS}
)
_POSSIBLE = (
    "a role such as model, benchmark, metric, n, standard error, seed, step, setting, average, not used; "
    "a benchmark; or a value: METRIC of BENCHMARK in UNIT"
)
_OF_ANSWERS = {"said of the problem": "item_field", "tokens of the answer": "tokens_out"}
_OTHER_FIELDS = {
    "size": "params_b",
    "model size": "params_b",
    "parameters": "params_b",
    **_OF_ANSWERS,
}
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Answers:
    """All that a person said of the tables of a load, in their order."""

    pairs: Sequence[tuple[str, str]] = ()

    def of(self, name: str) -> str:
        """What is said of the tables as such: of `sheet`, `columns`; '' if nothing is."""
        return next((right for left, right in self.pairs if left.lower() == name), "")

    def __bool__(self) -> bool:
        return bool(self.pairs)


NONE = Answers()


@dataclass(frozen=True, slots=True)
class Applied:
    """Answers that were brought together with the headers of a table."""

    columns: Mapping[str, Column] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    spreads: Mapping[str, str] = field(default_factory=dict)
    """Header -> what ± is in its cells; '' for all."""
    elsewhere: Sequence[str] = ()
    """What names no column of this table: it may be about another table of the load."""


def parse(texts: Iterable[str]) -> Answers:
    """The answers as they are typed; raises IngestError for one that is none."""
    pairs = []
    for text in texts:
        left, equals, right = _split(text)
        if not (left and equals and right):
            raise IngestError(
                f"--as {text[:_LONGEST]!r} (expected COLUMN=WHAT IT IS, such as 'Score=accuracy of GSM8K in percent', "
                "'Team=model' or 'Note=not used')"
            )
        pairs.append((left, right))
    return Answers(tuple(pairs))


def _split(text: str) -> tuple[str, str, str]:
    """Before and after the last '=' whose right side is a role, else the first '='."""
    places = [match.start() for match in re.finditer("=", text)]
    for place in reversed(places):
        left, right = text[:place].strip(), text[place + 1 :].strip()
        if left and right and (stated(right) or right.lower() in SPREADS):
            return left, "=", right
    left, equals, right = text.partition("=")
    return left.strip(), equals, right.strip()


def applied(answers: Answers, headers: Sequence[str]) -> Applied:
    """The answers as far as they are about these headers; raises IngestError for words that say no role."""
    folded = {_fold(header): header for header in reversed(headers)}
    columns: dict[str, Column] = {}
    constants: dict[str, str] = {}
    spreads: dict[str, str] = {}
    elsewhere: list[str] = []
    for left, right in answers.pairs:
        header = folded.get(_fold(left))
        about = re.fullmatch(r"(?P<header>.*?)\s*(?:±|\(\)|in brackets|\+/-)", left)
        if header is not None and (said := stated(right)):
            columns[header] = said
        elif header is None and (matching := _matching(left, right, headers)):
            columns |= matching
        elif about and _fold(about["header"]) in ("", *folded):
            spreads[folded.get(_fold(about["header"]), "")] = _spread(left, right)
        elif left.lower() in CONSTANTS and header is None:
            constants[left.lower()] = right
        elif header is not None:
            raise IngestError(
                f"{_typed(left, right)}: {right[:_LONGEST]!r} is no role (expected {_POSSIBLE})"
            )
        else:
            elsewhere.append(left)
    return Applied(columns, constants, spreads, elsewhere)


def _matching(pattern: str, right: str, headers: Sequence[str]) -> dict[str, Column]:
    """The headers that state fields as a pattern has them, such as `len_{task_length}`."""
    found: dict[str, Column] = {}
    said = stated(right)
    for header in headers:
        if said and (fields := fields_in(pattern, header)):
            place = fields.pop("benchmark", said.benchmark)
            found[header] = replace(said, benchmark=place, stated={**said.stated, **fields})
    return found


def answered(answers: Answers, readings: Iterable[TableReading]) -> set[str]:
    """What stands before '=' in the answers that are about these tables."""
    headers = dict.fromkeys(column.header for reading in readings for column in reading.columns)
    return {left for left, _ in answers.pairs} - {*applied(answers, list(headers)).elsewhere}


def _fold(text: str) -> str:
    return " ".join(text.lower().split())


def _spread(left: str, right: str) -> str:
    if right.lower() not in SPREADS:
        expected = ", ".join(dict.fromkeys(SPREADS.values()))
        raise IngestError(f"{_typed(left, right)} (expected {expected})")
    return SPREADS[right.lower()]


def _typed(left: str, right: str) -> str:
    return f'--as "{left[:_LONGEST]}={right[:_LONGEST]}"'


def stated(words: str) -> Column | None:
    """What words say of a column, without its header: a role, or metric, benchmark, unit and direction of a value.

    None for what says neither.
    """
    text = " ".join(words.split())
    lower = text.lower()
    if role := _ROLES.get(lower.replace("_", " ")):
        return Column("", role)
    if match := re.fullmatch(r"(?P<role>.+?) of (?P<of>.+)", text, re.I):
        part = _ROLES.get(match["role"].lower())
        if part in PARTS and part is not None:
            return Column("", part, of=match["of"])
    if match := re.fullmatch(r"setting(?: (?P<name>.+))?", text, re.I):
        return Column("", Role.SETTING, match["name"] or "")
    named = _field(lower)
    return Column("", Role.FIELD, named) if named else _value(text)


def _field(lower: str) -> str:
    plain = lower.replace(" ", "_")
    for name, each in _FIELDS.items():
        if (
            plain == name
            or plain in each.names
            or lower in (each.label.lower(), each.words.lower())
        ):
            return name
    return _OTHER_FIELDS.get(lower, "")


def _value(text: str) -> Column | None:
    """A value: its metric, benchmark, unit and direction, in this order and each of them optional."""
    higher: bool | None = None
    if match := re.search(r",?\s*\(?(higher|lower) is better\)?$|\s*([↑↓])$", text, re.I):
        higher = (match[1] or "").lower() == "higher" or match[2] == "↑"
        text = text[: match.start()].strip()
    unit = ""
    if match := re.search(r"(?:^|\s)in (?P<unit>[\w%$/ .-]{1,24})$", text, re.I):
        unit = UNITS.get(match["unit"].lower(), match["unit"].strip())
        text = text[: match.start()].strip()
    elif _is_unit(text):
        text, unit = "", UNITS[text.lower()]
    said = Column("", Role.VALUE, unit=unit, higher_is_better=higher)
    if match := _OF_PART.fullmatch(text):
        part = {"subset": match["of"].strip()}
        return replace(said, metric=_metric(match["metric"]), stated=part)
    if match := _OF_BENCHMARK.fullmatch(text):
        return replace(said, metric=_metric(match["metric"]), benchmark=match["of"].strip())
    if benchmark(text) and not metric(words_of(text)):
        return replace(said, benchmark=text)
    is_known = unit or higher is not None or metric(words_of(text))
    return replace(said, metric=_metric(text)) if is_known else None


_OF_PART = re.compile(r"(?P<metric>.*?)(?:^|\s)of part (?P<of>.+)", re.IGNORECASE)
_OF_BENCHMARK = re.compile(r"(?P<metric>.*?)(?:^|\s)(?:of|on) (?P<of>.+)", re.IGNORECASE)


def _is_unit(text: str) -> bool:
    lower = text.lower()
    return lower in (PERCENT, FRACTION) or (lower in UNITS and not metric(words_of(text)))


def _metric(text: str) -> str:
    """The name of a metric; '' for words that name none."""
    name = text.strip().replace(" ", "_")
    return "" if name.lower() in ("score", "value") else name


def words(column: Column) -> str:
    """The role of a column in the words that are typed for it."""
    if column.role is Role.VALUE and "model" in column.stated:
        return f"in {unit_word(column.unit)}"  # its header is a model: the rest is read as before
    if column.role is Role.VALUE:
        said = column.metric or ("" if column.benchmark else "value")
        said += f" of {column.benchmark}" if column.benchmark else ""
        said += f" of part {column.stated['subset']}" if "subset" in column.stated else ""
        said += f" in {unit_word(column.unit)}" if column.unit else ""
        if column.higher_is_better is not None:
            said += f", {'higher' if column.higher_is_better else 'lower'} is better"
        return said.strip()
    if column.role is Role.FIELD:
        return next(
            (text for text, name in _OF_ANSWERS.items() if name == column.name), column.name
        )
    if column.role is Role.SETTING:
        return "setting" if column.name in ("", column.header) else f"setting {column.name}"
    if column.role in PARTS:
        return _ROLE_WORDS[column.role][0] + (f" of {column.of}" if column.of else "")
    return _ROLE_WORDS[column.role][0]


def unit_word(unit: str) -> str:
    """What a unit is called in sentences."""
    return {"score": "points", "usd": "dollars"}.get(unit, unit)


def roles() -> list[str]:
    """All roles as a dropdown offers them, besides values."""
    rest = (Role.VALUE, Role.UNUSED)
    every = [words[0] for role, words in _ROLE_WORDS.items() if role not in rest]
    return [*every, *_FIELDS, "setting", "not used"]
