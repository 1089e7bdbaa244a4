"""The page of two models over HTTP: its answer, charts, list, state and downloads."""

import csv
import io
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import plotly.graph_objects as go
import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.charts.grid import page_width
from reasonboard.charts.text_width import text_width
from reasonboard.core import insights, study_tables, url_state
from reasonboard.core.control import Values
from reasonboard.core.findings.settings import settings
from reasonboard.studies.models.selected import selected as selected_of_models
from reasonboard.studies.models.study import MODELS
from reasonboard.studies.pair.rows import field_words
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.main import create_app
from reasonboard.web.page import sections
from tests.studies.pair.two_loads import A, B
from tests.web.page.test_change import change


@pytest.fixture(scope="module")
def client(pair_store: Path) -> FlaskClient:
    return create_app(config.read({"REASONBOARD_STORE": str(pair_store)})).test_client()


def values(**chosen: str) -> Values:
    found, notices = PAIR.clean({"a": A, "b": B, "panel": "M"} | chosen)
    assert notices == {}
    return found


def meta(view: str, **chosen: str) -> dict[str, Any]:
    """The words of a view, whose figure must be a valid one."""
    of = PAIR.view(view)
    assert of is not None
    figure = PAIR.answer(of, values(**chosen), 4).figure
    data = [{key: part for key, part in trace.items() if key != "meta"} for trace in figure["data"]]
    go.Figure({"data": data, "layout": figure["layout"]})
    found: dict[str, Any] = figure["layout"]["meta"]
    return found


@pytest.mark.parametrize(("columns", "next_column"), [(2, ""), (4, "How compared")])
def test_the_longest_verdict_has_room_in_its_column(
    client: FlaskClient, columns: int, next_column: str
) -> None:
    assert client.get("/pair").status_code == 200
    view = PAIR.view("benchmarks")
    assert view is not None
    layout = PAIR.answer(view, values(), columns).figure["layout"]
    starts = {heading["text"]: heading["x"] for heading in layout["annotations"]}
    room = (starts.get(next_column, 1) - starts["Verdict"]) * page_width(columns)
    assert text_width("only before correction", 13) <= room


def listed(client: FlaskClient, **chosen: str) -> str:
    """The list of problems as HTML."""
    with client.application.test_request_context("/"):
        view = PAIR.view("problems")
        assert view is not None
        return sections.table(PAIR, view, values(**chosen))


@pytest.mark.usefixtures("two_runs")
def test_the_answer_counts_verdicts_of_one_family_and_settings_that_differ() -> None:
    found = insights.headline(PAIR, values())
    assert (
        f"{found.own} {found.strong}"
        == "org-a is better than org-b on 2 of 4 benchmarks, cannot tell yet on 2."
    )
    mean, settings_line = found.context.split("). ")
    assert mean == "On average of 4 benchmarks it is better: +16.9 points (+2.8 to +31.0"
    assert settings_line == "Settings differ: shots, max tokens. Known for only one run: judge."
    turned = insights.headline(PAIR, values(a=B, b=A))
    assert turned.own == "org-b"
    assert turned.strong.startswith("is worse than org-a on 2 of 4 benchmarks, cannot tell")


@pytest.mark.usefixtures("two_runs")
def test_two_models_without_a_common_benchmark_say_what_each_has() -> None:
    other = "simplerl-zoo/Mistral-Small-24B · after RL · progress 1.0"
    found = insights.headline(PAIR, PAIR.clean({"a": A, "b": other})[0])
    assert found.strong == "No shared benchmark."
    assert re.fullmatch(r"A has 5, B has \d+\.", found.context)


@pytest.mark.usefixtures("two_runs")
def test_an_address_without_b_compares_a_with_the_run_of_most_common_benchmarks() -> None:
    opened = PAIR.defaults()
    assert {opened["a"], opened["b"]} == {A, B}
    assert url_state.decode(PAIR, f"?a={A}")[0]["b"] == B
    alone, notices = url_state.decode(PAIR, f"?a={A}&b=")
    assert (alone["b"], notices) == ("", [])
    assert url_state.encode(PAIR, alone).startswith("?a=first%2Forg-a&b=")
    groups = [option.group for option in PAIR.controls[1].options({"a": A})]
    assert groups == sorted(groups)
    assert groups.count("Benchmarks shared with A") == 1


