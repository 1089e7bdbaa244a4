"""What the server says and accepts around the pages: headers, and bodies that Dash would trust."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Flask, Response, request

LONGEST_BODY = 256 * 1024
_CALLBACK = "_dash-update-component"
_DEEPEST = 12
_WIDEST = 2000
_LARGEST = 2**53 - 1
"""The largest whole number that a browser counts to."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


_FRAMED_HEADERS = {name: text for name, text in _HEADERS.items() if name != "X-Frame-Options"} | {
    "Cross-Origin-Resource-Policy": "cross-origin"
}


def secure(
    server: Flask, callbacks: Mapping[str, Any], script_hashes: list[str], framed: str
) -> None:
    """Add the headers to every answer and refuse callback bodies that no page of ours sends.

    `callbacks` are Dash's, by their outputs; `script_hashes` those of its inline scripts. Both may
    still be filled while the pages are set up. What is under the path `framed` may stand in frames
    of other sites; it has no inline scripts.
    """
    server.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY

    @server.after_request
    def headers(response: Response) -> Response:
        embedded = request.path.startswith(framed)
        content_policy = policy([], ancestors="*") if embedded else policy(script_hashes)
        response.headers.update(_FRAMED_HEADERS if embedded else _HEADERS)
        response.headers["Content-Security-Policy"] = content_policy
        return response

    @server.before_request
    def check_body() -> tuple[dict[str, str], int] | None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return {"error": "requests from other sites are not answered"}, 403
        if not request.path.endswith(_CALLBACK):
            return None
        problem = wrong_body(request.get_data(cache=True), callbacks)
        return ({"error": problem}, 400) if problem else None


def policy(script_hashes: list[str], ancestors: str = "'none'") -> str:
    """The Content-Security-Policy: own scripts and Dash's hashed inline ones, no eval, no other host.

    Styles are allowed inline because Dash and Plotly set them on elements.
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
            f"frame-ancestors {ancestors}",
        )
    )


def headers_of_refusals() -> list[tuple[str, str]]:
    """The headers of answers that the web server makes itself, before a page is asked."""
    return [*_HEADERS.items(), ("Content-Security-Policy", policy([]))]


def wrong_body(body: bytes, callbacks: Mapping[str, Any]) -> str | None:  # noqa: PLR0911
    """Why this is not the body of one of the callbacks, or None where it is: Dash does not check.

    What is asked for and by which properties must be exactly as registered; the values of the
    properties are checked where they are used, by `Control.clean`.
    """
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        return f"the body is not JSON: {error}"
    if not isinstance(content, dict):
        return "the body is not an object"
    if _too_much(content):
        return (
            f"the body is nested deeper than {_DEEPEST}, wider than {_WIDEST}, or has a number "
            f"beyond {_LARGEST}"
        )
    output = content.get("output")
    callback = callbacks.get(output) if isinstance(output, str) else None
    if callback is None:
        return "'output' names no callback"
    for name in ("inputs", "state"):
        if _properties(content.get(name, [])) != _properties(callback[name]):
            return f"'{name}' do not match the callback"
    if _outputs(content.get("outputs")) != str(output).strip("."):
        return "'outputs' do not match the callback"
    changed = content.get("changedPropIds", [])
    if not isinstance(changed, list) or not all(
        isinstance(property_id, str) for property_id in changed
    ):
        return "'changedPropIds' is not a list of strings"
    return None


def _properties(items: object) -> list[tuple[str, str]] | None:
    """The identifier and property of each item, None where that is not what they are."""
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return None
    return [(str(item.get("id")), str(item.get("property"))) for item in items]


def _outputs(items: object) -> str | None:
    """Outputs written as Dash names a callback by them."""
    properties = _properties(items if isinstance(items, list) else [items])
    return "...".join(f"{id}.{name}" for id, name in properties) if properties is not None else None


def _too_much(content: object) -> bool:
    """Is it nested too deeply, too wide, or has it a number that is too large to be answered with?"""
    inside = [content]
    for _ in range(_DEEPEST + 1):
        parts = [item for item in inside if isinstance(item, dict | list)]
        numbers = (item for item in inside if isinstance(item, int | float))
        if any(len(part) > _WIDEST for part in parts) or any(
            abs(number) > _LARGEST for number in numbers
        ):
            return True
        inside = [
            child for part in parts for child in (part.values() if isinstance(part, dict) else part)
        ]
    return bool(inside)
