"""EleutherAI lm-evaluation-harness, 0.2 to 0.4: the results file of a run, and the answers beside it."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from reasonboard.ingest.formats.errors import Skip, read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import ByFile, Found, Measurement, Run
from reasonboard.ingest.readers.common import dates, node, task_settings
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common.node import ABSENT, Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.lm_eval import samples as lm_eval_samples
from reasonboard.ingest.texts.text_file import objects

TOOL = "lm-evaluation-harness"
_NOT_METRICS = {"alias", "name", "sample_len", "sample_count", "samples"}
_MODEL_ARGUMENTS = ("peft", "delta", "pretrained", "model", "path", "engine")
_NO_SETTINGS = {
    "model_name", "model_name_sanitized", "model_source", "date", "eot_token_id", "lm_eval_version", "pretty_env_info",
    "chat_template_sha", "system_instruction_sha",
}  # fmt: skip
"""Values that describe the model, or that are read elsewhere."""
_NO_SETTINGS_OF_TASKS = {
    "task", "task_alias", "tag", "group", "group_alias", "num_fewshot", "metadata", "generation_kwargs",
    "should_decontaminate", "doc_to_decontamination_query",
}  # fmt: skip
_OF_PROMPTS = re.compile(
    r"doc_to_\w+|process_\w+|\w+_split|\w+_delimiter|description|fewshot_config|metric_list|custom_dataset|gen_prefix"
)
"""How a task builds its prompts and scores the answers, in long texts."""
_LIBRARY = re.compile(
    r"(?m)^\[(?:pip3?|conda)\] "
    r"(torch|triton|vllm|sglang|flash[_-]attn|flashinfer[\w-]*|xformers|bitsandbytes|accelerate|peft)==([\w.+-]{1,40})$"
)
"""The libraries of the environment that compute the answers."""
_MOST_PARAMETERS = 10**15


def recognizes(file: File) -> bool:
    """Has it results and the configs or versions of tasks, or is it the rows of answers beside such?"""
    return lm_eval_samples.recognizes(file) or _has_results(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task, groups as aggregates, and its answers.

    The answers are read with the results file of the same date. Alone they are a run of their own if the
    name of the file tells the task, else they raise Skip.
    """
    if lm_eval_samples.recognizes(file):
        mains = (result for result in lm_eval_samples.results_of(file) if _has_results(result))
        main = next(mains, None)
        named = None if main else lm_eval_samples.named_alone(file)
        if named is None:
            raise read_with(main, "answers without their results.json, which names their tasks")
        yield _answers_without_results(file, named)
        return
    document = Node(file, file.json)
    tasks = document.at("results").mapping()
    config = document.part("config").value
    arguments = _arguments(config.get("model_args"))
    settings = _of_tasks(document, tasks, arguments) | _of_run(document, config, arguments)
    measurements: list[Measurement] = []
    for task, metrics in tasks.items():
        measurements += _task(document, task, document.child(metrics, f"results.{task[:80]}"))
    notes = document.notes
    samples = ByFile(list(lm_eval_samples.samples_of(file, tasks, notes)))
    run = _run(document, config, arguments, settings)
    yield Found(run, measurements, samples, notes=notes, beside=True)


def _of_tasks(
    document: Node, tasks: Mapping[str, Any], arguments: Mapping[str, Any]
) -> dict[str, str]:
    """Data, generation, shots, version and digests of each task that is no group.

    The metadata of a task repeats the arguments of the model; these are skipped.
    """
    stated = {}
    for task in tasks:
        if _is_group(document, task):
            continue
        config = node.mapping(node.inner(document.value, "configs", task))
        others = node.without(config, _NO_SETTINGS_OF_TASKS)
        of_prompts = {name: value for name, value in others.items() if _OF_PROMPTS.fullmatch(name)}
        stated[task] = {
            **node.without(others, of_prompts),
            **node.without(node.mapping(config.get("metadata")), {*arguments, "version"}),
            **node.mapping(config.get("generation_kwargs")),
            "num_fewshot": node.inner(document.value, "n-shot", task),
            "task_version": node.inner(document.value, "versions", task),
            task_settings.PROMPTS: node.inner(document.value, "task_hashes", task),
            task_settings.TASK: task_settings.digest_of(of_prompts),
        }
    return task_settings.of_tasks(stated)


