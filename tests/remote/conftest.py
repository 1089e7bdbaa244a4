"""Places for tests: a folder, and a bucket that this process serves."""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import boto3
import pytest
from moto.server import ThreadedMotoServer

from reasonboard import config
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts
from reasonboard.remote.parts import load_to
from reasonboard.store.places.address import ANSWERS, open_answers, open_place, parse
from reasonboard.store.places.place import Answers, Place
from tests.ingest.in_process import read_here
from tests.ingest.mine import HEADER
from tests.states import many

SECRET = "a/Secret+Key0123456789"

Loaded = Callable[..., str]


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """The address of a server of buckets."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)


def made_bucket(endpoint: str) -> str:
    """The name of a new bucket."""
    name = f"board-{uuid4().hex[:12]}"
    client = boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id="any",
        aws_secret_access_key="any",
    )
    client.create_bucket(Bucket=name)
    return name


@pytest.fixture(autouse=True)
def stored_alone(without_studies: None) -> None:
    """What is published and taken over is what was loaded."""


@pytest.fixture
def scheme() -> str:
    """What a place is, where `EACH_PLACE` does not ask for every kind of it."""
    return "file"


EACH_PLACE = pytest.mark.parametrize("scheme", ["file", "s3"])
"""For tests of what a place has to do; what is made of that is the same in all of them."""
IN_A_BUCKET = pytest.mark.parametrize("scheme", many(["s3"], ["file", "s3"]))
"""For tests in which a whole store is pushed, which would cost twice as much in both."""


CLICKHOUSE = pytest.mark.skipif(
    find_spec("chdb") is None, reason="chdb is not installed (make test-long installs it)"
)
"""For tests with ClickHouse in this process: 500 MB that only they need."""

FAR_AWAY = pytest.mark.parametrize("scheme", ["s3", pytest.param("clickhouse", marks=CLICKHOUSE)])
"""For tests of what a place of answers has to do, in each that is no folder."""


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the engine of ClickHouse in this process, which has one."""
    return tmp_path_factory.mktemp("clickhouse")


@pytest.fixture(scope="session")
def clickhouse_port(engine: Path) -> Iterator[int]:
    """The port of a server of ClickHouse."""
    from tests.remote.clickhouse_server import serving  # noqa: PLC0415  (of chdb, which few have)

    with serving(engine) as port:
        yield port


def made_database(engine: Path) -> str:
    """The name of a new database."""
    import chdb  # noqa: PLC0415

    name = f"board_{uuid4().hex[:12]}"
    with closing(chdb.connect(str(engine))) as connection:
        connection.query(f"CREATE DATABASE {name}")
    return name


@pytest.fixture
def url(scheme: str, request: pytest.FixtureRequest, tmp_path: Path, credentials: None) -> str:
    """The address of an empty folder, bucket or database."""
    if scheme == "file":
        (tmp_path / "place").mkdir()
        return f"file://{tmp_path}/place"
    if scheme == "clickhouse":
        port = request.getfixturevalue("clickhouse_port")
        return f"clickhouse://127.0.0.1:{port}/{made_database(request.getfixturevalue('engine'))}"
    endpoint = request.getfixturevalue("endpoint")
    return f"s3://{made_bucket(endpoint)}/deep/board?endpoint_override={endpoint}"


@pytest.fixture
def place(url: str) -> Place | Answers:
    address = parse(url, ANSWERS)
    return open_answers(address) if address.scheme == "clickhouse" else open_place(address)


def table(folder: Path, model: str, value: float = 50.0, name: str = "") -> str:
    """A file with one number of a model; its path."""
    path = folder / f"{name or model}.csv"
    path.write_text(f"{HEADER}lab/{model},MATH500,1,accuracy,{value},500,percent\n")
    return str(path)


@pytest.fixture
def loaded(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Write a part with one number of a model to the place; its name."""
    monkeypatch.setattr(parts, "read_isolated", read_here)

    def write(model: str, value: float = 50.0, name: str = "") -> str:
        path = table(tmp_path, model, value, name)
        return load_to(place, [path], data=config.read().data, limits=Limits()).part

    return write
