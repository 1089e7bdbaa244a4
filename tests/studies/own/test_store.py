"""Declared studies in a store: what they show is what was loaded, and what does not fit is refused."""

import csv
import math
import os
import shutil
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.cli import declaring
from reasonboard.cli.main import main
from reasonboard.core import study_tables
from reasonboard.core.rendered import rendered_view
from reasonboard.core.study import Study
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading import load as loading
from reasonboard.ingest.snapshot import declared as declared_studies
from reasonboard.statistics.intervals import wilson
from reasonboard.store import snapshots
from reasonboard.store.database import query
from reasonboard.studies import find
from reasonboard.studies.own.suggested import draft
from tests.waiting import ended

DOCS = Path(__file__).parents[3] / "docs" / "studies"
EXAMPLES = sorted(DOCS.glob("*.toml"))
_LIMIT = 300
"""Tokens of an answer, above which it was cut off."""
SWEEP = """
path = "sweep"
question = "What does budget change?"
[rows]
metric = "accuracy"
where = { "source" = ["sweep"] }
[roles]
x = { column = "settings.budget", scale = "log2" }
color = "model"
panel = "benchmark"
"""
SEEDS = """
path = "seeds"
question = "How good is the recipe?"
[rows]
metric = "accuracy"
where = { "source" = ["seeds"] }
[roles]
x = { column = "model" }
average = ["seed"]
"""