def _of_run(
    document: Node, config: Mapping[str, Any], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """Model arguments, generation, versions, and whether and which chat template was applied."""
    stated = document.value
    named = next((name for name in _MODEL_ARGUMENTS if node.text(arguments.get(name))), None)
    libraries = _LIBRARY.findall(node.text(stated.get("pretty_env_info")) or "")
    left = {"model_args", "model_num_parameters", "gen_kwargs"}
    template = node.text(stated.get("chat_template_sha"))
    prompt = node.text(stated.get("system_instruction_sha"))
    return {
        **{f"{name}_version": version for name, version in libraries},
        **{
            name: value
            for name, value in node.without(stated, _NO_SETTINGS).items()
            if not isinstance(value, dict | list)
        },
        **node.without(arguments, (named,)),
        **node.without(config, left),
        **_arguments(config.get("gen_kwargs")),
        **({"apply_chat_template": template is not None} if "chat_template_sha" in stated else {}),
        **({"chat_template_digest": template, "chat_template": None} if template else {}),
        **({"system_prompt_digest": prompt} if prompt else {}),
    }


def _is_group(document: Node, task: str) -> bool:
    return any(node.inner(document.value, part, task) for part in ("groups", "group_subtasks"))


def _answers_without_results(file: File, named: lm_eval_samples.Named) -> Found:
    """The run of answers whose results file is not there: its model is that of their name or of the folder.

    The harness writes them to `MODEL/samples_TASK_DATE.jsonl`, with `__` for the `/` in the model's name; up to 0.4.1
    they were called `ARGUMENTS_TASK.jsonl`.
    """
    folder = file.path.resolve().parent.name
    arguments = _arguments(named.model)
    key = next((key for key in _MODEL_ARGUMENTS if arguments.get(key)), "")
    written = arguments[key] if key else named.model or (folder if "__" in folder else "")
    model = written.replace("__", "/", 1)
    run = Run(
        tool=TOOL,
        model=node.name(file, model, "the model of the name") if model else "",
        date=lm_eval_samples.date_of(file),
        settings=node.without(arguments, (key,)),
        hints=[*([model] if model else []), folder, file.path.name],
    )
    notes: list[str] = []
    task = node.name(file, named.task, "the task of the name")
    samples = lm_eval_samples.samples(file, task, notes)
    first = next(samples, None)
    if first is None:
        reasons = [note.removeprefix(f"{file.path.name}: ") for note in notes]
        raise Skip("; ".join(["answers without their results file, none with a score", *reasons]))
    return Found(run, (), chain([first], samples), notes=notes)


def _has_results(file: File) -> bool:
    return (
        file.has(results=dict)
        and (file.has(configs=dict) or file.has(versions=dict))
        and not file.keys & {"config_general", "config_tasks"}
    )


_Stated = Mapping[str, Any]


def _run(document: Node, config: _Stated, arguments: _Stated, settings: dict[str, str]) -> Run:
    file, stated = document.file, document.value
    named = [stated.get("model_name"), *(arguments.get(name) for name in _MODEL_ARGUMENTS)]
    model_name = next((name for name in named if node.text(name)), None)
    model = None if model_name is None else node.name(file, model_name, "the model")
    folder = file.path.resolve().parent.name
    # With an adapter the harness counts its parameters too.
    parameters = None if arguments.get("peft") else config.get("model_num_parameters")
    revisions = (arguments.get("revision"), config.get("model_revision"))
    paths = [arguments.get("peft"), arguments.get("pretrained"), model]
    return Run(
        tool=TOOL,
        model=model or "",
        tool_version=node.text(stated.get("lm_eval_version")),
        date=dates.of_unix(stated.get("date")),
        params_b=_billions(parameters),
        step=node.whole(arguments.get("iteration")),
        settings=settings,
        hints=[
            *(f"revision={each}" for each in revisions if isinstance(each, str | int) and each),
            *(text for path in paths if (text := node.text(path))),
            folder,
            file.path.name,
        ],
    )


def _task(document: Node, task: str, metrics: Node) -> Iterator[Measurement]:
    stated = metrics.mapping()
    benchmark = node.name(document.file, task, "a task")
    aggregate = _is_group(document, task)
    n_items = node.whole(node.inner(document.value, "n-samples", task, "effective"))
    directions = node.mapping(node.inner(document.value, "higher_is_better", task))
    for key, raw in stated.items():
        metric, comma, chosen = key.rpartition(",") if "," in key else (key, "", "none")
        if metric in _NOT_METRICS or metric.endswith("_stderr"):
            continue
        if not metric.strip() and isinstance(raw, str) and not raw.strip():
            continue  # the row `" ": " "` of groups without a mean
        if metric == lm_eval_samples.PLACEHOLDER:
            document.notes.append(f"results.{task}[{key!r}] is a placeholder, no score: left out")
            continue
        stderr = f"{metric}_stderr,{chosen}" if comma else f"{metric}_stderr"
        better = directions.get(metric)
        yield from document.child(raw, f"results.{task}[{key!r}]").measurements(
            benchmark,
            metric,
            metrics_of.unit(metric),
            stderr=stated.get(stderr, ABSENT),
            named="a metric",
            filter=None if chosen == "none" else chosen,
            n_items=n_items,
            higher_is_better=better if isinstance(better, bool) else None,
            aggregate=aggregate,
        )


def _arguments(raw: Any) -> dict[str, Any]:
    """`model_args` as a mapping; as text it is `k=v,k=v`, where a value may hold commas in brackets."""
    if not isinstance(raw, str):
        return node.mapping(raw)
    pairs = (part.partition("=") for part in re.split(r",(?![^\[{(]*[\]})])", raw))
    return {key.strip(): value.strip() for key, equals, value in pairs if equals}


def _billions(parameters: Any) -> float | None:
    if isinstance(parameters, bool) or not isinstance(parameters, int):
        return None
    return parameters / 1e9 if 0 < parameters < _MOST_PARAMETERS else None


READER = Reader("lm_eval", recognizes, read, texts={"lm_eval": objects(lm_eval_samples.texts)})
