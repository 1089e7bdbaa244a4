"""UK AISI inspect_ai, 2024 to 0.3.285: the log of a task, zipped (`.eval`) or as one JSON document."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import ABSENT, Node, once
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.inspect_ai import log as inspect_log
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
    measurements = list(_measurements(log, benchmark))
    samples = inspect_samples.samples(log, benchmark, run.model, _means(log))
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


_STDERRS = ("stderr", "bootstrap_stderr")
_MEANS = ("accuracy", "mean")
_SPREADS = {"std", "var"}
_WHOLE = "all"


class _Block(NamedTuple):
    """The metrics of one scorer under one reducer."""

    score: str
    reducer: str | None
    n_items: int | None
    metrics: Node


class _Row(NamedTuple):
    group: str | None
    metric: str
    value: Node


def _measurements(log: Log, benchmark: str) -> Iterator[Measurement]:
    """Every metric but standard errors, which go with the means; what is left out is noted.

    A metric is named SCORE/METRIC. Of a grouped one each group is a subset, `all` an aggregate.
    """
    every = []
    for block in _blocks(log):
        rows = list(_rows(log, block))
        for row in rows:
            if row.metric in _STDERRS:
                continue
            is_whole = row.group in (None, _WHOLE) or block.n_items == 0
            every += row.value.measurements(
                benchmark if row.group is None else f"{benchmark}:{row.group}",
                f"{block.score}/{row.metric}",
                metrics_of.unit(row.metric),
                stderr=_stderr(row, rows),
                filter=block.reducer,
                n_items=block.n_items if is_whole else None,
                n_repeats=_epochs(log),
                aggregate=row.group == _WHOLE,
            )
    yield from once(every, log.header.notes)


def _means(log: Log) -> dict[str, str]:
    """Score -> the metric that is its mean over the samples."""
    mean_of: dict[str, str] = {}
    for block in _blocks(log):
        names = [name for name in _MEANS if name in block.metrics.value]
        if block.reducer is None and names and block.score not in mean_of:
            mean_of[block.score] = f"{block.score}/{names[0]}"
    return mean_of


def _blocks(log: Log) -> Iterator[_Block]:
    """Until the middle of 2024 there was one scorer: then its metrics stand in the results themselves."""
    results = log.header.part("results")
    if results.value.get("scores") is None:
        if results.value.get("metrics") is not None:
            scorer = results.value.get("scorer")
            named = scorer.get("name") if isinstance(scorer, dict) else scorer
            yield _block(log, results, named or "score")
        return
    for score in results.at("scores").items():
        yield _block(log, score, score.mapping().get("name") or score.value.get("scorer"))


def _block(log: Log, score_node: Node, named: Any) -> _Block:
    reducer = score_node.at("reducer")
    score = node.name(log.header.file, named, f"{score_node.where}.name")
    if reducer.value is not None:
        reducer.name()
    n_items = node.whole(score_node.value.get("scored_samples"))
    metrics = score_node.at("metrics")
    metrics.mapping()
    return _Block(
        score,
        None if reducer.value == "mean" else reducer.value,
        _completed(log) if n_items is None else n_items,
        metrics,
    )


def _completed(log: Log) -> int | None:
    """Before there was a count of what was scored: samples are counted in every epoch."""
    count = node.whole(log.header.part("results").value.get("completed_samples"))
    each = _epochs(log) or 1
    return count // each if count is not None and count % each == 0 else None


def _epochs(log: Log) -> int | None:
    """How many answers each item has, where it is stated."""
    return node.whole(log.eval.part("config").value.get("epochs")) or None


def _rows(log: Log, block: _Block) -> Iterator[_Row]:
    for name, metric_node in block.metrics.entries().items():
        node.name(log.header.file, name, metric_node.where)
        if "value" not in metric_node.mapping():
            continue
        where = f"{log.place}{metric_node.where}.value"
        value = metric_node.child(metric_node.value["value"], where)
        parameters = metric_node.value.get("params")
        if isinstance(parameters, dict) and "group_key" in parameters:
            inner = parameters.get("metric")
            metric = inner.get("name") if isinstance(inner, dict) else inner
            whole = node.name(log.header.file, metric, f"{metric_node.where}.params.metric")
            yield _Row(name, whole.rpartition("/")[2], value)
        else:
            yield _Row(None, name, value)


def _stderr(row: _Row, rows: list[_Row]) -> Any:
    """The standard error of the block is that of the mean of its scores, or of its only metric."""
    peers = [peer for peer in rows if peer.group == row.group]
    others = [peer for peer in peers if peer.metric not in (*_STDERRS, *_SPREADS)]
    if row not in others or (row.metric not in _MEANS and len(others) > 1):
        return ABSENT
    stated = {peer.metric: peer.value.value for peer in peers if peer.metric in _STDERRS}
    return next((stated[name] for name in _STDERRS if name in stated), ABSENT)


TEXTS = {
    "inspect_part": objects(inspect_samples.texts, "byte"),
    "inspect_member": TextForm(inspect_samples.member_texts, "member"),
}
READER = Reader("inspect_ai", recognizes, read, texts=TEXTS)
