"""Keeps the settings of a run: all that a file states except secrets, places and what cannot change a score."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from reasonboard.ingest.formats.secrets import has_secret, looks_secret

MOST = 1000
"""The most settings of a run."""
LONGEST = 200
"""The most characters of a value."""
LONGEST_NAME = 200
"""The most characters of a name with its task."""
DIGEST = "_digest"
"""Ends the name of a setting if only a digest of its value is kept."""
_REST = f"further_settings{DIGEST}"
_DEEPEST = 8
_LONGEST_READ = 20_000
"""The most characters that are searched for secrets and places. Of a longer text only a digest is kept anyway."""
SHOTS = frozenset({"num_fewshot", "fewshot", "n_shot", "n_shots", "shots", "few_shot_num"})
"""The names that tools use for the number of examples in the prompt."""
KNOWN = SHOTS | {
    "backend", "engine", "dtype", "precision", "quantization", "load_in_8bit", "load_in_4bit", "kv_cache_dtype",
    "revision", "prompt", "prompt_type", "apply_chat_template", "system_prompt", "judge", "judge_model", "limit",
    "enable_thinking", "reasoning_effort", "reasoning_tokens", "thinking_budget", "max_tokens_thinking",
    "temperature", "top_p", "top_k", "min_p", "do_sample", "repetition_penalty", "presence_penalty",
    "frequency_penalty", "max_tokens", "max_new_tokens", "max_gen_toks", "max_model_len", "max_completion_length",
    "seed", "learning_rate", "beta", "num_generations", "num_train_epochs", "max_steps",
    "per_device_train_batch_size", "gradient_accumulation_steps", "model_name_or_path",
}  # fmt: skip
"""Settings that are known to change a score. Table columns with these names are settings without being named."""

CANNOT_MATTER = re.compile(
    r"""
    # parallel requests and hardware
    (?:(?:max|eval|override|per_device_eval|inference|auto)_)?batch_sizes?|devices?|device_(?:map|ids?|index)
    |n?_?gpus?|num_gpus?|n_gpus_per_node|nnodes|num_nodes|gpu_memory_utilization|mem_fraction_static|swap_space
    |max_(?:memory|memory_per_gpu|num_seqs|num_batched_tokens|connections|concurrency|concurrent(?:_requests)?|tasks|subprocesses|sandboxes)
    |(?:num_|n_)?concurren(?:t|cy)|concurrent_requests|(?:tensor|pipeline|data|expert)_(?:model_)?parallel(?:_size)?|[tpde]p(?:_size)?
    |parallelize|use_accelerate|world_size|(?:local_|node_)?rank|(?:max_|num_|n_|max_num_|dataloader_num_|judge_)?workers?(?:_num)?
    |num_(?:proc|procs|processes|threads|cpus)|sandbox_(?:cleanup|prebuilt)
    # time limits of requests, errors and retries
    |(?:.*_)?timeouts?|(?:max_|num_)?retries|retry_.*|(?:start|end)_time|total_.*_seconde?s|ignore_errors|fail_on_error|continue_on_fail
    # caches, logs and output
    |(?:use_|no_|enable_)?cache|cache_(?:dir|path|requests|prompt)|.*_requests_cache|enable_prefix_caching|rerun_review|force_redownload
    |verbos(?:e|ity)|debug|quiet|display|score_display|show_config|write_out|progress(?:_bar)?|enable_progress_tracker|report_to
    |logs?|loggers?|log_(?!prob|likelihood).*|logging_.*|save_.*|push_to_hub|hub_.*|hf_hub_log_args|wandb(?:_.*)?|mlflow_.*|tensorboard_.*
    |eval_(?:steps|strategy|delay|on_start|accumulation_steps)|collect_perf|analysis_report|bootstrap_iters|predict_only|stream|no_timestamp
    # names of runs and people, folders and hosts
    |(?:run|experiment|project)_(?:name|id)|(?:job|eval|eval_set|request|task)_id|entity|user(?:_?name)?|email|tags
    |(?:.*_)?(?:dirs?|directory|folder|urls?|uri|hosts?|hostname|ip|ports?|endpoint|proxy|addr|address|server)|api_base
    |output_(?:path|file)|output_base_path
    """,
    re.VERBOSE,
)
"""The one list of settings that cannot change a score."""
_PLAIN = re.compile(r"[A-Za-z][\w +-]{0,18}")
"""A short value without anything that looks like an address or a path."""
_ADDRESS = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://\S*")
_MACHINE = re.compile(r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+):\d{2,5}(?:/\S*)?")
_NUMBERED_MACHINE = re.compile(r"[1-9]\d{0,2}(?:\.\d{1,3}){3}")
_PATH = re.compile(
    r"(?<![\w:/.<)\]}])(?:(?:~|\.{1,2})?(?:/[^\s/\\\"',;:()\[\]{}<>|]+){2,}/?|[A-Za-z]:(?:[\\/][^\\/\s\"',;:|]+)+)"
)
_IN_MEMORY = re.compile(r" at 0x[0-9a-fA-F]{4,}")
"""The memory address in the text of a Python function, different in each process."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The settings of a run that are kept."""

    values: dict[str, str]
    secrets: tuple[str, ...] = ()
    """The names of the settings that look like secrets."""
    left_out: int = 0
    """How many exceed the limit or have no usable name. `further_settings_digest` covers them."""
    identity: str = ""
    """A digest of all settings without secrets. Runs with other batch sizes are two runs of one configuration."""


