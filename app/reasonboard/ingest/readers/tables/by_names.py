"""The reading of rows by the names of their columns alone, if others follow: of pushed rows, and of a log.

No cell decides anything, so that all rows of a run are read alike, however many are there.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.extra_settings import MOST, is_name
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import TOKEN_LENGTH, TOKENS, Measurement, Run, Sample
from reasonboard.ingest.formats.settings import KNOWN
from reasonboard.ingest.readers.tables.known_names import AT_K, leaves_k_open
from reasonboard.ingest.readers.tables.reading import Column, Role, TableReading
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.store.fields import Field, fields_of

_MOST_COLUMNS = 1000
_ROLE_OF = {
    "model": Role.MODEL, "benchmark": Role.BENCHMARK, "metric": Role.METRIC, "value": Role.VALUE, "unit": Role.UNIT,
    "stderr": Role.STDERR, "n_items": Role.N, "n_repeats": Role.REPEATS, "subset": Role.SUBSET, "k": Role.K,
    "correct_items": Role.CORRECT, "item": Role.ITEM, "attempt": Role.ATTEMPT, "answer": Role.ANSWER,
}  # fmt: skip
"""Of what a column is called; any other is a field."""
_OTHERS = {
    "subset": (), "k": (), "correct_items": ("n_correct",), "tokens_out": ("tokens", "token_length", "output_tokens"),
    "answer": ("extracted_answer", "model_answer", "pred", "prediction"),
}  # fmt: skip
_PLAIN = ("value", "score", "correct")
"""Names of the values that are no metric."""
_OF_ANSWERS = frozenset({"item", "attempt", "answer", "tokens_in", "finish"})
_OF_PROBLEMS = frozenset({"task_type", "task_length"})
_NEEDED = ("model", "benchmark", "value")
_PREFIX = "settings."


def _names() -> Iterator[tuple[str, str]]:
    told: list[Field] = [each for record in (Run, Measurement) for each in fields_of(record)]
    for each in (*fields_of(Sample), *told):
        is_attempt = each.name == "repeat" and each.type is int
        name = "attempt" if is_attempt else each.name
        yield from ((other, name) for other in (*each.names, *([] if is_attempt else [name])))
    for name, others in _OTHERS.items():
        yield from ((other, name) for other in (name, *others))


_NAMED = dict(_names())
"""What a column may be called -> what it is."""


def checked(file: File, header: Sequence[str]) -> None:
    """Raises IngestError for too many columns, and for two that are called alike."""
    folded = [name.lower() for name in header]
    if len(header) > _MOST_COLUMNS:
        raise file.refused(f"{len(header)} columns", f"at most {_MOST_COLUMNS}", 1)
    if twice := next((name for name in header if folded.count(name.lower()) > 1), ""):
        raise file.refused(f"two columns of one name: {twice!r:.60}", "one", 1)


def own_columns(headers: Sequence[str], *, has_unit: bool) -> dict[str, Column]:
    """The columns that are called as here, of a table that names model, benchmark, value and unit or problem so.

    Its other columns are proposed as in any table, and of two for the same nothing is decided.
    """
    is_of_answers, named = _every(headers)
    every = Counter(named.values())
    is_own = {"model", "benchmark"} <= every.keys() and bool(
        {"value", "correct_items"} & every.keys()
    )
    if not is_own or not (has_unit or {"unit", "item"} & every.keys()):
        return {}
    return {
        name: _column(name, named, of_answers=is_of_answers)
        for name, told in named.items()
        if told and every[told] == 1
    }


def by_names(file: File, header: Sequence[str]) -> TableReading:
    """What each column is.

    Raises IngestError where model, benchmark or value are missing, and where two columns could be the same.
    """
    checked(file, header)
    is_of_answers, named = _every(header)
    _check(file, named)
    settings = _settings(file, header, {name for name in header if not named[name]})
    of_items = item_fields.columns(
        file.extra_settings, (name for name in header if not (named[name] or name in settings))
    )
    columns = []
    for name in header:
        if is_of_answers and name in of_items:
            columns.append(Column(name, Role.FIELD, "item_field"))
        elif name in settings:
            columns.append(Column(name, Role.SETTING, settings[name]))
        else:
            columns.append(_column(name, named, of_answers=is_of_answers))
    return TableReading(file.path.stem, "", columns, of_answers=is_of_answers)


def _every(header: Sequence[str]) -> tuple[bool, dict[str, str]]:
    """Are the rows answers, and what each column is."""
    is_of_answers = any(_NAMED.get(name.lower()) == "item" for name in header)
    named = {name: _named(name, of_answers=is_of_answers) for name in header}
    _as_counts(named)
    return is_of_answers, named


def _named(name: str, *, of_answers: bool) -> str:
    """What a column of this name is; '' for one that is nothing known."""
    told = _NAMED.get(name.lower(), "")
    if told == "repeat" and of_answers:
        return "attempt"
    if told in (_OF_PROBLEMS if of_answers else _OF_ANSWERS):
        return ""
    if not told and AT_K.fullmatch(words_of(name)):
        return "value"
    return told


def _as_counts(named: dict[str, str]) -> None:
    """A column k without scores of k attempts is how many of n are right, or nothing that is known."""
    k = next((name for name, told in named.items() if told == "k"), "")
    values = [name for name, told in named.items() if told == "value"]
    n = next((name for name, told in named.items() if told == "n_items"), "")
    if k and not values and n:
        named[k] = "correct_items"
    elif k and not any(leaves_k_open(words_of(name)) for name in values):
        named[k] = ""
    elif k and n and "n_repeats" not in named.values():
        named[n] = "n_repeats"


def _check(file: File, named: dict[str, str]) -> None:
    first: dict[str, str] = {}
    for name, told in named.items():
        if told and first.setdefault(told, name) != name:
            wrong = f"{first[told]!r} and {name!r} could both be {told}"
            raise file.refused(wrong, "one", 1)
    stated = {*first, *(["value"] if "correct_items" in first else [])}
    for need in _NEEDED:
        if need not in stated:
            usual = ", ".join(name for name, told in _NAMED.items() if told == need)
            raise file.refused(f"no column for {need}", f"a column {usual}", 1)


def _settings(file: File, header: Sequence[str], free: Collection[str]) -> dict[str, str]:
    """Column -> what the setting is called: a usual one, one that the load names, or `settings.NAME`."""
    found: dict[str, str] = {}
    for name in header:
        written = name[len(_PREFIX) :] if name.lower().startswith(_PREFIX) else ""
        setting = file.extra_settings.of_column(written or name)
        setting = setting or (written if is_name(written) else "")
        setting = setting or (name if name.lower() in KNOWN else "")
        if setting and name in free:
            if setting in found.values():
                raise file.refused(f"two columns for the setting {setting!r}", "one", 1)
            found[name] = setting
    if sum(name.lower().startswith(_PREFIX) for name in found) > MOST:
        raise file.refused(f"more than {MOST} columns {_PREFIX}NAME", f"at most {MOST}", 1)
    return found


def _column(name: str, named: dict[str, str], *, of_answers: bool) -> Column:
    told = named[name]
    if not told:
        return Column(name, Role.UNUSED)
    if told == "value" and of_answers:
        return Column(name, Role.SCORE)
    if told == "value":
        is_said = "metric" in named.values() or name.lower() in _PLAIN
        return Column(name, Role.VALUE, metric="" if is_said else words_of(name).replace(" ", "_"))
    if told == "tokens_out" and not of_answers:
        return Column(name, Role.VALUE, metric=TOKEN_LENGTH, unit=TOKENS)
    role = _ROLE_OF.get(told, Role.FIELD)
    return Column(name, role, told if role is Role.FIELD else "")
