"""The settings of two runs: those that differ, those that only one run states, and a summary of all."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from reasonboard.core.headline import counted

Rows = Sequence[dict[str, Any]]
_NAMES = {
    "Shots": ("num_fewshot", "n_shot", "n_shots", "fewshot", "few_shot", "few_shot_num", "shots"),
    "Max tokens": (
        "max_gen_toks", "max_tokens", "max_new_tokens", "max_output_tokens", "max_out_len", "max_completion_tokens",
        "max_tokens_per_call", "max_length_generation",
    ),
    "Temperature": ("temperature", "temp"),
    "Quantization": ("quantization", "quantization_method", "quant_method"),
    "Thinking": ("enable_thinking",),
    "Thinking budget": ("max_tokens_thinking", "thinking_budget", "reasoning_tokens", "thinking_token_budget"),
    "Template": (
        "apply_chat_template", "chat_template", "prompt_template", "template", "prompt_type", "use_chat_template",
    ),
    "Judge": ("judge", "judge_model", "grader", "grader_model", "scorer"),
    "Backend": ("backend", "model", "engine", "inference_engine"),
    "Harness": ("harness",),
    "Harness version": ("harness_version",),
    "Task version": ("task_version",),
    "Task": ("task_config_digest",),
    "Problems": ("problems_digest", "hash"),
    "Prompts": ("prompts_digest",),
    "System prompt": ("system_prompt_digest",),
    "Chat template": ("chat_template_digest",),
}  # fmt: skip
"""What the settings that change a score are called by tools."""
_OF_MODEL = frozenset({
    "Chat template", "max length", "revision", "model revision", "folder", "model num parameters"
})  # fmt: skip
"""What comes with a model or identifies it. Two models differ in it, so it does not count as a setting that differs."""
_FOLLOWS = "Prompts"
"""Differs whenever the chat templates do."""
_MOST = 4
"""The most settings that a sentence names with their values."""
_MOST_NAMED = 3
"""The most settings that a heading names."""
_TOOL = "Harness"
NONE = "No settings recorded for these runs"

_DIGEST = re.compile(r"([0-9a-f]{8})[0-9a-f]{4,}")
_VERSIONED = re.compile(r"(.+?) v?(\d[\w.+-]*)")
"""A tool with its version, as in 'lm-evaluation-harness 0.3'."""

TYPES = {
    "name": "string",
    "a": "string",
    "b": "string",
    "state": "string",
    "changes scores": "boolean",
    "minor": "boolean",
    "version": "boolean",
}
"""The columns of `table`."""


@dataclass(frozen=True)
class Setting:
    """A setting that is known of A or of B."""

    name: str
    a: str | None
    b: str | None
    changes_scores: bool
    """Is it one of those that are known to change a score, as shots and the limit of tokens?"""

    is_minor: bool = False
    """Does it come with the model, or is it a version? Then two runs can differ in it and have one configuration."""
    is_version: bool = False
    """Is it the version of a tool or library?"""

    @property
    def state(self) -> Literal["differs", "unknown", "same"]:
        if self.a is None or self.b is None:
            return "unknown"
        return "same" if _normalized(self.a) == _normalized(self.b) else "differs"


def settings(rows: Rows) -> list[Setting]:
    """The settings under common names, in this order: different ones, those of one run only, then the minor ones.

    Settings that are the same come last.
    """
    called = {name: title for title, names in _NAMES.items() for name in names}
    values: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    versions: set[str] = set()
    for name, is_version, *both in _setting_values(rows):
        title = called.get(name.rsplit(".", 1)[-1].lower(), name.replace("_", " "))
        versions |= {title} if is_version else set()
        for side, value in zip(values[title], both, strict=True):
            if value is not None:
                side.append(value)
    unsorted = [
        Setting(title, _joined(a), _joined(b), title in _NAMES, is_version=title in versions)
        for title, (a, b) in values.items()
    ]
    minor = _minor(unsorted)
    states, order = ("differs", "unknown", "same"), list(_NAMES)
    return sorted(
        (replace(setting, is_minor=setting.name in minor) for setting in unsorted),
        key=lambda setting: (
            setting.state == "same",
            setting.is_minor,
            states.index(setting.state),
            order.index(setting.name) if setting.changes_scores else len(order),
            setting.name.lower(),
        ),
    )


def table(rows: Rows) -> list[dict[str, Any]]:
    """The rows of the CSV of settings, under the names of the chart."""
    return [
        {
            "name": setting.name,
            "a": setting.a,
            "b": setting.b,
            "state": setting.state,
            "changes scores": setting.changes_scores,
            "minor": setting.is_minor,
            "version": setting.is_version,
        }
        for setting in settings(rows)
    ]


def summary(all_settings: Sequence[Setting]) -> str:
    """One line about all settings. It calls them the same only if both runs state all of them."""
    weighed = [setting for setting in all_settings if not setting.is_minor]
    stated = [setting for setting in weighed if setting.name != _TOOL]
    if not stated:
        return NONE
    for side, name in (("a", "A"), ("b", "B")):
        if all(getattr(setting, side) is None for setting in stated):
            return f"Settings unknown: none recorded for {name}"
    different, unknown = (
        [setting.name for setting in weighed if setting.state == state]
        for state in ("differs", "unknown")
    )
    if different:
        of_one = f". Known for only one run: {_listed(unknown)}" if unknown else ""
        return f"Settings differ: {_listed(different)}{of_one}"
    if unknown:
        names = f": {_listed(unknown)}" if len(unknown) <= _MOST_NAMED else ""
        return (
            f"{counted(len(unknown), 'setting is', 'settings are')} known for only one run{names}"
        )
    same = f"{counted(len(weighed), 'setting')}, the same for both runs"
    others = [setting.name for setting in all_settings if setting.state == "differs"]
    return f"{same}. Not the same: {_listed(others)}" if others else same


def notable(rows: Rows) -> list[Setting]:
    """The settings that differ and, if both runs are of one tool, those that only one run states."""
    weighed = [setting for setting in settings(rows) if not setting.is_minor]
    same_tool = any(setting.name == _TOOL and setting.state == "same" for setting in weighed)
    states = ("differs", "unknown") if same_tool else ("differs",)
    return [setting for setting in weighed if setting.state in states]


def notable_words(rows: Rows) -> str:
    """The notable settings: 'shots 5 against 0, quantization awq for B alone'; '' if there are none."""
    told = notable(rows)
    more = len(told) - _MOST
    phrases = [*map(_phrase, told[:_MOST]), *([f"{more} more"] if more > 0 else [])]
    return ", ".join(phrases)


def _phrase(setting: Setting) -> str:
    name = setting.name.lower()
    if setting.state == "differs":
        return f"{name} {setting.a} against {setting.b}"
    return f"{name} {setting.a or setting.b} for {'A' if setting.a else 'B'} alone"


def _minor(settings: Sequence[Setting]) -> set[str]:
    """The names of the settings that two runs of one configuration can differ in."""
    versions = {setting.name for setting in settings if setting.is_version}
    has_other_template = any(
        setting.name == "Chat template" and setting.state != "same" for setting in settings
    )
    return {*versions, *_OF_MODEL, *({_FOLLOWS} if has_other_template else ())}


def _listed(names: Sequence[str]) -> str:
    """The names of a few settings, or the number of many."""
    if len(names) > _MOST_NAMED:
        return str(len(names))
    return ", ".join(name[0].lower() + name[1:] for name in names)


def _setting_values(rows: Rows) -> Iterator[tuple[str, bool, str | None, str | None]]:
    """Name, version flag, A's value and B's value of each setting. A tool named with its version gives two settings."""
    for row in rows:
        if row["name"] != "harness":
            yield row["name"], bool(row.get("is_version")), row["a"], row["b"]
            continue
        matches = [_VERSIONED.fullmatch(row[side] or "") for side in "ab"]
        tools = [
            match[1] if match else row[side] for match, side in zip(matches, "ab", strict=True)
        ]
        yield "harness", False, tools[0], tools[1]
        if any(matches):
            versions = [match[2] if match else None for match in matches]
            yield "harness_version", True, versions[0], versions[1]


def _joined(values: Sequence[str]) -> str | None:
    """The values of the settings with one name, each once: counts with separators, the beginnings of digests."""
    once = {_normalized(value): value for value in reversed(values)}
    texts = [
        _number(value) if value.isdecimal() else _short(value) for value in reversed(once.values())
    ]
    return ", ".join(texts) or None


def _number(digits: str) -> str:
    return f"{int(digits):,}" if len(digits) < 12 else digits  # noqa: PLR2004 - longer ones are ids


def _short(text: str) -> str:
    digest = _DIGEST.fullmatch(text)
    return f"{digest[1]}…" if digest else text


def _normalized(text: str) -> float | str:
    """The text as a number, so that 0 equals 0.0; otherwise in lower case and without `torch.`."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return text.lower().removeprefix("torch.")