@pytest.mark.usefixtures("two_runs")
def test_clearing_b_leaves_a_alone(client: FlaskClient) -> None:
    before = url_state.encode(PAIR, values())
    answer = change(client, PAIR, values(b=""), "b.value", search=before)
    assert answer["pair-search"]["data"] == "?a=first%2Forg-a&b="


@pytest.mark.usefixtures("two_runs")
def test_one_model_alone_shows_its_own_problems(client: FlaskClient) -> None:
    alone = values(b="", panel="R")
    assert insights.headline(PAIR, alone).strong == "org-a has scores on 5 benchmarks."
    assert meta("problems", b="", panel="R")["heading"] == "R: 0 of 4 problems right"
    html = listed(client, b="", panel="R", items="flipped")
    assert "3 of 4" in html
    assert 'data-column="a">Score</button></th>' in html
    assert "Choose B" in meta("benchmarks", b="")["summary"]


@pytest.mark.usefixtures("two_runs")
def test_each_chart_concludes_what_its_numbers_say() -> None:
    assert (
        meta("settings")["heading"]
        == "Settings differ: shots, max tokens. Known for only one run: judge"
    )
    assert meta("benchmarks")["heading"] == "Significant differences on 2 of 4 benchmarks"
    assert (
        meta("cut_off")["heading"] == "Without truncated answers, A's lead shrinks to 40.0 points"
    )
    assert (
        meta("cut_off")["subtitle"] == "M: 20 answers of B truncated, 10 of them only A has right."
    )
    assert meta("problems")["heading"] == "M: 18 of 40 problems flipped: A gains 18, loses 0"
    assert "No problem answered by both models" in meta("problems", panel="D")["summary"]
    assert "have a stop reason" in meta("cut_off", panel="R")["summary"]


@pytest.mark.usefixtures("two_runs")
def test_what_a_limit_of_tokens_came_to_stands_beside_it() -> None:
    view = PAIR.view("settings")
    assert view is not None
    wide = PAIR.answer(view, values(), 4)
    words = [text for trace in wide.figure["data"] for text in trace.get("text") or ()]
    assert "20 answers of B truncated, 10 flipped" in words
    assert "Max tokens: A 32,768, B 2,048 (20 answers of B truncated, 10 flipped)" in wide.summary
    assert meta("settings", panel="R")["summary"].count("truncated") == 0
    narrow = PAIR.answer(view, values(), 1).figure["layout"]["meta"]
    assert narrow["subtitle"] == "M: 20 answers of B truncated, 10 flipped."


@pytest.mark.usefixtures("two_runs")
def test_the_chart_draws_the_differences_of_its_csv(client: FlaskClient) -> None:
    search = url_state.encode(PAIR, values())
    *rows, mean = csv.DictReader(io.StringIO(client.get(f"/api/pair/benchmarks.csv{search}").text))
    assert [row["benchmark"] for row in rows][:2] == ["M", "U"]
    assert (mean["benchmark"], mean["compared"], mean["tests"]) == ("Mean of 4", "mean", "1")
    figure = client.get(f"/api/pair/benchmarks.figure.json{search}").get_json()
    texts = [trace["text"] for trace in figure["data"] if trace.get("mode") == "text"]
    numbers = [re.sub(r"</?b>", "", text).replace("−", "-") for text in texts[3]]
    assert [float(text) for text in numbers] == [
        round(float(row["a minus b"]) * 100, 1) for row in [mean, *rows]
    ]
    compared = {row["benchmark"]: (row["compared"], row["over"]) for row in rows}
    assert compared == {
        "M": ("paired", "40 problems"),
        "U": ("unpaired", "1,000 problems"),
        "R": ("paired", "4 problems"),
        "D": ("unpaired", "no shared problems"),
    }
    for row in rows:
        low, high = float(row["interval low"]), float(row["interval high"])
        assert (low > 0 or high < 0) or row["verdict"] in (
            "not significant",
            "not after correction",
        )