@pytest.fixture(scope="module")
def folder(examples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples, with a sweep over seeds, budget and temperature."""
    folder = tmp_path_factory.mktemp("declared")
    shutil.copytree(examples, folder, dirs_exist_ok=True)
    rows = ["model,benchmark,budget,temperature,seed,accuracy,n"]
    rows += [
        f"org/a-7b,AIME24,{budget},{temperature},{seed},{(budget / 10 + seed) / 100},30"
        for budget, temperature, seed in product((64, 512), ("0.60", 1.0), (1, 2))
    ]
    (folder / "sweep.csv").write_text("\n".join(rows))
    (folder / "sweep.toml").write_text('unit = "fraction"\nsettings = ["budget"]\n')
    loading.load(folder / "data", folder / "store", [str(folder / "sweep.csv")], name="sweep")
    return folder


@pytest.fixture
def store(folder: Path) -> Iterator[Path]:
    snapshots.use(folder / "store")
    yield folder / "store"
    snapshots.close()


def declare(folder: Path, *texts: str) -> None:
    read = []
    for text in texts:
        path = folder / "declared.toml"
        path.write_text(text)
        read.append(declaring.read(path))
    declaring.add(folder / "data", folder / "store", read)


def the(path: str) -> Study:
    study = find(path)
    assert study is not None
    return study


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_draws_each_number_of_its_table(path: Path, store: Path) -> None:
    study = the(declaring.read(path).path)
    values = study.defaults()
    for view in study.views:
        figure = study.answer(view, values, 4).figure
        go.Figure(figure)
        header, *lines = study_tables.lines(study, view, values)
        shown = [
            value
            for line in lines
            if (value := dict(zip(header, line, strict=True))["value"]) is not None
        ]
        assert shown
        drawn = [
            number
            for trace in figure["data"]
            if trace.get("meta")
            for row in (trace["z"] if trace["type"] == "heatmap" else [trace["y"]])
            for number in row
            if number is not None
        ]
        assert set(drawn) <= set(shown)
        if view.name != "frontier":
            assert sorted(drawn) == pytest.approx(sorted(shown))
        assert rendered_view(study, view, values, 1).json
    assert study.teaser
    teaser = study.teaser(study)
    assert teaser
    numbers = {
        round(float(row["shown"]), 6)
        for row in study.view_rows(study.views[0], values)
        if row["shown"] is not None
    }
    in_sight = [dot.value for dot in teaser.dots] or [y for line in teaser.lines for y in line.y]
    assert len(in_sight) > 1
    assert {round(value, 6) for value in in_sight} <= numbers


@pytest.mark.parametrize(
    "path",
    [path for path in EXAMPLES if declaring.read(path).rows_of == "measurements"],
    ids=lambda path: path.stem,
)
def test_a_selected_mark_has_the_measurements_behind_it(path: Path, store: Path) -> None:
    study = the(declaring.read(path).path)
    values = study.defaults()
    row = next(row for row in study.view_rows(study.views[0], values) if row["value"] is not None)
    picked = values | {"x": row["x"], "series": row["color"], "panel": row["panel"]}
    rows, total = study.measurements(picked, 100)
    assert total == len(rows) == row["cells"] * max(row["n_seeds"] // row["cells"], 1)
    assert sum(one["value"] for one in rows) / total == pytest.approx(row["value"])


def test_an_example_gives_back_the_numbers_of_its_file(store: Path) -> None:
    study = the("needle")
    with (DOCS / "data" / "needle.csv").open() as file:
        wanted = defaultdict(list)
        for row in csv.DictReader(file):
            wanted[row["depth"], row["length"]].append(row)
    view = study.views[0]
    header, *lines = study_tables.lines(study, view, study.defaults())
    rows = [dict(zip(header, line, strict=True)) for line in lines]
    assert len(rows) == sum(map(len, wanted.values()))


def test_what_is_not_named_is_not_averaged(folder: Path, store: Path) -> None:
    both = r"(seed, settings\.temperature|settings\.temperature, seed)"
    with pytest.raises(IngestError, match=f"differ in {both} ") as refused:
        declare(folder, SWEEP)
    assert "(expected a role for each" in str(refused.value)


def test_what_is_named_is_averaged_and_numbers_are_places_whatever_their_digits(
    folder: Path, store: Path
) -> None:
    declare(folder, SWEEP + 'average = ["seed"]\nfilter = ["settings.temperature"]\n')
    snapshots.use(store)
    study = the("sweep")
    rows = study.rows("grid", study.defaults())
    assert {tuple(row["filtered"]) for row in rows} == {("0.6",), ("1",)}
    by_budget = {row["x"]: row for row in rows if row["filtered"] == ["1"]}
    assert by_budget["64"]["value"] == pytest.approx((6.4 + 1.5) / 100)
    assert by_budget["512"]["value"] == pytest.approx((51.2 + 1.5) / 100)
    assert by_budget["64"]["n_seeds"] == 2
    assert by_budget["64"]["seed_sd"] == pytest.approx(math.sqrt(0.5) / 100)
    assert {row["color"] for row in rows} == {"org/a-7b"}


def test_seeds_of_the_same_problems_are_not_more_problems(folder: Path, store: Path) -> None:
    """Three seeds that answered 30 problems: case b4 of the note on events, 60% with 2 points between seeds."""
    lines = [
        f"org/a-7b,AIME24,{seed},{share},30" for seed, share in ((1, 0.58), (2, 0.6), (3, 0.62))
    ]
    file = folder / "seeds.csv"
    file.write_text("\n".join(["model,benchmark,seed,accuracy,n", *lines]))
    loading.load(folder / "data", folder / "store", [str(file)], name="seeds", unit="fraction")
    declare(folder, SEEDS)
    snapshots.use(store)
    study = the("seeds")
    chosen, view = study.defaults(), study.views[0]
    (row,) = study.view_rows(view, chosen)
    assert (row["n_seeds"], row["cells"]) == (3, 1)
    assert (row["interval"].low, row["interval"].high) == pytest.approx((0.4147, 0.7605), abs=5e-5)
    assert "3 seeds, the same 30 problems" in str(study.answer(view, chosen, 1).figure)
    assert view.transform_rows
    (line,) = view.transform_rows([row])
    assert (line["n"], line["seeds"], line["low"], line["high"]) == (30, 3, 41.4735, 76.0488)


def test_reruns_of_one_build_are_one_mark_that_says_their_number(folder: Path, store: Path) -> None:
    """Five runs of the same 30 problems are their mean, with the interval of 30 problems: attempts count as one."""
    shares = (0.5, 0.55, 0.6, 0.65, 0.7)
    lines = [f"org/a-7b,AIME24,{repeat},v1,{share},30" for repeat, share in enumerate(shares)]
    file = folder / "again.csv"
    file.write_text("\n".join(["model,benchmark,repeat,build,accuracy,n", *lines]))
    loading.load(folder / "data", folder / "store", [str(file)], name="again", unit="fraction")
    declare(folder, SEEDS.replace("seeds", "again").replace('average = ["seed"]\n', ""))
    snapshots.use(store)
    study = the("again")
    chosen, view = study.defaults(), study.views[0]
    (row,) = study.view_rows(view, chosen)
    assert (row["value"], row["reruns"], row["n_items"]) == (pytest.approx(0.6), 5, 30)
    assert row["interval"][:2] == pytest.approx(wilson(18, 30))
    assert "5 runs; repeats count as attempts" in str(study.answer(view, chosen, 1).figure)


@pytest.mark.long
def test_a_draft_of_what_varies_can_be_added(folder: Path, store: Path) -> None:
    text = draft(["sweep"])
    assert text is not None
    declare(folder, text.replace('path = "budget"', 'path = "drafted"'))
    snapshots.use(store)
    assert the("drafted").path == "drafted"
    assert draft(["none"]) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            SWEEP.replace("settings.budget", "settings.absent"),
            r"`rows` selects has settings\.absent \(expected settings\.attempts, settings\.budget, ",
        ),
        pytest.param(
            SWEEP.replace('"sweep"]', '"gone"]'),
            "rows.where.source is gone, but no loaded number",
            marks=pytest.mark.long,
        ),
        (SWEEP.replace('"sweep"]', '".*"]'), r"rows.where.source is \.\*, but no loaded number"),
        pytest.param(
            SWEEP.replace('"accuracy"', '"acuracy"'),
            "rows.metric is acuracy, but no loaded number",
            marks=pytest.mark.long,
        ),
        (f'{SWEEP}baseline = {{ "settings.budget" = 7 }}\n', "roles.baseline is 7, but no number"),
        (SWEEP.replace('path = "sweep"', 'path = "models"'), "no page of Reasonboard uses"),
        (SWEEP.replace('path = "sweep"', 'path = "explore"'), "no page of Reasonboard uses"),
    ],
)
def test_a_study_that_fits_no_number_or_takes_another_path_is_refused(
    folder: Path, store: Path, text: str, reason: str
) -> None:
    before = snapshots.current(store)
    with pytest.raises(IngestError, match=reason):
        declare(folder, text)
    assert snapshots.current(store) == before


def test_two_studies_of_one_path_are_refused(folder: Path) -> None:
    one = declaring.read(EXAMPLES[0])
    with pytest.raises(IngestError, match="two studies have the path"):
        declaring.add(folder / "data", folder / "store", [one, declaring.read(EXAMPLES[0])])


@pytest.mark.long
def test_the_page_stays_where_its_runs_are_gone(folder: Path, store: Path) -> None:
    text = SWEEP.replace('path = "sweep"', 'path = "gone"')
    declare(folder, text + 'average = ["seed", "settings.temperature"]\n')
    loading.remove(folder / "data", store, ["sweep"])
    snapshots.use(store)
    study = the("gone")
    values = study.defaults()
    figure = study.answer(study.views[0], values, 4).figure
    assert figure["layout"]["meta"]["empty"]
    assert "has a budget" in figure["layout"]["meta"]["summary"]


def test_the_folder_of_a_team_adds_changes_and_takes_out(folder: Path, store: Path) -> None:
    team = folder / "team"
    team.mkdir()
    text = EXAMPLES[0].read_text().replace("path = ", 'path = "of-a-team" # ', 1)
    (team / "one.toml").write_text(text)
    (team / "bad.toml").write_text("path = 3")
    problems = declaring.add_folder(folder / "data", store, team)
    assert len(problems) == 1
    assert problems[0].startswith("bad.toml: path is 3")
    (team / "bad.toml").unlink()
    snapshots.use(store)
    assert {row["path"] for row in query("studies/own/in_folder")} == {"of-a-team"}
    (team / "one.toml").unlink()
    assert declaring.add_folder(folder / "data", store, team) == []
    snapshots.use(store)
    assert query("studies/own/in_folder") == []
    assert declaring.add_folder(folder / "data", store, folder / "absent")[0].startswith(
        "REASONBOARD_STUDIES"
    )


BAD: dict[str, str | bytes] = {
    "huge.toml": "path = " + "9" * 5000,
    "hex.toml": "path = 0x" + "f" * 5000,
    "deep.toml": "path = " + "[" * 5000,
    "bytes.toml": b"path = '\xff'",
    "cut.toml": "path = ",
    "empty.toml": "",
    "large.toml": "#" * 100_000,
}


@pytest.mark.long
def test_one_bad_file_of_a_folder_is_left_out_with_its_line(folder: Path, store: Path) -> None:
    team = folder / "spoilt"
    team.mkdir()
    for name, content in BAD.items():
        (team / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    os.mkfifo(team / "pipe.toml")
    (team / "folder.toml").mkdir()
    (team / "loop.toml").symlink_to("loop.toml")
    (team / "gone.toml").symlink_to("nowhere")
    text = EXAMPLES[0].read_text().replace("path = ", 'path = "of-a-team" # ', 1)
    (team / "kept-in-git").write_text(text)
    (team / "zz.toml").symlink_to("kept-in-git")
    (problems,) = ended(lambda: declaring.add_folder(folder / "data", store, team))
    assert isinstance(problems, list)
    bad = sorted([*BAD, "pipe.toml", "folder.toml", "loop.toml", "gone.toml"])
    assert [problem.partition(":")[0] for problem in problems] == bad
    for problem in problems:
        assert "(expected " in problem
        assert problem.endswith(". It was not added")
        assert problem.isprintable()
    snapshots.use(store)
    assert {row["path"] for row in query("studies/own/in_folder")} == {"of-a-team"}
    declared_studies.remove(folder / "data", store, ["of-a-team"])


def test_the_commands_say_what_is_wrong_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(folder / "store"))
    monkeypatch.setenv("REASONBOARD_DATA", str(folder / "data"))
    (folder / "bad.toml").write_text("path = 3")
    for arguments in (
        ["study", "add", str(folder / "bad.toml")],
        ["study", "add", str(folder / "absent.toml")],
        ["study", "remove", "absent"],
        ["study", "suggest", "absent"],
    ):
        assert main(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["study", "list"]) == 0
    assert "needle," in capsys.readouterr().out


def test_sizes_and_ordered_words_stand_in_their_order_and_are_named_by_it(store: Path) -> None:
    study = the("quantization")
    values = study.defaults()
    choices = {control.name: control.options(values) for control in study.controls}
    sizes = ["example/1.5b", "example/7b", "example/32b"]
    bits = ["bf16", "fp8", "int8", "int4", "int3", "int2"]
    assert [choice.value for choice in choices["model"]] == sizes
    assert [choice.value for choice in choices["x"]] == bits
    rows = study.view_rows(study.views[0], values)
    assert list(dict.fromkeys(row["color"] for row in rows)) == sizes
    assert [row["x"] for row in rows[: len(bits)]] == bits
    assert study.headline is not None
    answer = study.headline(study, values)
    assert answer is not None
    assert answer.strong == "Accuracy falls from bf16 to int2 on all 9 lines, significantly on 7."


def test_a_study_of_all_metrics_is_headed_by_the_one_that_is_shown(store: Path) -> None:
    study = the("language")
    meta = study.answer(study.views[0], study.defaults(), 4).figure["layout"]["meta"]
    assert meta["heading"] == "Accuracy by language and model"


def test_statistics_over_answers_are_those_of_the_rows_and_a_column_of_problems_can_play_a_role(
    folder: Path, store: Path
) -> None:
    rows = [
        (item, repeat, level, (item + repeat) % 3 == 0, 100 * item + 7 * repeat**2)
        for level in ("easy", "hard")
        for item in range(4 if level == "easy" else 6)
        for repeat in range(5)
    ]
    lines = [
        f"m,B,{level}-{item},{repeat},{level},{int(right)},{tokens},{'length' if tokens > _LIMIT else 'stop'},{right}"
        for item, repeat, level, right, tokens in rows
    ]
    header = "model,benchmark,item,repeat,difficulty,score,tokens_out,finish,answer"
    (folder / "answers.csv").write_text("\n".join([header, *lines]))
    (folder / "answers.toml").write_text('settings = ["difficulty"]\n')
    loading.load(folder / "data", store, [str(folder / "answers.csv")], name="answers")

    def attempts_of(level: str) -> list[list[bool]]:
        items = sorted({row[0] for row in rows if row[2] == level})
        return [[row[3] for row in rows if row[0] == item and row[2] == level] for item in items]

    expected: dict[str, Callable[[list[tuple[Any, ...]]], float]] = {
        "median(tokens)": lambda of: statistics.median(tokens for *_, tokens in of),
        "mean(tokens)": lambda of: statistics.mean(tokens for *_, tokens in of),
        "accuracy": lambda of: statistics.mean(right for *_, right, _ in of),
        "cut_share": lambda of: statistics.mean(tokens > _LIMIT for *_, tokens in of),
    }
    repeated = {"any": ("pass@k", any), "all": ("pass^k", all), "most": ("majority@k", _vote)}
    head = 'question = "How?"\n[rows]\nof = "answers"\nwhere = { source = "answers" }\n[roles]\n'
    declare(
        folder,
        *(
            f'path = "answers-{number}"\n{head}x = "settings.difficulty"\ny = "{name}"\n'
            for number, name in enumerate(expected)
        ),
        *(
            f'path = "{path}-right"\n{head}x = "k"\ncolor = "settings.difficulty"\ny = "{name}"\n'
            for path, (name, _) in repeated.items()
        ),
    )
    snapshots.use(store)
    for number, of_rows in enumerate(expected.values()):
        study = the(f"answers-{number}")
        found = {row["x"]: row["value"] for row in study.rows("grid", study.defaults())}
        assert found == pytest.approx(
            {level: of_rows([row for row in rows if row[2] == level]) for level in ("easy", "hard")}
        )
    for path, (_, score) in repeated.items():
        study = the(f"{path}-right")
        by_place = {
            (row["color"], row["x"]): row["value"] for row in study.rows("grid", study.defaults())
        }
        assert by_place == pytest.approx(
            {
                (level, str(k)): statistics.mean(
                    statistics.mean(map(score, combinations(attempts, k)))
                    for attempts in attempts_of(level)
                )
                for level in ("easy", "hard")
                for k in (1, 2, 4)
            }
        )


def _vote(drawn: Sequence[bool]) -> float:
    """The score of the more frequent of right and wrong, which all wrong answers agree on."""
    right = sum(drawn) / len(drawn)
    return float(right > 1 / 2) if right != 1 / 2 else 1 / 2


@pytest.mark.long
def test_an_axis_of_numbers_with_values_in_another_unit_is_refused_and_one_of_names_says_it(
    folder: Path, store: Path
) -> None:
    (folder / "mixed.csv").write_text(
        "model,benchmark,settings.time,accuracy\nm,B,90,0.5\nm,B,1h,0.6\nm,B,2h,0.7\n"
    )
    (folder / "mixed.toml").write_text('unit = "fraction"\n')
    loading.load(folder / "data", store, [str(folder / "mixed.csv")], name="mixed")
    text = SWEEP.replace("sweep", "mixed").replace("settings.budget", "settings.time")
    for stated, shown in (('scale = "log2"', "log2"), ('unit = "s"', 'of the unit "s"')):
        with pytest.raises(IngestError) as refused:
            declare(folder, text.replace('scale = "log2"', stated))
        assert str(refused.value) == (
            f"mixed: roles.x is {shown}, and 2 of its 3 values are not numbers: 1h "
            '(expected numbers of one unit, or scale = "names")'
        )
    declare(folder, text.replace(', scale = "log2"', ""))
    snapshots.use(store)
    study = the("mixed")
    meta = study.answer(study.views[0], study.defaults(), 4).figure["layout"]["meta"]
    assert "Numbers and words: side by side" in meta["subtitle"]


@pytest.mark.long
def test_a_role_with_too_many_values_is_refused(folder: Path, store: Path) -> None:
    rows = [f"m,B,{depth},0.5" for depth in range(2_001)]
    (folder / "deep.csv").write_text("\n".join(["model,benchmark,depth,accuracy", *rows]))
    (folder / "deep.toml").write_text('unit = "fraction"\nsettings = ["depth"]\n')
    loading.load(folder / "data", store, [str(folder / "deep.csv")], name="deep")
    text = SWEEP.replace("sweep", "deep").replace(
        '"settings.budget", scale = "log2"', '"settings.depth"'
    )
    with pytest.raises(IngestError, match=r"roles\.x has 2,001 values \(expected at most 2,000\)"):
        declare(folder, text)
