"""Whose numbers the rows of a table are: the column that names them, or the name around the table."""

import re
from collections import Counter

from reasonboard.ingest.names import infer
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.known_names import benchmark, is_model, is_run, metric
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.said import Said
from reasonboard.ingest.readers.tables.vocabulary import listed

_STATED, _RUN, _WAY, _BASE, _TEAM = 1, 2, 3, 4, 5
"""How surely a header names the model: it says so, a run, a method, what was trained on, whose it is."""
_UNNAMED = 2.5
STEP = re.compile(
    r"(?:global[_ -]?)?(?:step|checkpoint|ckpt|iter(?:ation)?)s?[_ -]?(?P<step>\d+)", re.IGNORECASE
)
"""The name of a checkpoint that says its step alone."""
_MOST = 0.5
_TITLE = re.compile(r"^(?:models?|methods?|systems?|agents?|runs?|llms?|names?)\b", re.IGNORECASE)
_SHOWN = 3
MODEL_OF_ALL = "model=NAME"
"""What settles whose numbers all rows of a table are."""
USUAL = frozenset(listed("names", "usual"))


def find_in_header(draft: Draft) -> None:
    """Columns that are models, in a table whose rows are methods or settings: one score of each."""
    numeric = [(at, told) for at, told, content in draft.undecided() if content.is_numeric]
    unknown = [(at, told.header) for at, told in numeric if not (told.known or told.metric)]
    named = [at for at, header in unknown if is_model(header) or is_run(header)]
    if len(named) <= 1 or len(named) < _MOST * len(numeric):
        return
    if any(draft.said(index).rank == _STATED for index in range(draft.width)):
        return
    if all(draft.content(index).is_zero_one for index in named):
        draft.refused = "models as columns of answers (only 0 and 1): make a row of each, with its problem and model"
        return
    for index in named:
        stated = {"model": draft.said(index).header}
        draft.put(index, Role.VALUE, "scores of this model", stated=stated)


def find(draft: Draft) -> None:
    """Decide which column is the model; else take the name around the table, or ask."""
    ranks = _candidates(draft)
    is_known = draft.of(Role.MODEL) or "model" in draft.stated
    is_known = is_known or any("model" in column.stated for column in draft.columns.values())
    if is_known or ("model" in draft.constants and _STATED not in ranks.values()):
        _others(draft, ranks)
        return
    if not ranks:
        ranks = _by_content(draft) or _families(draft)
    if ranks:
        _choose(draft, ranks)
    else:
        _from_around(draft)


def _candidates(draft: Draft) -> dict[int, float]:
    """The columns that could name a row, with their ranks."""
    ranks: dict[int, float] = {}
    for index, told, content in draft.undecided():
        if told.role is Role.MODEL and content.filled and _is_whole(draft, index):
            if told.rank == _RUN and all(map(STEP.fullmatch, content.distinct)):
                draft.put(index, Role.FIELD, "checkpoints by their steps", name="step")
            elif content.is_text and not content.are_dates:
                ranks[index] = told.rank
            elif told.rank > _STATED and content.is_numeric:
                _numbered(draft, index)
            elif told.rank == _STATED:
                ranks[index] = told.rank
        elif is_unnamed(told) and index <= 1 and content.is_text and not content.are_dates:
            ranks[index] = _STATED if content.models > _MOST else _UNNAMED
    return ranks


def is_unnamed(told: Said) -> bool:
    """Has a column no name, as an index and the keys of a document have none?"""
    return not told.header or re.fullmatch(r"key \d", told.words) is not None


def _is_whole(draft: Draft, index: int) -> bool:
    """Has each row a name? A method that is missing in some rows is a setting."""
    content = draft.content(index)
    if all(content.names) or draft.said(index).rank == _STATED:
        return True
    draft.put(index, Role.SETTING, "tells rows apart", name=draft.said(index).header)
    return False


def _numbered(draft: Draft, index: int) -> None:
    """A column of names that has numbers: the checkpoint is a step, the run a repeat."""
    words, content = draft.said(index).words, draft.content(index)
    if words.startswith(("checkpoint", "ckpt")) and content.is_whole:
        draft.put(index, Role.FIELD, "numbers of checkpoints", name="step")
    elif words.startswith("run") and content.is_whole and not content.is_unique:
        draft.put(index, Role.FIELD, "numbers of runs", name="repeat")
    else:
        draft.put(index, Role.SETTING, "tells rows apart", name=draft.said(index).header)


