"""What a header says: the role that its words name, or a benchmark, a metric, a unit and a direction."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.names.benchmark_words import read
from reasonboard.ingest.readers.tables.known_names import Benchmark, benchmark, is_model
from reasonboard.ingest.readers.tables.metric_words import AT_K, Metric, at_k, metric
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.vocabulary import any_of, listed, pattern


@dataclass(frozen=True, slots=True)
class Said:
    """What one header says."""

    header: str
    """As written, levels between ' / '."""
    words: str
    """In lower case, without units and arrows."""
    role: Role | None = None
    """What its words name by themselves."""
    rank: int = 0
    """Of names of models: how surely the column is the model, 1 for the surest. Of other roles nothing."""
    name: str = ""
    """Of the field or setting."""
    benchmark: str = ""
    known: Benchmark | None = None
    metric: Metric | None = None
    part: Role | None = None
    """What its last words make it of the value whose name is before them: a standard error, a bound."""
    stem: str = ""
    """The words of that value."""
    sign: str = ""
    """The unit that it writes: '%', '$', 's', 'ms', 'GB'."""
    spread: str = ""
    """What it says that a second number in its cells is."""
    higher_is_better: bool | None = None
    n: int | None = None
    is_result: bool = False
    """Does it stand below 'metrics', 'scores' or 'results'?"""
    subset: str = ""
    """The part of the benchmark above it that it names."""
    axis: str = ""
    """A number or length that it is: 1, 4K, @8."""
    extra: str = field(default="")
    """Words in brackets that are none of these: 'text only'."""


SPREADS = {
    Role.STDERR: "standard error",
    Role.SPREAD: "standard deviation",
    Role.INTERVAL: "half of an interval",
}
_PART_WORDS = [(any_of(part["words"]), Role(part["role"])) for part in listed("part")]
_PARTS = [(re.compile(words), role) for words, role in _PART_WORDS]
_PART_AT_END = [
    (re.compile(rf"^(?P<stem>.+?)[\s,:(±]+(?:{words})\)?$"), role) for words, role in _PART_WORDS
]
_PART_AT_START = [
    (re.compile(rf"^(?:{words})\s(?:of\s|for\s)?(?P<stem>.+)$"), role)
    for words, role in _PART_WORDS[:2]
]
_ROLES = [
    (
        re.compile(any_of(each["words"])),
        Role(each["role"]),
        each.get("rank", 0),
        each.get("name", ""),
    )
    for each in listed("role")
]
_LONGEST = 160
_MEAN = re.compile(r"(?P<stem>.+?)[\s_(\-]+(?:mean|avg|average|value)\)?$", re.IGNORECASE)
_SETTINGS = pattern("settings", "words", before=r"(?:.*\s)?")
_RESULTS = frozenset(listed("results", "words"))
_CONFIGS = frozenset(listed("configurations", "words"))
_EVALS = frozenset(
    {"val", "eval", "test", "valid", "validation", "eval results", "benchmark", "benchmarks"}
)
_SIGNS: dict[str, str] = listed("signs")
_ARROW = r"(?:[↑↓⬆⬇]\ufe0f?|(?:higher|lower)(?:[ -]is)?[ -]better)"
_ARROWS = re.compile(rf"[,;]?\s*(?:\(\s*{_ARROW}\s*\)|\[\s*{_ARROW}\s*\]|{_ARROW})", re.IGNORECASE)
_SIGN_AT_END = re.compile(
    r"(?P<name>.+?)[\s_,]+(?:in )?(?P<sign>pct|percent|percentage|ms|usd|gb|mb|secs?|seconds|minutes|hours|hrs|s)",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_N_IN = re.compile(
    r"n\s?=\s?(\d[\d,]*)|(\d[\d,]*)\s(?:problems|questions|examples|items|samples|tasks)"
)
_AXIS = re.compile(
    r"@?\d+(?:\.\d+)?\s?[kKmM]?|[knt]\s?=\s?\d+(?:\.\d+)?|steps?[_ -]?\d+|seed[_ -]?\d+|\d+[- ]shots?",
    re.IGNORECASE,
)


def words_of(text: str) -> str:
    """The words of a name in lower case between single blanks: 'avg_tokens' and 'AvgTokens' are 'avg tokens'."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])", " ", text)
    text = re.sub(r"#(?=\w)", "# ", text)
    text = re.sub(r"(?<=\w)/(?=\w)", " per ", text) if _is_rate(text) else text
    text = re.sub(r"[\s_\-–—/:;|*`'\"?!]+", " ", text)
    return re.sub(r"(?<![a-z])\.|\.(?!\w)", "", text.lower()).strip()


def _is_rate(text: str) -> bool:
    return bool(
        re.search(
            r"(?i)\b(?:tok(?:en)?s?|samples?|items?|req(?:uest)?s?)/(?:s|sec|second|min)\b", text
        )
    )


def said(levels: Sequence[str]) -> Said:
    """What a header says, its levels from the outer to the inner one."""
    header = " / ".join(level.strip() for level in levels if level and level.strip())
    if len(header) > _LONGEST:
        return Said(header[:_LONGEST], header[:_LONGEST].lower())
    first = Said(header, words_of(header))
    segments = [part for level in levels for part in _split(level or "")]
    if not segments:
        return first
    whole = _plain(first, segments[-1] if len(segments) == 1 else "")
    if len(segments) == 1:
        return whole
    return _together(first, [_plain(Said(part, words_of(part)), part) for part in segments])


