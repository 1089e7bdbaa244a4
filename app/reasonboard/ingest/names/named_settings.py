"""Settings in the names of benchmarks, such as the 5 shots of `GSM8K (5-shot)`: such numbers are a run of their own."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from reasonboard.ingest.formats.settings import SHOTS, Kept, digest, last
from reasonboard.ingest.names.benchmark_words import read

_OTHER_NAMES = {"num_fewshot": SHOTS, "prompt": frozenset({"prompt", "prompt_type"})}
_OF_TASK = re.compile(r"[^\[]+\[(?P<task>.*)\]")
"""A setting of a single task: `num_fewshot[gsm8k]` (see readers/task_settings.py)."""


def with_named(settings: Kept, benchmark: str) -> tuple[Kept, list[str]]:
    """The settings of the numbers on this benchmark, with those that its name states, and the names of the latter.

    They have no settings of single tasks that are measured in another way: they belong to another run.
    """
    added = _added(settings.values, benchmark)
    if not added and not any("[" in name for name in settings.values):
        return settings, []
    kept = {
        name: value
        for name, value in settings.values.items()
        if not (task := _task(name)) or _added(settings.values, task) == added
    }
    if not added and len(kept) == len(settings.values):
        return settings, []
    values = dict(sorted({**kept, **added}.items()))
    identity = digest(json.dumps([settings.identity, list(values.items())]))
    return replace(settings, values=values, identity=identity), sorted(added)


def _added(settings: Mapping[str, str], benchmark: str) -> dict[str, str]:
    """The settings that the name states and the file does not, neither for the run nor for this task."""
    named = read(benchmark).way.settings
    if not named:
        return {}
    stated = {last(name) for name in settings if _task(name) in ("", benchmark)}
    return {
        name: value
        for name, value in named.items()
        if not stated & _OTHER_NAMES.get(name, frozenset({name}))
    }


def _task(setting: str) -> str:
    """The task of a setting; '' for a setting of the whole run."""
    match = _OF_TASK.fullmatch(setting)
    return match["task"] if match else ""
