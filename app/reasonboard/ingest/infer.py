"""What names say of a model: size, family, training step. Everything taken from here is marked inferred."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from reasonboard.ingest.limits import FIELDS
from reasonboard.ingest.path_words import says_something

_SIZE = re.compile(r"(?<![0-9A-Za-z.])(?:(\d+)x)?(\d+(?:\.\d+)?)\s?([BbMm])(?![A-Za-z0-9])")
_STEP = re.compile(
    r"(?:global[_-]?step|checkpoint|ckpt|step|iter(?:ation)?)[_\-= ]?(\d+)(?![0-9.]*[kb]?[a-z])",
    re.IGNORECASE,
)
# verl's folders are global_step_20; the checkpoints of pre-training with GPT-NeoX, as Pythia's, global_step103000.
_TUNING_STEP = re.compile(
    r"(?:global[_-]?step[_\-= ]|(?:checkpoint|iter(?:ation)?)[_\-= ]?)\d", re.IGNORECASE
)
_STEP_PART = re.compile(r"[-_/=,.]*(?:revision=)?" + _STEP.pattern + r"\w*", re.IGNORECASE)
_PRECISION = re.compile(r"[-_.](?:bf16|fp16|fp32|float16|bfloat16)(?![A-Za-z0-9])", re.IGNORECASE)
_ROUTE = re.compile(
    r"(?:openrouter|together(?:_?ai)?|fireworks(?:_ai)?(?:/accounts/[^/]+/models)?|hosted_vllm|vllm|sglang|tgi|lmdeploy|"
    r"ollama(?:_chat)?|hf|hugging_?face|hf-inference-providers|azure(?:_?ai)?|bedrock|vertex(?:_ai)?|gemini|groq|replicate|"
    r"deepinfra|litellm(?:_proxy)?|openai-(?:api|compatible)|nvidia_nim|cerebras|sambanova|novita|lm_studio|llama-?cpp|"
    r"mistral|deepseek|grok|x-?ai|cohere|perplexity)(?:-\d+)?",
    re.IGNORECASE,
)
_PROVIDER_OF_A_PATH = re.compile(r"(?:openai|anthropic|google)/(?=[^/]+/)", re.IGNORECASE)
_TIER = re.compile(r":(?:free|nitro|floor)$")
_SHOWN_PARTS = 2
_LONGEST_SIZE = 20


class Step(NamedTuple):
    number: int
    tuning: bool
    """Is it one of fine-tuning or reinforcement learning (global_step_20, checkpoint), not of pre-training?"""


def size(text: str) -> float | None:
    """Parameters in billions that a name states, `8x7B` multiplied: nominal. None if it states none."""
    match = _SIZE.search(text)
    if match is None:
        return None
    experts, number, unit = match.groups()
    if len(number) + len(experts or "") > _LONGEST_SIZE:
        return None
    billions = round(float(number) * int(experts or 1) / (1 if unit in "Bb" else 1000), 6)
    return billions if FIELDS["params_b"].holds(billions) else None


def step(texts: Iterable[str]) -> Step | None:
    """The training step that the first text which has one names."""
    for text in texts:
        match = _STEP.search(text)
        if match and len(match[1]) < 10:  # noqa: PLR2004  (longer ones are dates)
            return Step(int(match[1]), bool(_TUNING_STEP.match(match[0])))
    return None


def shown_name(model: str) -> str:
    """A model's name without its route, step and folders: `vllm-0/org/my-1b_step3000` -> `org/my-1b`.

    A path of this machine keeps its last part that says something and what follows it, a name of a hub its maker.
    """
    name = without_step(model)
    routed = _without_route(name)
    parts = [part for part in routed.split("/") if part]
    if not parts:
        return model
    is_path = model.startswith((".", "/", "~")) or len(parts) > _SHOWN_PARTS
    if not is_path:
        return "/".join(parts)
    if says_something(parts[-1]):
        return parts[-1]
    before = next((part for part in reversed(parts[:-1]) if says_something(part)), None)
    return f"{before}/{parts[-1]}" if before else parts[-1]


def first_name(model: str) -> str:
    """The name from which the key of a run is made: it stays as it was, so that what is loaded is known again."""
    name = without_step(model)
    parts = [part for part in name.split("/") if part]
    if name != model.strip("/") and not parts:
        return model
    is_path = model.startswith((".", "/", "~")) or len(parts) > _SHOWN_PARTS
    return parts[-1] if is_path else "/".join(parts)


def without_step(model: str) -> str:
    """A name without the step that it ends with or has in it; itself where nothing else is left."""
    return _STEP_PART.sub("", model).strip("/-_=,. ") or model


def route(model: str) -> str:
    """The servers and providers in the name of a model: `vllm-0` for `vllm-0/org/my-1b`; '' for none."""
    name = without_step(model)
    bare = _without_route(name)
    before, _, after = name.rpartition(bare)
    return f"{before.strip('/')}{after}"


def is_route(name: str) -> bool:
    """Is it only the server that answered, such as `vllm-0`, and no model?"""
    return bool(_ROUTE.fullmatch(name.strip("/")))


def _without_route(name: str) -> str:
    """A name without the servers and providers before it; `openai/gpt-4o` keeps its maker."""
    while True:
        head = _ROUTE.match(name)
        provider = _PROVIDER_OF_A_PATH.match(name)
        if head and name[head.end() :].startswith("/") and len(name) > head.end() + 1:
            name = _TIER.sub("", name[head.end() + 1 :])
        elif provider and not name.startswith("/"):
            name = name[provider.end() :]
        else:
            return name


def family(name: str) -> str | None:
    """What remains of a name when size and precision are taken out; None where it has no size."""
    last = _PRECISION.sub("", name.rsplit("/", maxsplit=1)[-1])
    match = _SIZE.search(last)
    if match is None:
        return None
    rest = (last[: match.start()] + last[match.end() :]).strip("-_ .")
    return re.sub(r"[-_ ]{2,}", "-", rest) or None