def _by_content(draft: Draft) -> dict[int, float]:
    """A first column of texts whose header says nothing known, if its cells read as models or it is the title."""
    for index, told, content in draft.undecided():
        if told.role is not None or not content.is_text or content.is_long:
            continue
        is_title = index == 0 and (told.metric or told.benchmark or _TITLE.match(told.header))
        are_models = content.models > _MOST and content.benchmarks < _MOST
        if are_models or (is_title and not content.benchmarks):
            return {index: _WAY}
    return {}


def _families(draft: Draft) -> dict[int, float]:
    """A column of families beside sizes: both name the models."""
    fields = {draft.columns[index].name: index for index in draft.of(Role.FIELD)}
    has_both = "family" in fields and "params_b" in fields
    return {fields["family"]: _BASE} if has_both else {}


def _choose(draft: Draft, ranks: dict[int, float]) -> None:
    by_name = sorted(ranks, key=lambda index: (ranks[index], index))
    like_models = [index for index in by_name if draft.content(index).models > _MOST]
    stated = [index for index in by_name if ranks[index] == _STATED]
    chosen = (stated or like_models or by_name)[0]
    unique = [index for index in by_name if index != chosen and draft.content(index).is_unique]
    content = draft.content(chosen)
    if ranks[chosen] == _BASE and content.is_unique and unique and ranks[unique[0]] < _BASE:
        chosen, content = unique[0], draft.content(unique[0])  # what was made of the bases
        unique = []
    if ranks[chosen] > _STATED and unique and not content.is_unique and len(content.distinct) > 1:
        _ask_which(draft, chosen, unique[0], by_name)
    why = "names, all different" if content.is_unique else f"{len(content.distinct)} names"
    if ranks[chosen] > _STATED and len(ranks) == 1:
        why = "names the rows"
    draft.put(chosen, Role.MODEL, why)
    _others(draft, {index: rank for index, rank in ranks.items() if index != chosen})


def _others(draft: Draft, ranks: dict[int, float]) -> None:
    """Further names of rows tell the runs of a model apart."""
    for index in ranks:
        told, content = draft.said(index), draft.content(index)
        if is_unnamed(told) and content.is_index:
            draft.put(index, Role.UNUSED, "counts the rows")
        elif told.words == "method":
            draft.put(index, Role.FIELD, "tells the runs of a model apart", name="method")
        else:
            name = "variant" if is_unnamed(told) and not told.header else told.header
            draft.put(index, Role.SETTING, "tells the runs of a model apart", name=name)


def _ask_which(draft: Draft, chosen: int, other: int, by_name: list[int]) -> None:
    told = draft.said(chosen).header
    content = draft.content(chosen)
    counts = Counter(str(raw).strip() for raw in content.raw)
    often = max(content.distinct, key=lambda text: counts[text])
    first = draft.content(other).distinct[0]
    options = [
        Option(
            f"{draft.said(index).header}=model",
            f"{draft.said(index).header} names the rows",
            f"{draft.content(index).distinct[0]} is a name",
        )
        for index in dict.fromkeys([other, chosen, *by_name])
    ]
    repeats = f"{told!r} has {often!r} {counts[often]} times"
    differs = f"{draft.said(other).header!r} ({first!r} ...) differs in every row"
    text = f"{repeats}, {differs}: which column names the model of a row?"
    draft.ask(text, options[:_SHOWN], told, 100)


def _from_around(draft: Draft) -> None:
    """The model in the heading or the name of the file; else a question."""
    for where, text in (("the heading", draft.table_part), ("the file's name", draft.name)):
        name = model_in(text)
        if name:
            draft.guess("model", name)
            draft.note(f"model {name} from {where}")
            return
    columns = ((told.header, content) for _, told, content in draft.undecided())
    texts = [header for header, content in columns if content.is_text and not content.is_long]
    possible = [Option(f"{name}=model", f"the names in {name!r}") for name in texts[:2] if name]
    options = [Option(MODEL_OF_ALL, "one model for all rows"), *possible]
    draft.ask("no column names a model: whose numbers are these?", options, weight=100)


def model_in(text: str) -> str:
    """The model that a heading or the name of a file states; '' if it states none."""
    tokens = re.split(r"(?<=[_\s])|(?=[_\s])", text.strip())
    while tokens and (_says_no_model(tokens[0]) or not tokens[0].strip("_ ")):
        tokens.pop(0)
    rest = "".join(tokens).strip("_ ")
    if found := infer.model_in(rest):
        return found.strip("_- ")
    return rest if is_model(rest) and len(rest.split()) == 1 else ""


def _says_no_model(word: str) -> bool:
    lower = word.lower()
    return bool(lower in USUAL or metric(lower) or benchmark(word))
