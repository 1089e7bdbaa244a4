"""What is a secret: a token by its form, what a name says is one; never the name of a model, file or benchmark."""

import copy
import json
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.formats.secrets import has_secret, looks_secret
from reasonboard.ingest.formats.settings import kept
from reasonboard.ingest.readers.registry import READERS
from tests.ingest.readers.found import FILES, kept_run
from tests.ingest.readers.test_small_documents import SMALL

ALNUM = string.ascii_letters + string.digits
URL_SAFE = f"{ALNUM}-_"
UPPER = string.ascii_uppercase + string.digits
FORMS = [
    ("hf_", string.ascii_letters, 34), ("sk-", ALNUM, 48), ("sk-proj-", URL_SAFE, 156),
    ("sk-ant-api03-", URL_SAFE, 95), ("sk-or-v1-", "0123456789abcdef", 64), ("ghp_", ALNUM, 36),
    ("github_pat_", f"{ALNUM}_", 82), ("glpat-", URL_SAFE, 20), ("xoxb-", f"{string.digits}-", 50),
    ("AKIA", UPPER, 16), ("AIza", URL_SAFE, 35), ("gsk_", ALNUM, 52), ("r8_", ALNUM, 37), ("nvapi-", URL_SAFE, 64),
    ("xai-", ALNUM, 80), ("Bearer 9", URL_SAFE, 40),
]  # fmt: skip
"""Prefix, alphabet and length of what vendors give out."""


@st.composite
def tokens(draw: st.DrawFn) -> str:
    prefix, alphabet, length = draw(st.sampled_from(FORMS))
    return prefix + draw(st.text(alphabet, min_size=length, max_size=length))


TOKENS = [prefix + (alphabet * 3)[3 : 3 + length] for prefix, alphabet, length in FORMS]
OTHERS = [
    "https://someone:hunter2@host.example/v1", "postgresql://:hunter2@db/x", "https://x.example/v1?api_key=0123456789",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
]  # fmt: skip


@given(tokens(), st.sampled_from(["{}", "note: {}", "curl -H '{}'", '["{}"]', "a={},b=1"]))
def test_a_token_of_a_vendor_is_one_wherever_it_stands(token: str, around: str) -> None:
    text = around.format(token)
    assert looks_secret("notes", text)
    assert not kept({"notes": text, "a": {"b": [text]}, text: "1"}).values


@pytest.mark.parametrize("text", OTHERS)
def test_keys_and_addresses_with_passwords_are_secrets(text: str) -> None:
    assert looks_secret("notes", text)


NAMES = [
    "api_key", "apiKey", "API-KEY", "apikey", "openai_api_key", "model_args.api_key", "token", "hf_token", "hub_token",
    "auth_token", "accessToken", "password", "db_passwd", "authorization", "headers.Authorization",
    "aws_secret_access_key", "client_secret", "credentials.user", "bearer", "use_auth_token", "api_key[gsm8k]",
    "extra_headers.X-Api-Key", "private_key", "cookie",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", ["hunter2", 12345, "EMPTY"])
def test_what_such_a_name_holds_is_a_secret_whatever_it_is(name: str, value: object) -> None:
    assert looks_secret(name, value)
    assert kept({name: value}).secrets == (name,)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_tokens", "512"), ("max_new_tokens", 32768), ("tokenizer", "org/m-7b"), ("stop_token", "</s>"),
        ("eos_token", "<|im_end|>"), ("pad_token_id", 151643), ("think_end_token", "</think>"),
        ("bot_token", "<|bot|>"), ("key_metric", "accuracy"), ("keyword", "answer"), ("secretary", "yes"),
        ("prompt_key", "prompt"), ("reward_fn_key", "data_source"), ("key_bits", 4), ("author", "me"),
        ("authority", "x"), ("passage", "long"), ("n_tokens", 5), ("tokens_per_second", 30.5), ("compass", "open"),
        ("token_limit", 500), ("use_auth_token", True), ("api_key", None), ("api_key", ""),
        ("model", "hf-causal-experimental"), ("file", "llama-7b-hf-mercury-result.json"),
        ("dataset", "lighteval/sk-learn-questions"), ("model", "org/gh-pages-7b-instruct-v0.3"),
        ("task", "hf_leaderboard_mmlu_pro"), ("prompt", "Basic mathematics-and-logic questions"),
        ("revision", "0123456789abcdef0123456789abcdef01234567"), ("url", "https://git@github.com/org/x"),
        ("model", "AIzawa/model-7b"), ("stop", "sk-\n"),
    ],
)  # fmt: skip
def test_names_and_words_are_no_secrets(name: str, value: object) -> None:
    assert not looks_secret(name, value)


def strings(value: Any) -> Iterator[str]:
    """Every text of a document, keys included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def test_no_name_in_the_files_of_tools_is_a_secret() -> None:
    names = {part for path in FILES.rglob("*") for part in path.relative_to(FILES).parts}
    for path in FILES.rglob("*.json"):
        names |= {text for text in strings(json.loads(path.read_text())) if len(text) < 200}
    for path in FILES.rglob("*"):
        names |= set(_read_names(path)) if path.is_file() else set()
    assert len(names) > 1000
    assert [name for name in sorted(names) if has_secret(name)] == []


def _read_names(path: Path) -> Iterator[str]:
    """The models, benchmarks and metrics of a file."""
    file = File(path, path.name)
    reader = next((reader for reader in READERS if reader.recognizes(file)), None)
    try:
        every = list(reader.read(file)) if reader else []
    except (IngestError, Skip):
        return
    for found in every:
        if isinstance(found, Found):
            yield found.run.model
            yield from (name for one in found.measurements for name in (one.benchmark, one.metric))


def planted(document: Any, token: str) -> Iterator[Any]:
    """The document with the token as one more value of each of its objects, one at a time."""
    objects = [*_objects(document)]
    for index in range(len(objects)):
        changed = copy.deepcopy(document)
        list(_objects(changed))[index]["note"] = f"as {token} says"
        yield changed


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    if isinstance(value, dict):
        yield value
    for each in inner:
        yield from _objects(each)


@pytest.mark.parametrize("index", range(len(SMALL)))
def test_no_token_gets_through_a_reader(index: int, tmp_path: Path) -> None:
    reader, write, cases = SMALL[index]
    for number, content in enumerate(planted(cases[0].content, TOKENS[0])):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            every = list(reader.read(write(folder, content)))
        except (IngestError, Skip):
            continue
        assert TOKENS[0] not in repr([kept_run(found).settings for found in every])
