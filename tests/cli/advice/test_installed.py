"""What messages advise where a package or a setting of a bucket is missing."""

import importlib
import re
import sys
from importlib.metadata import requires

import pytest

from reasonboard.store.errors import RemoteError
from tests.cli.advice.following import follows
from tests.remote.conftest import endpoint, made_bucket

__all__ = ["endpoint"]

MISSING = {
    "reasonboard.store.places.bucket": "pyarrow",
    "reasonboard.store.places.clickhouse": "pyarrow",
    "reasonboard.store.places.clickhouse_client": "clickhouse_connect",
}
"""Module -> a package that it needs."""


@follows(
    "s3://: pyarrow is not installed (expected it: pip install 'reasonboard[s3]')",
    " is not installed (expected it: pip install 'reasonboard[clickhouse]')",
)
def test_an_extra_that_a_message_names_brings_what_is_missing(
    heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, package in MISSING.items():
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            without.delitem(sys.modules, module, raising=False)
            with pytest.raises(RemoteError) as refusal:
                importlib.import_module(module)
        heard.append(str(refusal.value))
        (extra,) = re.findall(r"pip install 'reasonboard\[(\w+)\]'", str(refusal.value))
        wanted = [line for line in requires("reasonboard") or () if f"extra == '{extra}'" in line]
        assert any(line.startswith(package.replace("_", "-")) for line in wanted), extra


@follows(": no credentials (expected them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)")
def test_a_bucket_takes_its_credentials_from_the_environment(
    heard: list[str], endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reasonboard.store.places.bucket import Bucket  # noqa: PLC0415  (it needs pyarrow)

    name = made_bucket(endpoint)
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(RemoteError) as refusal:
        Bucket(name, f"s3://{name}", {"endpoint_override": endpoint}, 1)
    heard.append(str(refusal.value))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert Bucket(name, f"s3://{name}", {"endpoint_override": endpoint}, 1).files("") == []
