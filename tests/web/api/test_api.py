"""The forms of a view over HTTP: one state, the same numbers in all of them; refusals in one line."""

import csv
import io
import json
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import duckdb
import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient

from reasonboard.charts.marks import without_marks
from reasonboard.core import url_state
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.export.forms import FIGURE, FORMS, MARKDOWN, TABLES
from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.api import files
from reasonboard.web.api.replies import refuse_in_one_line
from reasonboard.web.images.browser import LateError
from reasonboard.web.links import pinned
from tests.states import many

VIEWS = [(study, view) for study in STUDIES for view in study.views]
SOME = [(study, view) for study in STUDIES for view in study.views[: many(1, 9)]]
"""In a push the first view of each study: tests/agreement asks for the forms of all of them in random states."""
SEARCHES = {
    "scale-progress": ["", "?benchmark=piqa,sciq", "?mode=gain&intervals=off"],
    "iterations": ["", "?benchmark=MATH500,GPQA", "?source=caption-iterations"],
    "type-length": ["?benchmark=LogicSkills", "?source=caption-type-length"],
    "prm-selection": ["", "?source=caption-prm-selection", "?benchmark=AIME24"],
    "test-time": ["", "?benchmark=MATH500,GPQA", "?panel=MATH500&intervals=off"],
    "models": [
        "",
        "?settings=all&source=reasonflux-prm",
        "?benchmark=MATH500&mode=selected&order=name",
    ],
    "kv-cache": ["", "?benchmark=AMC23&mode=best", "?window=500&ratio=0.1&source=caption-kv-cache"],
    "pair": [
        "?a=simplerl-zoo/Mistral-Small-24B+%C2%B7+after+RL+%C2%B7+progress+1.0"
        "&b=simplerl-zoo/Qwen-2.5-7B+%C2%B7+after+RL+%C2%B7+progress+1.0&panel=GSM8K"
    ],
    "data": ["?source=caption-kv-cache", "?kind=illustrative,approximate"],
}
STATES = [
    (study, view, search) for study, view in SOME for search in SEARCHES[study.path][-many(1, 3) :]
]


