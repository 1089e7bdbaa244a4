"""UK AISI inspect_ai, 2024 to 0.3.285: the log of a task, zipped (`.eval`) or as one JSON document."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.inspect_ai import log as inspect_log
from reasonboard.ingest.readers.inspect_ai import results as inspect_results
from reasonboard.ingest.readers.inspect_ai import samples as inspect_samples
from reasonboard.ingest.readers.inspect_ai.log import Log
from reasonboard.ingest.texts.text_file import TextForm, objects

TOOL = "inspect_ai"
_SUCCESS = "success"
_SUBSETS = (
    "subset", "subsets", "subject", "subjects", "subtask", "category", "level", "language", "lang", "domain"
)  # fmt: skip
_STEPS = ("checkpoint_step", "global_step", "training_step", "train_step", "step")
_PATHS = ("revision", "checkpoint", "model_path", "model_name", "lora_path", "peft")


def recognizes(file: File) -> bool:
    """Is it a log, zipped or as a JSON document?"""
    return inspect_log.recognizes(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every scorer, and a sample for each item, epoch and score."""
    log = inspect_log.read(file)
    benchmark = _benchmark(log.eval)
    run = _run(log)
    measurements = list(inspect_results.measurements(log, benchmark))
    samples = inspect_samples.samples(log, benchmark, run.model, inspect_results.means(log))
    yield Found(run, measurements, samples, log.header.notes)


def _benchmark(evaluation: Node) -> str:
    """The task, and the subset that its arguments choose."""
    task = evaluation.at("task").name()
    arguments = evaluation.part("task_args").value
    subsets = filter(None, (_members(arguments.get(name)) for name in _SUBSETS))
    chosen = [",".join(map(str, members)) for members in subsets]
    return node.name(evaluation.file, ":".join([task, *chosen]), "eval.task")


def _members(value: Any) -> list[str | int]:
    values = value if isinstance(value, list) else [value]
    plain = [value for value in values if node.text(value) or node.whole(value) is not None]
    return plain if len(plain) == len(values) else []


def _run(log: Log) -> Run:
    evaluation = log.eval
    plan = log.header.part("plan")
    arguments, config = (evaluation.part(name).value for name in ("model_args", "config"))
    generation = plan.part("config").value | evaluation.part("model_generate_config").value
    metadata = evaluation.part("metadata").value
    return Run(
        tool=TOOL,
        model=evaluation.at("model").name(),
        id=node.text(evaluation.value.get("eval_id")),
        tool_version=node.text(evaluation.part("packages").value.get("inspect_ai")),
        date=_date(evaluation.value.get("created")),
        step=_step(arguments | metadata),
        repeat=node.word(generation.get("seed")),
        status=_status(log.header.value),
        settings={
            **_versions(evaluation),
            **arguments,
            **evaluation.part("task_args").value,
            # In Inspect, max_samples is the number of parallel samples.
            **node.without(config, ("max_samples",)),
            **generation,
            **_of_parts(plan.value.get("steps"), "solver", "params"),
            **_of_parts(evaluation.value.get("scorers"), "scorer", "options", named="name"),
            "model_roles": evaluation.value.get("model_roles"),
            "metadata": node.without(metadata, _STEPS),
        },
        hints=_hints(evaluation, arguments, metadata),
    )


def _versions(evaluation: Node) -> dict[str, Any]:
    """The versions of the task, of the packages other than Inspect, and of the repository."""
    packages = evaluation.part("packages").value
    return {
        **{f"{name}_version": value for name, value in packages.items() if name != TOOL},
        "task_version": evaluation.value.get("task_version"),
        "git_commit": evaluation.part("revision").value.get("commit"),
    }


def _of_parts(parts: Any, kind: str, options: str, named: str = "") -> dict[str, Any]:
    """The names of the solvers or scorers, as `solver`, and the options of each, as `solver.NAME`."""
    known = objects_in(parts)
    key = named or kind
    names = [name for part in known if (name := node.text(part.get(key)))]
    of_each = {f"{kind}.{part.get(key)}": part[options] for part in known if part.get(options)}
    return {kind: ", ".join(names), **of_each}


def _hints(
    evaluation: Node, arguments: Mapping[str, Any], metadata: Mapping[str, Any]
) -> list[str]:
    named = [(name, mapping.get(name)) for name in _PATHS for mapping in (arguments, metadata)]
    tags = evaluation.value.get("tags")
    return [
        *(f"{name}={value}" for name, value in named if node.text(value)),
        str(evaluation.value["model"]),
        *(tag for tag in (tags if isinstance(tags, list) else []) if node.text(tag)),
        evaluation.file.path.name,
        *places.folders(evaluation.file)[:1],
    ]


def _step(stated: Mapping[str, Any]) -> int | None:
    return next((at for name in _STEPS if (at := node.whole(stated.get(name))) is not None), None)


def _status(header: Mapping[str, Any]) -> str | None:
    if header.get("invalidated") is True:
        return "invalidated"
    status = node.text(header.get("status"))
    return None if status == _SUCCESS else status


def _date(raw: Any) -> str | None:
    """ISO 8601 as it stands there."""
    if not isinstance(raw, str):
        return None
    try:
        datetime.fromisoformat(raw)
    except ValueError:
        return None
    return raw


TEXTS = {
    "inspect_part": objects(inspect_samples.texts, "byte"),
    "inspect_member": TextForm(inspect_samples.member_texts, "member"),
}
READER = Reader("inspect_ai", recognizes, read, texts=TEXTS)
