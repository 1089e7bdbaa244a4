"""What the server says and accepts around the pages: headers, and bodies that Dash would trust."""

from collections.abc import Callable
from typing import Any

import orjson
from flask import Flask, Response, request

LONGEST_BODY = 256 * 1024
_CALLBACK = "_dash-update-component"
_DEEPEST = 12
_WIDEST = 2000

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def secure(server: Flask, script_hashes: Callable[[], list[str]]) -> None:
    """Add the headers to every answer and refuse callback bodies that no page of ours sends.

    `script_hashes` are those of Dash's inline scripts, known once all pages are set up.
    """
    server.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY

    @server.after_request
    def headers(response: Response) -> Response:
        response.headers.update(_HEADERS)
        response.headers["Content-Security-Policy"] = policy(script_hashes())
        return response

    @server.before_request
    def check_body() -> tuple[dict[str, str], int] | None:
        if request.method != "POST" or not request.path.endswith(_CALLBACK):
            return None
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return {"error": "requests from other sites are not answered"}, 403
        problem = wrong_body(request.get_data(cache=True))
        return ({"error": problem}, 400) if problem else None


def policy(script_hashes: list[str]) -> str:
    """The Content-Security-Policy: own scripts and Dash's hashed inline ones, no eval, no other host.

    Styles are allowed inline because Mantine and Plotly set them on elements.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src " + " ".join(["'self'", *script_hashes]),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "base-uri 'none'",
            "object-src 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def wrong_body(body: bytes) -> str | None:
    """Why this is not the body of a callback, or None where it is: Dash itself checks nothing."""
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        return f"the body is not JSON: {error}"
    if not isinstance(content, dict):
        return "the body is not an object"
    if not isinstance(content.get("output"), str):
        return "'output' is not a text"
    for name in ("inputs", "state"):
        if not isinstance(content.get(name, []), list) or not all(_is_property(p) for p in _flat(content.get(name, []))):
            return f"'{name}' is not a list of properties"
    outputs = content.get("outputs")
    if not isinstance(outputs, dict | list):
        return "'outputs' is missing"
    changed = content.get("changedPropIds", [])
    if not isinstance(changed, list) or not all(isinstance(one, str) for one in changed):
        return "'changedPropIds' is not a list of texts"
    if _too_much(content, 0):
        return f"the body is nested deeper than {_DEEPEST} or wider than {_WIDEST}"
    return None


def _flat(items: list[Any]) -> list[Any]:
    return [one for item in items for one in (item if isinstance(item, list) else [item])]


def _is_property(item: object) -> bool:
    return isinstance(item, dict) and isinstance(item.get("id"), str) and isinstance(item.get("property"), str)


def _too_much(item: object, depth: int) -> bool:
    children = list(item.values()) if isinstance(item, dict) else item if isinstance(item, list) else []
    return depth > _DEEPEST or len(children) > _WIDEST or any(_too_much(child, depth + 1) for child in children)
