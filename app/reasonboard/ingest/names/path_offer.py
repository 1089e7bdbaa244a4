"""The pattern over paths that is offered for files whose names alone say whose numbers they have."""

import re
from collections.abc import Sequence
from itertools import takewhile

from reasonboard.ingest.names.path_pattern import pattern

_NUMBERED = re.compile(r"(?P<word>seed|step|iter|repeat)(?P<gap>[-_=]?)\d+", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"[-_=]?[A-Za-z]+[-_=]?$")
_TOKEN = re.compile(r"[^_\s]+|[_\s]+")
_ENDING = re.compile(r"(?:\.[A-Za-z]\w*)+$")
_FEWEST, _LONGEST = 2, 200


def offered(paths: Sequence[str]) -> str:
    """A pattern that finds a model in each of the paths, and seeds and steps where they differ; '' if none does."""
    if len(paths) < _FEWEST:
        return ""
    split = [[*path.split("/")[:-1], _ENDING.sub("", path.rpartition("/")[2])] for path in paths]
    depth = min(map(len, split))
    levels = [[names[at - depth] for names in split] for at in range(depth)]
    differing = [at for at, names in enumerate(levels) if len({*names}) > 1]
    if not differing:
        return ""
    first, last = differing[0], differing[-1]
    shown = [_name(names) if len({*names}) > 1 else "*" for names in levels[first : last + 1]]
    found = "/".join(shown) + ("" if last == depth - 1 else "/")
    return found if found.count("{model}") == 1 and _is_sound(found, paths) else ""


def _name(names: list[str]) -> str:
    """One name of the paths as a pattern: what is common, the model, and words with numbers."""
    holes = [
        _NUMBERED.sub(lambda hit: f"{hit['word']}{hit['gap']}{{{hit['word'].lower()}}}", name)
        for name in names
    ]
    if len({*holes}) == 1:
        head, brace, tail = holes[0].partition("{")
        word = _WORD_BEFORE.search(head)
        cut = word.start() if word else len(head)
        return f"{{model}}{head[cut:]}{brace}{tail}" if cut else holes[0]
    tokens = [_TOKEN.findall(name) for name in holes]
    before = _shared(tokens)
    after = _shared([each[len(before) :][::-1] for each in tokens])[::-1]
    return "".join([*before, "{model}", *after])


def _shared(every: list[list[str]]) -> list[str]:
    """The tokens with which all begin."""
    return [
        each[0] for each in takewhile(lambda each: len({*each}) == 1, zip(*every, strict=False))
    ]


def _is_sound(found: str, paths: Sequence[str]) -> bool:
    """Does the pattern find another run in each path, and a model with a letter?"""
    if len(found) > _LONGEST:
        return False
    matches = [match for path in paths if (match := pattern(found).match(path))]
    values = {tuple(sorted(match.values.items())) for match in matches}
    return len(matches) == len(paths) == len(values) and all(
        re.search("[A-Za-z]", match.values["model"]) for match in matches
    )
