"""tau2-bench, 2025 and 2026: the simulations of an agent in a domain, in one document or in a file each."""

from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats import spans
from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.errors import IngestError, Skip, read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run, Sample, TextPlace
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats
from reasonboard.ingest.readers.tau_bench import METRIC, conversation, outcomes
from reasonboard.ingest.texts.answer import Asked, Texts, as_text
from reasonboard.ingest.texts.text_file import objects

TOOL = "tau2-bench"
_NEEDED = {"info", "tasks", "simulations"}
_SIMULATION = {"task_id", "termination_reason", "reward_info"}
_FOLDER = "simulations"
_MAIN = "results.json"
_NOT_RUN = "infrastructure_error"
"""Why a simulation ended that the tool leaves out of its means: it never ran."""
_LEFT = {"git_commit", "environment_info", "agent_info", "user_info", "num_trials"}
_ROLES = {"agent_info": "agent", "user_info": "user"}


def recognizes(file: File) -> bool:
    """Has it the information, tasks and simulations of a run, or is it one of its simulations?"""
    if file.keys >= _SIMULATION and "simulations" not in file.keys:
        return True
    is_main = file.keys >= _NEEDED or file.keys >= {"info", "tasks", "simulation_index"}
    return is_main and isinstance(file.json["info"], dict) and "agent_info" in file.json["info"]


def main_of(file: File) -> File | None:
    """The results that a simulation in a file of its own is read with."""
    if file.path.parent.name != _FOLDER:
        return None
    return file.existing(file.path.absolute().parent.parent / _MAIN)


def read(file: File) -> Iterator[Found]:
    """The run with each simulation: solved where its reward is 1, as the tool counts for pass^k.

    One that ended early has the reward 0 in the file. One that infrastructure stopped has no score.
    """
    if file.keys >= _SIMULATION and "simulations" not in file.keys:
        raise read_with(main_of(file), f"a simulation without its {_MAIN}")
    document = Node(file, file.json)
    info = document.at("info")
    domain = info.at("environment_info").at("domain_name").name()
    problems = _problems(document)
    simulations = list(_simulations(document))
    if not simulations:
        raise Skip("no simulations")
    notes = document.notes
    notes.extend(_missing(document, len(simulations)))
    samples = _samples(simulations, f"{TOOL}:{domain}", problems, notes)
    yield Found(_run(document, info), (), samples, notes)


def _run(document: Node, info: Node) -> Run:
    agent = info.part("agent_info")
    model = agent.at("llm").name() if agent.value.get("llm") is not None else _voice_model(info)
    settings = node.without(info.value, _LEFT)
    for key, role in _ROLES.items():
        stated = node.mapping(info.value.get(key))
        prefix = "" if role == "agent" else "user_"
        settings[role] = stated.get("implementation")
        arguments = node.mapping(stated.get("llm_args"))
        settings |= {f"{prefix}{name}": value for name, value in arguments.items()}
        if role == "user":
            settings["user_model"] = stated.get("llm")
    return Run(
        tool=TOOL,
        model=model,
        date=dates.of_iso(document.value.get("timestamp")),
        build=node.word(info.value.get("git_commit")),
        settings=settings,
        hints=places.model_hints(document.file, model),
    )


def _voice_model(info: Node) -> str:
    """An agent that hears and speaks has its model elsewhere; one without a model is what it is called."""
    voice = node.text(node.inner(info.value, "audio_native_config", "model"))
    return voice or info.part("agent_info").at("implementation").name()


def _problems(document: Node) -> dict[str, int | None]:
    """Task -> the digest of what its user is told."""
    digest_of = {}
    for task in document.at("tasks").items():
        task.mapping()
        told = node.inner(task.value, "user_scenario", "instructions")
        digest_of[task.at("id").item()] = digests.of_problem(repr(told) if told else None)
    return digest_of


