"""What names say of a model: size, family, training step. Everything taken from here is marked inferred."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from reasonboard.ingest.formats.records import NameOf
from reasonboard.ingest.names import checkpoints, path_words
from reasonboard.ingest.names.checkpoints import Step
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
    of_model = checkpoints.of_model(model)
    folder = model.replace("/", "__")
    for text in texts:
        revision = text.removeprefix("revision=")
        if text in (model, folder):
            found = of_model.step if of_model else None
        elif revision != text:
            found = checkpoints.of_revision(revision)
        elif "/" in text:
            found = checkpoint.step if (checkpoint := checkpoints.of_model(text)) else None
        else:
            found = checkpoints.of_file(text)
        if found:
            return found
    return of_model.step if of_model else None


def without_step(model: str, *steps: int | None) -> str:
    """The name without the step that it states, if that is one of these."""
    checkpoint = checkpoints.of_model(model)
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
    told = next(
        (at for at in range(len(parts) - 1, -1, -1) if path_words.says_something(parts[at])),
        len(parts) - 1,
    )
    shown = [parts[told], *parts[-1:]] if told < len(parts) - 1 else parts[-1:]
    return Shown("/".join(shown), "/".join(parts))


def model_in(part: str) -> str:
    """The model in the name of a file or folder; '' if there is none.

    `pythia-70m-0shot-global_step103000_2022` -> `pythia-70m`, `meta-llama__Llama-3-8B` -> `meta-llama/Llama-3-8B`: a
    name before a size, or an organization with a name.
    """
    whole = path_words.with_organization(part)
    checkpoint = checkpoints.of_model(whole)
    name = checkpoint.name if checkpoint else whole
    return path_words.before_ends(name) or (name if "/" in name and whole != part else "")


def besides_model(part: str, model: str, *, without_seed: bool) -> str:
    """The name of a file or folder if it says more than this model, its step, its shots and its date; else ''.

    `plum-7b_lr1e-5_2025-06-01` -> `plum-7b_lr1e-5`.
    """
    whole = path_words.with_organization(part)
    checkpoint = checkpoints.of_model(whole)
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
