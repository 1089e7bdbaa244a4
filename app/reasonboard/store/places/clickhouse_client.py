"""The client of ClickHouse, and why a database refuses, in few words."""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from reasonboard.store.errors import RemoteError

try:
    import clickhouse_connect
    from clickhouse_connect.driver.exceptions import ClickHouseError
except ImportError as error:
    raise RemoteError(
        f"clickhouse://: {error.name} is not installed (expected it: pip install 'reasonboard[clickhouse]')"
    ) from error

logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())  # the error says it
SHORT, LONG = 4, 600
"""Seconds after which a server that says nothing is away, for a reader who waits, and for a command."""
_CONNECT = 2
_SECURE = (443, 8443)
_SETTINGS = {
    "join_use_nulls": 1,
    "aggregate_functions_null_for_empty": 1,
    "group_by_use_nulls": 1,
    "prefer_column_name_to_alias": 1,
    "mutations_sync": 1,
    "max_query_size": 100_000_000,
    "output_format_arrow_string_as_string": 1,
}
"""Those with which it answers as DuckDB does; what is removed is gone when it says so."""
_DENIED = {
    "AUTHENTICATION_FAILED": "access denied: unknown user or wrong password",
    "UNKNOWN_DATABASE": "no such database",
    "ACCESS_DENIED": "access denied",
    "NOT_ENOUGH_PRIVILEGES": "access denied",
    "READONLY": "access denied: this user may read only",
}
"""By the name of an error of the server."""
_SIGNS = {
    "CERTIFICATE_VERIFY_FAILED": "its certificate is not trusted on this machine: name its authority in SSL_CERT_FILE",
    "[SSL": "it does not speak TLS on this port",
    "is readonly": "this user may not change settings, as with readonly = 1",
    "HTTP status": "what answers is not ClickHouse",
}
"""By what stands in the text of other errors, which is not shown: it may quote what was sent."""


def connected(root: str, options: Mapping[str, str], seconds: float) -> Any:
    """A client of the database `host:port/name`, which takes a server that says nothing for so long to be away."""
    server, _, database = root.partition("/")
    host, _, port = server.partition(":")
    number = int(port or _SECURE[1])
    return clickhouse_connect.get_client(
        host=host,
        port=number,
        secure=number in _SECURE or "secure" in options,
        database=database,
        username=os.environ.get("CLICKHOUSE_USER") or "default",
        password=os.environ.get("CLICKHOUSE_PASSWORD", ""),
        connect_timeout=_CONNECT,
        send_receive_timeout=seconds,
        query_retries=0,
        autogenerate_session_id=False,  # threads ask at the same time
        settings=_SETTINGS,
    )


@contextmanager
def failing(name: str) -> Iterator[None]:
    """Errors of the database of this name as one line, in which no credential stands."""
    try:
        yield
    except (ClickHouseError, OSError) as error:
        raise RemoteError(
            f"{name}: {_reason(error)} (expected a database of ClickHouse that can be read and written to)"
        ) from None


def is_refused(error: ClickHouseError) -> bool:
    """Did the server understand, and say no? It has not gone away then."""
    return _error_name(error) not in ("", *_DENIED)


def _error_name(error: Exception) -> str:
    return getattr(error, "name", None) or ""


def _reason(error: Exception) -> str:
    error_name = _error_name(error)
    if error_name:
        return _DENIED.get(error_name, error_name.lower().replace("_", " "))
    reasons = (reason for sign, reason in _SIGNS.items() if sign in str(error))
    return next(reasons, "it does not answer")
