"""Tables as people keep them: tidy and wide, of answers, in every kind of file, and the traps in their cells."""

import json
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import delimited
from reasonboard.ingest.formats.records import Found, Measurement, Sample
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.readers.tables import oriented
from reasonboard.ingest.readers.tables import reader as tables
from tests.ingest.readers.found import of, put

FORMATS = Path(__file__).resolve().parents[2] / "files" / "tidy"
TIDY = "model,benchmark,metric,value,unit\n"


def written(folder: Path, text: str, name: str = "t.csv", about: str = "") -> File:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    if about:
        path.with_suffix(".toml").write_text(about)
    return File(path)


def read(file: File) -> list[Found]:
    assert tables.recognizes(file)
    return [one for one in tables.read(file) if isinstance(one, Found)]


def numbers(found: list[Found]) -> list[Measurement]:
    return [one for each in found for one in each.measurements]


def samples(found: list[Found]) -> list[Sample]:
    return [one for each in found for one in each.samples]


def test_a_row_is_a_number_with_its_run_and_place(tmp_path: Path) -> None:
    text = (
        "model,model_size,benchmark,subset,step,temperature,metric,value,stderr,n,unit\n"
        "a/b-7b,7B,MMLU,anatomy,64k,0.6,acc,43.7,1.2,135,percent\n"
    )
    (found,) = read(written(tmp_path, text))
    assert (found.run.model, found.run.params_b, found.run.step) == ("a/b-7b", 7.0, 64_000)
    assert found.run.settings == {"temperature": "0.6"}
    (one,) = found.measurements
    assert (one.benchmark, one.metric, one.value, one.stderr, one.n_items, one.unit, one.locator) == (
        "MMLU:anatomy", "acc", 43.7, 1.2, 135, "percent", "line 2, column 'value'"
    )  # fmt: skip


def test_k_of_n_is_the_fraction_that_it_is(tmp_path: Path) -> None:
    (one,) = numbers(read(written(tmp_path, "model,benchmark,k,n,unit\nm,AIME24,13,30,fraction\n")))
    assert (one.value, one.unit, one.n_items) == (13 / 30, "fraction", 30)
    with pytest.raises(IngestError, match=r"t\.csv: line 2, column 'k': 31 right of 30"):
        read(written(tmp_path, "model,benchmark,k,n,unit\nm,AIME24,31,30,fraction\n"))


def test_a_column_of_tokens_is_a_length_beside_the_value(tmp_path: Path) -> None:
    text = "model,benchmark,accuracy,tokens,unit\nm,B,0.5,812.5,fraction\n"
    accuracy, length = numbers(read(written(tmp_path, text)))
    assert (length.metric, length.value, length.unit) == ("token_length", 812.5, "tokens")
    assert (accuracy.metric, accuracy.value, accuracy.unit) == ("accuracy", 0.5, "fraction")


def test_rows_with_an_item_are_answers_counted_as_they_come(tmp_path: Path) -> None:
    text = (
        "model,benchmark,item_id,correct,tokens\n"
        "m,AIME24,p1,1,900\nm,AIME24,p1,false,1200\nm,AIME24,p2,,\n"
    )
    assert [
        (sample.item, sample.repeat, sample.score, sample.tokens_out)
        for sample in samples(read(written(tmp_path, text)))
    ] == [("p1", 0, 1.0, 900), ("p1", 1, 0.0, 1200), ("p2", 0, None, None)]


