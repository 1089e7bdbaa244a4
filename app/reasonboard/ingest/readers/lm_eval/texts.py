"""Rows of answers of lm-evaluation-harness: a document, what was asked, and what was answered."""

from typing import Any

from reasonboard.ingest.formats.documents import parse_json
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.texts.answer import ChangedError, Message, Texts, as_text
from reasonboard.ingest.texts.messages import messages
from reasonboard.ingest.texts.text_file import TextFile

_PROBLEM = ("question", "problem", "query", "ctx", "goal", "prompt", "input", "text", "sentence")
"""Where documents have their problem: the first of these that is text."""


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the row that begins at this byte; a task with choices answers with the likeliest."""
    row = file.row(begin)
    if str(row.get("doc_id")) != item:
        raise ChangedError("Another problem stands where it was loaded from.")
    requests = _requests(row.get("arguments"))
    answers = _first(row.get("resps"))
    chosen = _likeliest(requests, row.get("resps"))
    taken = _flat(row.get("filtered_resps"))
    answer = chosen if chosen is not None else answers[0] if answers else None
    scored = taken if isinstance(taken, str) and taken != answer else None
    return Texts(
        prompt=_prompt(requests[0][0]) if requests else (),
        problem=problem_of(row.get("doc")),
        answer=answer,
        expected=as_text(row.get("target")),
        scored=scored,
        responses=max(len(answers), 1),
    ).split()


def _requests(arguments: Any) -> list[list[Any]]:
    """What was asked, each request a list of its parts; `{"gen_args_0": {"arg_0": ...}}` since 0.4.1."""
    if isinstance(arguments, dict):
        parts = [argument for argument in arguments.values() if isinstance(argument, dict)]
        return [list(part.values()) for part in parts if part]
    if isinstance(arguments, list):
        return [argument for argument in arguments if isinstance(argument, list) and argument]
    return []


def _prompt(request: Any) -> list[Message]:
    """A chat is written as JSON: the messages of it, else the text itself."""
    if isinstance(request, str) and request.startswith("["):
        try:
            request = parse_json(request, "")
        except IngestError:
            return [Message("", request)]
    return messages(request)


def _first(responses: Any) -> list[str]:
    """The responses to the first request."""
    first = responses[0] if isinstance(responses, list) and responses else None
    every = first if isinstance(first, list) else [first]
    return [response for response in every if isinstance(response, str)]


def _likeliest(requests: list[list[Any]], responses: Any) -> str | None:
    """Of choices that were each given a log-likelihood the likeliest; None where there are no choices."""
    if len(requests) < 2 or not isinstance(responses, list) or len(responses) != len(requests):  # noqa: PLR2004
        return None
    try:
        likelihoods = [float(_flat(response)) for response in responses]
    except (TypeError, ValueError):
        return None
    choice = requests[max(range(len(requests)), key=lambda at: likelihoods[at])]
    return as_text(choice[1]) if len(choice) > 1 else None


def _flat(value: Any) -> Any:
    while isinstance(value, list) and value:
        value = value[0]
    return value


def problem_of(document: Any) -> str | None:
    """The problem alone in a document of a task."""
    fields = document if isinstance(document, dict) else {}
    return next((fields[name] for name in _PROBLEM if isinstance(fields.get(name), str)), None)
