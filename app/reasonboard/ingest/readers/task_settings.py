"""The settings of single tasks of a run, and digests of what they asked, as settings of the run."""

from collections.abc import Iterable, Mapping
from typing import Any

from reasonboard.ingest.extra_settings import LONGEST

PROMPTS, PROBLEMS = "prompts_digest", "problems_digest"
"""What digests of all prompts of a task and of its problems are called, whatever the tool."""
_DIGEST = "_digest"


def of_tasks(tasks: Mapping[str, Mapping[str, Any]], names: Iterable[str]) -> dict[str, str]:
    """The settings of these names: `num_fewshot` where all tasks agree, `num_fewshot[gsm8k]` where they do not.

    Digests are always those of a task. What has no plain value is left out.
    """
    settings: dict[str, str] = {}
    for name in names:
        stated = {task: _text(settings.get(name)) for task, settings in tasks.items()}
        if len(set(stated.values())) == 1 and not name.endswith(_DIGEST):
            (value,) = set(stated.values())
            settings |= {name: value} if value else {}
        else:
            settings |= {f"{name}[{task}]": value for task, value in stated.items() if value}
    return settings


def _text(value: Any) -> str:
    is_plain = isinstance(value, str | int | float) and len(str(value)) <= LONGEST
    return str(value).strip() if is_plain else ""
