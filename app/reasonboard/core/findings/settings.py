"""The settings of two runs: which of them differ, so that they are not compared like for like."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Rows = Sequence[dict[str, Any]]
_NAMES = {
    "Shots": ("num_fewshot", "n_shot", "n_shots", "fewshot", "few_shot", "few_shot_num", "shots"),
    "Max tokens": (
        "max_gen_toks", "max_tokens", "max_new_tokens", "max_output_tokens", "max_out_len", "max_completion_tokens",
        "max_tokens_per_call", "max_length_generation",
    ),
    "Temperature": ("temperature", "temp"),
    "Template": (
        "apply_chat_template", "chat_template", "prompt_template", "template", "prompt_type", "use_chat_template",
    ),
    "Judge": ("judge", "judge_model", "grader", "grader_model", "scorer"),
    "Harness": ("harness",),
    "Harness version": ("harness_version",),
    "Task version": ("task_version",),
    "Problems": ("problems_digest", "hash"),
    "Prompts": ("prompts_digest",),
    "System prompt": ("system_prompt_digest",),
    "Chat template": ("chat_template_digest",),
}  # fmt: skip
"""What the settings that change a score are called by tools."""
_INDIFFERENT = frozenset({
    "batch_size", "batch_sizes", "max_batch_size", "eval_batch_size", "device", "num_workers", "max_connections",
    "use_cache", "log_samples", "limit", "eval_type", "concurrency", "world_size",
})  # fmt: skip
"""Settings of the machine that ran it, which are no reason why two runs are not alike."""
_OF_MODEL = "Chat template"
"""Models come with their own: it is no reason either, and prompts that differ follow from it."""
_MOST = 4
"""Settings that differ and are named in a sentence."""
_FOLLOWS = "Prompts"

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
    """Is it no reason why two runs are not alike?"""

    @property
    def state(self) -> Literal["differs", "unknown", "same"]:
        if self.a is None or self.b is None:
            return "unknown"
        return "same" if _normalized(self.a) == _normalized(self.b) else "differs"


def settings(rows: Rows) -> list[Setting]:
    """The settings by what they are called here, those that differ first, then those known of one side only."""
    called = {name: title for title, names in _NAMES.items() for name in names}
    values: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for name, *both in _setting_values(rows):
        title = called.get(name.rsplit(".", 1)[-1].lower(), name.replace("_", " "))
        for side, value in zip(values[title], both, strict=True):
            if value is not None:
                side.append(value)
    unsorted = [
        Setting(title, _joined(a), _joined(b), title in _NAMES) for title, (a, b) in values.items()
    ]
    minor = _minor(unsorted)
    states, order = ("differs", "unknown", "same"), list(_NAMES)
    return sorted(
        (replace(setting, is_minor=setting.name in minor) for setting in unsorted),
        key=lambda setting: (
            states.index(setting.state),
            setting.is_minor,
            order.index(setting.name) if setting.changes_scores else len(order),
            setting.name.lower(),
        ),
    )


def table(rows: Rows) -> list[dict[str, Any]]:
    """The rows of the CSV of settings, as they are called in the chart; `minor` is no reason why runs are not alike."""
    return [
        {
            "name": setting.name,
            "a": setting.a,
            "b": setting.b,
            "state": setting.state,
            "changes scores": setting.changes_scores,
            "minor": setting.is_minor,
        }
        for setting in settings(rows)
    ]


def _minor(settings: Sequence[Setting]) -> set[str]:
    """The names of settings in which two runs may differ and still be compared like for like."""
    machine = {name.replace("_", " ") for name in _INDIFFERENT}
    names = {
        setting.name for setting in settings if setting.name.rsplit(".", 1)[-1].lower() in machine
    }
    has_other_template = any(
        setting.name == _OF_MODEL and setting.state != "same" for setting in settings
    )
    return names | {_OF_MODEL} | ({_FOLLOWS} if has_other_template else set())


def _setting_values(rows: Rows) -> Iterator[tuple[str, str | None, str | None]]:
    """Name, A's and B's value of each setting; a tool that is named with its version as two settings."""
    for row in rows:
        if row["name"] != "harness":
            yield row["name"], row["a"], row["b"]
            continue
        matches = [_VERSIONED.fullmatch(row[side] or "") for side in "ab"]
        tools = [
            match[1] if match else row[side] for match, side in zip(matches, "ab", strict=True)
        ]
        yield "harness", tools[0], tools[1]
        if any(matches):
            versions = [match[2] if match else None for match in matches]
            yield "harness_version", versions[0], versions[1]


def _joined(values: Sequence[str]) -> str | None:
    """The values of the settings of one name; thin counts, and the beginnings of digests."""
    texts = [
        _number(value) if value.isdecimal() else _short(value) for value in dict.fromkeys(values)
    ]
    return ", ".join(texts) or None


def _number(digits: str) -> str:
    return f"{int(digits):,}" if len(digits) < 12 else digits  # noqa: PLR2004 - longer ones are ids


def _short(text: str) -> str:
    digest = _DIGEST.fullmatch(text)
    return f"{digest[1]}…" if digest else text


def _normalized(text: str) -> float | str:
    """The text as a number, so that 0 and 0.0 are the same; else in small letters."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return text.lower()


def differing(rows: Rows) -> list[Setting]:
    """The settings that both runs state, with different values."""
    return [
        setting for setting in settings(rows) if setting.state == "differs" and not setting.is_minor
    ]


def not_like_for_like(rows: Rows) -> str:
    """The settings that differ in words: 'shots 5 against 0, max tokens 512 against 2,048'; '' where none does."""
    different = differing(rows)
    phrases = [
        f"{setting.name.lower()} {setting.a} against {setting.b}" for setting in different[:_MOST]
    ]
    more = len(different) - _MOST
    return ", ".join([*phrases, *([f"{more} more"] if more > 0 else [])])
