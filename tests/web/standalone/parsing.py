"""A document as a browser reads it; what no document of ours may have raises AssertionError."""

import json
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "link", "br", "img", "hr", "input"}
RAW = {"script", "style"}


class Document(HTMLParser):
    """The elements, texts, scripts and links of a document whose every element is closed in its order."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.metas: list[dict[str, str]] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.figures: list[dict[str, Any]] = []
        self.attributes: list[tuple[str, str]] = []
        self._kind = ""
        self._raw = ""
        assert markup.lstrip().startswith("<!DOCTYPE html>")
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), f"<{tag}> says something twice"
        self.tags.append(tag)
        self.attributes += given.items()
        if tag not in VOID:
            self.open.append(tag)
        if tag == "meta":
            self.metas.append(given)
        if tag in ("a", "link"):
            self.links.append(given["href"])
        if "src" in given:
            self.sources.append(given["src"])
        self._kind, self._raw = given.get("type", ""), ""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "script" and self._kind == "application/json":
            self.figures.append(json.loads(self._raw))
        elif tag == "script":
            self.scripts.append(self._raw)
        elif tag == "style":
            self.styles.append(self._raw)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in RAW:
            self._raw += data
        elif data.strip():
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    @property
    def policy(self) -> str:
        return next((meta["content"] for meta in self.metas if "http-equiv" in meta), "")
