"""Texts of cells without emphasis, links, code marks and tags; what they say stays."""

import html
import re

from reasonboard.ingest.formats.cells import latex_text

_LONGEST = 2000
"""Characters of a cell with markup; a longer one is the text of an answer, and stays as it is."""
_SPECIAL = re.compile(r"[*_`~<&{\[\]\\$\n\r\t\u00a0\u200b-\u200f\ufe0f\ufeff]|  ")
_SPACE = re.compile(r"[ \t\r\n\u00a0]+")
_INVISIBLE = re.compile(r"[\u200b-\u200f\ufeff\ufe0f\u2060]")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BREAK_IN_NAME = re.compile(r"(?<=\w)<br\s*/?>(?=-\w)", re.IGNORECASE)
_RAISED = re.compile(r"<sup>(.*?)</sup>", re.IGNORECASE)
_LOWERED = re.compile(r"<sub>(.*?)</sub>", re.IGNORECASE)
_STRUCK = re.compile(r"<(del|s|strike)>(.*?)</\1>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^()]*\)")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])+)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]^]+\])")
_BOLD = re.compile(r"(\*\*\*|\*\*|(?<!\w)___|(?<!\w)__)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_BOLD_STARS = re.compile(r"(\*{2,3})(?=\S)(.+?)(?<=\S)\1")
_ITALIC = re.compile(
    r"(?<![*\w])\*(?=[^\s*])([^*]*[^\s*])\*(?![*\w])|(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)"
)
_STRUCK_OUT = re.compile(r"~~(?=\S)[^~]+~~\s*(?=\S)|(?<=\S)\s*~~(?=\S)[^~]+~~$")
_CODE = re.compile(r"(`+)(?=\S)(.+?)\1")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def of_markdown(text: str) -> str:
    """The text of a cell of a Markdown table, or of a paragraph."""
    if len(text) > _LONGEST or not _SPECIAL.search(text):
        return text.strip()
    text = _without_tags(_LINK.sub(r"\1", _IMAGE.sub("", text)))
    text = _STRUCK_OUT.sub("", latex_text.in_text(text))
    text = _CODE.sub(r"\2", text)
    text = _BOLD.sub(r"\2", _BOLD_STARS.sub(r"\2", text))
    text = _ITALIC.sub(lambda match: match[1] or match[2], text)
    return _ends(_ESCAPED.sub(r"\1", text))


def of_text(text: str) -> str:
    """The text of any other cell: only what is surely markup goes, since names have * and _ in them."""
    if len(text) > _LONGEST or not _SPECIAL.search(text):
        return text.strip()
    if "](" in text or "<" in text or "&" in text:
        text = _without_tags(_LINK.sub(r"\1", _IMAGE.sub("", text)))
    text = latex_text.in_text(text)
    text = _BOLD_STARS.sub(r"\2", text.strip())
    whole = _CODE.fullmatch(text) or _WHOLE_ITALIC.fullmatch(text)
    return _ends(whole[2] if whole else text)


_WHOLE_ITALIC = re.compile(r"([*_])(?=[^\s*_])([^*_]*[^\s*_])\1")


def _without_tags(text: str) -> str:
    if "<" in text:
        text = _BREAK.sub(" ", _BREAK_IN_NAME.sub("", text))
        text = _STRUCK.sub(r"~~\2~~", text)
        text = _RAISED.sub(lambda match: latex_text.raised(_TAG.sub("", match[1])), text)
        text = _LOWERED.sub(lambda match: latex_text.lowered(_TAG.sub("", match[1])), text)
        text = _TAG.sub("", text)
    return html.unescape(text) if "&" in text else text


def _ends(text: str) -> str:
    return _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()
