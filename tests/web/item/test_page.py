"""The page of one problem over HTTP: what it says, and what it does not show."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from flask.testing import FlaskClient

from reasonboard.ingest.readers import door
from reasonboard.ingest.texts.answer import Message, Texts, ToolCall

A = "gsm8k-answers/Qwen3-Max"
B = "gsm8k-answers/GPT-3 175B · verifier"
PROBLEM = {"a": A, "b": B, "benchmark": "GSM8K, first 10", "item": "4"}


def page(client: FlaskClient, **address: str) -> str:
    """The HTML of the page's part, as the browser gets it."""
    from urllib.parse import urlencode  # noqa: PLC0415

    request = {"path": "/item", "search": f"?{urlencode(address)}", "columns": 1, "carried": None}
    body = {
        "output": "page.children",
        "outputs": {"id": "page", "property": "children"},
        "inputs": [{"id": "request", "property": "data", "value": request}],
        "changedPropIds": ["request.data"],
    }
    answer = client.post("/_dash-update-component", json=body)
    assert answer.status_code == 200
    item = answer.get_json()["response"]["page"]["children"]
    return str(item["props"]["children"]["props"]["data-html"])


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_problem_says_who_is_right_and_shows_both_answers(client: FlaskClient) -> None:
    html = page(client, **PROBLEM)
    shown_text = words(html)
    assert "Qwen3-Max is right; GPT-3 175B · verifier is wrong." in shown_text
    assert "Expected answer 20" in shown_text
    assert "Every day, Wendi feeds each of her chickens three cups" in shown_text
    assert "Wendi needs to give **20 cups** of feed in the final meal." in shown_text
    assert (
        "so she needs to give them 40 cups per chicken * 20 chickens = &lt;&lt;40*20=800&gt;&gt;800 cups."
        in html
    )
    assert "251 tokens" in shown_text
    assert "stopped on its own" in shown_text
    assert "line 5" in shown_text
    assert "line 25" in shown_text
    assert "3 runs of 2 models 1 right, 2 wrong" in shown_text
    assert "/pair?a=gsm8k-answers%2FQwen3-Max&amp;b=" in html


def test_every_run_that_answered_a_problem_is_listed_with_its_score_and_its_page(
    client: FlaskClient,
) -> None:
    html = page(client, **PROBLEM)
    rows = re.findall(r"<tr>(.*?)</tr>", html[html.index("All answers to this problem") :], re.S)
    listed = [words(row).split() for row in rows[1:4]]
    assert [(row[0], row[-3:]) for row in listed] == [
        ("Qwen3-Max", ["A,", "shown", "here"]),
        ("GPT-3", ["compare", "with", "A"]),
        ("GPT-3", ["B,", "shown", "here"]),
    ]
    assert [("right" in row, "wrong" in row) for row in listed] == [
        (True, False), (False, True), (False, True)
    ]  # fmt: skip
    alone = re.findall(r'href="/item\?([^"]*)" class="item-state"><bdi>GPT-3', html)
    other = words(page(client, **dict(parse_qsl(unescape(alone[0])))))
    assert "GPT-3 175B" in other
    assert "Qwen3-Max is" not in other
    assert "3 runs of 2 models 1 right, 2 wrong" in other


def test_previous_and_next_stay_within_the_chosen_set(client: FlaskClient) -> None:
    shown_text = words(page(client, **PROBLEM, items="flipped"))
    assert "Flipped, 5" in shown_text
    assert "3 of 5" in shown_text  # as in the table of problems: 8, 2, 4, 9, 5
    html = page(client, **PROBLEM, items="flipped")
    links = re.findall(r'href="/item\?([^"]*)" class="item-state">(‹ Previous|Next ›)', html)
    assert [re.findall(r"item=(\d)", link)[0] for link, _ in links] == ["2", "9"]
    assert "not in this set" in page(client, **PROBLEM, items="wrong")
    of_field = words(page(client, **PROBLEM, items="flipped", field="item_level:5"))
    assert "Previous and next have item level 5" in of_field
    assert "not in this set" in of_field


