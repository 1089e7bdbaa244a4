"""SWE-bench, 2023 to 2026: the report of a run by the harness or sb-cli, of one instance, or of a submission."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, NameOf, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.swe_bench import names
from reasonboard.ingest.readers.swe_bench.names import TOOL

METRIC = "resolved"
_COST, _DOLLARS = "cost", "dollars"
_RUN = {"total_instances", "resolved_instances", "resolved_ids"}
_RESOLVED, _LISTED = "resolved_ids", "submitted_ids"
_FAILED = {
    "unresolved_ids": None, "failed_ids": None, "empty_patch_ids": "empty patch", "error_ids": "error",
}  # fmt: skip
"""The lists of what is not resolved, the plainest last: an instance of several is called as the last one says."""
_OPEN = {"incomplete_ids": "were not submitted", "pending_ids": "are not judged yet"}
_TESTED = {"patch_exists", "patch_successfully_applied", "tests_status", "patch_is_None"}
_COUNTED = {"cost", "api_calls"}
"""What a submission says of each of its instances, besides whether it is resolved."""
_SUBMISSION = {"resolved", "no_generation"}
_LOGS = 3
"""Folders from the report of an instance up to that of its run: INSTANCE, MODEL, RUN."""


class _Verdict(NamedTuple):
    score: float
    finish: str | None = None
    """Why no test was run, where that is so."""


def recognizes(file: File) -> bool:
    """Has it the counts and lists of a run, the tests of an instance, or the lists of a submission?"""
    if names.is_metadata(file):
        return True
    if file.keys >= _RUN:
        return isinstance(file.json[_RESOLVED], list)
    if file.keys >= _SUBMISSION:
        return all(isinstance(part, list) for part in file.json.values())
    return _is_instance(file)


def _is_instance(file: File) -> bool:
    """Is it a report by instance: `{"django__django-1": {"resolved": true, "tests_status": ...}}`?"""
    return bool(file.keys) and all(
        isinstance(part, dict) and "resolved" in part and part.keys() & (_TESTED | _COUNTED)
        for part in file.json.values()
    )


def main_of(file: File) -> File | None:
    """What is read instead: for an instance the report of its run, where the harness puts it, or HAL's upload."""
    if file.keys >= _RUN:
        return file.beside(f"{file.path.stem}_UPLOAD.json")
    folders = file.path.absolute().parents
    if len(folders) <= _LOGS + 1 or folders[_LOGS - 1].parent.name != "run_evaluation":
        return None
    name = f"{folders[1].name}.{folders[2].name}.json"
    return file.existing(folders[_LOGS + 1].parent / name)


def read(file: File) -> Iterator[Found]:
    """The run with a verdict on each instance. What has no patch, or ended with an error, is not resolved.

    The harness counts it so, too. An instance that was not submitted is no answer. Of a submission that names the
    resolved instances only, there is the share of its data set.
    """
    if names.is_metadata(file):
        raise ReadWith(None, "the results of its submission")
    main = main_of(file)
    if main:
        raise ReadWith(main)
    document = Node(file, file.json)
    if file.keys >= _RUN:
        yield _of_run(document)
    elif file.keys >= _SUBMISSION:
        yield _of_submission(document)
    else:
        yield _of_instances(document)


def _of_run(document: Node) -> Found:
    _check_counts(document)
    verdicts = _verdicts(document)
    total = node.whole(document.value.get("total_instances"))
    benchmark = names.benchmark(document.file, total, verdicts, document.notes)
    document.notes.extend(_open(document, verdicts))
    failed = sum(verdict.finish is not None for verdict in verdicts.values())
    if failed:
        what = f"{failed} of {len(verdicts)} instances have no patch or ended with an error"
        document.notes.append(f"{what}: not resolved, as SWE-bench counts them")
    if not verdicts:
        raise Skip("no instance of it was judged")
    return Found(_run(document.file), (), _samples(benchmark, verdicts), document.notes)


def _check_counts(document: Node) -> None:
    """Refuse a report in which a list has more or fewer instances than is counted: it was cut, or changed by hand."""
    for name in (_RESOLVED, *_FAILED, "completed_ids", _LISTED):
        listed = document.at(name)
        count = document.value.get(f"{name.removesuffix('_ids')}_instances")
        if isinstance(listed.value, list) and isinstance(count, int) and count != len(listed.value):
            counted = f"{name.removesuffix('_ids')}_instances is {count}"
            wrong = f"{name} has {len(listed.value)} instances and {counted}"
            raise document.file.refused(wrong, "as many")


