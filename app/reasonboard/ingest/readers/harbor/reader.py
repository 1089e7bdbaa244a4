"""Harbor (Terminal-Bench 2 and others), 2025 and 2026: a job, whose folder has a folder for each trial of a task."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Run, Sample
from reasonboard.ingest.readers.common import dates, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.readers.harbor import trajectory

TOOL = "Harbor"
_REWARD = "reward"
_RESULT, _CONFIG = "result.json", "config.json"
_CONFIGURED = ({"jobs_dir", "agents"}, {"trial_name", "agent", "task"})
"""The keys of the configuration of a job, and of a trial."""
_JOB = {"stats", "n_total_trials"}
_TRIAL = {"task_name", "trial_name"}
_DETAILS = {"agent_info", "agent_result", "verifier_result", "exception_info"}
_COST, _DOLLARS = "cost", "dollars"
_NO_SETTINGS = {"name", "model_name", "import_path", "env", "mcp_servers", "skills", "extra_env"}


class _Owner(NamedTuple):
    """Whose trial it is: trials that agree in it are one run."""

    model: str
    agent: str
    version: str | None
    settings: tuple[tuple[str, str], ...]


def recognizes(file: File) -> bool:
    """Has it the statistics of a job, or the agent and the verifier's result of a trial?

    What the agent did in a trial, and the configurations beside results, are Harbor's too.
    """
    if file.keys >= _JOB:
        return isinstance(file.json["stats"], dict)
    if _is_beside(file):
        return True
    return file.keys >= _TRIAL and bool(file.keys & _DETAILS)


def _is_beside(file: File) -> bool:
    """Is it a trajectory, or the configuration of a job or a trial that has results?"""
    is_configuration = file.path.name == _CONFIG and any(file.keys >= keys for keys in _CONFIGURED)
    return trajectory.is_one(file) or (is_configuration and file.beside(_RESULT) is not None)


def main_of(file: File) -> File | None:
    """The job of a trial; of trials without one the first in its folder, which is read for all."""
    if file.keys >= _JOB:
        return None
    folder = file.path.absolute().parent.parent
    if (folder / _RESULT).is_file():
        job = file.at(folder / _RESULT)
        return job if recognizes(job) else None
    for path in _trial_files(folder):
        first = file.at(path)
        if first.keys >= _TRIAL:
            return None if path == file.path.absolute() else first
    return None


def read(file: File) -> Iterator[Found]:
    """A run for each agent and model of a job, with the reward of each trial.

    A trial that ended with an error and has no reward counts as 0, as it does in Harbor's own mean.
    """
    if _is_beside(file):
        raise ReadWith(None, "the results of its trial or job")
    main = main_of(file)
    if main:
        raise ReadWith(main)
    is_job = file.keys >= _JOB
    folder = file.path.absolute().parent if is_job else file.path.absolute().parent.parent
    notes: list[str] = []
    damage: list[IngestError] = []
    trials = _read_all(file, _trial_files(folder), damage)
    if not trials and not damage:
        raise Skip("a job without the results of its trials")
    date = _job_date(file if is_job else None, folder)
    of_job = _job_settings(file.at(folder / _CONFIG), notes)
    if is_job:
        found = sum(map(len, trials.values()))
        total = node.whole(file.json.get("n_total_trials"))
        if total not in (None, found):
            are = "the job is incomplete, or parts of its folder are missing"
            notes.append(f"{found} of {total} trials are there: {are}")
    for owner, of_run in trials.items():
        samples = _with_units([each for of_trial in of_run for each in of_trial])
        errors = Counter(each.finish for each in samples if each.finish and each.metric == _REWARD)
        if errors:
            named = ", ".join(f"{count} {name}" for name, count in errors.most_common(3))
            counted = "without a reward they count as 0, as in Harbor"
            notes.append(f"trials that ended with an error: {named}; {counted}")
        run = _run(file, folder, owner, date, of_job)
        yield Found(run, (), samples, notes, beside=True, damage=damage)
        notes, damage = [], []
    for error in damage:
        raise error


def _trial_files(folder: Path) -> list[Path]:
    """The results of the trials of a job, in the order of their names."""
    try:
        inner = sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError as error:
        wrong = f"{folder.name}: not readable ({error.strerror}; expected a folder)"
        raise IngestError(wrong) from error
    return [path / _RESULT for path in inner if (path / _RESULT).is_file()]


def _read_all(
    file: File, paths: Sequence[Path], damage: list[IngestError]
) -> dict[_Owner, list[list[Sample]]]:
    """The samples of each trial by whose it is; a trial that cannot be read is added to `damage`."""
    trials: dict[_Owner, list[list[Sample]]] = defaultdict(list)
    repeats: dict[_Owner, Repeats] = defaultdict(Repeats)
    for path in paths:
        each = file if path == file.path.absolute() else file.at(path)
        try:
            if not each.keys >= _TRIAL:
                continue
            document = Node(each, each.json)
            owner = _owner(document)
            trials[owner].append(list(_trial(document, repeats[owner])))
        except IngestError as error:
            if each is file:
                raise
            damage.append(error)
    return trials


def _owner(trial: Node) -> _Owner:
    agent = node.mapping(node.inner(trial.value, "config", "agent"))
    info = node.mapping(trial.value.get("agent_info"))
    model = node.mapping(info.get("model_info"))
    named = [node.text(model.get(key)) for key in ("provider", "name")]
    stated = node.text(agent.get("model_name")) or "/".join(name for name in named if name)
    name = node.text(info.get("name")) or node.text(agent.get("name")) or ""
    return _Owner(
        node.name(trial.file, stated or name or "no model", "the model"),
        name,
        node.word(info.get("version")),
        tuple(_flat(node.without(agent, _NO_SETTINGS))),
    )


def _flat(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The settings of the agent that are stated, with those of its `kwargs` as their own."""
    for name, value in settings.items():
        if name == "kwargs" and isinstance(value, dict):
            yield from _flat(value)
        elif (text := node.word(value)) is not None or isinstance(value, bool):
            yield name, text if text is not None else str(value).lower()


