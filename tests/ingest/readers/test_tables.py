"""Tables as people keep them: tidy and wide, of answers, in every kind of file, and the traps in their cells."""

import json
from pathlib import Path

import duckdb
import pytest

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Sample
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.readers.tables.tidy import reader as tables
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
        "MMLU:anatomy", "acc", 43.7, 1.2, 135, "percent", "row 2"
    )  # fmt: skip


def test_k_of_n_is_the_fraction_that_it_is(tmp_path: Path) -> None:
    (one,) = numbers(read(written(tmp_path, "model,benchmark,k,n\nm,AIME24,13,30\n")))
    assert (one.value, one.unit, one.n_items) == (13 / 30, "fraction", 30)
    with pytest.raises(IngestError, match=r"t\.csv:2: 31 right of 30"):
        read(written(tmp_path, "model,benchmark,k,n\nm,AIME24,31,30\n"))


def test_a_column_of_tokens_is_a_length_beside_the_value(tmp_path: Path) -> None:
    text = "model,benchmark,accuracy,tokens,unit\nm,B,0.5,812.5,fraction\n"
    length, accuracy = numbers(read(written(tmp_path, text)))
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
        ("m", "T1", 2, 90.5, "row 2, column type_T1_len_2"),
        ("m", "T4", 10, 40, "row 2, column type_T4_len_10"),
        ("k", "T4", 10, 39.5, "row 3, column type_T4_len_10"),
    ]
    assert list(found[-1].unread.notes()) == [
        "not read: note (keep with `reasonboard load --settings note`, or name it settings.note)"
    ]


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


def test_the_real_matrix_alone_is_refused_with_what_has_to_be_said() -> None:
    with pytest.raises(IngestError, match=r":1: no column for model \(expected wide_.*toml to say"):
        list(tables.read(File(FORMATS / "wide_pythia1.4b_task_by_step_real.csv")))


def test_the_real_tidy_table_says_no_unit_and_is_read_with_one(tmp_path: Path) -> None:
    path = FORMATS / "tidy_scores.csv"
    with pytest.raises(IngestError, match=r":2: no unit \(expected fraction, percent"):
        list(tables.read(File(path)))
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    copy.with_suffix(".toml").write_text('unit = "percent"')
    found = read(File(copy))
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


def test_a_semicolon_and_a_decimal_comma_are_read_where_they_are_said(tmp_path: Path) -> None:
    text = "Modell;Aufgabe;Wert\nm;B;43,7\n"
    about = (
        'unit = "percent"\nseparator = ";"\ndecimal = ","\n'
        '[columns]\nModell = "model"\nAufgabe = "benchmark"\nWert = "value"\n'
    )
    (one,) = numbers(read(written(tmp_path, text, about=about)))
    assert (one.benchmark, one.value) == ("B", 43.7)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("85.7%", 'unit = "percent"'),
        ('"85,7"', 'decimal = ","'),
        ("85.7 ± 0.4", "column stderr"),
        ("85.7 (0.4)", "column stderr"),
        ("1_000", "expected a number such as"),
        ("0x1F", "expected a number such as"),
        ("٣", "expected a number such as"),
    ],
)
def test_a_cell_that_is_no_plain_number_is_refused_with_a_hint(
    cell: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(IngestError, match=r"t\.csv:2: value is") as error:
        read(written(tmp_path, TIDY + f"m,B,acc,{cell},percent\n"))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("cell", "missing"), [("NaN", "NaN"), ("inf", "Infinity"), ("-Infinity", "-Infinity"), ("N/A", "N/A")]
)  # fmt: skip
def test_four_ways_to_be_missing_are_kept_apart(cell: str, missing: str, tmp_path: Path) -> None:
    (one,) = numbers(read(written(tmp_path, TIDY + f"m,B,acc,{cell},percent\n")))
    assert (one.value, one.missing) == (None, missing)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("unit = 5", r"t\.toml: unit is 5 \(expected a text\)"),
        ("color = 1", r"t\.toml: color \(expected one of unit, wide"),
        (
            'wide = "len_{length}"',
            r"wide is 'len_\{length\}' \(expected a name with fields in braces",
        ),
        ('wide = "len_{task_length}"', r"no column is named so .*as in wide"),
        ("[constants]\ncolor = 1", r"color is no field \(expected one of"),
        ('[columns]\nnothing = "model"', r"there is no column 'nothing'"),
        ("unit = ", r"t\.toml: "),
    ],
)
def test_a_wrong_description_is_refused_by_name(about: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=message):
        read(written(tmp_path, TIDY + "m,B,acc,1,percent\n", about=about))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model,benchmark,acc,exact_match,unit\nm,B,1,1,percent\n", r":1: 'acc' and 'exact_match' could both be"),
        (TIDY + "m,B,acc,1\n", r":2: 4 fields \(expected 5\)"),
        (TIDY + 'm,B,acc,"1,percent\n', r":2: .*(quote|end of data)"),
        (TIDY + "m,B\0,acc,1,percent\n", r":2: a NUL"),
        ("model,benchmark,value,Value,unit\n", r":1: two columns of one name"),
        (TIDY.replace("metric", "step") + "m,B,1.5,1,percent\n", r":2: step is '1\.5' \(expected a whole"),
        (TIDY.replace("metric", "step") + "m,B,1e99,1,percent\n", r":2: step is '1e99' \(expected a whole"),
        (TIDY.replace("metric", "step") + "m,B,inf,1,percent\n", r":2: step is 'inf' \(expected a number"),
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


def test_rows_that_differ_in_a_column_that_is_not_read_are_refused_by_its_name(
    tmp_path: Path,
) -> None:
    rows = "model,task,value,unit,budget,color\nm-7b,B,0.5,fraction,1024,red\nm-7b,B,0.6,fraction,2048,red\n"
    file = put(tmp_path / "t.csv", rows)
    with pytest.raises(
        IngestError,
        match=r"t\.csv:3: m-7b, B, accuracy is 0\.6, and 0\.5 in row 2, which differs in 'budget', not read",
    ) as error:
        list(tables.read(file))
    assert "color" not in str(error.value)
    put(tmp_path / "t.toml", 'settings = ["budget"]\n')
    assert len(list(tables.read(File(file.path)))) == 2
