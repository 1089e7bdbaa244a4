"""What a header says: the role that its words name, or a benchmark, a metric, a unit and a direction."""

import re
from dataclasses import replace
from functools import lru_cache

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.names.benchmark_words import read
from reasonboard.ingest.readers.tables.known_names import (
    AT_K,
    Benchmark,
    benchmark,
    is_listed,
    is_model,
    metric,
)
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import EVALS, RESULTS, Said, is_rate, together, words_of
from reasonboard.ingest.readers.tables.vocabulary import any_of, by_word, listed, pattern

SPREADS = {
    Role.STDERR: "standard error",
    Role.SPREAD: "standard deviation",
    Role.INTERVAL: "half of an interval",
}
_PART_WORDS = [(any_of(words), Role(role)) for role, words in listed("parts").items()]
_PARTS = [(re.compile(words), role) for words, role in _PART_WORDS]
_PART_AT_END = [
    (re.compile(rf"^(?P<stem>.+?)[\s,:(±]+(?:{words})\)?$"), role) for words, role in _PART_WORDS
]
_PART_AT_START = [
    (re.compile(rf"^(?:{words})\s(?:of\s|for\s)?(?P<stem>.+)$"), role)
    for words, role in _PART_WORDS[:2]
]
_ROLES = [
    (re.compile(any_of(words)), Role(each["role"]), each.get("rank", 0), name)
    for each in listed("role")
    for name, words in (each.get("fields") or {"": each["words"]}).items()
]  # fmt: skip
_LONGEST = 160
_MEAN = re.compile(r"(?P<stem>.+?)[\s_(\-]+(?:mean|avg|average|value)\)?$", re.IGNORECASE)
_SETTINGS = pattern("settings", "words", before=r"(?:.*\s)?")
_SKILLS = frozenset(listed("settings", "skills"))
_WHOLE_SETTINGS = pattern("settings", "words")
_SIGNS = by_word("signs")
_ARROW = r"(?:[↑↓⬆⬇]\ufe0f?|(?:higher|lower)(?:[ -]is)?[ -]better)"
_ARROWS = re.compile(rf"[,;]?\s*(?:\(\s*{_ARROW}\s*\)|\[\s*{_ARROW}\s*\]|{_ARROW})", re.IGNORECASE)
_SIGN_AT_END = re.compile(
    r"(?P<name>.+?)[\s_,]+(?:in )?(?P<sign>pct|percent|percentage|ms|usd|gb|mb|secs?|seconds|minutes|hours|hrs|s)",
    re.IGNORECASE,
)
_RATE = re.compile(r".*(?:toks?|tokens?|samples?|it|req|requests?|per)[\s_]s(?:ec)?", re.IGNORECASE)
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_N_IN = re.compile(
    r"n\s?=\s?(\d[\d,]*)|(\d[\d,]*)\s(?:problems|questions|examples|items|samples|tasks)"
)
_AXIS = re.compile(
    r"@?\d+(?:\.\d+)?\s?[kKmM]?|[knt]\s?=\s?\d+(?:\.\d+)?|steps?[_ -]?\d+|seed[_ -]?\d+|\d+[- ]shots?",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def said(levels: tuple[str, ...]) -> Said:
    """What a header says, its levels from the outer to the inner one."""
    header = " / ".join(level.strip() for level in levels if level and level.strip())
    if len(header) > _LONGEST:
        return Said(header[:_LONGEST], header[:_LONGEST].lower())
    first = Said(header, words_of(header))
    segments = [part for level in levels for part in _split(level or "")]
    if not segments:
        return first
    if len(segments) == 1:
        return _plain(first, segments[0])
    return together(first, [_plain(Said(part, words_of(part)), part) for part in segments])


def _split(level: str) -> list[str]:
    """The parts of a path such as `val/aime24/acc` or `metrics.accuracy`."""
    text = level.strip()
    if not text or re.fullmatch(r"(?i)unnamed:?[ _]\d+(?:[_ ].*)?", text):
        return []
    is_path = re.fullmatch(r"[\w@^%+.\-]+(?:/[\w@^%+.\-]+)+", text)
    last = text.rpartition("/")[2]
    is_name = is_model(text) and not (benchmark(last) or _parted(Said("", ""), last))
    if is_path and not is_name and not is_rate(text):
        parts = text.split("/")
        return [one for part in parts for one in (_dotted(part) or [part])]
    return _dotted(text) or [text]


def _dotted(text: str) -> list[str]:
    """The parts of a name such as `metrics.accuracy`; none of any other."""
    is_dotted = re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_][\w@^-]*)+", text)
    return text.split(".") if is_dotted else []


def _plain(base: Said, text: str) -> Said:
    """What one text says."""
    if match := _FILTERED.fullmatch(text):
        return _filtered(_unfiltered(base, match["metric"]), match["filter"])
    return _unfiltered(base, text)