def test_a_matrix_over_type_and_length_needs_six_lines(tmp_path: Path) -> None:
    about = (
        'unit = "percent"\n'
        'wide = "type_{task_type}_len_{task_length}"\n'
        "[constants]\n"
        'benchmark = "chains"\n'
        'metric = "accuracy"\n'
        'method = "base"\n'
    )
    text = "model,type_T1_len_2,type_T4_len_10,note\nm,90.5,40,x\nk,,39.5,y\n"
    found = read(written(tmp_path, text, about=about))
    assert [
        (each.run.model, one.task_type, one.task_length, one.value, one.locator)
        for each in found
        for one in each.measurements
    ] == [
        ("m", "T1", 2, 90.5, "line 2, column 'type_T1_len_2'"),
        ("m", "T4", 10, 40, "line 2, column 'type_T4_len_10'"),
        ("k", "T4", 10, 39.5, "line 3, column 'type_T4_len_10'"),
    ]
    assert list(found[-1].unread) == ["note"]


def test_the_real_matrix_of_tasks_by_steps(tmp_path: Path) -> None:
    about = 'unit = "fraction"\nwide = "{step}"\n[constants]\nmodel = "EleutherAI/pythia-1.4b"\nmetric = "acc"\n'
    text = (FORMATS / "wide_pythia1.4b_task_by_step_real.csv").read_text()
    found = read(written(tmp_path, text, about=about))
    lambada = {
        each.run.step: one.value
        for each in found
        for one in each.measurements
        if one.benchmark == "lambada_openai"
    }
    assert len(lambada) == 27
    assert (lambada[0], lambada[3000], lambada[143000]) == (0.0, 0.3243, 0.6161)


def test_the_real_tidy_table_is_read(tmp_path: Path) -> None:
    found = read(File(FORMATS / "tidy_scores.csv"))
    assert len(numbers(found)) == 3
    first = numbers(found)[0]
    assert (found[0].run.model, first.benchmark, first.value, first.n_items) == (
        "org/Math-1.5B-Instruct", "gsm8k", 85.7, 1319
    )  # fmt: skip
    assert found[0].run.settings == {"backend": "sglang-0"}


def test_json_lines_say_the_same_as_the_csv(tmp_path: Path) -> None:
    text = (
        "model,benchmark,step,metric,value,unit\nm,B,1,acc,0.25,fraction\nm,B,2,acc,0.5,fraction\n"
    )
    plain = written(tmp_path, text)
    duckdb.sql(f"COPY (FROM '{plain.path}') TO '{tmp_path}/t.jsonl' (FORMAT json)")
    found = read(File(tmp_path / "t.jsonl"))
    assert [(one.run, [n.value for n in one.measurements]) for one in found] == [
        (one.run, [n.value for n in one.measurements]) for one in read(plain)
    ]


def test_a_semicolon_and_a_decimal_comma_are_read(tmp_path: Path) -> None:
    text = "Modell;Aufgabe;Wert\nm;B;43,7\n"
    about = 'unit = "percent"\n[columns]\nModell = "model"\nAufgabe = "benchmark"\nWert = "value"\n'
    (one,) = numbers(read(written(tmp_path, text, about=about)))
    assert (one.benchmark, one.value) == ("B", 43.7)


@pytest.mark.parametrize("cell", ["85.7%", '"85,7"', "85.7 ± 0.4", "85.7 (0.4)"])
def test_a_cell_is_read_as_people_mean_it_next_to_a_unit(cell: str, tmp_path: Path) -> None:
    about = '[as]\n"value ()" = "not used"\n'
    (one,) = numbers(read(written(tmp_path, TIDY + f"m,B,acc,{cell},percent\n", about=about)))
    assert (one.value, one.unit, one.stderr) == (85.7, "percent", None)


@pytest.mark.parametrize("cell", ["1_000", "0x1F", "٣"])
def test_a_cell_that_is_no_number_is_left_out_and_counted(cell: str, tmp_path: Path) -> None:
    found = read(written(tmp_path, TIDY + f"m,B,acc,1,percent\nm,C,acc,{cell},percent\n"))
    assert [one.benchmark for one in numbers(found)] == ["B"]
    assert any(f"cells that are no numbers, such as {cell!r}" in note for note in found[-1].notes)