def _run(
    file: File, folder: Path, owner: _Owner, date: str | None, of_job: Mapping[str, Any]
) -> Run:
    return Run(
        tool=TOOL,
        model=owner.model,
        date=date,
        settings={
            **of_job,
            **dict(owner.settings),
            "agent": owner.agent,
            "agent_version": owner.version,
        },
        hints=[owner.model, folder.name, file.path.name],
    )


def _trial(trial: Node, repeats: Repeats) -> Iterator[Sample]:
    rewards = _rewards(trial)
    error = node.inner(trial.value, "exception_info", "exception_type")
    result = node.mapping(trial.value.get("agent_result"))
    item = trial.at("task_name").name().rpartition("/")[2] or trial.at("task_name").name()
    attempt = Sample(
        _benchmark(trial),
        item,
        repeats.add(item),
        None,
        _REWARD,
        tokens_in=node.whole(result.get("n_input_tokens")) or None,
        tokens_out=node.whole(result.get("n_output_tokens")) or None,
        finish=node.word(error),
        texts=trajectory.place(trial.file),
    )
    if rewards is None:
        yield attempt if error is None else replace(attempt, score=0.0)
    for name, reward in (rewards or {}).items():
        score = reward.score("a number", is_fraction=False)
        yield replace(attempt, score=score, metric=node.name(trial.file, name, reward.where))
    if (cost := node.amount(result.get("cost_usd"))) is not None:
        yield replace(attempt, score=cost, metric=_COST, unit=_DOLLARS)


def _with_units(samples: Sequence[Sample]) -> list[Sample]:
    """The samples; a reward that is no fraction in one trial is none in the others."""
    others = {
        each.metric
        for each in samples
        if each.unit == FRACTION and each.score is not None and not 0 <= each.score <= 1
    }
    return [replace(each, unit=_REWARD) if each.metric in others else each for each in samples]


def _rewards(trial: Node) -> dict[str, Node] | None:
    """The rewards of the verifier by their names, of 2025 also a single one; None where it gave none."""
    verified = trial.at("verifier_result")
    if verified.value is None:
        return None
    if verified.mapping().get("rewards") is not None:
        return verified.at("rewards").entries() or None
    single = verified.at("reward")
    return None if single.value is None else {_REWARD: single}


def _benchmark(trial: Node) -> str:
    """The data set that the task is of; of a task by its path the folder that holds it."""
    source = node.text(trial.value.get("source"))
    if source:
        return node.name(trial.file, source, "source")
    task = trial.at("task_name").name()
    if "/" in task:
        return node.name(trial.file, task.rpartition("/")[0], "task_name")
    path = node.text(node.inner(trial.value, "task_id", "path"))
    outer = Path(path).parent.name if path else ""
    return node.name(trial.file, outer, "task_id.path") if outer.strip(".") else TOOL


_STAMP = re.compile(r"\d{4}-\d\d-\d\d__\d\d-\d\d-\d\d")


def _job_settings(config: File, notes: list[str]) -> dict[str, Any]:
    """How long agents may try, and which version the tasks are of, by the configuration of the job."""
    if not config.path.is_file():
        return {}
    try:
        stated = node.mapping(config.json)
    except IngestError as error:
        notes.append(f"{error}: left out")
        return {}
    sets = stated.get("datasets")
    only = node.first(sets) if isinstance(sets, list) and len(sets) == 1 else {}
    return {
        "dataset_version": node.text(only.get("version")) or node.text(only.get("ref")),
        "timeout_multiplier": node.word(stated.get("timeout_multiplier")),
    }


def _job_date(job: File | None, folder: Path) -> str | None:
    """When the job began: the trials begin at times of their own, and are one run."""
    stated = node.text(job.json.get("started_at")) if job else None
    if stated:
        return dates.of_iso(stated)
    is_stamp = _STAMP.fullmatch(folder.name)
    return dates.of_stamp(folder.name, "%Y-%m-%d__%H-%M-%S") if is_stamp else None


READER = Reader("harbor", recognizes, read, texts=trajectory.TEXTS)
