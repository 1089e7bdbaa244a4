"""The page of one problem: `/item?...`. It is no study: its texts get into no table, image, sheet or file."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from dash import html
from dash.development.base_component import Component

from reasonboard import config
from reasonboard.core.findings.settings import Setting, summary
from reasonboard.core.findings.settings import settings as settings_of_both
from reasonboard.core.url_state import parameter
from reasonboard.ingest.texts.answer import Question, Texts
from reasonboard.store.database import query
from reasonboard.studies.pair.rows import field_words
from reasonboard.web.components.controls import data
from reasonboard.web.components.markup import Html, part, render
from reasonboard.web.item import plain_text, words
from reasonboard.web.item.address import PATH, Address, decode
from reasonboard.web.item.all_runs import of_all
from reasonboard.web.item.answers import MAIN_METRIC, Answer, Found, answers
from reasonboard.web.static_files import katex_address

_MOST_TURNS, _NEAR = 12, 3
"""Attempts of which all are offered, and of more those before and after the one that is shown."""


def layout(search: str, prefix: str) -> Component:
    """The page for this query string; where it names no answer that is loaded, a line that says so."""
    settings, address = config.read(), decode(search)
    loaded = answers(address, settings)
    marks = data(raw=str(int(address.raw)), katex=katex_address(prefix, settings.shared))
    return html.Div(part(_content(address, loaded, prefix)), id="item", className="item", **marks)


def _content(address: Address, loaded: Found, prefix: str) -> Html:
    answers = loaded.answers
    if not answers:
        return render(
            "item_missing", address=address, damaged=loaded.damaged, models=f"{prefix}models"
        )
    texts = [answer.texts for answer in answers if answer.texts]
    question = _question(texts)
    page = f"{prefix}{PATH}"
    shown_settings = _settings(answers)
    sets = _sets(address, answers)
    return render(
        "item",
        address=address,
        here=page,
        path=_path(address, answers, prefix),
        headline=words.headline(answers),
        expected=plain_text.visible(next((text.expected for text in texts if text.expected), "")),
        metrics=list(dict.fromkeys(answer.metric for answer in answers)),
        attempts=words.attempts(answers),
        attempt_links=_attempts(address, answers, page),
        sets=_set_links(address, sets, page),
        near=_near(address, answers, sets, page),
        fields=field_words(address.field),
        raw=page + address.search(raw=not address.raw),
        whole=page + address.search(more=address.more + 1),
        has_more=plain_text.has_more(address.more),
        closed=loaded.closed,
        damaged=loaded.damaged,
        problem=visible_text(question.text, address) if question else None,
        examples=question.examples if question else 0,
        sides=[_side(answer, address) for answer in answers],
        others=of_all(address, answers, page),
        settings=shown_settings,
        settings_summary=summary(shown_settings)
        if len(answers) > 1
        else f"{len(shown_settings)} known",
    )


def visible_text(text: str | None, address: Address) -> dict[str, Any] | None:
    """A text as the template shows it, or None: its visible characters, and how much of it is left out."""
    if text is None or not text.strip():
        return None
    shown = plain_text.excerpt(text, address.more)
    return {
        "paragraphs": list(plain_text.paragraphs(shown.text)),
        "size": "" if shown.is_whole else words.size(len(text)),
        "more": shown.has_more,
        "rest": shown.is_rest,
    }


def _question(texts: Sequence[Texts]) -> Question | None:
    """The problem alone where a file has it apart, else what the last prompt of one of the models ends with."""
    questions = [question for text in texts if (question := text.question)]
    apart = next((text.question for text in texts if text.problem), None)
    return apart or next(iter(questions), None)


def _path(address: Address, answers: Sequence[Answer], prefix: str) -> list[tuple[str, str]]:
    """What leads back, each with its address: all models, then the run or the pair."""
    models = ("Models", f"{prefix}models")
    both = " against ".join(answer.name for answer in answers)
    chosen = {
        "a": address.a,
        "b": address.b,
        "panel": address.benchmark,
        "metric": address.metric,
        "items": address.items,
    }
    pair = urlencode({name: value for name, value in chosen.items() if value or name == "b"})
    pair += f"&{parameter('field', list(address.field))}" if address.field else ""
    return [models, (both, f"{prefix}pair?{pair}#problems")]


def _attempts(
    address: Address, answers: Sequence[Answer], page: str
) -> list[tuple[int, str, bool]]:
    """Number, address and whether it is the one that is shown, of each attempt; [] where there is one."""
    most = max(answer.attempts for answer in answers)
    now = min(address.repeat, most - 1)
    near = [
        index
        for index in range(most)
        if most <= _MOST_TURNS or abs(index - now) <= _NEAR or index in (0, most - 1)
    ]
    return (
        []
        if most == 1
        else [(index + 1, page + address.search(repeat=index), index == now) for index in near]
    )


def _asked(address: Address, answers: Sequence[Answer]) -> dict[str, str]:
    """What the page of two models asks with: the runs that answered, the benchmark and the metric."""
    return {
        "a": answers[0].key,
        "b": answers[1].key if len(answers) > 1 else "",
        "panel": address.benchmark,
        "metric": address.metric or MAIN_METRIC,
    }


def _sets(address: Address, answers: Sequence[Answer]) -> dict[str, str]:
    """The sets of problems that can be gone through, with their words."""
    rows = query("studies/pair/items_choices", **_asked(address, answers))
    return {row["value"]: row["label"] for row in rows}


def _set_links(address: Address, sets: Mapping[str, str], page: str) -> list[tuple[str, str, bool]]:
    """Words and address of each set, and whether it is the one that is shown."""
    now = _chosen(address, sets)
    return [(words, page + address.search(items=name), name == now) for name, words in sets.items()]


def _chosen(address: Address, sets: Collection[str]) -> str:
    return address.items if address.items in sets else "all"


def _near(
    address: Address, answers: Sequence[Answer], sets: Collection[str], page: str
) -> dict[str, Any] | None:
    """The place of the problem in the chosen set, with the addresses of those before and after it."""
    rows = query(
        "web/item_neighbors",
        items=_chosen(address, sets),
        field=list(address.field),
        item=address.item,
        **_asked(address, answers),
    )
    if not rows:
        return None
    (row,) = rows
    ends = {
        name: row[name] and page + address.search(item=row[name], repeat=0)
        for name in ("before", "after")
    }
    return {"place": row["place"], "total": row["total"], **ends}


def _side(shown_answer: Answer, address: Address) -> dict[str, Any]:
    """What stands in the column of an answer."""
    texts = shown_answer.texts
    reasoning = texts.reasoning if texts else None
    answer = texts.answer if texts else None
    unmarked = texts is not None and reasoning is None and shown_answer.cut_off
    if unmarked:
        reasoning, answer = answer, None
    prompt = texts.prompt if texts else ()
    calls = texts.tool_calls if texts else ()
    messages = plain_text.parts((len(message.text) for message in prompt), address.more)
    lengths = (len(call.arguments or "") + len(call.result or "") for call in calls)
    called = plain_text.parts(lengths, address.more)
    return {
        "answer": shown_answer,
        "verdict": words.verdict(shown_answer),
        "attempts": words.in_all_attempts(shown_answer),
        "length": words.length(shown_answer),
        "finish": words.finish(shown_answer),
        "seconds": words.seconds(shown_answer),
        "reasoning": visible_text(reasoning, address),
        "reasoning_tokens": texts.tokens_reasoning if texts else None,
        "unmarked": unmarked,
        "final": visible_text(answer, address),
        "scored": visible_text(texts.scored, address) if texts else None,
        "scored_by": visible_text(texts.scored_by, address) if texts else None,
        "prompt": [
            (message.role, visible_text(message.text, address)) for message in prompt[:messages]
        ],
        "messages_left": len(prompt) - messages,
        "tools": [
            (
                plain_text.visible(call.name),
                visible_text(call.arguments, address),
                visible_text(call.result, address),
            )
            for call in calls[:called]
        ],
        "calls_left": len(calls) - called,
        "responses": texts.responses if texts else 1,
    }


def _settings(answers: Sequence[Answer]) -> list[Setting]:
    """The settings of the runs for the task of these answers."""
    stated = [_of_task(answer) for answer in answers]
    versions = {name for answer in answers for name in answer.versions}
    return settings_of_both(
        [
            {
                "name": name,
                "a": stated[0].get(name),
                "b": stated[-1].get(name) if len(stated) > 1 else None,
                "is_version": name in versions,
            }
            for name in sorted({name for of_run in stated for name in of_run})
        ]
    )


def _of_task(answer: Answer) -> dict[str, str]:
    """The settings of a run as they are for the task of this answer: `num_fewshot[gsm8k]` is that of one."""
    own = f"[{answer.benchmark}]"
    of_all_tasks = {
        name: value for name, value in answer.settings.items() if not name.endswith("]")
    }
    return of_all_tasks | {
        name.removesuffix(own): value
        for name, value in answer.settings.items()
        if name.endswith(own)
    }