def _split(level: str) -> list[str]:
    """The parts of a path such as `val/aime24/acc` or `metrics.accuracy`."""
    text = level.strip()
    if not text or re.fullmatch(r"(?i)unnamed:?[ _]\d+(?:[_ ].*)?", text):
        return []
    is_path = re.fullmatch(r"[\w@^%+.\-]+(?:/[\w@^%+.\-]+)+", text)
    last = text.rpartition("/")[2]
    is_name = is_model(text) and not (benchmark(last) or _parted(Said("", ""), last))
    if is_path and not is_name and not _is_rate(text):
        parts = text.split("/")
        return [one for part in parts for one in (_dotted(part) or [part])]
    return _dotted(text) or [text]


def _dotted(text: str) -> list[str]:
    """The parts of a name such as `metrics.accuracy`; none of any other."""
    is_dotted = re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_][\w@^-]*)+", text)
    return text.split(".") if is_dotted else []


def _plain(base: Said, text: str) -> Said:
    """What one text says."""
    if not text:
        return base
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
    if named and not (named.role is Role.DELTA and metric(words)):
        return replace(base, role=named.role, rank=named.rank, name=named.name)
    for each, role in _PARTS:
        if each.fullmatch(words):
            return replace(base, part=role)
    return _value(base, text, words)


def _role(words: str) -> Said | None:
    for each, role, rank, name in _ROLES:
        if each.fullmatch(words):
            return Said("", words, role, rank, name)
    return None


def _value(base: Said, text: str, words: str) -> Said:
    """What a text says that names a benchmark, a metric, a part of a value or a setting."""
    told = _part(base, words) or _mean(base, text, words)
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
        return replace(base, role=Role.SETTING, name=base.header)
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
        if found:
            return replace(base, metric=found, benchmark=match["benchmark"], known=known)
    text = re.sub(r"(?i)(pass|maj|avg|mean|cons|best)[ _-]?at[ _-]?(\d+|k)\b", r"\1@\2", text)
    pieces = list(re.finditer(r"[\s_\-:]+", text))
    for cut in pieces:
        before, after = text[: cut.start()], text[cut.end() :]
        for name, other in ((before, after), (after, before)):
            known, found = benchmark(name), metric(words_of(other))
            if known and found and not (known.is_common_word and not found.is_sure):
                return replace(base, benchmark=_bare(name), known=known, metric=found)
    return None


def _bare(name: str) -> str:
    return re.sub(
        r"(?i)^(?:val|valid|validation|eval|test|bench|benchmark)[\s_./-]+", "", name
    ).strip()


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
        elif inside in ("", ","):
            pass
        elif lower in ("score", "marks"):
            base = replace(base, sign="score")
        else:
            base = replace(
                base, extra=inside, sign=base.sign or _SIGNS.get(lower.partition("/")[0], "")
            )
            continue
        text = text.replace(match[0], " ").strip()
    return text, base


def _without_sign(text: str) -> tuple[str, str]:
    """The text without the unit at its end, and that unit."""
    if match := re.fullmatch(r"(?P<name>.+?)[\s,_]*(?:(?<=\s)in\s)?(?P<sign>%|\$)", text):
        return match["name"], _SIGNS[match["sign"]]
    if match := re.fullmatch(r"(?P<sign>[%$])\s?(?P<name>\w.*)", text):
        return match["name"], _SIGNS[match["sign"]]
    if match := _SIGN_AT_END.fullmatch(text):
        name = match["name"]
        return name, _SIGNS[match["sign"].lower()]
    return text, ""


def _together(first: Said, parts: list[Said]) -> Said:
    """What the levels of a header say together."""
    is_result = any(part.words in _RESULTS for part in parts[:-1])
    if any(part.words in _CONFIGS for part in parts[:-1]):
        last = parts[-1]
        if last.role is Role.FIELD or (last.role is Role.MODEL and last.rank <= 1):
            return replace(last, header=first.header)
        return replace(first, words=last.words, role=Role.SETTING, name=last.header)
    telling = [part for part in parts if part.words not in _RESULTS | _CONFIGS | _EVALS]
    if not telling:
        return replace(first, is_result=is_result)
    *outer, last = telling
    inner = replace(last, header=first.header, is_result=is_result)
    known = [part for part in outer if part.known]
    known.sort(key=lambda part: part.known is not None and part.known.is_common_word)
    named = next(iter([*known, *(part for part in outer if part.role is None)]), None)
    found = inner.metric or next((part.metric for part in outer if part.metric), None)
    is_group = named is not None and named.known is not None and named.known.is_common_word
    if named is None or (inner.known and (not named.known or is_group)):
        return replace(inner, metric=found)
    return _below(inner, named, found, last.header)


def _below(inner: Said, named: Said, found: Metric | None, written: str) -> Said:
    """What a header says below another one, which names its benchmark or its metric."""
    name = named.benchmark or named.header
    if inner.metric is None and named.metric and not named.known:
        # A metric above and a name below: 'Accuracy / base', or 'reward / mean'.
        name = "" if inner.words in ("mean", "avg", "value", "average") else written
    higher = inner.higher_is_better
    is_year = re.fullmatch(r"(?:20)?[12]\d", inner.axis) is not None and named.known is not None
    if is_year:
        name, inner = f"{name} {inner.axis}", replace(inner, axis="")
    is_plain = not (inner.metric or inner.part or inner.role or inner.axis or inner.stem or is_year)
    is_role = inner.role not in (None, Role.VALUE, Role.AGGREGATE, Role.SETTING)
    return replace(
        inner,
        benchmark=name,
        known=named.known,
        metric=found,
        role=inner.role if is_role else None,
        sign=inner.sign or named.sign,
        stem=named.words if inner.part else inner.stem,
        n=inner.n or named.n,
        higher_is_better=named.higher_is_better if higher is None else higher,
        is_result=True,
        subset=written if named.known and is_plain else "",
    )


__all__ = ["Said", "at_k", "said", "words_of"]
