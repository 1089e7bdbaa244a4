"""tau-bench, 2024 and 2025: a list with the reward and the conversation of every attempt at every task."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reasonboard.ingest.formats import spans
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, NameOf, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.texts.answer import Asked, Texts, as_text
from reasonboard.ingest.texts.messages import messages, response_content, tool_calls
from reasonboard.ingest.texts.text_file import objects

TOOL = "tau-bench"
METRIC = "pass^1"
REWARD = "reward"
COST = "user_cost"
DOLLARS = "dollars"
_NEEDED = {"task_id", "reward", "info", "traj", "trial"}
_NAME = re.compile(
    r"(?P<agent_strategy>tool-calling|act|react|few-shot)-(?P<model>.+)-(?P<temperature>\d{1,2}(?:\.\d{1,4})?)"
    r"_range_(?P<range>-?\d+--?\d+)_user-(?P<user_model>.+)-(?P<user_strategy>[a-z_]+)_(?P<stamp>\d{10})",
    re.DOTALL,
)
_DOMAINS = ("airline", "retail")
_ENDING = re.compile(r"[-_. ](?:airline|retail)$")
_OF_TOOL = {
    "airline": re.compile(r".*(?:reservation|flight|airport|certificate).*"),
    "retail": re.compile(r".*(?:order|product|user_address|user_id_by).*"),
}
"""What the tools of a domain are about, by which its tasks are known where no name says it."""
_ALMOST = 1e-6


def recognizes(file: File) -> bool:
    """Is it a list of attempts, each with a task, a trial, a reward and a trajectory?"""
    if not file.start.lstrip().startswith(b"[") or b'"reward"' not in file.head:
        return False
    return file.looks_like_json and node.first(file.json).keys() >= _NEEDED


def read(file: File) -> Iterator[Found]:
    """The run with each attempt: solved where the reward is 1, as the tool counts for pass^k.

    An attempt that ended with an error has the reward 0 in the file, and is counted as it is there.
    """
    document = Node(file, file.json)
    attempts = document.items()
    if not attempts:
        raise Skip("no attempts")
    benchmark = _benchmark(file, attempts)
    samples = list(_samples(document, attempts, benchmark))
    failed = sum(sample.finish == "error" and sample.metric == METRIC for sample in samples)
    if failed:
        what = f"{failed} of {len(attempts)} attempts ended with an error"
        document.notes.append(f"{what}: not solved, as tau-bench counts them")
    yield Found(_run(file), (), samples, document.notes)


def _run(file: File) -> Run:
    """Called by the model of the name, or as a person named the file, without the domain at its end."""
    stem = file.path.name.removesuffix(".json")
    match = _NAME.fullmatch(stem)
    stated = match.groupdict() if match else {}
    model, plain = stated.get("model"), _ENDING.sub("", stem) or places.stem(file)
    return Run(
        tool=TOOL,
        model=node.name(file, model or plain, "the file"),
        name_of=NameOf.MODEL if model else NameOf.RUN,
        repeat=stated.get("stamp"),
        settings=node.without(stated, ("model", "range", "stamp")),
        hints=places.model_hints(file, model),
    )


def _benchmark(file: File, attempts: list[Node]) -> str:
    """With its domain, which stands in the names of file or folders, or follows from the tools of the tasks."""
    for name in (file.path.name, *places.folders(file)[:3]):
        said = [domain for domain in _DOMAINS if domain in name.lower()]
        if len(said) == 1:
            return f"{TOOL}:{said[0]}"
    counts = dict.fromkeys(_DOMAINS, 0)
    for attempt in attempts:
        for action in objects_in(node.inner(attempt.value, "info", "task", "actions")):
            called = node.text(action.get("name")) or ""
            for domain, pattern in _OF_TOOL.items():
                counts[domain] += pattern.fullmatch(called) is not None
    best = max(_DOMAINS, key=lambda domain: counts[domain])
    return f"{TOOL}:{best}" if counts[best] and min(counts.values()) < counts[best] else TOOL


def _samples(document: Node, attempts: list[Node], benchmark: str) -> Iterator[Sample]:
    place_of = spans.text_places(document.file, "tau_bench")
    repeats = Repeats()
    for index, attempt in enumerate(attempts):
        attempt.mapping()
        item = attempt.at("task_id").item()
        info = node.mapping(attempt.value.get("info"))
        yield from outcomes(
            attempt.at("reward"),
            Sample(
                benchmark,
                item,
                repeats.add(item, attempt.value.get("trial")),
                None,
                METRIC,
                finish="error" if info.get("error") else None,
                problem=digests.of_problem(node.inner(info, "task", "instruction")),
                texts=place_of.get(str(index)),
            ),
            {COST: info.get("user_cost")},
        )


def outcomes(reward: Node, attempt: Sample, costs: Mapping[str, Any]) -> Iterator[Sample]:
    """An attempt with each of its scores: whether it is solved, a reward between 0 and 1, and what it cost."""
    value = reward.score("a number from 0 to 1")
    solved = None if value is None else float(value >= 1 - _ALMOST)
    yield replace(attempt, score=solved)
    if value is not None and _ALMOST < value < 1 - _ALMOST:
        yield replace(attempt, score=value, metric=REWARD)
    for name, raw in costs.items():
        if (cost := node.amount(raw)) is not None:
            yield replace(attempt, score=cost, metric=name, unit=DOLLARS)


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of the attempt; the last message of the assistant is the answer."""
    asked.must_be(row.get("task_id"))
    info = node.mapping(row.get("info"))
    problem = as_text(node.inner(info, "task", "instruction"))
    return conversation(objects_in(row.get("traj")), problem, as_text(info.get("error")))


def conversation(chat: Sequence[Mapping[str, Any]], problem: str | None, said: str | None) -> Texts:
    """All that was said before the last message of the assistant is the prompt."""
    filled = [(at, one) for at, one in enumerate(chat) if one.get("content")]
    answers = [at for at, one in filled if one.get("role") == "assistant"]
    last = answers[-1] if answers else len(chat)
    answer = response_content(chat[last]) if answers else None
    return Texts(
        prompt=messages([one for one in chat[:last] if one.get("content")]),
        problem=problem,
        reasoning=answer.reasoning if answer else None,
        answer=answer.text if answer else None,
        scored_by=said,
        tool_calls=tool_calls(chat),
    )


READER = Reader("tau_bench", recognizes, read, texts={"tau_bench": objects(texts, "byte")})