@pytest.mark.parametrize(
    ("cell", "missing"), [("NaN", "NaN"), ("inf", "Infinity"), ("-Infinity", "-Infinity")]
)
def test_ways_to_be_no_number_are_kept_apart(cell: str, missing: str, tmp_path: Path) -> None:
    text = TIDY + f"m,B,acc,1,percent\nm,C,acc,{cell},percent\n"
    _, one = numbers(read(written(tmp_path, text)))
    assert (one.benchmark, one.value, one.missing) == ("C", None, missing)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("unit = 5", r"t\.toml: unit \(expected \[as\] with COLUMN = what it is"),
        ("color = 1", r"t\.toml: color \(expected \[as\]"),
        ("[as]\nvalue = [1]", r"t\.toml: value is \[1\] \(expected a text\)"),
        ("unit = ", r"t\.toml: "),
    ],
)
def test_a_wrong_description_is_refused_by_name(about: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=message):
        read(written(tmp_path, TIDY + "m,B,acc,1,percent\n", about=about))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TIDY + "m,B,acc,1\n", r":2: 4 cells \(expected 5"),
        (TIDY + 'm,B,acc,"1,percent\n', r":2: .*(quote|end of data)"),
        (TIDY + "m,B\0,acc,1,percent\n", r":2: a NUL"),
        ("model,benchmark,value,value,unit\nm,B,1,2,percent\n", r"two columns are called 'value'"),
        (TIDY.replace("metric", "step") + "m,B,1.5,1,percent\n", r": line 2: step is '1\.5' \(expected a whole"),
        (TIDY.replace("metric", "step") + "m,B,1e99,1,percent\n", r": line 2: step is '1e99' \(expected a whole"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=message):
        read(written(tmp_path, text))


def test_a_line_of_json_that_is_cut_is_refused_with_its_number(tmp_path: Path) -> None:
    row = json.dumps({"model": "m", "benchmark": "B", "value": 1, "unit": "percent"})
    with pytest.raises(IngestError, match=r"t\.jsonl:2:\d+"):
        read(written(tmp_path, f"{row}\n{row[:-5]}\n", "t.jsonl"))


def test_a_description_may_call_the_column_without_a_name(tmp_path: Path) -> None:
    about = 'unit = "percent"\n[columns]\n"" = "model"\nwin_rate = "value"\n[constants]\nbenchmark = "AlpacaEval"\n'
    table = written(tmp_path, ",win_rate\nplum-7b,61.2\nfig-7b,55.9\n", about=about)
    assert [(found.run.model, found.measurements[0].value) for found in read(table)] == [
        ("plum-7b", 61.2),
        ("fig-7b", 55.9),
    ]


def test_a_description_is_read_with_its_table(tmp_path: Path) -> None:
    file = written(tmp_path, TIDY + "m,B,acc,1,percent\n", about='unit = "percent"')
    about = File(file.path.with_suffix(".toml"))
    assert tables.recognizes(about)
    with pytest.raises(Skip, match=r"read with t\.csv"):
        list(tables.read(about))
    (tmp_path / "pyproject.toml").write_text("[project]")
    assert not tables.recognizes(File(tmp_path / "pyproject.toml"))


def test_a_description_that_begins_with_its_columns_is_not_taken_for_json(tmp_path: Path) -> None:
    file = written(tmp_path, TIDY + "m,B,acc,1,percent\n", about='[columns]\nbench = "benchmark"\n')
    about = File(file.path.with_suffix(".toml"))
    assert [one for one in READERS if one.recognizes(about)] == [READERS[-1]]


def test_a_study_beside_a_table_is_not_its_description(tmp_path: Path) -> None:
    about = 'path = "mine"\n[roles]\nx = "settings.budget"\n'
    file = written(tmp_path, TIDY + "m,B,acc,1,percent\n", about=about)
    assert len(list(tables.read(file))) == 1
    with pytest.raises(Skip, match=r"`reasonboard study add \S*t\.toml`"):
        list(tables.read(File(file.path.with_suffix(".toml"))))


