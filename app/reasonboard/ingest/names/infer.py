"""What names say of a model: size, family, training step. Everything taken from here is marked inferred.

A step follows a name: `plum-7b_step300`, `run/checkpoint-300`, `Ours (step 400)`. A product that is itself called so
has none: `stepfun/step-3`, `step-2-16k`, `iteration-2`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.formats.records import NameOf
from reasonboard.ingest.names import path_words
from reasonboard.ingest.names.path_words import says_something, states_size, with_organization
from reasonboard.store.fields import BILLIONS

_SIZE = re.compile(r"(?<![0-9A-Za-z.])(?:(\d+)x)?(\d+(?:\.\d+)?)\s?([BbMm])(?![A-Za-z0-9])")
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
_PATH = re.compile(r"/|\.{1,2}[/\\]|~|[A-Za-z]:[/\\]|\\\\")
_CACHED = re.compile(r"models--(?P<name>[^/]+)")
"""The folder of a model in the cache of Hugging Face, before its snapshots."""
_MAKER_AND_NAME = 2
_LONGEST_SIZE = 20
_AFTER = (
    r"(?=(?:[-_. ](?:seed[-_]?\d+|hf|merged|lora|ema|final|eval|results?|bf16|fp16|fp8|int[48]|awq|gptq|"
    r"\d{1,3}[-_]?shots?|\d{4}[-_]\d\d[-_]\d\d\S*|jsonl?|csv|tsv|parquet|log|txt|gz|zst))*[)\]]?$)"
)
"""What follows a step at the end of a name."""
_FEW, _MANY = 10, 100
_SEPARATORS = " -_/\\=,.:;@|"


def _step_pattern(words: str, after: str = "") -> re.Pattern[str]:
    number = r"(?P<sign>[_\-= ]?)(?P<number>\d{1,9})(?![0-9A-Za-z]|\.\d)"
    return re.compile(rf"(?<![A-Za-z])(?P<word>{words}){number}{after}", re.IGNORECASE)


_OF_A_CHECKPOINT = r"global[_-]?step|checkpoint|ckpt"
_OF_A_PRODUCT_TOO = r"step|iter(?:ation)?"
_CLEAR = _step_pattern(_OF_A_CHECKPOINT)
_VAGUE = _step_pattern(_OF_A_PRODUCT_TOO, _AFTER)
_IN_REVISION = _step_pattern(f"{_OF_A_CHECKPOINT}|{_OF_A_PRODUCT_TOO}")
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
def _checkpoint(name: str) -> Checkpoint | None:
    """The step that the name or the path of a model states; None if it states none."""
    if revision := _REVISION.search(name):
        step = _of_revision(revision["revision"])
        if step:
            return Checkpoint(step, name[: revision.start()] + name[revision.end() :] or name)
    parts = re.split(r"([/\\])", name)
    for index in range(len(parts) - 1, -1, -2):
        match = _step_in(parts[index], [part for part in parts[:index:2] if part])
        if match:
            rest = _rest_of(parts[index], match)
            left = [*parts[:index], rest] if rest else parts[: max(index - 1, 0)]
            without = "".join([*left, *parts[index + 1 :]])
            return Checkpoint(_step_of(match), without if without.strip("/\\") else name)
    return None


def _of_revision(revision: str) -> Step | None:
    """The step of a branch or tag, `step3000` or `stage1-step140000-tokens294B`."""
    match = _IN_REVISION.search(revision)
    return _step_of(match) if match else None


def _of_file(name: str) -> Step | None:
    """The step that the name of a file or folder states, without the folders around it."""
    checkpoint = _checkpoint(with_organization(name))
    if checkpoint:
        return checkpoint.step
    match = _VAGUE.match(name)
    return _step_of(match) if match and (match["sign"] in "_" or _number(match) >= _MANY) else None


def _step_in(part: str, above: Sequence[str]) -> re.Match[str] | None:
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


def _rest_of(part: str, match: re.Match[str]) -> str:
    """The part without its step, and without the brackets around nothing else."""
    before, after = part[: match.start()].rstrip(_SEPARATORS), part[match.end() :]
    if before[-1:] in ("(", "[") and after[:1] in (")", "]"):
        before, after = before[:-1].rstrip(_SEPARATORS), after[1:]
    return before + after if before else after.lstrip(_SEPARATORS)


def _number(match: re.Match[str]) -> int:
    return int(match["number"])


def _step_of(match: re.Match[str]) -> Step:
    return Step(_number(match), bool(_TUNING.match(match[0])))


class Shown(NamedTuple):
    name: str
    path: str | None
    """The whole path, where folders were left out of it."""


@lru_cache(maxsize=4096)
def size(text: str) -> float | None:
    """Parameters in billions that a name states, `8x7B` multiplied: nominal. None if it states none."""
    match = _SIZE.search(text)
    if match is None:
        return None
    experts, number, unit = match.groups()
    if len(number) + len(experts or "") > _LONGEST_SIZE:
        return None
    billions = round(float(number) * int(experts or 1) / (1 if unit in "Bb" else 1000), 6)
    return billions if BILLIONS.holds(billions) else None


def step(texts: Iterable[str], model: str = "") -> Step | None:
    """The training step that the first of these texts has, or else the name of the model.

    A text is a revision (`revision=main`), the path of a model, or the name of a file or folder. A folder may be
    called as the model.
    """
    of_model = _checkpoint(model)
    folder = model.replace("/", "__")
    for text in texts:
        revision = text.removeprefix("revision=")
        if text in (model, folder):
            found = of_model.step if of_model else None
        elif revision != text:
            found = _of_revision(revision)
        elif "/" in text:
            found = checkpoint.step if (checkpoint := _checkpoint(text)) else None
        else:
            found = _of_file(text)
        if found:
            return found
    return of_model.step if of_model else None


def without_step(model: str, *steps: int | None) -> str:
    """The name without the step that it states, if that is one of these."""
    checkpoint = _checkpoint(model)
    return checkpoint.name if checkpoint and checkpoint.step.number in steps else model


@lru_cache(maxsize=4096)
def shown_name(name: str, of: NameOf = NameOf.MODEL) -> Shown:
    """A name without route and folders: `vllm-0/org/my-1b` -> `org/my-1b`, `/ckpt/run-a` -> `run-a`.

    A path keeps its last part that says something and what follows it, a name of a hub its maker. What a run is called
    is a path only if it begins as one.
    """
    is_path = bool(_PATH.match(name))
    routed = name if of is NameOf.RUN or is_path else _without_route(name)
    if of is NameOf.MODEL:
        is_path = is_path or routed.strip("/").count("/") >= _MAKER_AND_NAME
    if not is_path:
        return Shown(routed.strip("/") or name, None)
    if cached := _CACHED.search(routed):
        return Shown(cached["name"].replace("--", "/"), None)
    parts = [part for part in re.split(r"[/\\]", routed) if part]
    if not parts:
        return Shown(name, None)
    last = len(parts) - 1
    told = next((at for at in range(last, -1, -1) if path_words.says_something(parts[at])), last)
    shown = [parts[told], parts[last]] if told < last else [parts[last]]
    return Shown("/".join(shown), "/".join(parts))


def model_in(part: str) -> str:
    """The model in the name of a file or folder; '' if there is none.

    `pythia-70m-0shot-global_step103000_2022` -> `pythia-70m`, `meta-llama__Llama-3-8B` -> `meta-llama/Llama-3-8B`: a
    name before a size, or an organization with a name.
    """
    whole = path_words.with_organization(part)
    checkpoint = _checkpoint(whole)
    name = checkpoint.name if checkpoint else whole
    return path_words.before_ends(name) or (name if "/" in name and whole != part else "")


def besides_model(part: str, model: str, *, without_seed: bool) -> str:
    """The name of a file or folder if it says more than this model, its step, its shots and its date; else ''.

    `plum-7b_lr1e-5_2025-06-01` -> `plum-7b_lr1e-5`.
    """
    whole = path_words.with_organization(part)
    checkpoint = _checkpoint(whole)
    name = path_words.without_date(checkpoint.name if checkpoint else whole)
    if without_seed:
        name = path_words.SEED.sub("", name).strip("-_. ")
    rest = path_words.without_shots(name.removeprefix(model))
    return name if re.search("[A-Za-z0-9]", rest) else ""


def route(name: str) -> str:
    """The servers and providers in the name of a model: `vllm-0` for `vllm-0/org/my-1b`; '' for none."""
    if _PATH.match(name):
        return ""
    before, _, after = name.rpartition(_without_route(name))
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


@lru_cache(maxsize=4096)
def family(name: str) -> str | None:
    """What remains of a name when size and precision are taken out; None where it has no size."""
    last = _PRECISION.sub("", name.rsplit("/", maxsplit=1)[-1])
    match = _SIZE.search(last)
    if match is None:
        return None
    rest = (last[: match.start()] + last[match.end() :]).strip("-_ .")
    return re.sub(r"[-_ ]{2,}", "-", rest) or None
