"""Settings in the names of benchmarks, such as the 5 shots of `GSM8K (5-shot)`: such numbers are a run of their own."""

import re
from dataclasses import replace

from reasonboard.ingest.benchmark_words import read
from reasonboard.ingest.records import Run

_OTHER_NAMES = {
    "num_fewshot": ("num_fewshot", "fewshot", "n_shot", "shots"),
    "prompt": ("prompt", "prompt_type"),
}
_OF_TASK = re.compile(r"[^\[]+\[(?P<task>.*)\]")
"""A setting of a single task: `num_fewshot[gsm8k]` (see readers/task_settings.py)."""


def with_named(run: Run, benchmark: str) -> tuple[Run, list[str]]:
    """The run of the numbers on this benchmark, with the settings that its name states, and their names.

    It has no settings of single tasks that are measured in another way: they belong to another run.
    """
    added = _added(run, benchmark)
    kept = {
        setting: value
        for setting, value in run.settings.items()
        if not (of_task := _OF_TASK.fullmatch(setting)) or _added(run, of_task["task"]) == added
    }
    if not added and len(kept) == len(run.settings):
        return run, []
    return replace(run, settings={**kept, **added}), sorted(added)


def _added(run: Run, benchmark: str) -> dict[str, str]:
    """The settings that the name states and the file does not, neither for the run nor for this task."""
    named = read(benchmark).way.settings
    return {
        name: value
        for name, value in named.items()
        if not any(
            other in run.settings or f"{other}[{benchmark}]" in run.settings
            for other in _OTHER_NAMES.get(name, (name,))
        )
    }