def kept(stated: Mapping[str, Any], chosen: Collection[str] = ()) -> Kept:
    """The settings to keep of all that a file states; nested ones get dotted names: `a.b`.

    Names in `chosen` are kept even if they cannot change a score. A path is cut to its last name. A text of more than
    200 characters is replaced by its digest, as `NAME_digest`.
    """
    wanted = frozenset(chosen)
    values: dict[str, str] = {}
    secrets: list[str] = []
    rest: list[tuple[str, str]] = []
    indifferent: list[tuple[str, str]] = []
    for name, raw in _known_first(stated):
        text = as_text(raw)
        start = text[:_LONGEST_READ]
        if looks_secret(name, raw if isinstance(raw, bool) else start) or has_secret(name):
            secrets.append(name if name.isprintable() and not has_secret(name) else "a setting")
            continue
        shown = text if len(text) > _LONGEST_READ else without_places(name, text)
        if not shown:
            continue
        if not (name in wanted or matters(name) or wanted & {bare(name), last(name)}):
            indifferent.append((name, shown))
            continue
        if len(values) >= MOST or len(name) > LONGEST_NAME or not name.isprintable():
            rest.append((name, shown))
        elif len(shown) > LONGEST:
            values[_with_digest(name)] = digest(shown)
        else:
            values[name] = shown
    if rest:
        values[_REST] = digest(json.dumps(sorted(rest)))
    values = dict(sorted(values.items()))
    identity = digest(json.dumps([values, sorted(indifferent)]))
    return Kept(values, tuple(secrets), len(rest), identity)


def flat(stated: Mapping[str, Any], before: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The names and values of nested settings, one by one."""
    for name, value in stated.items():
        if isinstance(value, Mapping) and depth < _DEEPEST:
            yield from flat(value, f"{before}{name}.", depth + 1)
        else:
            yield f"{before}{name}", value


def _known_first(stated: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """All settings; known ones come first if there are more than can be kept."""
    every = list(flat(stated))
    if len(every) > MOST:
        every.sort(key=lambda setting: last(setting[0]).lower() not in KNOWN)
    return every


def as_text(value: Any) -> str:
    """A value as text that can be stored, a list as JSON; '' for an empty value."""
    if value is None or value in ([], {}):
        return ""
    text = str(value).strip()
    if isinstance(value, list | Mapping):
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode()
    return "" if text == "None" else text.replace("\0", "")


def matters(name: str) -> bool:
    """Can a setting of this name change a score?"""
    return not CANNOT_MATTER.fullmatch(last(name).lower())


def bare(name: str) -> str:
    """The name of a setting without its task: `a.b` for `a.b[gsm8k]`."""
    return name.partition("[")[0]


def last(name: str) -> str:
    """The last part of the name of a setting: `b` for `a.b[gsm8k]`."""
    return bare(name).rpartition(".")[2]


def without_places(name: str, text: str) -> str:
    """The text with its paths cut to their last names; '' for an address or a host."""
    if _PLAIN.fullmatch(text):
        return text
    if _ADDRESS.fullmatch(text) or _MACHINE.fullmatch(text):
        return ""
    if "version" not in name and _NUMBERED_MACHINE.fullmatch(text):
        return ""
    text = _PATH.sub(lambda match: PurePath(match[0].replace("\\", "/")).name, text)
    return _IN_MEMORY.sub("", _ADDRESS.sub("…", text))


def digest(text: str) -> str:
    """The first sixteen hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _with_digest(name: str) -> str:
    own, bracket, task = name.partition("[")
    return f"{own}{DIGEST}{bracket}{task}"