def _verdicts(document: Node) -> dict[str, _Verdict]:
    verdicts = {item: _Verdict(1.0) for item in _names(document, _RESOLVED)}
    reasons = document.part("failure_reasons").value
    for name, finish in _FAILED.items():
        for item in _names(document, name):
            if verdicts.get(item, _Verdict(0.0)).score:
                raise document.file.refused(
                    f"{item} is in {_RESOLVED} and in {name}", "one of them"
                )
            why = finish or node.word(reasons.get(item))
            verdicts[item] = _Verdict(0.0, why or verdicts.get(item, _Verdict(0.0)).finish)
    return verdicts


def _names(document: Node, key: str) -> list[str]:
    """The instances of a list; none where there is no such list."""
    return [each.name() for each in document.listed(key)]


def _open(document: Node, verdicts: Mapping[str, _Verdict]) -> Iterator[str]:
    """What is said of the instances without a verdict."""
    for name, what in _OPEN.items():
        items = [item for item in _names(document, name) if item not in verdicts]
        if items:
            all_of = len(items) + len(verdicts)
            yield f"{len(items)} of {all_of} instances {what}: no answers, left out of the mean"
    known = {*verdicts, *(item for name in _OPEN for item in _names(document, name))}
    others = [item for item in _names(document, _LISTED) if item not in known]
    if others:
        yield f"{len(others)} submitted instances have no verdict, as {others[0][:60]}: left out"


def _of_submission(document: Node) -> Found:
    """Of 2024: with `generated` all that were tried are named, else the resolved ones alone."""
    file = document.file
    resolved = dict.fromkeys(_names(document, "resolved"))
    tried = [*_names(document, "generated"), *_names(document, "no_generation")]
    run = names.run_of_submission(file, document.notes)
    if "generated" in document.value:
        verdicts = {item: _Verdict(float(item in resolved)) for item in (*tried, *resolved)}
        benchmark = names.benchmark(file, None, verdicts, document.notes)
        return Found(run, (), _samples(benchmark, verdicts), document.notes)
    known = names.of_folder(file)
    if known is None or not known.size:
        raise Skip(
            "it names the resolved instances, not all that were tried "
            "(its folder evaluation/verified, evaluation/lite or evaluation/test would say that)"
        )
    if len(resolved) > known.size:
        expected = f"at most the {known.size} of {known.name}"
        raise file.refused(f"resolved has {len(resolved)} instances", expected)
    document.notes.append(f"{len(resolved)} resolved of the {known.size} instances of {known.name}")
    share = Measurement(
        known.name,
        METRIC,
        len(resolved) / known.size,
        FRACTION,
        "resolved",
        n_items=known.size,
        higher_is_better=True,
    )
    return Found(run, [share], notes=document.notes)


def _of_instances(document: Node) -> Found:
    verdicts, stated_costs = {}, {}
    for item, report in document.entries().items():
        score = report.at("resolved").verdict()
        is_empty = report.value.get("patch_is_None") is True
        applied = report.value.get("patch_successfully_applied") is not False
        why = "empty patch" if is_empty else None if applied else "the patch does not apply"
        verdicts[node.name(document.file, item, "an instance")] = _Verdict(score, why)
        stated_costs[item] = report.value.get("cost")
    is_submission = not any(report.keys() & _TESTED for report in document.value.values())
    total = len(verdicts) if is_submission else None
    benchmark = names.benchmark(document.file, total, verdicts)
    file, notes = document.file, document.notes
    run = names.run_of_submission(file, notes) if is_submission else _run_of_logs(file)
    costs = (
        Sample(benchmark, item, 0, value, _COST, unit=_DOLLARS)
        for item, raw in stated_costs.items()
        if (value := node.amount(raw)) is not None
    )
    return Found(run, (), chain(_samples(benchmark, verdicts), costs), document.notes)


def _samples(benchmark: str, verdicts: Mapping[str, _Verdict]) -> Iterator[Sample]:
    for item, verdict in verdicts.items():
        yield Sample(benchmark, item, 0, verdict.score, METRIC, finish=verdict.finish)


def _run(file: File) -> Run:
    """By `MODEL.RUN.json` of the harness, or by `DATA__SPLIT__RUN.json` of sb-cli."""
    named = names.of_report(file)
    name_of: dict[str, Any] = {} if named.model or not named.run else {"name_of": NameOf.RUN}
    return Run(
        tool=TOOL,
        model=named.model or named.run,
        repeat=(named.run or None) if named.model else None,
        place=[places.stem(file), *places.folders(file)],
        hints=places.model_hints(file, named.model),
        **name_of,
    )


def _run_of_logs(file: File) -> Run:
    """By the folders of the harness, `run_evaluation/RUN/MODEL/INSTANCE/report.json`."""
    _, model, run, *_ = [*places.folders(file), "", "", ""]
    if not run or file.path.stem != "report":
        return Run(tool=TOOL, model="", hints=places.hints(file))
    model = node.name(file, model.replace("__", "/", 1), "the model's folder")
    return Run(tool=TOOL, model=model, repeat=node.word(run), hints=[model, run])


READER = Reader("swe_bench", recognizes, read)