def _simulations(document: Node) -> Iterator[tuple[Node, TextPlace | None]]:
    """Each simulation with the place of its texts, in this document or in files of their own.

    One that is in the index alone has what the index says of it.
    """
    inner = document.value.get("simulations")
    if inner:
        place_of = spans.text_places(document.file, "tau2_bench", "simulations")
        for index, simulation in enumerate(document.at("simulations").items()):
            yield simulation, place_of.get(str(index))
        return
    read = set()
    for each in document.file.folder(f"{_FOLDER}/*.json"):
        try:
            simulation = Node(each, each.json)
            simulation.mapping()
        except IngestError as error:
            document.notes.append(f"{error}: taken from the index")
            continue
        read.add(simulation.value.get("id"))
        yield simulation, TextPlace(each, "tau2_bench", 0)
    for entry in document.listed("simulation_index"):
        if entry.mapping().get("id") not in read:
            yield entry, None


def _missing(document: Node, found: int) -> Iterator[str]:
    trials = node.whole(document.value["info"].get("num_trials"))
    expected = len(document.value["tasks"]) * (trials or 0)
    if found < expected:
        yield f"{found} of {expected} simulations are there: the run is incomplete"


def _samples(
    simulations: list[tuple[Node, TextPlace | None]],
    benchmark: str,
    problems: Mapping[str, int | None],
    notes: list[str],
) -> Iterator[Sample]:
    repeats, stopped = Repeats(), 0
    for simulation, place in simulations:
        simulation.mapping()
        item = simulation.at("task_id").item()
        reason = node.text(simulation.value.get("termination_reason"))
        stopped += reason == _NOT_RUN
        tokens_in, tokens_out = _tokens(simulation.value)
        attempt = Sample(
            benchmark,
            item,
            repeats.add(item, simulation.value.get("trial")),
            None,
            METRIC,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            finish=reason,
            problem=problems.get(item),
            texts=place,
        )
        costs = {name: simulation.value.get(name) for name in ("agent_cost", "user_cost")}
        yield from outcomes(_reward(simulation, reason), attempt, costs)
    if stopped:
        what = f"{stopped} of {len(simulations)} simulations were stopped by infrastructure"
        notes.append(f"{what}: no score, as tau2-bench leaves them out")


def _reward(simulation: Node, reason: str | None) -> Node:
    """In a simulation within its reward, in an entry of the index as it is; None where nothing ran."""
    if reason == _NOT_RUN:
        return simulation.child(None, "")
    if "reward" in simulation.value:
        return simulation.at("reward")
    stated = simulation.at("reward_info")
    return stated if stated.value is None else stated.at("reward")


def _tokens(simulation: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """What the agent read and wrote in all of its messages."""
    usages = [
        node.mapping(message.get("usage"))
        for message in objects_in(simulation.get("messages"))
        if message.get("role") == "assistant"
    ]
    sums = []
    for name in ("prompt_tokens", "completion_tokens"):
        counts = [count for usage in usages if (count := node.whole(usage.get(name))) is not None]
        sums.append(node.whole(sum(counts)) if counts else None)
    return sums[0], sums[1]


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of the simulation."""
    asked.must_be(row.get("task_id"))
    chat = [_named(each) for each in objects_in(row.get("messages"))]
    return conversation(chat, None, _why(node.mapping(row.get("reward_info"))))


def _named(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer of a tool carries the id of its call as its own."""
    if message.get("role") != "tool":
        return message
    return {**message, "tool_call_id": message.get("tool_call_id", message.get("id"))}


def _why(reward: Mapping[str, Any]) -> str | None:
    """The parts that the reward is made of, and the note that the tool adds."""
    parts = node.mapping(reward.get("reward_breakdown"))
    words = [f"{name} {value}" for name, value in parts.items()]
    note = as_text(node.inner(reward, "info", "note"))
    return "; ".join([*words, *([note] if note else [])]) or None


READER = Reader("tau2_bench", recognizes, read, texts={"tau2_bench": objects(texts, "byte")})