def test_one_run_alone_has_its_answer(client: FlaskClient) -> None:
    shown_text = words(page(client, a=B, benchmark="GSM8K, first 10", item="4"))
    assert "GPT-3 175B · verifier is wrong." in shown_text
    assert "Qwen3-Max" not in shown_text.partition("All answers to this problem")[0]


@pytest.mark.parametrize(
    "address",
    [
        {}, {"a": "nobody"}, PROBLEM | {"item": "99"}, PROBLEM | {"benchmark": "../../etc/passwd"},
        {"a": "\0", "item": "<script>"}, PROBLEM | {"a": "' OR 1=1 --", "b": ""},
    ],
)  # fmt: skip
def test_an_address_that_names_no_answer_says_so(
    client: FlaskClient, address: dict[str, str]
) -> None:
    html = page(client, **address)
    assert "<script>" not in html
    assert "No answer to this problem is loaded." in html or "Qwen3-Max" not in html


def test_a_repeat_that_is_none_is_the_last_one(client: FlaskClient) -> None:
    for repeat in ("99", "-1", "1e9", "9" * 30):
        assert "is right" in page(client, **PROBLEM, repeat=repeat)


def test_raw_text_has_no_formulas(client: FlaskClient) -> None:
    assert 'class="text math"' in page(client, **PROBLEM).replace("  ", " ").replace(
        "text  math", "text math"
    )
    assert "math" not in re.findall(r'class="text [^"]*"', page(client, **PROBLEM, raw="1"))


def test_the_page_is_found_and_answers_without_a_script(client: FlaskClient) -> None:
    assert client.get("/item").status_code == 200


def test_texts_stand_in_no_listing_of_the_api(client: FlaskClient) -> None:
    for path in ("/api", "/api/search.json"):
        assert "Wendi" not in client.get(path).text
    for study in ("data", "kv-cache"):
        assert "Wendi" not in json.dumps(client.get(f"/api/{study}").get_json(silent=True))


def test_the_bundled_answers_are_those_of_the_bundled_numbers(bundled: None) -> None:
    from reasonboard import config  # noqa: PLC0415

    data = config.read({}).data
    rows = [json.loads(line) for line in (data / "gsm8k-answers.jsonl").read_text().splitlines()]
    means = {
        key: sum(row["score"] for row in rows if (row["model"], row["method"]) == key) / 10
        for key in {(row["model"], row["method"]) for row in rows}
    }
    assert means == {
        ("Qwen3-Max", None): 1.0,
        ("GPT-3 175B", "verifier"): 0.5,
        ("GPT-3 175B", "fine-tuned"): 0.2,
    }
    assert Path(data / "gsm8k-answers.jsonl").stat().st_size < 100_000
    for row in rows:
        right = (row["scored"] or "").replace(",", "") == row["expected"]
        assert right == bool(row["score"])


def test_a_long_conversation_is_shown_from_its_beginning_and_more_of_it_to_who_asks(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = Texts(
        prompt=[Message("user", "x" * 20_000)] * 30,
        tool_calls=[ToolCall("search", "{}", None)] * 1500,
    )
    monkeypatch.setattr(door, "read", lambda *_: texts)
    html = page(client, **PROBLEM | {"b": ""})
    assert html.count("x" * 20_000) == 11  # the last one is the problem, too
    assert html.count("<bdi>search</bdi>") == 1000
    shown = words(html)
    assert "Show more , 20 messages left" in shown
    assert "Show more , 500 calls left" in shown
    assert "Tool calls 1500" in shown
    further = re.findall(r'href="/item\?([^"]*)" class="item-state">Show more', html)[0]
    more = words(page(client, **dict(parse_qsl(unescape(further)))))
    assert "Show more , 10 messages left" in more
    assert "calls left" not in more