@pytest.mark.usefixtures("two_runs")
def test_the_list_links_each_problem_and_says_scores_and_finish(client: FlaskClient) -> None:
    html = listed(client)
    link = urlencode({"a": A, "b": B, "items": "flipped", "benchmark": "M", "item": "item 20"})
    assert f'<a href="/item?{link.replace("&", "&amp;")}">item 20</a>' in html
    assert html.count("<tr>") == 19
    assert html.count("truncated") == 10
    assert "Rows 1 to 18 of 18" in html
    assert "No row contains “nothing”." in listed(client, tables="problems;;;nothing")
    assert "No matching rows." in listed(client, items="b")


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize(
    ("tables", "items"),
    [
        ("problems;;item;item 0", [f"item 0{n}" for n in range(8)]),
        ("problems;;-item;ITEM 2", [f"item {n}" for n in range(29, 19, -1)]),
        ("problems;;-tokens_a", [f"item {n:02}" for n in (*range(29, 19, -1), *range(7, -1, -1))]),
        ("problems;;;measured", []), ("problems;;;%", []), ("problems;;;' OR 1=1 --", []),
    ],
)  # fmt: skip
def test_problems_are_sorted_and_searched_by_id_as_any_table(
    client: FlaskClient, tables: str, items: list[str]
) -> None:
    search = url_state.encode(PAIR, values(tables=tables))
    answer = client.get(f"/api/pair/problems.csv{search}")
    assert [row["item"] for row in csv.DictReader(io.StringIO(answer.text))] == items
    assert re.findall(r">(item \d+)</a>", listed(client, tables=tables)) == items


@pytest.mark.usefixtures("two_runs")
def test_the_list_of_a_field_is_that_of_its_csv_and_its_page_names_and_counts_it(
    client: FlaskClient,
) -> None:
    fields = ["level:1", "level:9", "needle_depth:0.5"]
    chosen: Values = values(items="all") | {"field": fields}
    search = url_state.encode(PAIR, chosen)
    assert search.endswith("&items=all&field=level:1,level:9,needle_depth:0.5")
    assert url_state.decode(PAIR, search) == (chosen, [])
    answer = client.get(f"/api/pair/problems.csv{search}")
    items = [row["item"] for row in csv.DictReader(io.StringIO(answer.text))]
    assert set(items) == {f"item {n:02}" for n in range(0, 20, 3)}
    view = PAIR.view("problems")
    assert view is not None
    with client.application.test_request_context("/"):
        html = sections.table(PAIR, view, chosen)
    assert re.findall(r">(item \d+)</a>", html) == items
    assert f"items=all&amp;{urlencode({'field': fields}, doseq=True).replace('&', '&amp;')}" in html
    heading = PAIR.answer(view, chosen, 4).figure["layout"]["meta"]["heading"]
    assert heading.startswith("M, level 1 or 9, needle depth 0.5: ")
    assert " of 7 problems flipped" in heading
    assert study_tables.count(PAIR, view, chosen) == len(items)


@pytest.mark.usefixtures("two_runs")
def test_a_field_that_no_problem_has_is_named_and_all_problems_are_shown(
    client: FlaskClient,
) -> None:
    search = f"?{urlencode({'a': A, 'b': B, 'panel': 'M', 'items': 'all', 'field': 'level:5'})}"
    answer = client.get(f"/api/pair/problems.csv{search}")
    assert len([*csv.DictReader(io.StringIO(answer.text))]) == 40
    notice = 'Field: "level:5" is not available here; showing all problems.'
    assert answer.headers["Reasonboard-Notice"] == notice


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ([], ""),
        (["level:4", "level:5"], "level 4 or 5"),
        (["level:"], "no level"),
        (["level:4", "level:", "needle_depth:0:3"], "level 4 or no level, needle depth 0:3"),
    ],
)
def test_fields_are_written_in_words(fields: list[str], words: str) -> None:
    assert field_words(fields) == words


