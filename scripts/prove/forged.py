"""Bodies of callbacks and requests that no page sends."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from scripts.prove.callbacks import Body
from scripts.prove.raw import post

_VALUES: tuple[object, ...] = (
    None, True, 0, -1, 10**30, -(10**30), 1e308, 0.1, "", "x", "\0", "\x1b[31m", "a" * 100_000, "é" * 5000, [], {},
    [None], [[]], {"a": {}}, ["x"] * 1999, ["x"] * 5000, {"$gt": ""}, "1;DROP TABLE run", "../../etc/passwd", "NaN",
    "<img src=x onerror=alert(1)>", {"page": 10**30}, [10**30], "9" * 5000,
    {"search": "?" + "a=b&" * 3000, "at": 1},
    {"path": "/kv-cache", "search": ["?"], "columns": 10**30, "carried": {"source": [1]}}, {"view": "grid"},
    {"view": ["grid"]}, {"view": 10**30}, {"customdata": [["x"] * 50]},
)  # fmt: skip
_TEXTS = (
    b"NaN",
    b"1e999",
    b"-Infinity",
    b"1" + b"0" * 30,
    b"9" * 5000,
    b'"\\ud800"',
    b"[" * 2000 + b"]" * 2000,
    b"",
)
_HEADERS = (
    "Content-Type: application/json", "Content-Type: text/plain", "Content-Type: application/json; charset=utf-16",
    "Content-Type: multipart/form-data; boundary=x", "Sec-Fetch-Site: cross-site", "Origin: http://evil.example",
    "Content-Encoding: gzip", "X-CSRFToken: x", "Cookie: a=b; a=c; =", "Transfer-Encoding: identity",
)  # fmt: skip
_PATHS = (
    "/", "/kv-cache", "/iterations", "/scale-progress", "/type-length", "/prm-selection", "/data", "/sheet", "/api",
    "/api/openapi.json", "/api/sources.bib", "/healthz", "/v/abcdefghijkl", "/_dash-layout", "/_dash-dependencies",
    "/_reload-hash", "/_favicon.ico", "/assets/style.css", "/embed/kv-cache/grid", "/api/kv-cache/grid.csv",
    "/api/kv-cache/grid.json", "/api/data/by_benchmark.parquet", "/api/iterations/grid.tex", "/readyz", "/metrics",
)  # fmt: skip
_STRANGE = (
    "/assets/..%2f..%2fetc/passwd", "/_dash-component-suites/os/x.js", "/_dash-component-suites/dash/../../x",
    "//evil.example", "/\\evil", "/%00", "/%2e%2e%2f", "/v/" + "a" * 5000, "/api/kv-cache/" + "g" * 2000 + ".csv",
    "/api/../healthz", "/%ff%fe", "/api/kv-cache/grid.exe", "/api/kv-cache/grid.", "/kv-cache/", "/KV-CACHE",
    "/.git/config", "/results.duckdb", "/%c0%ae", "/_dash-update-component", "/*", "http://evil.example/",
    "/embed/kv-cache/grid.png", "/sheet.pdf", "/api/sheet.pdf",
)  # fmt: skip
_QUERIES = (
    "page=-1", "page=1e18", "page=" + "9" * 400, "columns=NaN", "columns=" + "1" + "0" * 30, "source=%00",
    "source=%ff", "a[]=1&a[]=2", "source=" + "x" * 7000, "=" * 3000, "&" * 4000, "source=a&source=b&source=c",
    "of=" + "~" * 500, "compare=!;!;~0~1~2~3", "v=abcdefghijkl", "v=../../x", "sort=1;drop table",
    "theme=%22%3E%3Cscript%3E", "size=one", "benchmark=" + ",".join(["AIME24"] * 900), "study=kv-cache&study=x",
    "panel=9&compare=9", "model=" + quote("\u202e\x1b[31m"), "job=x&cacheKey=y&cancelJob=z",
    "scheme=dark&size=screen&columns=0",
)  # fmt: skip
_METHODS = (
    "GET",
    "GET",
    "GET",
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "TRACE",
    "PATCH",
    "POST",
    "BREW",
    "get",
)
_FIELDS = (
    "Host: evil.example", "Host: 127.0.0.1:99999", "Host: [::1", "Host:", "Range: bytes=0-0", "Range: bytes=9-1,,-",
    "Expect: 100-continue", "If-None-Match: " + '"x", ' * 300, "If-None-Match: *", 'If-None-Match: W/"',
    "If-Modified-Since: yesterday", "Accept-Encoding: br;q=9", "Accept-Encoding: " + "gzip, " * 500,
    "Accept: */*;q=x", "Content-Length: -1", "Content-Length: 99999999999", "Transfer-Encoding: chunked",
    "X-Forwarded-For: 1.1.1.1", "X-Forwarded-Host: evil.example", "X-Forwarded-Prefix: //evil",
    "Upgrade: websocket", "Connection: upgrade", "Cookie: " + "a=b; " * 1000, "X: " + "y" * 9000,
    "Authorization: Basic AAAA", "Sec-Fetch-Site: cross-site", "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: 5\r\nTransfer-Encoding: chunked", "Via: 1.1 proxy", "Forwarded: for=127.0.0.1",
)  # fmt: skip
_LONGEST = 256 * 1024
"""Bytes that a body may have: of a longer one the server does not wait for the end."""


def forged_callback(bodies: Sequence[Body], dice: random.Random) -> tuple[str, bytes]:
    """What was done to a body of a callback, and the request with it."""
    body = copy.deepcopy(dice.choice(bodies))
    what = [str(body["output"])[:40]]
    changes = _OF_VALUES if dice.random() < 0.6 else _CHANGES  # noqa: PLR2004  (others are refused at once)
    for _ in range(dice.choice((1, 1, 2, 4))):
        change = dice.choice(changes)
        change(body, dice)
        what.append(change.__name__.strip("_"))
    text = json.dumps(body).encode()
    if dice.random() < 0.2:  # noqa: PLR2004
        start = dice.randrange(len(text))
        text = text[:start] + dice.choice(_TEXTS) + text[start + dice.choice((0, 1, 5)) :]
        what.append("text")
    headers = [_HEADERS[0]] if dice.random() < 0.8 else dice.sample(_HEADERS, 2)  # noqa: PLR2004
    return ", ".join(what), post(text, *headers)


def odd_request(dice: random.Random) -> tuple[str, bytes]:
    """A request with an odd path, query, method or header."""
    path = dice.choice(_PATHS if dice.random() < 0.7 else _STRANGE)  # noqa: PLR2004
    if dice.random() < 0.5:  # noqa: PLR2004
        path += "?" + "&".join(dice.sample(_QUERIES, dice.choice((1, 1, 2))))
    method = dice.choice(_METHODS)
    fields = dice.sample(_FIELDS, dice.choice((0, 0, 1, 1, 2)))
    lines = [f"{method} {path} HTTP/1.1"]
    if not any(field.startswith("Host") for field in fields):
        lines.append("Host: 127.0.0.1")
    lines += [*fields, "Connection: close"]
    body = b"0\r\n\r\n" if "Transfer-Encoding: chunked" in fields else b""
    what = f"{method} {path[:80]} {[field[:40] for field in fields]}"
    return what, "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body


def is_broken(request: bytes) -> bool:
    """Is it no HTTP, too long, or of a body that is announced and not sent, so that no answer has to come?"""
    head = request.partition(b"\r\n\r\n")[0].lower()
    if len(request) > _LONGEST:
        return True
    if head.startswith(b"post") and b"content-length: 9999" not in head:
        return b"transfer-encoding" in head or head.count(b"content-length") > 1
    return b"content-length" in head or b"transfer-encoding" in head


def _other_value(body: Body, dice: random.Random) -> None:
    _item(body, dice)["value"] = copy.deepcopy(dice.choice(_VALUES))


def _no_value(body: Body, dice: random.Random) -> None:
    _item(body, dice).pop("value", None)


def _other_id(body: Body, dice: random.Random) -> None:
    ids: tuple[object, ...] = (
        "x",
        {"type": "x", "index": "ALL"},
        {"index": {"$gt": ""}},
        5,
        None,
        ["a"],
        "__proto__",
    )
    _item(body, dice)["id"] = dice.choice(ids)


def _other_property(body: Body, dice: random.Random) -> None:
    _item(body, dice)["property"] = dice.choice(("value", "children", "__class__", None, 5, "data"))


def _other_list(body: Body, dice: random.Random) -> None:
    name = dice.choice(
        ("inputs", "state", "outputs", "changedPropIds", "output", "parsedChangedPropsIds")
    )
    body[name] = copy.deepcopy(
        dice.choice((None, [], {}, "x", [None], [{}], [[]], 5, ["x"] * 1000))
    )


def _fewer(body: Body, dice: random.Random) -> None:
    items = body.get(dice.choice(("inputs", "state")))
    if isinstance(items, list) and items:
        items.pop(dice.randrange(len(items)))


def _more(body: Body, dice: random.Random) -> None:
    items = body.get(dice.choice(("inputs", "state")))
    if isinstance(items, list) and items:
        items.extend([dice.choice(items)] * dice.choice((1, 100)))


def _shuffled(body: Body, dice: random.Random) -> None:
    items = body.get(dice.choice(("inputs", "state")))
    if isinstance(items, list):
        dice.shuffle(items)


def _trigger(body: Body, dice: random.Random) -> None:
    """Something else is said to have changed: a tab, a page of a table, a click."""
    inputs = (body.get("inputs") or []) if _lists(body) else []
    items = [item for item in inputs if isinstance(item, dict)]
    if items:
        item = dice.choice(items)
        item["value"] = copy.deepcopy(dice.choice(_VALUES))
        body["changedPropIds"] = [f"{item.get('id')}.{item.get('property')}"]


def _item(body: Body, dice: random.Random) -> dict[str, Any]:
    """One of the inputs and states, or an unused one where there are none left."""
    every = [*(body.get("inputs") or []), *(body.get("state") or [])] if _lists(body) else []
    items = [item for item in every if isinstance(item, dict)]
    return dice.choice(items) if items else {}


def _lists(body: Body) -> bool:
    return all(isinstance(body.get(name) or [], list) for name in ("inputs", "state"))


_OF_VALUES = (_other_value, _trigger)
_CHANGES: tuple[Callable[[Body, random.Random], None], ...] = (
    _other_value, _other_value, _other_value, _trigger, _trigger, _trigger, _no_value, _other_id, _other_property,
    _other_list, _fewer, _more, _shuffled,
)  # fmt: skip