def test_a_description_may_call_a_column_as_a_table_may(tmp_path: Path) -> None:
    """`accuracy` is what the values are, as it is where a column has that name itself."""
    put(
        tmp_path / "t.toml",
        'unit = "percent"\n[columns]\n"Genauigkeit" = "accuracy"\n"wer" = "model_name"\n',
    )
    file = put(tmp_path / "t.csv", "wer,task,Genauigkeit\nm-7b,B,43.7\n")
    (found,) = [one for one in tables.read(file) if isinstance(one, Found)]
    assert (found.run.model, of(found, "accuracy").value) == ("m-7b", 43.7)


def test_a_column_mapped_by_hand_is_the_metric_that_its_last_part_names(tmp_path: Path) -> None:
    put(tmp_path / "t.toml", 'unit = "fraction"\n[columns]\n"eval/acc" = "value"\n')
    file = put(tmp_path / "t.csv", "model,task,eval/acc\nm-7b,B,0.5\n")
    (found,) = [one for one in tables.read(file) if isinstance(one, Found)]
    assert [measurement.metric for measurement in found.measurements] == ["acc"]


def test_a_column_in_which_rows_of_one_place_differ_is_a_setting(tmp_path: Path) -> None:
    rows = "model,task,value,unit,budget,color\nm-7b,B,0.5,fraction,1024,red\nm-7b,B,0.6,fraction,2048,red\n"
    found = read(put(tmp_path / "t.csv", rows))
    assert [one.run.settings for one in found] == [{"budget": "1024"}, {"budget": "2048"}]


@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        ("k,n,pass_at_k", "8,64,0.47", ("pass@8", 0.47, None, 64)),
        ("k,n,pass@k", "8,64,0.47", ("pass@8", 0.47, None, 64)),
        ("k,pass^k", "4,0.3", ("pass^4", 0.3, None, None)),
        ("k,n,maj@k", "16,64,0.7", ("maj@16", 0.7, None, 64)),
        ("metric,k,value", "pass_at_k,8,0.47", ("pass@8", 0.47, None, None)),
        ("k,n", "8,64", ("accuracy", 0.125, 64, None)),
        ("k,n,note", "8,64,fine", ("accuracy", 0.125, 64, None)),
    ],
)
def test_a_column_k_belongs_to_the_score_beside_it_or_is_a_count(
    tmp_path: Path, header: str, row: str, expected: tuple[str, float, int | None, int | None]
) -> None:
    file = written(tmp_path, f"model,benchmark,{header},unit\nm,AIME24,{row},fraction\n")
    (one,) = numbers(read(file))
    assert (one.metric, one.value, one.n_items, one.n_repeats) == expected


def test_a_header_states_fields_by_a_pattern(tmp_path: Path) -> None:
    about = '[as]\n"len_{task_length}" = "accuracy of chains in percent"\n'
    found = numbers(read(written(tmp_path, "model,len_2,len_4k\nm,90.5,40\n", about=about)))
    assert [(one.benchmark, one.task_length, one.value) for one in found] == [
        ("chains", 2, 90.5),
        ("chains", 4000, 40),
    ]


def test_a_large_table_is_read_some_rows_at_a_time_as_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [f"m{n % 3},B{n // 3},{n % 3},0.{n:02},0.{n + 40:02}" for n in range(40)]
    file = written(tmp_path, "model,benchmark,step,acc,f1\n" + "".join(f"{row}\n" for row in rows))
    whole = read(file)
    monkeypatch.setattr(delimited, "LARGE", 1)
    monkeypatch.setattr(delimited, "FIRST_ROWS", 20)
    monkeypatch.setattr(oriented, "_PIECE", 7)
    found = read(File(file.path))
    of_whole = {number: one.run for one in whole for number in one.measurements}
    assert {number: one.run for one in found for number in one.measurements} == of_whole
    assert len(of_whole) == len(numbers(found)) == 80
