"""A pattern over paths and headers with holes: `grpo-seed{seed}-{size}`, `*-s{seed}`, `{model}/run_{seed}/`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN

HOLE = re.compile(r"\{([A-Za-z][A-Za-z0-9_]{0,39})\}")
_AS = "grpo-seed{seed} or {model}/run_{seed}/"
_FEWEST, _LONGEST = 2, 200
_WORD = re.compile(
    r"[-_.= ]*(?<![A-Za-z])(?:seed|sd|s|global[-_]?step|step|checkpoint|ckpt|iter|repeat|rep)?[-_.= ]*$", re.I
)  # fmt: skip
"""What goes before a number in a name, and says what it is."""
_TOLD_APART = {"model"} | {field.name for field in RUN if field.condition and not field.training}
_BY_NAME = {
    called: field for field in (*MODEL, *RUN, *MEASUREMENT) for called in (field.name, *field.names)
}
NUMBER = {int: r"\d+[kKmM]?", float: r"\d+(?:\.\d+)?(?:[eE]-?\d+)?"}
_SIZE = r"\d+(?:\.\d+)?[bBmMkKtT]?"
_SIZES = {"params_b", "selector_params_b"}
_SEED = "[A-Za-z0-9]+"
_TEXT = "[^/]+?"


def name_of(hole: str) -> str:
    """What the field of a hole is called here: 'params_b' for 'size'."""
    if hole.lower() == "size":
        return "params_b"
    known = _BY_NAME.get(hole.lower())
    return known.name if known else hole


@dataclass(frozen=True)
class Match:
    """What a pattern finds in a path."""

    values: dict[str, str]
    """By the names of the fields, as they are written."""
    names: tuple[tuple[str, str], ...] = ()
    """The names of folders and files that differ between runs of one recipe, each without what differs there."""
    pattern: str = ""
    """The names as the pattern has them, with what they are called in the place of every `*`."""

    def without(self, text: str) -> str:
        """A name or path without what differs: 'ckpts/grpo-seed1/step_10' -> 'ckpts/grpo/step_10'."""
        for part, rest in self.names:
            found = rf"(?<![A-Za-z0-9]){re.escape(part)}(?![A-Za-z0-9])"
            text = re.sub(found, rest.replace("\\", r"\\"), text)
        return re.sub(r"(?<!:)/{2,}", "/", text).rstrip("/") if self.names else text


@dataclass(frozen=True)
class Pattern:
    """A pattern that a person states."""

    text: str

    @cached_property
    def fields(self) -> dict[str, str]:
        """The names of its fields, each as it is called there."""
        return {name_of(hole): hole for hole in HOLE.findall(self.text)}

    @cached_property
    def _found(self) -> re.Pattern[str]:
        expressions = enumerate(map(self._expression, self._names))
        names = "/".join(f"(?P<name_{at}>{expression})" for at, expression in expressions)
        end = r"(?=/)" if self.text.endswith("/") else r"(?=/|$|(?:\.[A-Za-z]\w*)+$)"
        return re.compile(rf"(?:^|/){names}{end}")

    @property
    def _names(self) -> list[str]:
        return self.text.strip("/").split("/")

    @staticmethod
    def _expression(name: str) -> str:
        """The regular expression of one name; each hole is a group."""
        parts = HOLE.split(name)
        literals = ["[^/]*".join(map(re.escape, part.split("*"))) for part in parts[::2]]
        holes = [f"(?P<{name_of(hole)}>{_kind(name_of(hole))})" for hole in parts[1::2]]
        return "".join(literal + hole for literal, hole in zip(literals, [*holes, ""], strict=True))

    def match(self, path: str) -> Match | None:
        """What it finds in a path: the innermost folders or file that it describes."""
        matches = list(self._found.finditer(path))
        if not matches:
            return None
        found = matches[-1]
        values = {name: found[name] for name in self.fields}
        names, shown = [], []
        for at in range(len(self._names)):
            part, rest, called = self._without(found, f"name_{at}")
            shown.append(called)
            if rest != part:
                names.append((part, rest))
        return Match(values, tuple(names), "/".join(shown))

    def _without(self, found: re.Match[str], name: str) -> tuple[str, str, str]:
        """A name as it is, without the fields in which runs of one recipe differ, and with the fields in braces."""
        begin, end = found.span(name)
        spans = ((found.span(field), field) for field in self.fields)
        inside = sorted(each for each in spans if begin <= each[0][0] < end)
        rest, called, at = "", "", begin
        for (start, stop), field in inside:
            before = found.string[at:start]
            called += f"{before}{{{self.fields[field]}}}"
            kept = found.string[start:stop] if _tells_models_apart(field) else ""
            rest += before + kept if kept else _WORD.sub("", before)
            at = stop
        tail = found.string[at:end]
        return found[name], (rest + tail).strip("-_.= "), called + tail


def pattern(text: str) -> Pattern:
    """The pattern that a person states; raises IngestError for one without a field, or with one twice."""
    holes = [name_of(hole) for hole in HOLE.findall(text)]
    bare = HOLE.sub("", text)
    wrong = not holes or len({*holes}) < len(holes) or "{" in bare or "}" in bare
    if wrong or len(text) > _LONGEST or not text.isprintable():
        expected = f"a pattern over paths with fields in braces, as in {_AS}"
        raise IngestError(f"{text[:60]!r} (expected {expected})")
    return Pattern(text)


def _kind(field: str) -> str:
    """The regular expression of the values of a field."""
    known = _BY_NAME.get(field)
    if field in _SIZES:
        return _SIZE
    if field in ("seed", "repeat"):
        return _SEED
    return NUMBER.get(known.type, _TEXT) if known else _TEXT


def _tells_models_apart(field: str) -> bool:
    """Are runs that differ in it two models? Else they are repeats, or places on one curve, and share a name."""
    return field in _TOLD_APART or field not in _BY_NAME or field in ("params_b", "family")


_NUMBERS = frozenset(field.name for field in (*MODEL, *RUN, *MEASUREMENT) if field.type is not str)


def fields_in(pattern: str, header: str) -> dict[str, str]:
    """The fields that a header states by a pattern; none if it is not written so."""
    parts = HOLE.split(pattern)
    names = [name_of(hole) for hole in parts[1::2]]
    if not names or len(set(names)) < len(names):
        return {}
    holes = [r"(\d[\d.]*[kKmMbB]?)" if name in _NUMBERS else "(.+?)" for name in names]
    expression = "".join(
        f"{re.escape(text.strip())}{hole}"
        for text, hole in zip(parts[::2], [*holes, ""], strict=True)
    )
    match = re.fullmatch(expression, header.strip())
    return dict(zip(names, match.groups(), strict=True)) if match else {}


_NUMBERED = re.compile(r"(?P<word>seed|step|iter|repeat)(?P<gap>[-_=]?)\d+", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"[-_=]?[A-Za-z]+[-_=]?$")
_TOKEN = re.compile(r"[^_\s]+|[_\s]+")
_ENDING = re.compile(r"(?:\.[A-Za-z]\w*)+$")


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
    within = levels[first : last + 1]
    shown = [_offered_name(names) if len({*names}) > 1 else "*" for names in within]
    found = "/".join(shown) + ("" if last == depth - 1 else "/")
    return found if found.count("{model}") == 1 and _is_sound(found, paths) else ""


def _offered_name(names: list[str]) -> str:
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
    have_letters = all(re.search("[A-Za-z]", match.values["model"]) for match in matches)
    return len(matches) == len(paths) == len(values) and have_letters
