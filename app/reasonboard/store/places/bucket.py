"""A bucket of S3, or of what speaks its language, as a place."""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import duckdb

from reasonboard.store.errors import MissingError, RemoteError
from reasonboard.store.places.place import Listed, Only
from reasonboard.store.reading import literal

try:
    from pyarrow import dataset, fs
except ImportError as error:
    raise RemoteError(
        "s3://: pyarrow is not installed (expected it: pip install 'reasonboard[s3]')"
    ) from error

_SECONDS = 1.5
"""A bucket that says nothing for so long does not answer."""
_BLOCK = 8 * 1024 * 1024
_KEYS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
_REASONS = {
    "NO_SUCH_BUCKET": "no such bucket",
    "ACCESS_DENIED": "access denied",
    "INVALID_ACCESS_KEY_ID": "access denied: unknown access key",
    "SIGNATURE_DOES_NOT_MATCH": "access denied: the secret key does not match the access key",
    "NETWORK_CONNECTION": "it does not answer",
}
_CODE = re.compile(r"AWS Error ([A-Z_]+)")


class Bucket:
    """See Place. Credentials come from the environment, AWS_*, alone."""

    def __init__(self, root: str, name: str, options: Mapping[str, str], attempts: int) -> None:
        self._root = root
        self._digests: dict[tuple[str, int, int], str] = {}
        self.name = name
        access, secret, token = (os.environ.get(key) for key in _KEYS)
        if not access or not secret:
            raise RemoteError(
                f"{name}: no credentials (expected them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)"
            )
        scheme, _, endpoint = options.get("endpoint_override", "").rpartition("://")
        if endpoint:
            # Some servers keep the checksum that AWS's own library appends by default as a part of the file.
            os.environ.setdefault("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required")
        region = options.get("region") or os.environ.get("AWS_REGION")
        self._files = fs.S3FileSystem(
            access_key=access,
            secret_key=secret,
            session_token=token or None,
            region=region or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1",
            scheme=options.get("scheme") or scheme or "https",
            endpoint_override=endpoint or None,
            connect_timeout=_SECONDS,
            request_timeout=_SECONDS,
            retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=attempts),
        )
        with self._failing(""):
            bucket = self._files.get_file_info(root.partition("/")[0])
        if (
            bucket.type == fs.FileType.NotFound
        ):  # to list what is in it would say that there is nothing
            raise RemoteError(f"{name}: no such bucket (expected one that is there)")

    def files(self, folder: str) -> list[Listed]:
        path = f"{self._root}/{folder}".rstrip("/")
        with self._failing(folder):
            infos = self._files.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return sorted(
            Listed(info.base_name, info.type == fs.FileType.Directory, info.mtime_ns or 0)
            for info in infos
        )

    def read(self, name: str) -> bytes:
        with self._failing(name), self._files.open_input_stream(self._path(name)) as stream:
            return bytes(stream.read())

    def fetch(self, name: str, path: Path) -> None:
        with (
            self._failing(name),
            self._files.open_input_stream(self._path(name)) as source,
            path.open("wb") as target,
        ):
            shutil.copyfileobj(source, target, _BLOCK)

    def sha256_of(self, name: str) -> str:
        with self._failing(name):
            file = self._files.get_file_info(self._path(name))
            if file.type == fs.FileType.NotFound:
                raise FileNotFoundError
            file_key = (name, file.size, file.mtime_ns or 0)
            if file_key not in self._digests:
                digest = hashlib.sha256()
                with self._files.open_input_stream(self._path(name)) as stream:
                    while block := stream.read(_BLOCK):
                        digest.update(block)
                self._digests[file_key] = digest.hexdigest()
        return self._digests[file_key]

    def rows_sql(
        self,
        connection: duckdb.DuckDBPyConnection,
        names: Sequence[str],
        only: Only,  # noqa: ARG002
    ) -> str:
        selects = []
        for name in names:
            with self._failing(name):
                rows = dataset.dataset(self._path(name), filesystem=self._files, format="parquet")
            view = f"file_{uuid4().hex}"
            connection.register(view, rows)
            selects.append(f"SELECT *, {literal(name)} AS file FROM {view}")  # noqa: S608
        return " UNION ALL BY NAME ".join(selects)

    def put(self, path: Path, name: str) -> None:
        with (
            self._failing(name),
            path.open("rb") as source,
            self._files.open_output_stream(self._path(name)) as target,
        ):
            shutil.copyfileobj(source, target, _BLOCK)

    def remove(self, name: str) -> None:
        with self._failing(name), suppress(FileNotFoundError):
            self._files.delete_file(self._path(name))

    def remove_folder(self, name: str) -> None:
        with self._failing(name):
            self._files.delete_dir(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def _failing(self, name: str) -> Iterator[None]:
        """Errors of the bucket as one line, in which no credential stands."""
        try:
            yield
        except FileNotFoundError:
            raise MissingError(f"{self.name}/{name}: missing (expected a file)") from None
        except OSError as error:
            raise RemoteError(
                f"{self.name}: {_reason(error)} (expected a bucket that can be read and written to)"
            ) from None


def _reason(error: OSError) -> str:
    """Why a bucket refused, in few words. The text of the error may quote what was sent, so it is not taken whole."""
    code = _CODE.search(str(error))
    if code:
        return _REASONS.get(code[1], code[1].lower().replace("_", " "))
    return error.strerror or "it does not answer as a bucket does"
