"""A Spark, by Spark Connect, that answers questions about files with answers. The only module that knows its client."""

import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from reasonboard.store.errors import RemoteError

try:
    import grpc

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is not sure of every version of what it works with
        from pyspark.errors import PySparkException
        from pyspark.sql.connect.client import DefaultChannelBuilder
        from pyspark.sql.connect.client.retries import DefaultPolicy
        from pyspark.sql.connect.session import SparkSession

    from reasonboard.store.places import dialect
except ImportError as error:
    raise RemoteError(
        f"sc://: {error.name} is not installed (expected it: pip install 'reasonboard[spark]')"
    ) from error

# The error that it raises says all of this.
warnings.filterwarnings("ignore", r"\[RETRIES_EXCEEDED\]")
for logger in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
    logging.getLogger(logger).setLevel(logging.CRITICAL)
_CONNECT = 2
"""Seconds after which a Spark that says nothing does not answer."""
_OPTIONS = [("grpc.keepalive_time_ms", 360_000), ("grpc.keepalive_timeout_ms", 20_000)]
"""One that falls silent while it works is away after that; it takes no more of these signs than one in five minutes."""
_RETRIES = 3
_COLUMNS = (
    "run STRING, sha256 STRING, benchmark STRING, metric STRING, item STRING, repeat INT, score DOUBLE, unit STRING, "
    "tokens_in INT, tokens_out INT, finish STRING, text_file STRING, place BIGINT, problem BIGINT, answer BIGINT, "
    "item_fields STRING"
)
"""The columns of answers: a file may lack some."""
_LISTED = ", ".join(column.split()[0] for column in _COLUMNS.split(", "))
_AWAY = "it does not answer"
_REASONS = {
    "UNAVAILABLE": _AWAY,
    "PATH_NOT_FOUND": "it does not find the files",
    "FAILED_READ_FILE": "it cannot read the files",
}
"""By how the name of an error begins; of any other one it understood the question, or nearly, and DuckDB answers it."""


class Spark:
    """See Engine. It reads the files itself, where they have the same address for it."""

    def __init__(self, address: str, files: str) -> None:
        self.name = address
        self._files = files
        self._session: Any = None

    def ask(
        self, sql: str, values: Mapping[str, Any], names: Sequence[str], needed: str
    ) -> Any | None:
        view = f"rows_{uuid4().hex}"
        source = f"SELECT {_LISTED} FROM {view} WHERE {needed}"  # noqa: S608
        question = dialect.translated(sql, values, "spark", source)
        if question is None:
            return None
        with self._failing():
            session = self._connected()
            files = session.read.schema(_COLUMNS).parquet(
                *(f"{self._files}/{name}" for name in names)
            )
            files.selectExpr("*", "_metadata.file_name AS file").createOrReplaceTempView(view)
            try:
                return session.sql(question).toArrow()
            except PySparkException as error:
                if _reason(error):
                    raise
                return None
            finally:
                session.catalog.dropTempView(view)

    def _connected(self) -> Any:
        channel = DefaultChannelBuilder(self.name, _OPTIONS)
        with grpc.insecure_channel(channel.endpoint) as tried:
            grpc.channel_ready_future(tried).result(_CONNECT)
        if self._session is None:
            self._session = SparkSession.builder.channelBuilder(channel).create()
            self._session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES)])
        return self._session

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Errors of Spark as one line, without what may stand in their texts."""
        try:
            yield
        except grpc.FutureTimeoutError:
            reason = _AWAY
        except PySparkException as error:
            reason = _reason(error) or "it refuses"
        else:
            return
        raise RemoteError(
            f"{self.name}: {reason} (expected a Spark Connect that reads {self._files})"
        )


def _reason(error: Any) -> str:
    """Why Spark cannot answer questions about these files; '' where it cannot answer this one."""
    is_away = "StatusCode.UNAVAILABLE" in str(error)
    condition = "UNAVAILABLE" if is_away else error.getCondition()
    if not condition:
        return "it refuses"
    return next((reason for sign, reason in _REASONS.items() if condition.startswith(sign)), "")
