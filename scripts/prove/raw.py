"""Requests byte by byte, as no browser sends them."""

import http.client
import socket
import time

from scripts.prove.client import PATIENCE, Answer


def ask_raw(port: int, request: bytes, patience: float = PATIENCE) -> Answer | None:
    """The first answer to these bytes, None where the server closed the connection without one.

    Raises TimeoutError where nothing comes, HTTPException where the answer breaks off.
    """
    started = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        try:
            connection.sendall(request)
            response = http.client.HTTPResponse(connection, method=_method(request))
            response.begin()
            body = response.read()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            return None
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status, headers, body, time.perf_counter() - started)


def post(body: bytes, *headers: str, host: str = "127.0.0.1") -> bytes:
    """A POST to the callbacks, its length said rightly."""
    lines = [
        "POST /_dash-update-component HTTP/1.1",
        f"Host: {host}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body


def _method(request: bytes) -> str:
    word = request.split(b" ", 1)[0]
    return word.decode("latin-1") if word in (b"GET", b"HEAD", b"POST") else "GET"