def _unfiltered(base: Said, text: str) -> Said:
    """What one text without a filter behind it says."""
    text, higher = _without_arrow(text)
    text, base = _without_brackets(text, replace(base, higher_is_better=higher))
    text, sign = _without_sign(text)
    words = words_of(text)
    base = replace(base, words=words, sign=base.sign or sign)
    if _AXIS.fullmatch(text.strip()):
        return replace(base, axis=text.strip())
    named = _role(words)
    against = re.match(r"(?P<name>.+?) (?:vs|versus|against|over)\b", words)
    if against and (found := metric(against["name"])):
        return replace(base, metric=found._replace(name=words.replace(" ", "_")))
    if named and not (named.role is Role.DELTA and (metric(words) or _is_proper(text))):
        if named.role is Role.AGGREGATE and base.sign in _AMOUNTS:
            return replace(base, metric=metric(_AMOUNTS[base.sign]))
        return replace(base, role=named.role, rank=named.rank, name=named.name)
    for each, role in _PARTS:
        if each.fullmatch(words) and not _is_proper(text):  # LCB is no lower bound
            return replace(base, part=role)
    told = _value(base, text, words)
    return _named_before(told, text) if told.metric and told.metric is base.metric else told


_AMOUNTS = {"$": "cost", "s": "time", "min": "time", "h": "time", "tokens": "tokens"}
"""What an average in such a unit is the average of."""
_NO_NAME = frozenset(listed("columns", "qualifiers")) | EVALS | RESULTS


def _is_proper(text: str) -> bool:
    """Is it the proper name of a benchmark that is a common word in other letters: DROP?"""
    known = benchmark(text)
    return known is not None and not known.is_common_word


def _named_before(told: Said, text: str) -> Said:
    """A benchmark that the list lacks, before its metric in brackets: 'FRAMES (Acc.)'."""
    words = told.words
    is_named = told.known or told.benchmark or told.role
    is_name = not is_named and re.search(r"[A-Za-z]{2}", text) is not None
    is_other = words in _NO_NAME or metric(words) or told.part or told.axis
    return replace(told, benchmark=cells.name(text)) if is_name and not is_other else told


_FILTERED = re.compile(
    r"(?P<metric>[a-zA-Z]\w*),\s?(?P<filter>none|[a-z]\w*(?:-\w+)+|custom-extract)"
)
"""A metric as lm-eval writes it, with the filter that answers went through: `exact_match,strict-match`."""


def _filtered(told: Said, name: str) -> Said:
    """What is said of a metric of answers that went through a filter, unless that is none."""
    if name == "none":
        return told
    behind = f",{words_of(name)}"
    found = told.metric._replace(name=f"{told.metric.name},{name}") if told.metric else None
    stem = told.stem + behind if told.stem else ""
    return replace(told, metric=found, words=told.words + behind, stem=stem)


def _role(words: str) -> Said | None:
    for each, role, rank, name in _ROLES:
        if each.fullmatch(words):
            return Said("", words, role, rank, name)
    return None


def _value(base: Said, text: str, words: str) -> Said:
    """What a text says that names a benchmark, a metric, a part of a value or a setting."""
    told = None if is_listed(text) else _part(base, words) or _mean(base, text, words)
    known = benchmark(text)
    if told is None and known and not (metric(words) and known.is_common_word):
        return _of_benchmark(base, text, known)
    return told or _parted(base, text) or _measured(base, words)


def _part(base: Said, words: str) -> Said | None:
    """A standard error or a bound of the value that is named before or after it."""
    for each, role in (*_PART_AT_END, *_PART_AT_START):
        match = each.match(words)
        stem = match["stem"].strip() if match else ""
        if not stem:
            continue
        of = _value(Said(stem, stem), stem, stem)
        if role is Role.N and (metric(words) or not (of.metric or of.known)):
            continue
        if of.metric or of.known or role not in (Role.LOW, Role.HIGH) or "ci" in words:
            told = replace(base, part=role, stem=stem)
            return replace(told, metric=of.metric, benchmark=of.benchmark, known=of.known)
    return None


def _mean(base: Said, text: str, words: str) -> Said | None:
    """The mean of a value that is named before it: 'acc mean', 'gsm8k_acc_mean'."""
    match = _MEAN.match(text)
    stem = words_of(match["stem"]) if match else ""
    if match is None or not stem or (metric(words) and not metric(stem)) or AT_K.fullmatch(words):
        return None
    of = _value(Said(stem, stem), match["stem"].strip(), stem)
    if of.role is not None or of.part:
        return None
    return replace(base, metric=of.metric, benchmark=of.benchmark, known=of.known, stem=stem)


