"""ClickHouse's HTTP interface before the engine in this process (chdb): what its client library asks of a server.

Of the protocol what stands in ClickHouse's documentation of it: the query in the body or the address, rows of an
INSERT behind it, settings and the database in the address, basic authentication, errors by header, answers in chunks.
"""

import base64
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR, socket
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import chdb
import lz4.frame

USERS = {"default": ("", 0), "board": ("a/Secret+Word", 0), "reader": ("", 2), "fixed": ("", 1)}
"""Users with their password, and how far they may read only."""
_OF_HTTP = {"query", "database", "query_id", "session_id", "client_protocol_version"} | {
    *("wait_end_of_query", "enable_http_compression", "send_progress_in_http_headers"),
    *("http_headers_progress_interval_ms", "cancel_http_readonly_queries_on_client_close"),
}
_INSERT = re.compile(rb"\s*(INSERT INTO [^\n]+?) FORMAT (\w+)\s*?\n", re.IGNORECASE)
_CODE = re.compile(r"Code: (\d+)")
_STATUS = {516: 403, 81: 404, 60: 404, 164: 403}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True
    server: "Server"
    engine: Any = None
    opened: tuple[str, dict[str, str]] | None = None

    def setup(self) -> None:
        super().setup()
        self.server.connections.append(self.connection)

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        body = self._body()
        try:
            answer = self._answer(dict(parse_qsl(urlsplit(self.path).query)), body)
        except RuntimeError as error:  # of the engine
            code = int(found[1]) if (found := _CODE.search(str(error))) else 1000
            self._send(_STATUS.get(code, 500), str(error).encode(), str(code))
        else:
            self._send(200, answer)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _answer(self, asked: dict[str, str], body: bytes) -> bytes:
        kind, _, secret = self.headers.get("Authorization", "").partition(" ")
        user, _, password = base64.b64decode(secret).decode().partition(":")
        known, readonly = USERS.get(user, (None, 0))
        if kind != "Basic" or password != known:
            raise RuntimeError(
                f"Code: 516. DB::Exception: {user}: Authentication failed: password is incorrect, or there is no user "
                "with such name. (AUTHENTICATION_FAILED)"
            )
        settings = {name: one for name, one in asked.items() if name not in _OF_HTTP}
        self._open(asked.get("database", "default"), {"readonly": str(readonly), **settings})
        text = asked.get("query", "").encode()
        text += b"\n" + body if text else body
        insert = _INSERT.match(text)
        if not insert:
            return bytes(self.engine.query(text.decode(), "TabSeparated").bytes() or b"")
        with NamedTemporaryFile(dir=self.server.folder) as rows:
            rows.write(text[insert.end() :])
            rows.flush()
            into, form = insert[1].decode(), insert[2].decode()
            self.engine.query(f"{into} FROM INFILE '{rows.name}' FORMAT {form}")
        return b""

    def _open(self, database: str, settings: dict[str, str]) -> None:
        """Let the engine have these settings, which stay those of this connection until it asks for others."""
        if (database, settings) == self.opened:
            return
        self.finish_engine()
        self.engine = chdb.connect(self.server.folder)
        self.engine.query(f"USE `{database}`")
        for name, one in settings.items():
            self.engine.query(f"SET {name} = {one}" if one.isdigit() else f"SET {name} = '{one}'")
        self.opened = (database, settings)

    def finish_engine(self) -> None:
        if self.engine:
            self.engine.close()
        self.engine = self.opened = None

    def finish(self) -> None:
        self.finish_engine()
        super().finish()

    def _send(self, status: int, answer: bytes, code: str = "") -> None:
        self.send_response(status)
        if code:
            self.send_header("X-ClickHouse-Exception-Code", code)
        self.send_header("X-ClickHouse-Timezone", "UTC")
        self.send_header("X-ClickHouse-Format", "TabSeparated")
        is_small = "lz4" in self.headers.get("Accept-Encoding", "")
        if is_small:
            self.send_header("Content-Encoding", "lz4")
            answer = lz4.frame.compress(answer)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for start in range(0, len(answer), 65_536):
            chunk = answer[start : start + 65_536]
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    folder: str
    """Where the engine has its data: a process has one engine."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.connections: list[socket] = []


@contextmanager
def serving(folder: Path, certificate: Path | None = None, port: int = 0) -> Iterator[int]:
    """A server on a port of this machine; with the file of a certificate and its key it speaks TLS alone."""
    with Server(port) as server:
        server.folder = str(folder)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()
        for connection in server.connections:
            with suppress(OSError):  # it is closed
                connection.shutdown(SHUT_RDWR)
