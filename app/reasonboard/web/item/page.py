"""The page of one problem: `/item?...`. It is no study: its texts get into no table, image, sheet or file."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from dash import html
from dash.development.base_component import Component

from reasonboard import config
from reasonboard.ingest.texts.answer import Texts
from reasonboard.store.database import query
from reasonboard.web.components.controls import data
from reasonboard.web.components.markup import Html, part, render
from reasonboard.web.item import plain_text, words
from reasonboard.web.item.address import PATH, Address, decode
from reasonboard.web.item.all_runs import of_all
from reasonboard.web.item.answers import MAIN_METRIC, Answer, Found, answers
from reasonboard.web.static_files import katex_address


def layout(search: str, prefix: str) -> Component:
    """The page for this query string; where it names no answer that is loaded, a line that says so."""
    settings, address = config.read(), decode(search)
    found = answers(address, settings)
    marks = data(raw=str(int(address.raw)), katex=katex_address(prefix, settings.shared))
    return html.Div(part(_content(address, found, prefix)), id="item", className="item", **marks)


def _content(address: Address, given: Found, prefix: str) -> Html:
    found = given.answers
    if not found:
        return render(
            "item_missing", address=address, damaged=given.damaged, models=f"{prefix}models"
        )
    texts = [one.texts for one in found if one.texts]
    here = f"{prefix}{PATH}"
    return render(
        "item",
        address=address,
        here=here,
        path=_path(address, found, prefix),
        headline=words.headline(found),
        expected=plain_text.visible(next((text.expected for text in texts if text.expected), "")),
        metrics=list(dict.fromkeys(one.metric for one in found)),
        attempts=words.attempts(found),
        attempt_links=_attempts(address, found, here),
        sets=_sets(address, found, here),
        near=_near(address, found, here),
        raw=here + address.search(raw=not address.raw),
        whole=here + address.search(all=True),
        closed=given.closed,
        damaged=given.damaged,
        problem=shown(_problem(texts), address),
        sides=[_side(one, address) for one in found],
        others=of_all(address, found, here),
        settings=_settings(found),
    )


def shown(text: str | None, address: Address) -> dict[str, Any] | None:
    """A text as the template shows it, or None: its visible characters, and how much of it is left out."""
    if text is None or not text.strip():
        return None
    part_of = plain_text.excerpt(text, whole=address.all)
    return {
        "text": plain_text.visible(part_of.text.strip("\n")),
        "size": words.size(part_of.length) if part_of.cut else "",
        "more": part_of.cut and not address.all,
    }


def _problem(texts: Sequence[Texts]) -> str | None:
    """The problem alone where a file has it apart, else the last prompt of one of the models."""
    apart = next((text.problem for text in texts if text.problem), None)
    return apart or next((one.prompt[-1].text for one in texts if one.prompt), None)


def _path(address: Address, found: Sequence[Answer], prefix: str) -> list[tuple[str, str]]:
    """What leads back, each with its address: all models, then the run or the pair."""
    models = ("Models", f"{prefix}models")
    both = " against ".join(one.name for one in found)
    chosen = {
        "a": address.a,
        "b": address.b,
        "panel": address.benchmark,
        "metric": address.metric,
        "items": address.items,
    }
    pair = urlencode({name: value for name, value in chosen.items() if value or name == "b"})
    return [models, (both, f"{prefix}pair?{pair}#problems")]


def _attempts(address: Address, found: Sequence[Answer], here: str) -> list[tuple[int, str, bool]]:
    """Number, address and whether it is the one that is shown, of each attempt; [] where there is one."""
    most = max(one.attempts for one in found)
    now = min(address.repeat, most - 1)
    near = [at for at in range(most) if most <= 12 or abs(at - now) <= 3 or at in (0, most - 1)]  # noqa: PLR2004
    return (
        [] if most == 1 else [(at + 1, here + address.search(repeat=at), at == now) for at in near]
    )


_SETS = {
    "flipped": "Flipped",
    "a": "A right, B wrong",
    "b": "B right, A wrong",
    "wrong": "Both wrong",
    "right": "Both right",
    "all": "All",
}
_SETS_OF_ONE = {
    "wrong": "Wrong",
    "right": "Right",
    "flipped": "Flipped between attempts",
    "all": "All",
}


def _sets(address: Address, found: Sequence[Answer], here: str) -> list[tuple[str, str, bool]]:
    """The sets of problems that can be gone through: words, address, and whether it is the one that is."""
    names = _SETS if len(found) > 1 else _SETS_OF_ONE
    now = address.items if address.items in names else "all"
    return [
        (words, here + address.search(items=name), name == now) for name, words in names.items()
    ]


def _near(address: Address, found: Sequence[Answer], here: str) -> dict[str, Any] | None:
    """The place of the problem in the chosen set, with the addresses of those before and after it."""
    names = _SETS if len(found) > 1 else _SETS_OF_ONE
    rows = query(
        "web/item_neighbors",
        a=found[0].key,
        b=found[1].key if len(found) > 1 else "",
        benchmark=address.benchmark,
        metric=address.metric or MAIN_METRIC,
        items=address.items if address.items in names else "all",
        item=address.item,
    )
    if not rows:
        return None
    (row,) = rows
    ends = {
        name: row[name] and here + address.search(item=row[name], repeat=0)
        for name in ("before", "after")
    }
    return {"place": row["place"], "total": row["total"], **ends}


def _side(one: Answer, address: Address) -> dict[str, Any]:
    """What stands in the column of an answer."""
    texts = one.texts
    reasoning = texts.reasoning if texts else None
    answer = texts.answer if texts else None
    unmarked = texts is not None and reasoning is None and one.cut_off
    if unmarked:
        reasoning, answer = answer, None
    return {
        "answer": one,
        "verdict": words.verdict(one),
        "length": words.length(one),
        "finish": words.finish(one),
        "seconds": words.seconds(one),
        "reasoning": shown(reasoning, address),
        "reasoning_tokens": texts.tokens_reasoning if texts else None,
        "unmarked": unmarked,
        "final": shown(answer, address),
        "scored": shown(texts.scored, address) if texts else None,
        "scored_by": shown(texts.scored_by, address) if texts else None,
        "prompt": [(message.role, shown(message.text, address)) for message in texts.prompt]
        if texts
        else [],
        "tools": [
            (
                plain_text.visible(call.name),
                shown(call.arguments, address),
                shown(call.result, address),
            )
            for call in (texts.tool_calls if texts else ())
        ],
        "responses": texts.responses if texts else 1,
    }


def _settings(found: Sequence[Answer]) -> list[tuple[str, list[str], bool]]:
    """Each setting with its value in every run, and whether these differ, those first; of single tasks that one's."""
    stated = [_of_task(one) for one in found]
    names = sorted({name for settings in stated for name in settings})
    rows = [(name, [settings.get(name, "unknown") for settings in stated]) for name in names]
    marked = [(name, values, len(set(values)) > 1) for name, values in rows]
    return sorted(marked, key=lambda row: not row[2])


def _of_task(one: Answer) -> dict[str, str]:
    """The settings of a run as they are for the task of this answer: `num_fewshot[gsm8k]` is that of one."""
    own = f"[{one.benchmark}]"
    whole = {name: value for name, value in one.settings.items() if not name.endswith("]")}
    return whole | {
        name.removesuffix(own): value for name, value in one.settings.items() if name.endswith(own)
    }
