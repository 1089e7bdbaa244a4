"""Tables of answers: a row for each problem and attempt, with whether it is right."""

import re
from collections import Counter, defaultdict

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.readers.tables import who
from reasonboard.ingest.readers.tables.draft import Draft
from reasonboard.ingest.readers.tables.reading import Option, Role
from reasonboard.ingest.readers.tables.vocabulary import pattern
from reasonboard.store.fields import ANSWER

_ITEM = pattern("answers", "item")
_SCORE = pattern("answers", "score")
_ATTEMPT = pattern("answers", "attempt")
_ANSWER = pattern("answers", "answer")
_TARGET = pattern("answers", "target")
_TOKENS = pattern("answers", "tokens")
_TEXT = re.compile(
    r"(?:question|prompt|problem|input|query|instruction|response|output|completion|generation|answer)s?"
)
_ITEM_ID = re.compile(r"(?:problem|question|item|doc|example|instance|prompt) ?(?:id|idx|index)")
_GRADE = re.compile(r"(?:judge|llm|gpt ?4?|model|quality|human)? ?(?:score|rating|mark|reward)")
_FIELD_OF = {
    name: field.name
    for field in ANSWER
    if field.name != "tokens_out"
    for name in (field.name, *field.names)
}
_FEWEST = 2
_SAME = 0.8
_MOST = 32


def is_answers(draft: Draft) -> bool:
    """Has it an item column, whether each answer is right, and several items of one model?"""
    if draft.of(Role.ITEM) and draft.of(Role.SCORE):
        return True
    item, score = _item(draft), _score(draft)
    if item is None or score is None or item == score:
        return False
    others = (told for at, told in enumerate(draft.table.said) if at not in (item, score))
    return not any(told.part or told.role in (Role.N, Role.STDERR) for told in others)


def _item(draft: Draft) -> int | None:
    """The column of items: it has at least two, and is no number of rows alone unless it is called so."""
    found = []
    for index in range(draft.width):
        words, content = draft.said(index).words, draft.content(index)
        match = _ITEM.fullmatch(words)
        is_named = words == "item" or re.search(r"\bid\b", words) is not None
        if match and len(content.distinct) >= (1 if is_named else _FEWEST) and not content.is_long:
            found.append((not is_named, index))
    return min(found)[1] if found else None


def _score(draft: Draft) -> int | None:
    found = []
    said = draft.table.said
    has_texts = any(_TEXT.fullmatch(told.words) or _ITEM_ID.fullmatch(told.words) for told in said)
    for index in range(draft.width):
        told, content = draft.said(index), draft.content(index)
        match = _SCORE.fullmatch(told.words) or _SCORE.fullmatch(told.stem)
        is_graded = has_texts and content.is_numeric and bool(_GRADE.fullmatch(told.words))
        if (match and (content.is_truth or content.is_zero_one)) or is_graded:
            found.append(("correct" not in told.words, is_graded, index))
    return min(found)[-1] if found else None


def find(draft: Draft) -> None:
    """Decide the columns of a table of answers."""
    if not draft.of(Role.ITEM):
        draft.put(_item(draft) or 0, Role.ITEM, "the problem of each answer")
    if not draft.of(Role.SCORE):
        draft.put(_score(draft) or 0, Role.SCORE, "right or wrong")
    named = [index for index in draft.free() if _ANSWER.fullmatch(draft.said(index).words)]
    answer = min(named, key=lambda index: draft.said(index).words == "answer", default=-1)
    for index in list(draft.free()):
        if index == answer:
            draft.put(index, Role.ANSWER, "what was answered")
        else:
            _column(draft, index)
    who.find(draft)
    for index, told, content in draft.undecided():
        if told.role is Role.SETTING and len(content.distinct) <= _MOST and not content.is_long:
            why = "a setting that tells runs apart"
            draft.put(index, Role.SETTING, why, name=told.name or told.header)
    _crossed(draft)
    for index, _, content in draft.undecided():
        draft.put(index, Role.UNUSED, "text" if content.is_text else "not known")


def _column(draft: Draft, index: int) -> None:
    """A column that says something of an answer or of its problem."""
    told, content = draft.said(index), draft.content(index)
    whole = content.is_numeric and content.is_whole
    if told.role is Role.BENCHMARK and content.is_text:
        draft.put(index, Role.BENCHMARK, "the benchmark of each answer")
    elif _ATTEMPT.fullmatch(told.words) and whole and not draft.of(Role.ATTEMPT):
        draft.put(index, Role.ATTEMPT, "numbers the attempts")
    elif _TOKENS.fullmatch(told.words) and content.is_numeric:
        if not any(draft.columns[each].name == "tokens_out" for each in draft.of(Role.FIELD)):
            draft.put(index, Role.FIELD, "tokens of the answer", name="tokens_out")
    elif _TARGET.fullmatch(told.words):
        draft.put(index, Role.UNUSED, "the right answer")
    elif name := _FIELD_OF.get(told.words.replace(" ", "_"), ""):
        draft.put(index, Role.FIELD, "said of the answer", name=name)
    elif told.role is Role.FIELD and told.name == "split":
        draft.put(index, Role.FIELD, "the split", name="split")
    elif told.words.replace(" ", "_") in item_fields.USUAL and (content.is_text or whole):
        draft.put(index, Role.FIELD, "says something of the problem", name="item_field")


def _crossed(draft: Draft) -> None:
    """A column in which every problem has the same several values is a condition, no property of answers."""
    telling = draft.of(Role.MODEL, Role.BENCHMARK, Role.SETTING, Role.ITEM)
    keys = [draft.content(index).raw for index in telling]
    attempts = draft.of(Role.ATTEMPT)
    for index, told, content in draft.undecided():
        if not 1 < len(content.distinct) <= _MOST or content.is_long:
            continue
        by_item: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for row in range(draft.table.rows):
            by_item[tuple(str(raw[row]) for raw in keys)][str(content.raw[row])] += 1
        several = [frozenset(each.items()) for each in by_item.values() if sum(each.values()) > 1]
        usual, count = Counter(several).most_common(1)[0] if several else (frozenset(), 0)
        if len(usual) < _FEWEST or count < _FEWEST or count < _SAME * len(several):
            continue
        header = told.header
        if attempts or not (content.is_numeric and content.is_whole):
            why = "every problem has all of its values: a setting"
            draft.put(index, Role.SETTING, why, name=header)
            continue
        options = [
            Option(f"{header}=setting", "ways to answer"),
            Option(f"{header}=attempt", "attempts at a problem"),
        ]
        shown = ", ".join(content.distinct[:3])
        draft.ask(f"every problem has {header!r} {shown}: what are they?", options, header, 85)
