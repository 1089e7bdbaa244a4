"""The settings of single tasks of a run, and digests of what they asked, as settings of the run."""

from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats.settings import as_text, digest, flat, without_places

PROMPTS, PROBLEMS, TASK = "prompts_digest", "problems_digest", "task_config_digest"
"""Names of the digests of a task's prompts, problems and configuration, for all tools."""


def of_tasks(tasks: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The settings of all tasks: `num_fewshot` if they agree, `num_fewshot[gsm8k]` if they do not.

    Digests always carry their task.
    """
    stated = {
        task: {name: text for name, raw in flat(of_task) if (text := as_text(raw))}
        for task, of_task in tasks.items()
    }
    settings: dict[str, str] = {}
    for name in dict.fromkeys(name for of_task in stated.values() for name in of_task):
        values = {of_task.get(name) for of_task in stated.values()}
        if len(values) == 1 and name not in (PROMPTS, PROBLEMS, TASK):
            settings[name] = values.pop() or ""
        else:
            settings |= {
                f"{name}[{task}]": of_task[name]
                for task, of_task in stated.items()
                if name in of_task
            }
    return settings


def digest_of(config: Mapping[str, Any]) -> str | None:
    """One digest of the texts and options that a task builds its prompts from; None if there are none."""
    stated = {name: text for name, raw in flat(config) if (text := as_text(raw))}
    texts = [f"{name}={without_places(name, text)}" for name, text in sorted(stated.items())]
    return digest("\n".join(texts)) if texts else None
