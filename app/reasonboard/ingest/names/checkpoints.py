"""Training steps in names: `plum-7b_step300`, `run/checkpoint-300`, `Ours (step 400)`.

A step follows a name. A product that is itself called so has none: `stepfun/step-3`, `step-2-16k`, `iteration-2`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.names.path_words import says_something, states_size, with_organization

_AFTER = (
    r"(?=(?:[-_. ](?:seed[-_]?\d+|hf|merged|lora|ema|final|eval|results?|bf16|fp16|fp8|int[48]|awq|gptq|"
    r"\d{1,3}[-_]?shots?|\d{4}[-_]\d\d[-_]\d\d\S*|jsonl?|csv|tsv|parquet|log|txt|gz|zst))*[)\]]?$)"
)
"""What follows a step at the end of a name."""
_FEW, _MANY = 10, 100
_SEPARATORS = " -_/\\=,.:;@|"


def _pattern(words: str, after: str = "") -> re.Pattern[str]:
    number = r"(?P<sign>[_\-= ]?)(?P<number>\d{1,9})(?![0-9A-Za-z]|\.\d)"
    return re.compile(rf"(?<![A-Za-z])(?P<word>{words}){number}{after}", re.IGNORECASE)


_OF_A_CHECKPOINT = r"global[_-]?step|checkpoint|ckpt"
_OF_A_PRODUCT_TOO = r"step|iter(?:ation)?"
_CLEAR = _pattern(_OF_A_CHECKPOINT)
_VAGUE = _pattern(_OF_A_PRODUCT_TOO, _AFTER)
_IN_REVISION = _pattern(f"{_OF_A_CHECKPOINT}|{_OF_A_PRODUCT_TOO}")
_REVISION = re.compile(r"(?:^|,\s*)revision=(?P<revision>[^,]+)")
_TUNING = re.compile(r"global[_-]?step[_\-= ]|checkpoint|iter", re.IGNORECASE)
"""verl's folders are global_step_20; Pythia's checkpoints of pre-training are global_step103000."""


class Step(NamedTuple):
    number: int
    tuning: bool
    """Is it one of fine-tuning or reinforcement learning (global_step_20, checkpoint), not of pre-training?"""


class Checkpoint(NamedTuple):
    """A name that states a step."""

    step: Step
    name: str
    """The name without the step; the whole name if nothing is left."""


@lru_cache(maxsize=4096)
def of_model(name: str) -> Checkpoint | None:
    """The step that the name or the path of a model states; None if it states none."""
    if revision := _REVISION.search(name):
        step = of_revision(revision["revision"])
        if step:
            return Checkpoint(step, name[: revision.start()] + name[revision.end() :] or name)
    parts = re.split(r"([/\\])", name)
    for index in range(len(parts) - 1, -1, -2):
        match = _found(parts[index], [part for part in parts[:index:2] if part])
        if match:
            rest = _without(parts[index], match)
            left = [*parts[:index], rest] if rest else parts[: max(index - 1, 0)]
            without = "".join([*left, *parts[index + 1 :]])
            return Checkpoint(_step(match), without if without.strip("/\\") else name)
    return None


def of_revision(revision: str) -> Step | None:
    """The step of a branch or tag, `step3000` or `stage1-step140000-tokens294B`."""
    match = _IN_REVISION.search(revision)
    return _step(match) if match else None


def of_file(name: str) -> Step | None:
    """The step that the name of a file or folder states, without the folders around it."""
    checkpoint = of_model(with_organization(name))
    if checkpoint:
        return checkpoint.step
    match = _VAGUE.match(name)
    return _step(match) if match and (match["sign"] in "_" or _number(match) >= _MANY) else None


def _found(part: str, above: Sequence[str]) -> re.Match[str] | None:
    """The step in a part of a path, which lies in these folders."""
    if match := _CLEAR.search(part):
        return match
    match = _VAGUE.search(part)
    if match is None:
        return None
    before = part[: match.start()].strip(_SEPARATORS + "([")
    if not before:
        is_step = any(map(says_something, above)) and (
            states_size(above[-1])
            or match["sign"] == "_"
            or (len(above) > 1 and _number(match) >= _MANY)
        )
    elif match["word"].lower() == "step" and _number(match) < _FEW:
        is_step = match["sign"] == "_" or states_size(part)
    else:
        is_step = bool(re.search("[A-Za-z]", before))
    return match if is_step else None


def _without(part: str, match: re.Match[str]) -> str:
    """The part without its step, and without the brackets around nothing else."""
    before, after = part[: match.start()].rstrip(_SEPARATORS), part[match.end() :]
    if before[-1:] in ("(", "[") and after[:1] in (")", "]"):
        before, after = before[:-1].rstrip(_SEPARATORS), after[1:]
    return before + after if before else after.lstrip(_SEPARATORS)


def _number(match: re.Match[str]) -> int:
    return int(match["number"])


def _step(match: re.Match[str]) -> Step:
    return Step(_number(match), bool(_TUNING.match(match[0])))
