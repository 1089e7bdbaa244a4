"""What names say of a model: size, family, training step. Everything taken from here is marked inferred."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from reasonboard.ingest.limits import FIELDS

_SIZE = re.compile(r"(?<![0-9A-Za-z.])(?:(\d+)x)?(\d+(?:\.\d+)?)\s?([BbMm])(?![A-Za-z0-9])")
_STEP = re.compile(
    r"(?:global[_-]?step|checkpoint|ckpt|step|iter(?:ation)?)[_\-= ]?(\d+)(?![0-9.]*[kb]?[a-z])",
    re.IGNORECASE,
)
_TUNING_STEP = re.compile(r"(?:global[_-]?step|checkpoint|iter(?:ation)?)[_\-= ]?\d", re.IGNORECASE)
_STEP_PART = re.compile(r"[-_/=,.]*(?:revision=)?" + _STEP.pattern + r"\w*", re.IGNORECASE)
_PRECISION = re.compile(r"[-_.](?:bf16|fp16|fp32|float16|bfloat16)(?![A-Za-z0-9])", re.IGNORECASE)
_SHOWN_PARTS = 2
_LONGEST_SIZE = 20


class Step(NamedTuple):
    number: int
    tuning: bool
    """Is it one of fine-tuning or reinforcement learning (global_step, checkpoint), not of pre-training?"""


def size(text: str) -> float | None:
    """Parameters in billions that a name states, `8x7B` multiplied: nominal. None if it states none."""
    found = _SIZE.search(text)
    if found is None:
        return None
    experts, number, unit = found.groups()
    if len(number) + len(experts or "") > _LONGEST_SIZE:
        return None
    billions = round(float(number) * int(experts or 1) / (1 if unit in "Bb" else 1000), 6)
    return billions if FIELDS["params_b"].holds(billions) else None


def step(texts: Iterable[str]) -> Step | None:
    """The training step that the first text which has one names."""
    for text in texts:
        found = _STEP.search(text)
        if found and len(found[1]) < 10:  # noqa: PLR2004  (longer ones are dates)
            return Step(int(found[1]), bool(_TUNING_STEP.match(found[0])))
    return None


def shown_name(model: str) -> str:
    """A model's name without its step and folders: `/x/EleutherAI/pythia-1b_step3000` -> `EleutherAI/pythia-1b`.

    A path of this machine keeps its last part only; a name of a hub its organisation.
    """
    name = _STEP_PART.sub("", model).strip("/-_=,. ") or model
    parts = [part for part in name.split("/") if part]
    if name != model.strip("/") and not parts:
        return model
    return (
        parts[-1]
        if model.startswith((".", "/", "~")) or len(parts) > _SHOWN_PARTS
        else "/".join(parts)
    )


def family(name: str) -> str | None:
    """What remains of a name when size and precision are taken out; None where it has no size."""
    last = _PRECISION.sub("", name.rsplit("/", maxsplit=1)[-1])
    found = _SIZE.search(last)
    if found is None:
        return None
    rest = (last[: found.start()] + last[found.end() :]).strip("-_ .")
    return re.sub(r"[-_ ]{2,}", "-", rest) or None
