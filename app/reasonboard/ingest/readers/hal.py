"""HAL (the Holistic Agent Leaderboard), 2024 to 2026: the `*_UPLOAD.json` of an agent on a benchmark."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, metrics, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader

TOOL = "HAL"
METRIC = "accuracy"
_NEEDED = {"config", "results"}
_OWN = {"raw_eval_results", "raw_logging_results", "total_usage"}
_NO_METRICS = {"successful_tasks", "failed_tasks", "latencies"}
_MODEL_ARGUMENTS = ("model_name", "model.name", "agent.model.name", "model", "model_id")
_IN_BRACKETS = re.compile(r"(?P<agent>.+?)\s*\((?P<model>[^()]+)\)", re.DOTALL)
_DOLLARS = "dollars"
_SHARES = {"average_score", "exact_matches", "answer_rate", "subtask_accuracy"}
_ALMOST = 1e-6


def recognizes(file: File) -> bool:
    """Has it the configuration of an agent with its benchmark, results, and the raw ones or their logs?"""
    if not (file.keys >= _NEEDED and file.keys & _OWN):
        return False
    config = file.json["config"]
    return "benchmark_name" in node.mapping(config) and isinstance(file.json["results"], dict)


def read(file: File) -> Iterator[Found]:
    """The run with every number of its results, and a verdict on each task that is listed as done or failed.

    A task that was not run is in neither list: HAL's accuracy counts it as failed, the answers here do not have it.
    """
    document = Node(file, file.json)
    config = document.at("config")
    results = document.at("results")
    benchmark = config.at("benchmark_name").name()
    verdicts = _verdicts(results)
    measurements = list(_measurements(results, benchmark, len(verdicts)))
    if not measurements and not verdicts:
        raise Skip("no results")
    stated = next((one.value for one in measurements if one.metric == METRIC), None)
    share = sum(verdicts.values()) / len(verdicts) if verdicts else None
    if stated is not None and share is not None and abs(stated - share) > _ALMOST:
        document.notes.append(
            f"results.accuracy is {stated:g}, of the {len(verdicts)} tasks with a verdict {share:g}: "
            "HAL counts over other tasks than these, such as those that were not run"
        )
    prompts = node.mapping(document.value.get("task_prompts"))
    samples = (
        Sample(benchmark, item, 0, score, METRIC, problem=digests.of_problem(prompts.get(item)))
        for item, score in verdicts.items()
    )
    yield Found(_run(document, config), measurements, samples, document.notes)


def _run(document: Node, config: Node) -> Run:
    named = config.value.get("agent_name")
    agent = "" if named is None else config.at("agent_name").name()
    arguments = config.part("agent_args").mapping()
    named_models = (node.text(arguments.get(key)) for key in _MODEL_ARGUMENTS)
    stated = next(filter(None, named_models), None)
    match = _IN_BRACKETS.fullmatch(agent)
    model = stated or (match["model"] if match else agent)
    left = {key for key in _MODEL_ARGUMENTS if arguments.get(key) == stated}
    git = node.mapping(document.value.get("git_info"))
    return Run(
        tool=TOOL,
        model=node.name(document.file, model, "config.agent_name") if model else "",
        date=node.word(config.value.get("date")),
        build=node.word(git.get("commit")),
        repeat=node.word(config.value.get("run_id")),
        settings={
            **node.without(arguments, left),
            "agent": match["agent"] if match else agent,
            "agent_version": config.value.get("agent_version"),
            "prompt_sensitivity": config.value.get("prompt_sensitivity") or None,
        },
        hints=places.model_hints(document.file, stated),
    )


def _verdicts(results: Node) -> dict[str, float]:
    verdicts: dict[str, float] = {}
    for name, score in (("successful_tasks", 1.0), ("failed_tasks", 0.0)):
        for task in results.listed(name):
            item = task.item()
            if verdicts.setdefault(item, score) != score:
                wrong = f"the task {item[:60]!r} is in successful_tasks and in failed_tasks"
                raise results.file.refused(wrong, "one of them")
    return verdicts


def _measurements(results: Node, benchmark: str, tasks: int) -> Iterator[Measurement]:
    """Each number by its name; a level without tasks has none, and what is no number is left out."""
    for metric, raw in results.mapping().items():
        if metric in _NO_METRICS or raw is None or isinstance(raw, dict | list | str):
            continue
        unit = _unit(metric)
        known: Mapping[str, Any] = {"n_items": tasks or None} if metric == METRIC else {}
        yield from results.at(metric).measurements(benchmark, metric, unit, **known)


def _unit(metric: str) -> str:
    if metric.endswith("cost"):
        return _DOLLARS
    return FRACTION if metric in _SHARES else metrics.unit(metric)


READER = Reader("hal", recognizes, read)
