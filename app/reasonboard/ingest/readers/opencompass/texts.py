"""Predictions of OpenCompass: the prompt as it went to the model, the prediction and the gold answer."""

from typing import Any

from reasonboard.ingest.texts.answer import Message, Texts, as_text
from reasonboard.ingest.texts.text_file import TextFile

_LABEL = "label: "


def read(file: TextFile, begin: int, item: str, repeat: int) -> Texts:  # noqa: ARG001
    """The texts of the prediction that begins at this byte; of choices that were weighed it is the chosen one."""
    row = file.row(begin)
    prompt = row.get("origin_prompt")
    choices = {
        key: choice
        for key, choice in row.items()
        if key.startswith(_LABEL) and isinstance(choice, dict)
    }
    if prompt is None and choices:
        prompt = next(iter(choices.values())).get("prompt") or next(iter(choices.values())).get(
            "testing input"
        )
    prediction = row.get("prediction")
    gold = row.get("gold")
    return Texts(
        prompt=_prompt(prompt),
        answer=as_text(prediction)
        if not isinstance(prediction, list)
        else "\n".join(map(str, prediction)),
        expected=", ".join(map(str, gold)) if isinstance(gold, list) else as_text(gold),
    ).split()


def _prompt(prompt: Any) -> list[Message]:
    if isinstance(prompt, str):
        return [Message("", prompt)]
    every = prompt if isinstance(prompt, list) else []
    return [
        Message(str(message.get("role") or ""), str(message.get("prompt") or ""))
        for message in every
        if isinstance(message, dict)
    ]