def get_json(client: FlaskClient, path: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(client.get(path).data)
    return answer


def in_csv(text: str, columns: list[dict[str, str]]) -> list[list[Any]]:
    """The rows of a CSV as values of those types."""
    read: dict[str, Callable[[str], Any]] = {
        "integer": int,
        "number": float,
        "boolean": "True".__eq__,
    }
    names, *rows = csv.reader(io.StringIO(text, newline=""))
    assert names == [column["name"] for column in columns]
    return [
        [
            read.get(column["type"], str)(cell) if cell else None
            for column, cell in zip(columns, row, strict=True)
        ]
        for row in rows
    ]


def in_parquet(data: bytes, file: Path) -> tuple[list[list[Any]], list[str], dict[str, str]]:
    """The rows of a Parquet file, the types of its columns, and its metadata."""
    file.write_bytes(data)
    with duckdb.connect() as reader:
        rows = reader.execute("SELECT * FROM read_parquet($1)", [str(file)])
        types = [str(column[1]) for column in rows.description or ()]
        values = [list(row) for row in rows.fetchall()]
        metadata = reader.execute(
            "SELECT decode(key), decode(value) FROM parquet_kv_metadata($1)", [str(file)]
        ).fetchall()
    return values, types, dict(metadata)


def in_markdown(text: str) -> list[list[str]]:
    """The cells of the table in a Markdown text, its head first, without its escapes."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    table = [[""]]
    for line in lines[:1] + lines[2:]:
        signs = iter(line[2:-2])
        cells = [""]
        for sign in signs:
            if sign == "\\":
                cells[-1] += next(signs)
            elif sign == "|":
                cells.append("")
            else:
                cells[-1] += sign
        table.append([cell.strip() for cell in cells])
    return table[1:]


def undefused(value: Any) -> Any:
    return value.removeprefix("'") if isinstance(value, str) else value


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize(
    ("study", "view", "search"), STATES, ids=lambda one: getattr(one, "path", getattr(one, "name", one))
)  # fmt: skip
def test_every_form_of_a_state_holds_the_same_numbers_and_says_where_they_come_from(
    client: FlaskClient, tmp_path: Path, study: Study, view: View, search: str
) -> None:
    base = f"/api/{study.path}/{view.name}"
    object_ = get_json(client, f"{base}.json{search}")
    columns, names = object_["columns"], [column["name"] for column in object_["columns"]]
    rows = [[row[name] for name in names] for row in object_["rows"]]
    _says_where_its_numbers_come_from(object_, study, view, search)

    lines = in_csv(client.get(f"{base}.csv{search}").text, columns)
    assert [list(map(undefused, row)) for row in lines] == [
        list(map(undefused, [None if value == "" else value for value in row])) for row in rows
    ]

    values, types, metadata = in_parquet(
        client.get(f"{base}.parquet{search}").data, tmp_path / "rows.parquet"
    )
    assert values == rows
    duck = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE"}
    assert types == [duck.get(column["type"], "VARCHAR") for column in columns]
    assert metadata == object_["provenance"]

    few = len(rows) <= (MARKDOWN.most or 0)
    answer, in_latex = client.get(f"{base}.md{search}"), client.get(f"{base}.tex{search}")
    assert answer.status_code == in_latex.status_code == (200 if few else 413)
    if few and rows:
        head, *body = in_markdown(answer.text)
        tex = in_latex.text.split("\\midrule\n")[1].split("\\bottomrule")[0]
        assert len(body) == len(rows) == len(tex.splitlines())
        assert {line.count(" & ") for line in tex.splitlines()} == {len(head) - 1}
        for line, row in zip(body, object_["rows"], strict=True):
            for name, cell in zip(head, line, strict=True):
                if name == "value" and row["unit"] == "fraction":
                    assert float(cell.removesuffix("%")) == pytest.approx(100 * row[name], abs=5e-3)
                elif isinstance(row[name], int):
                    assert cell == str(row[name])
                elif row[name] is None:
                    assert cell == "–"


@pytest.mark.parametrize(
    ("study", "view"), SOME, ids=lambda one: getattr(one, "path", getattr(one, "name", one))
)
def test_the_figure_is_the_one_that_the_page_draws(
    client: FlaskClient, study: Study, view: View
) -> None:
    search = SEARCHES[study.path][-1]
    values, _ = url_state.decode(study, search)
    for columns in (1, 4):
        path = f"/api/{study.path}/{view.name}.figure.json{search or '?'}&columns={columns}"
        answer = client.get(path)
        assert "Reasonboard-Notice" not in answer.headers
        chart = without_marks(study.answer(view, values, columns).figure)
        assert json.loads(answer.data) == json.loads(json.dumps(chart))


def _says_where_its_numbers_come_from(
    object_: dict[str, Any], study: Study, view: View, search: str
) -> None:
    stated = object_["provenance"]
    assert (stated["study"], stated["view"], stated["title"]) == (study.path, view.name, view.title)
    kinds = [row["kind"] for row in object_["rows"] if row.get("kind") in KIND_WORDS]
    assert stated["kinds"] or (view.counts and not kinds)
    words = dict.fromkeys(KIND_WORDS[kind] for kind in KIND_WORDS if kind in kinds)
    assert not kinds or stated["kinds"] == ", ".join(words)
    assert stated["version"].startswith("data ")
    assert object_["notices"] == []
    path, _, query = stated["address"].partition("?")
    assert path == f"/{study.path}"
    asked, version = pinned.split(query)
    assert stated["version"].startswith(f"data {version} ")
    assert url_state.decode(study, asked) == url_state.decode(study, search)


def test_a_type_does_not_depend_on_what_is_filtered(client: FlaskClient) -> None:
    for study, view in VIEWS[:: many(3, 1)]:
        if study.path == "data" and view.table == "rows":
            continue
        usual, other = (
            {
                column["name"]: column["type"]
                for column in get_json(client, f"/api/{study.path}/{view.name}.json{search}")[
                    "columns"
                ]
            }
            for search in ("", SEARCHES[study.path][-1])
        )
        assert {usual[name] for name in usual if usual[name] != other[name]} <= {"unknown"}


def test_what_is_not_offered_falls_back_with_a_notice_of_one_ascii_line(
    client: FlaskClient,
) -> None:
    search = "?benchmark=AMC23,%C3%A9%0D%0ASet-Cookie:%20a%3Db%00&nothing=1&mode=%E2%80%AE"
    answer = client.get(f"/api/kv-cache/grid.json{search}")
    good = get_json(client, "/api/kv-cache/grid.json?benchmark=AMC23")
    assert answer.status_code == 200
    assert json.loads(answer.data)["rows"] == good["rows"]
    notices = answer.headers.getlist("Reasonboard-Notice")
    assert len(notices) == len(json.loads(answer.data)["notices"]) == 3
    assert all(notice.isascii() and notice.isprintable() for notice in notices)
    assert "Set-Cookie" not in answer.headers
    assert "AMC23" in notices[1]


def test_a_foreign_number_of_columns_draws_the_usual_one_with_a_notice(client: FlaskClient) -> None:
    usual = client.get("/api/kv-cache/grid.figure.json")
    for limit in ("0", "5", "-1", "", "x", "1e9", "%00"):
        answer = client.get(f"/api/kv-cache/grid.figure.json?columns={limit}")
        assert answer.data == usual.data
        assert "columns must be one of 1, 2, 3, 4; using 4." in answer.headers["Reasonboard-Notice"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.ending)
def test_an_answer_that_is_known_is_not_sent_again(client: FlaskClient, form: Any) -> None:
    path = f"/api/kv-cache/grid.{form.ending}?benchmark=AMC23"
    first = client.get(path)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache"
    assert first.mimetype == form.mimetype
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    spelled = client.get(path + "&model=", headers={"If-None-Match": f'"x", W/{tag}'})
    assert spelled.status_code == 304
    other = client.get(path + ",GPQA%20D", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert other.headers["ETag"] != tag


def test_an_answer_that_was_compressed_is_known_too(client: FlaskClient) -> None:
    brotli = {"Accept-Encoding": "br"}
    path = "/api/kv-cache/grid.md"
    tag = client.get(path, headers=brotli).headers["ETag"]
    assert client.get(path, headers=brotli | {"If-None-Match": tag}).status_code == 304


def test_what_other_data_say_has_another_tag(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/api/kv-cache/grid.md").headers["ETag"]
    now = snapshots.snapshot()
    monkeypatch.setattr(snapshots, "snapshot", lambda: now._replace(sha256="other"))
    assert client.get("/api/kv-cache/grid.md").headers["ETag"] != before


@pytest.mark.parametrize(
    ("path", "stated"),
    [("nothing/grid.csv", "kv-cache"), ("kv-cache/nothing.csv", "by_window"), ("kv-cache/grid.xlsx", ".parquet"),
     ("kv-cache/grid", ".csv"), ("kv-cache/grid.csv.gz", ".csv"), ("kv-cache/grid.CSV", ".csv"), ("kv-cache", "api"),
     ("kv-cache/grid.csv/more", "api"), ("kv-cache%00/grid.csv", "kv-cache"), ("kv-cache/%00.csv", "grid"),
     ("..%2f..%2fetc/passwd", "studies"), ("kv-cache/..%2f..%2fdata.csv", "api"), ("kv-cache/<script>.csv", "grid"),
     ("kv-cache/" + "x" * 3000 + ".csv", "grid")],
)  # fmt: skip
def test_what_is_not_there_is_answered_with_what_is(
    client: FlaskClient, path: str, stated: str
) -> None:
    answer = client.get(f"/api/{path}")
    assert answer.status_code == 404
    assert answer.mimetype == "text/plain"
    assert stated.replace("studies", "kv-cache") in answer.text or "/api" in answer.text
    assert answer.text.count("\n") == 1
    assert "script" not in answer.text


@pytest.mark.parametrize("ending", ["md", "tex"])
def test_too_many_rows_for_a_text_are_refused_with_the_limit(
    client: FlaskClient, ending: str
) -> None:
    answer = client.get(f"/api/type-length/grid.{ending}")
    assert answer.status_code == 413
    assert "2,000" in answer.text
    assert ".csv, .json or .parquet" in answer.text


def test_too_large_a_figure_is_refused_with_the_limit(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_LARGEST_FIGURE", 1000)
    answer = client.get("/api/kv-cache/grid.figure.json")
    assert answer.status_code == 413
    assert "1,000" in answer.text


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.ending)
def test_a_query_string_that_is_too_long_is_refused_with_the_limit(
    client: FlaskClient, form: Any
) -> None:
    answer = client.get(f"/api/kv-cache/grid.{form.ending}", query_string="a" * 8001)
    assert answer.status_code == 414
    assert "8,000 bytes" in answer.text


@pytest.mark.parametrize(
    ("form", "search"),
    list(zip(cycle([*TABLES, FIGURE]), [
     "%", "%zz", "%00", "benchmark=%00", "benchmark=../../etc/passwd", "benchmark=%c0%ae%c0%ae", "=&=&&&=",
     "benchmark[]=x", "benchmark=" + "a," * 3000, "source=';drop table result;--", "mode=%ff%fe", "compare=~~~~~",
     "columns=1&columns=x", "window=NaN&ratio=1e999", "\x00\x7f"], strict=False)),
    ids=lambda one: one[:20].encode("unicode_escape").decode() if isinstance(one, str) else one.ending,
)  # fmt: skip
def test_hostile_query_strings_are_answered_with_the_defaults(
    client: FlaskClient, form: Any, search: str
) -> None:
    """One form each: it is the same reading of the query string for all of them."""
    usual = client.get(f"/api/kv-cache/agreement.{form.ending}")
    answer = client.get(f"/api/kv-cache/agreement.{form.ending}", query_string=search)
    assert answer.status_code == 200
    assert all(one.isascii() and one.isprintable() for _, one in answer.headers)
    if form.ending == "csv":
        assert answer.data == usual.data
    if form.ending in ("csv", "md", "tex"):
        assert "passwd" not in answer.text


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.ending)
def test_file_names_are_safe(client: FlaskClient, form: Any) -> None:
    stated = client.get(f"/api/kv-cache/by_window.{form.ending}").headers["Content-Disposition"]
    name = stated.partition("filename=")[2].strip('"')
    assert name.replace("_", "-").startswith("kv-cache-by-window-")
    assert name.endswith(f".{form.ending}")
    assert name.replace("-", "").replace("_", "").replace(".", "").isalnum()


def test_a_head_has_no_body_and_other_methods_are_refused(client: FlaskClient) -> None:
    head = client.head("/api/kv-cache/grid.json")
    assert (head.status_code, head.data) == (200, b"")
    for method in ("POST", "PUT", "DELETE"):
        assert client.open("/api/kv-cache/grid.csv", method=method).status_code == 405


def test_under_a_path_the_forms_are_under_it_too(prefixed: FlaskClient) -> None:
    assert prefixed.get("/results/api/kv-cache/grid.csv").status_code == 200
    assert prefixed.get("/api/kv-cache/grid.csv").status_code == 404
    stated = get_json(prefixed, "/results/api/kv-cache/grid.json?benchmark=AMC23")["provenance"]
    version = snapshots.snapshot().version
    address = f"/results/kv-cache?source=dynts-readings&benchmark=AMC23&data={version}"
    assert stated["address"] == address
    text = prefixed.get("/results/api").text
    assert 'href="/results/api/kv-cache/grid.csv"' in text
    assert 'href="/results/assets/style.css"' in text
    assert get_json(prefixed, "/results/api/openapi.json")["servers"] == [{"url": "/results/api"}]


def test_the_description_names_every_form_and_its_links_answer(client: FlaskClient) -> None:
    for path in ("/api", "/api/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.mimetype == "text/html"
        assert "<script" not in answer.text
        assert "style=" not in answer.text
    for study, view in VIEWS:
        for form in FORMS:
            assert f'href="/api/{study.path}/{view.name}.{form.ending}"' in answer.text


def test_an_image_that_is_late_is_answered_as_a_busy_server() -> None:
    routes = Blueprint("routes", __name__)
    refuse_in_one_line(routes)

    @routes.get("/late")
    def late() -> str:
        raise LateError("The image was not ready within 25 s")

    app = Flask(__name__)
    app.register_blueprint(routes)
    response = app.test_client().get("/late")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert response.text == "The image was not ready within 25 s\n"