@pytest.mark.usefixtures("two_runs")
def test_text_from_data_is_escaped_and_a_search_is_bound(client: FlaskClient) -> None:
    html = listed(client, tables="problems;;;<img src=x>")
    assert "<img" not in html
    assert "&lt;img" in html


def test_the_page_answers_and_leads_back_to_the_models(client: FlaskClient) -> None:
    request = {
        "path": "/pair",
        "search": f"?{urlencode({'a': A, 'b': B})}",
        "columns": 4,
        "carried": None,
    }
    body = {
        "output": "page.children",
        "outputs": {"id": "page", "property": "children"},
        "inputs": [{"id": "request", "property": "data", "value": request}],
        "changedPropIds": ["request.data"],
    }
    text = client.post("/_dash-update-component", json=body).get_data(as_text=True)
    assert '"children":"Models","href":"/models"' in text.replace(r"\u002f", "/").replace(": ", ":")
    assert "is better than org-b" in text
    assert client.get("/pair").status_code == 200


def test_a_tool_that_is_named_with_its_version_does_not_differ_from_one_of_unknown_version() -> (
    None
):
    rows = [{"name": "harness", "a": "lm-evaluation-harness", "b": "lm-evaluation-harness 0.3"}]
    found = {setting.name: (setting.a, setting.b, setting.state) for setting in settings(rows)}
    assert found == {
        "Harness": ("lm-evaluation-harness",) * 2 + ("same",),
        "Harness version": (None, "0.3", "unknown"),
    }
    other = [{"name": "harness", "a": "vllm 0.4", "b": "lm-evaluation-harness"}]
    assert [setting.state for setting in settings(other)] == ["differs", "unknown"]


@pytest.mark.usefixtures("two_runs")
def test_a_run_is_named_with_its_step_only_where_its_model_does_not_tell_it() -> None:
    a, old, b = (
        f"pythia/{run}"
        for run in (
            "pythia-12b · step 143000",
            "pythia-12b · step 1000",
            "pythia-1.4b · step 143000",
        )
    )

    def subject(one: str, other: str) -> str:
        return insights.headline(PAIR, PAIR.clean({"a": one, "b": other})[0]).subject

    assert subject(a, b) == "A pythia-12b, B pythia-1.4b"
    assert subject(a, old) == "A pythia-12b · step 143000, B pythia-12b · step 1000"
    assert subject(b, old) == "A pythia-1.4b, B pythia-12b · step 1000"


@pytest.mark.usefixtures("two_runs")
@pytest.mark.parametrize("finish", ["any", "a", "b", "neither"])
@pytest.mark.parametrize("b", [B, ""])
def test_the_number_of_listed_problems_is_that_of_their_rows(b: str, finish: str) -> None:
    view = PAIR.view("problems")
    assert view is not None
    for panel in ("M", "R"):
        for items in ("flipped", "a", "b", "wrong", "right", "all"):
            chosen, _ = PAIR.clean(
                {"a": A, "b": b, "panel": panel, "items": items, "finish": finish}
            )
            rows, total = study_tables.page(PAIR, view, chosen, 0, 1000)
            assert (len(rows), study_tables.count(PAIR, view, chosen)) == (total, total), chosen


@pytest.mark.usefixtures("two_runs")
def test_a_run_alone_leads_to_its_problems_where_its_answers_are_loaded() -> None:
    chosen, _ = MODELS.clean({"source": ["first"]})
    strip = selected_of_models(MODELS, chosen)
    assert strip is not None
    assert "Problems of A" in strip.pages


@pytest.mark.usefixtures("two_runs")
def test_the_problems_say_how_many_times_as_many_tokens_a_takes() -> None:
    a = [100 + n for n in range(40)]
    b = [min(100 + 2 * n, 140) for n in range(40)]
    value = sum(a) / sum(b)
    assert f"A has {value:.2f} times as many tokens (" in meta("problems")["subtitle"]
    assert "tokens" not in meta("problems", b="")["subtitle"]