def _measured(base: Said, words: str) -> Said:
    """A metric alone, or a setting; what stands in brackets behind it says more of it."""
    found = metric(words) or metric(re.sub(r"\s?[(\[].*", "", words))
    if _SETTINGS.fullmatch(words) and not (found and found.is_sure):
        is_loose = words in _SKILLS or not _WHOLE_SETTINGS.fullmatch(words)
        return replace(base, role=Role.SETTING, name=base.header, is_loose=is_loose)
    return replace(base, metric=found) if found else base


def _of_benchmark(base: Said, text: str, known: Benchmark) -> Said:
    bare, way = read(text)
    text = bare if way.metric and not way.settings else text
    found = metric(words_of(way.metric)) if way.metric else base.metric
    return replace(base, benchmark=cells.name(text), known=known, metric=found)


def _parted(base: Said, text: str) -> Said | None:
    """A benchmark and a metric in one name: `gsm8k_acc`, `Accuracy on MATH500`, `pass@1 (AIME24)`."""
    if match := re.fullmatch(r"(?P<metric>.+?)\s(?:on|of|for|in)\s(?P<benchmark>.+)", text, re.I):
        found, known = metric(words_of(match["metric"])), benchmark(match["benchmark"])
        if found and words_of(match["benchmark"]) in EVALS:
            return replace(base, metric=found)
        if found:
            return replace(base, metric=found, benchmark=match["benchmark"], known=known)
    text = re.sub(r"(?i)(pass|maj|avg|mean|cons|best)[ _-]?at[ _-]?(\d+|k)\b", r"\1@\2", text)
    text = re.sub(r"(?i)(?<![a-z])(pass|maj|avg|mean|cons)(\d+)\b", r"\1@\2", text)
    if (level := _OF_LEVEL.fullmatch(text)) and (found := metric(words_of(level["metric"]))):
        return replace(base, metric=found, subset=level["level"])
    pieces = list(re.finditer(r"[\s_\-:]+", text))
    for cut in pieces:
        before, after = text[: cut.start()], text[cut.end() :]
        for name, other in ((before, after), (after, before)):
            found = metric(words_of(other))
            known = benchmark(name) if found else None
            if known and found and not (known.is_common_word and not found.is_sure):
                return replace(
                    base, benchmark=_BEFORE.sub("", name).strip(), known=known, metric=found
                )
    return None


_OF_LEVEL = re.compile(
    r"(?P<level>easy|medium|hard|simple|very hard|all)[\s_\-:]+(?P<metric>.+)", re.IGNORECASE
)


_BEFORE = re.compile(r"^(?:val|valid|validation|eval|test|bench|benchmark)[\s_./-]+", re.IGNORECASE)


def _without_arrow(text: str) -> tuple[str, bool | None]:
    match = _ARROWS.search(text)
    if not match:
        return text, None
    is_up = any(mark in match[0].lower() for mark in ("↑", "⬆", "higher"))
    return re.sub(r"[(\[]\s*[)\]]", "", _ARROWS.sub("", text)).strip(), is_up


def _without_brackets(text: str, base: Said) -> tuple[str, Said]:
    """The text without brackets that state a unit, a spread, a metric or n."""
    for match in list(_BRACKET.finditer(text)):
        inside = match[1].strip().strip(",; ")
        lower, plain = inside.lower(), words_of(inside)
        if lower in _SIGNS:
            base = replace(base, sign=_SIGNS[lower])
        elif found := next((role for each, role in _PARTS if each.fullmatch(plain)), None):
            base = replace(base, spread=SPREADS.get(found, "interval"))
        elif size := _N_IN.fullmatch(lower):
            base = replace(base, n=int((size[1] or size[2]).replace(",", "")))
        elif (named := metric(plain)) and not AT_K.search(text[: match.start()]):
            base = replace(base, metric=named)
        elif inside in ("", ",") or re.fullmatch(r"\d+ (?:datasets|benchmarks|sets)", lower):
            pass
        elif lower in ("score", "marks"):
            base = replace(base, sign="score")
        else:
            sign = base.sign or _SIGNS.get(lower.partition("/")[0], "")
            base = replace(base, sign=sign)
            continue
        text = text.replace(match[0], " ").strip()
    return text, base


def _without_sign(text: str) -> tuple[str, str]:
    """The text without the unit at its end, and that unit."""
    if match := re.fullmatch(r"(?P<name>.+?)[\s,_]*(?:(?<=\s)in\s)?(?P<sign>%|\$)", text):
        return match["name"], _SIGNS[match["sign"]]
    if match := re.fullmatch(r"(?P<sign>[%$])\s?(?P<name>\w.*)", text):
        return match["name"], _SIGNS[match["sign"]]
    if (match := _SIGN_AT_END.fullmatch(text)) and not _RATE.fullmatch(text):
        return match["name"], _SIGNS[match["sign"].lower()]
    return text, ""
