"""The names of benchmarks: which spellings are one name, and which of its words are a way to measure.

`AIME24`, `AIME 2024` and `aime_2024` are one name by a rule, `GPQA-D` is GPQA-Diamond by the catalogue. Nothing is
united because it looks alike: `MMLU` and `MMLU-Pro`, `AIME24` and `AIME24-I` stay apart.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.formats.settings import SHOTS, Kept, digest, last

_SEPARATORS = re.compile(r"[\s_\-–—:;|/()\[\]{}'’`*.]+")
_YEAR = re.compile(r"(?<!\d)20([1-3]\d)(?!\d)")
_LIGHTEVAL = re.compile(r"(?:[\w-]+\|)?(?P<task>[^|]+)\|(?P<shots>\d{1,3})(?:\|[01])?")
"""A task of lighteval with its suite and shots: `lighteval|gsm8k|5|0`."""
_ARROW = re.compile(r"\s*[(\[]?\s?[↑↓%]\s?[)\]]?$")
_BRACKETS = re.compile(r"[\s_-]*[(\[]\s*([^()\[\]]+?)\s*[)\]]$")
_APART = r"[\s_\-:,;|/·]+"


class Way(NamedTuple):
    """A way to measure that a name states."""

    metric: str | None = None
    n_repeats: int | None = None
    settings: Mapping[str, str] = {}


class Written(NamedTuple):
    """The name of a benchmark as a file writes it."""

    bare: str
    """Without the ways to measure."""
    way: Way


_Reader = Callable[[re.Match[str]], Way]
_MEANS = {"avg", "ave", "average", "mean"}
_SHORT = {"ave": "avg", "average": "avg", "majority": "maj", "consensus": "cons"}


def _at_k(match: re.Match[str]) -> Way:
    """`avg@32` is the mean of 32 attempts; how many attempts a problem has for `pass@8` or `maj@8` is not stated."""
    how, sign, k = match["how"].lower(), match["sign"], match["k"].lower()
    repeats = int(k) if how in _MEANS and k.isdecimal() else None
    return Way(f"{_SHORT.get(how, how)}{sign}{k}", repeats)


def _setting(name: str, value: str = "") -> _Reader:
    return lambda match: Way(settings={name: value or match["value"]})


def _nothing(_: re.Match[str]) -> Way:
    return Way()


_NO_COT = r"(?:no|non|without|w/o)[-_ ]?(?:cot|chain[-_ ]of[-_ ]thought)"
_HOW = r"(?P<how>avg|ave|average|mean|pass|maj|majority|cons|consensus|best|bon|rm|prm|sc)"
_AT_THE_END: Mapping[str, _Reader] = {
    rf"{_HOW}\s?(?P<sign>[@^])\s?(?P<k>\d{{1,6}}|k|n)": _at_k,
    r"(?P<value>\d{1,3})[-_ ]?shots?": _setting("num_fewshot"),
    r"zero[-_ ]?shots?": _setting("num_fewshot", "0"),
    r"(?:few|n|k)[-_ ]?shots?": _nothing,
    _NO_COT: _setting("prompt", "no cot"),
    r"(?:(?:with|w/)[-_ ]?)?(?:cot|chain[-_ ]of[-_ ]thought)": _setting("prompt", "cot"),
    r"generative": _setting("prompt", "generative"),
}  # fmt: skip
"""Ways at the end of a name, with or without brackets."""
_IN_BRACKETS: Mapping[str, _Reader] = {
    **_AT_THE_END,
    r"acc(?:uracy|\.)?|exact[-_ ]match|em|%": _nothing,
    r"(?P<value>f1|bleu|rouge-?l)": lambda match: Way(match["value"].lower()),
    r"greedy": _setting("temperature", "0"),
    r"(?:temp(?:erature)?|t)\s?=\s?(?P<value>\d(?:\.\d{1,3})?)": _setting("temperature"),
    r"(?:no|non|without|w/o)[-_ ]?think(?:ing)?": _setting("enable_thinking", "False"),
    r"(?:(?:with|w/)[-_ ]?)?think(?:ing)?": _setting("enable_thinking", "True"),
    r"[xn×]\s?=?\s?(?P<value>\d{1,6})|(?P<other>\d{1,6})\s?(?:samples|runs|seeds|attempts|repeats)":
        lambda match: Way(n_repeats=int(match["value"] or match["other"])),
}  # fmt: skip
"""These, and words that would be part of the name outside brackets."""
_ENDS = [(re.compile(f"{_APART}(?:{way})$", re.I), reader) for way, reader in _AT_THE_END.items()]
_STARTS = [
    (re.compile(f"(?:{way})(?:{_APART}|$)", re.I), reader) for way, reader in _IN_BRACKETS.items()
]


@lru_cache(maxsize=4096)
def read(raw: str) -> Written:
    """The name without the ways to measure at its end, and these ways.

    `AIME24 (avg@32)` is AIME24 by avg@32 with 32 attempts, `gsm8k_cot` gsm8k with the setting `prompt`. Unknown words
    stay. A name that is nothing but a way to measure stays whole.
    """
    name = _ARROW.sub("", " ".join(raw.split()))
    ways: list[Way] = []
    if match := _LIGHTEVAL.fullmatch(name):
        name = match["task"]
        ways.append(Way(settings={"num_fewshot": match["shots"]}))
    while last := _last_way(name):
        name, found = last
        ways = [*found, *ways]
    if not spelling(name):
        return Written(raw, Way())
    return Written(name, _together(ways))


def spelling(name: str) -> str:
    """The same text for all spellings of a name: case, separators and the century of a year do not count.

    `AIME 2024`, `aime_24` and `AIME'24` are `aime24`. Between two digits something stays: `v1.1` is not `v11`.
    """
    text = _YEAR.sub(r"\1", name.casefold().replace("_", " "))
    return _SEPARATORS.sub(_between, text)


def _between(match: re.Match[str]) -> str:
    """What is left of separators: a sign between two digits, so that `1_1` and `1.1` are not `11`."""
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    if not (before.isdigit() and after.isdigit()):
        return ""
    return "." if match[0] == "." else "_"


def _last_way(name: str) -> tuple[str, list[Way]] | None:
    """The name before its last ways, and these ways; None if it ends with no way."""
    if match := _BRACKETS.search(name):
        ways = _ways_in(match[1])
        return (name[: match.start()], ways) if ways is not None else None
    for pattern, reader in _ENDS:
        if match := pattern.search(name):
            return name[: match.start()], [reader(match)]
    return None


def _ways_in(words: str) -> list[Way] | None:
    """The ways in a bracket, `Pass@1-COT` or `3-shot F1`; None if any other word is in it."""
    ways: list[Way] = []
    while words:
        found = ((pattern.match(words), reader) for pattern, reader in _STARTS)
        match, reader = next(
            ((match, reader) for match, reader in found if match), (None, _nothing)
        )
        if match is None:
            return None
        ways.append(reader(match))
        words = words[match.end() :]
    return ways


def _together(ways: list[Way]) -> Way:
    """Several ways as one: the first metric, all settings."""
    settings: dict[str, str] = {}
    for way in ways:
        for name, value in way.settings.items():
            is_other = name in settings and settings[name] != value
            settings[name] = f"{settings[name]}, {value}" if is_other else value
    metric = next((way.metric for way in ways if way.metric), None)
    return Way(metric, next((way.n_repeats for way in ways if way.n_repeats), None), settings)


_OTHER_NAMES = {"num_fewshot": SHOTS, "prompt": frozenset({"prompt", "prompt_type"})}
_OF_TASK = re.compile(r"[^\[]+\[(?P<task>.*)\]")
"""A setting of a single task: `num_fewshot[gsm8k]` (see readers/task_settings.py)."""


def with_named(settings: Kept, benchmark: str) -> tuple[Kept, list[str]]:
    """The settings of the numbers on this benchmark, with those that its name states, and the names of the latter.

    They have no settings of single tasks that are measured in another way: they belong to another run.
    """
    added = _added(settings.values, benchmark)
    if not added and not any("[" in name for name in settings.values):
        return settings, []
    kept = {
        name: value
        for name, value in settings.values.items()
        if not (task := _task(name)) or _added(settings.values, task) == added
    }
    if not added and len(kept) == len(settings.values):
        return settings, []
    values = dict(sorted({**kept, **added}.items()))
    identity = digest(json.dumps([settings.identity, list(values.items())]))
    return replace(settings, values=values, identity=identity), sorted(added)


def _added(settings: Mapping[str, str], benchmark: str) -> dict[str, str]:
    """The settings that the name states and the file does not, neither for the run nor for this task."""
    named = read(benchmark).way.settings
    if not named:
        return {}
    stated = {last(name) for name in settings if _task(name) in ("", benchmark)}
    return {
        name: value
        for name, value in named.items()
        if not stated & _OTHER_NAMES.get(name, frozenset({name}))
    }


def _task(setting: str) -> str:
    """The task of a setting; '' for a setting of the whole run."""
    match = _OF_TASK.fullmatch(setting)
    return match["task"] if match else ""
