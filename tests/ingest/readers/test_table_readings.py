"""Tables as people have them: what is read, asked and refused. Names and numbers are made up."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.read import grids
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.tables import answers, reader
from reasonboard.ingest.readers.tables.propose import propose
from reasonboard.ingest.readers.tables.reader import QuestionError
from reasonboard.ingest.readers.tables.toml_form import answers_of, to_toml
from reasonboard.store.documents import parse_toml

CASES = Path(__file__).parents[4] / "shared" / "cases" / "tables"
Number = tuple[str, str, str, float, str]

READ: dict[str, tuple[str, list[Number]]] = {
    "an_index.csv": (
        ",model_name,dataset,acc,num_samples\n0,lab/plum-7b,GSM8K,0.8431,1319\n1,lab/fig-3b,GSM8K,0.7165,1319\n",
        [
            ("lab/plum-7b", "GSM8K", "acc", 0.8431, "fraction"),
            ("lab/fig-3b", "GSM8K", "acc", 0.7165, "fraction"),
        ],
    ),
    "rank_and_average.csv": (
        "Rank,Model,AIME24,HLE,Average\n1,plum-14b,46.7,4.1,25.4\n2,sloe-4b,3.3,0.9,2.1\n",
        [
            ("plum-14b", "AIME24", "accuracy", 46.7, "percent"),
            ("plum-14b", "HLE", "accuracy", 4.1, "percent"),
            ("sloe-4b", "AIME24", "accuracy", 3.3, "percent"),
            ("sloe-4b", "HLE", "accuracy", 0.9, "percent"),
        ],
    ),
    "models_as_columns.md": (
        "| Benchmark (Metric) | plum-7b | fig-3b |\n|---|---|---|\n| # Params | 7B | 3B |\n"
        "| MATH-500 (EM) | **53.8** | 41.2 |\n"
        "| Codeforces (rating) | 612 | - |\n| MT-Bench (score) | 7.1 | 6.0 |\n",
        [
            ("plum-7b", "MATH-500", "em", 53.8, "percent"),
            ("plum-7b", "Codeforces", "rating", 612, "elo"),
            ("plum-7b", "MT-Bench", "score", 7.1, "score"),
            ("fig-3b", "MATH-500", "em", 41.2, "percent"),
            ("fig-3b", "MT-Bench", "score", 6.0, "score"),
        ],
    ),
    "math500_by_k.csv": (
        "model,1,2,4\nplum-7b,0.41,0.52,0.63\n".replace("model,", "pass@k,"),
        [
            ("plum-7b", "math500", "pass@1", 0.41, "fraction"),
            ("plum-7b", "math500", "pass@2", 0.52, "fraction"),
            ("plum-7b", "math500", "pass@4", 0.63, "fraction"),
        ],
    ),
    "counts.csv": (
        "model,benchmark,n_correct,n_total\nplum-7b,GSM8K,1112,1319\n",
        [("plum-7b", "GSM8K", "accuracy", 1112 / 1319, "fraction")],
    ),
    "passed.csv": (
        "model,suite,passed,failed,total,pass_rate\nplum-7b,unit,80,20,100,80.0%\n",
        [("plum-7b", "unit", "pass_rate", 80.0, "percent")],
    ),
    "marks.csv": (
        "model_name,writing,math,overall\nplum-14b,8.2,8.1,8.15\nfig-3b,6.9,4.3,5.6\n",
        [
            ("plum-14b", "marks:writing", "score", 8.2, "score"),
            ("plum-14b", "marks:math", "score", 8.1, "score"),
            ("fig-3b", "marks:writing", "score", 6.9, "score"),
            ("fig-3b", "marks:math", "score", 4.3, "score"),
        ],
    ),
    "means_and_spreads.csv": (
        "method,aime24_acc_mean,aime24_acc_std,aime24_len_mean,n_seeds\nSFT,0.133,0.02,3320,3\nGRPO,0.300,0.03,7040,3\n",
        [
            ("SFT", "aime24", "acc", 0.133, "fraction"),
            ("SFT", "aime24", "token_length", 3320, "tokens"),
            ("GRPO", "aime24", "acc", 0.3, "fraction"),
            ("GRPO", "aime24", "token_length", 7040, "tokens"),
        ],
    ),
    "continued.md": (
        "| Model | GSM8K | Δ |\n|---|---|---|\n| plum-7b | 61.0 | |\n| + SFT | 70.5 | +9.5 |\n"
        "| fig-3b | 50.0 | |\n| + SFT | 58.1 | +8.1 |\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 61.0, "percent"),
            ("plum-7b + SFT", "GSM8K", "accuracy", 70.5, "percent"),
            ("fig-3b", "GSM8K", "accuracy", 50.0, "percent"),
            ("fig-3b + SFT", "GSM8K", "accuracy", 58.1, "percent"),
        ],
    ),
    "nested.json": (
        '{"gsm8k": {"plum-7b": 84.3, "fig-3b": 71.7}}',
        [
            ("plum-7b", "gsm8k", "accuracy", 84.3, "percent"),
            ("fig-3b", "gsm8k", "accuracy", 71.7, "percent"),
        ],
    ),
    "a_run.json": (
        '{"model": "plum-7b", "results": {"gsm8k": {"acc": 0.8431, "n": 1319}, "arc_easy": {"acc": null, "n": 0}}}',
        [("plum-7b", "gsm8k", "acc", 0.8431, "fraction")],
    ),
    "weighted.csv": (
        "model,overall_accuracy,Character,Setting,Plot\nplum-7b,61.3,66.0,58.1,57.2\nfig-3b,50.8,55.5,49.0,46.1\n",
        [
            ("plum-7b", "weighted", "accuracy", 61.3, "percent"),
            ("plum-7b", "weighted:Character", "accuracy", 66.0, "percent"),
            ("plum-7b", "weighted:Setting", "accuracy", 58.1, "percent"),
            ("plum-7b", "weighted:Plot", "accuracy", 57.2, "percent"),
            ("fig-3b", "weighted", "accuracy", 50.8, "percent"),
            ("fig-3b", "weighted:Character", "accuracy", 55.5, "percent"),
            ("fig-3b", "weighted:Setting", "accuracy", 49.0, "percent"),
            ("fig-3b", "weighted:Plot", "accuracy", 46.1, "percent"),
        ],
    ),
    "costs.csv": (
        "model,accuracy (%),latency_ms,cost\nplum-7b,61.0,850,$0.38\n",
        [
            ("plum-7b", "costs", "accuracy", 61.0, "percent"),
            ("plum-7b", "costs", "latency", 850, "ms"),
            ("plum-7b", "costs", "cost", 0.38, "usd"),
        ],
    ),
}

READ |= {
    "seeds.csv": (
        "seed,method,gsm8k\n0,grpo,84.1\n1,grpo,83.2\nmean,grpo,83.65\nstd,grpo,0.6\n",
        [
            ("grpo", "gsm8k", "accuracy", 84.1, "percent"),
            ("grpo", "gsm8k", "accuracy", 83.2, "percent"),
        ],
    ),
    "differences.md": (
        "| Base | Variant | GSM8K |\n|---|---|---|\n| plum-7b | SFT | 71.6 |\n| plum-7b | Thorn | 80.5 |\n"
        "| Δ over SFT | | +8.9 |\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 71.6, "percent"),
            ("plum-7b", "GSM8K", "accuracy", 80.5, "percent"),
        ],
    ),
    "methods_and_models.md": (
        "Ablation on MATH-500, in %.\n\n| | Plum-7B | Fig-8B |\n|---|---|---|\n"
        "| Base | 53.8 | 47.4 |\n| + GRPO | 72.4 | 57.8 |\n",
        [
            ("Plum-7B", "MATH-500", "accuracy", 53.8, "percent"),
            ("Plum-7B", "MATH-500", "accuracy", 72.4, "percent"),
            ("Fig-8B", "MATH-500", "accuracy", 47.4, "percent"),
            ("Fig-8B", "MATH-500", "accuracy", 57.8, "percent"),
        ],
    ),
    "contexts.md": (
        "| Context | plum-7b | fig-8b-128k |\n|--|--|--|\n| 4K | 95.1% | 90.2% |\n| 128K | OOM | 58.8% |\n",
        [
            ("plum-7b", "contexts", "score", 95.1, "percent"),
            ("fig-8b-128k", "contexts", "score", 90.2, "percent"),
            ("fig-8b-128k", "contexts", "score", 58.8, "percent"),
        ],
    ),
    "an_unknown_benchmark.csv": (
        "model,AIME24,BRUMO,HMMT25\nplum-7b,66.9,71.5,43.1\n",
        [
            ("plum-7b", "AIME24", "accuracy", 66.9, "percent"),
            ("plum-7b", "BRUMO", "accuracy", 71.5, "percent"),
            ("plum-7b", "HMMT25", "accuracy", 43.1, "percent"),
        ],
    ),
    "mixed.csv": (
        "model,GSM8K\nplum-7b,88.1\nfig-3b,1180/1319\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 88.1, "percent"),
            ("fig-3b", "GSM8K", "accuracy", 1180 / 1319, "fraction"),
        ],
    ),
}

ASKED = {
    "no_model.csv": ("temperature,accuracy\n0.0,0.538\n0.6,0.552\n", 'Say --as "model=NAME"'),
    "unit.csv": ("model,hard_math_score\nplum-7b,0.4\nfig-3b,0.9\n", "hard_math_score"),
    "accuracy.csv": (
        "model,accuracy\nplum-7b,0.8\nfig-3b,0.6\n",
        "is 0.8 in 'accuracy' 80% or 0.8%",
    ),
    "who.csv": (
        "submission,base_model,accuracy\ns1,plum-14b,61.2\ns2,plum-14b,58.9\ns3,fig-3b,57.0\n",
        '--as "submission=model" or --as "base_model=model"',
    ),
    "twice.csv": (
        "model,benchmark,accuracy\nplum-7b,GSM8K,0.538\nplum-7b,GSM8K,0.551\n",
        "line 2 and line 3",
    ),
    "twins.csv": ("model,model,acc\nplum,7b,0.84\nfig,3b,0.71\n", "two columns are called 'model'"),
    "brackets.md": (
        "| Model | MMLU |\n|---|---|\n| plum-7b | 65.2 (64.1) |\n| fig-3b | 56.1 (55.9) |\n",
        "65.2 (64.1)",
    ),
    "steps.json": (
        '{"plum-7b": {"0": {"gsm8k": 0.61}, "100": {"gsm8k": 0.72}},'
        ' "fig-3b": {"0": {"gsm8k": 0.5}, "100": {"gsm8k": 0.58}}}',
        '--as "key 2=step"',
    ),
    "failed.csv": ("model,wikitext2,c4\nplum-7b,5.47,7.26\nfig-3b,0.0,9.1\n", '--as "missing=0.0"'),
    "not_run.csv": (
        "model,gsm8k,math500\nplum-7b,84.3,53.0\nfig-3b,-1,41.2\n",
        '--as "missing=-1"',
    ),
    "metrics.csv": (
        "model,task,metric,value\nplum-7b,gsm8k,acc,84.3\nplum-7b,hotpotqa,f1,0.61\nfig-3b,gsm8k,acc,71.2\n",
        "is 0.61 in 'value' 61% or 0.61%",
    ),
    "axis.csv": ("model,1,2,4\nplum-7b,0.41,0.52,0.63\n", '--as "columns=k"'),
    "solved.csv": ("model,solved\nplum-7b,41\nfig-3b,38\n", "is 41 in 'solved' 41% or a count"),
}

REFUSED = {
    "corr.csv": (",accuracy,length\naccuracy,1.0,0.13\nlength,0.13,1.0\n", "the same names"),
    "confused.csv": ("actual,pred_a,pred_b\ntrue_a,50,3\ntrue_b,4,44\n", "confusion matrix"),
    "p_values.csv": ("comparison,p_value\nplum-7b vs fig-3b,0.012\n", "p values"),
    "settings.csv": ("parameter,value\nlearning_rate,1e-6\nbatch_size,128\n", "settings"),
    "benchmarks.csv": (
        "name,num_questions,random_baseline\nGSM8K,1319,0\nMMLU,14042,25.0\n",
        "random_baseline",
    ),
    "prose.csv": ("model,remark\nplum-7b,good\nfig-3b,bad\n", "no number in it"),
    "prepared.md": (
        "| Model | GSM8K |\n|---|---|\n| plum-7b | -- |\n| fig-3b | TODO |\n",
        "no number in it",
    ),
    "texts.csv": (
        "id,question,model_answer,reference\nq0,What is 0 + 3?,It is 0.,3\nq1,What is 1 + 4?,It is 5.,5\n",
        "no results",
    ),
    "wide.csv": (
        ",".join(f"c{n}" for n in range(500)) + "\n" + ",".join(["0.5"] * 500) + "\n",
        "500 columns",
    ),
}


def file(folder: Path, name: str, text: str) -> File:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return File(path, name)


def numbers(found: Iterable[Found | Bulk]) -> list[Number]:
    return [
        (each.run.model, one.benchmark, one.metric, one.value or 0.0, one.unit)
        for each in found
        if isinstance(each, Found)
        for one in each.measurements
    ]


@pytest.mark.parametrize("name", READ)
def test_a_table_is_read_as_it_is_meant(name: str, tmp_path: Path) -> None:
    text, expected = READ[name]
    assert sorted(numbers(reader.tables(file(tmp_path, name, text)))) == sorted(expected)


@pytest.mark.parametrize("name", ASKED)
def test_what_is_not_clear_is_asked_with_the_answer_ready(name: str, tmp_path: Path) -> None:
    text, said = ASKED[name]
    with pytest.raises(QuestionError) as error:
        list(reader.tables(file(tmp_path, name, text)))
    assert said in str(error.value)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_table_of_results_is_one_line(name: str, tmp_path: Path) -> None:
    text, said = REFUSED[name]
    with pytest.raises(Skip) as error:
        list(reader.tables(file(tmp_path, name, text)))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "said", "expected"),
    [
        ("no_model.csv", "model=plum-7b", ("plum-7b", "no_model", "accuracy", 0.538, "fraction")),
        (
            "unit.csv",
            "hard_math_score=percent",
            ("plum-7b", "unit", "hard_math_score", 0.4, "percent"),
        ),
        ("accuracy.csv", "accuracy=fraction", ("plum-7b", "accuracy", "accuracy", 0.8, "fraction")),
        (
            "accuracy.csv",
            "accuracy=accuracy of GSM8K in percent",
            ("plum-7b", "GSM8K", "accuracy", 0.8, "percent"),
        ),
        ("who.csv", "submission=model", ("s1", "who", "accuracy", 61.2, "percent")),
        (
            "brackets.md",
            "MMLU ()=standard deviation",
            ("plum-7b", "MMLU", "accuracy", 65.2, "percent"),
        ),
        ("steps.json", "key 2=step", ("plum-7b", "gsm8k", "accuracy", 0.61, "fraction")),
        ("not_run.csv", "missing=-1", ("plum-7b", "gsm8k", "accuracy", 84.3, "percent")),
        ("solved.csv", "solved=percent", ("plum-7b", "solved", "solved", 41, "percent")),
    ],
)
def test_an_answer_settles_the_question(
    name: str, said: str, expected: Number, tmp_path: Path
) -> None:
    table = file(tmp_path, name, ASKED[name][0])
    table.answers = (said,)
    assert numbers(reader.tables(table))[0] == expected


def test_the_options_of_a_question_can_be_typed(tmp_path: Path) -> None:
    for name, (text, _) in ASKED.items():
        (grid,) = grids(file(tmp_path, name, text))
        question = propose(grid)[0].question
        assert question
        for option in question.options:
            said = option.say.replace("NAME", "plum-7b").replace("BENCHMARK", "GSM8K")
            later = propose(grid, answers.parse([said]))[0].question
            assert later is None or later.text != question.text, option.say


@pytest.mark.parametrize("name", READ)
def test_a_reading_is_the_same_by_its_toml(name: str, tmp_path: Path) -> None:
    for grid in grids(file(tmp_path, name, READ[name][0])):
        reading, _ = propose(grid)
        said = answers_of(parse_toml(to_toml([reading]), "t.toml"), "t.toml")
        again, _ = propose(grid, said)
        assert [
            (each.role, each.benchmark, each.metric, each.unit, each.of) for each in again.columns
        ] == [
            (each.role, each.benchmark, each.metric, each.unit, each.of) for each in reading.columns
        ]
        assert again.shape == reading.shape


def test_a_toml_beside_a_table_may_say_it(tmp_path: Path) -> None:
    table = file(tmp_path, "t.csv", ASKED["unit.csv"][0])
    file(tmp_path, "t.toml", '[as]\nhard_math_score = "accuracy of GSM8K in percent"\n')
    assert reader.recognizes(table)
    assert numbers(reader.read(table))[0] == (("plum-7b", "GSM8K", "accuracy", 0.4, "percent"))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Score", "expected COLUMN="),
        ("accuracy=what I like", "is no role"),
        ("accuracy ±=nothing known", "expected standard error"),
    ],
)
def test_a_wrong_answer_says_what_is_possible(said: str, problem: str, tmp_path: Path) -> None:
    table = file(tmp_path, "accuracy.csv", ASKED["accuracy.csv"][0])
    table.answers = (said,)
    with pytest.raises(IngestError, match=problem):
        list(reader.tables(table))


def test_the_number_of_problems_belongs_to_its_benchmark(tmp_path: Path) -> None:
    text = "model,gsm8k.acc,gsm8k.n,math.acc,math.n\nplum-7b,0.843,1319,0.538,500\n"
    found = [
        each for each in reader.tables(file(tmp_path, "t.csv", text)) if isinstance(each, Found)
    ]
    counts = {one.benchmark: one.n_items for each in found for one in each.measurements}
    assert counts == {"gsm8k": 1319, "math": 500}


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("n", "n = -3 (expected a positive number of problems)"),
        ("num_problems", "num_problems = -3 (expected a positive number of problems)"),
        ("repeats", "repeats = -3 (expected a positive number of repeats)"),
    ],
)
def test_a_count_below_0_is_refused_with_its_row(header: str, words: str, tmp_path: Path) -> None:
    text = f"model,MATH500,GSM8K,{header}\nplum-7b,80.1,70.2,500\nsloe-7b,70.1,60.2,-3\n"
    table = file(tmp_path, "t.csv", text)
    with pytest.raises(IngestError, match=re.escape(f"t.csv: line 3, column '{header}': {words}")):
        list(reader.tables(table))
    table.answers = (f"{header}=not used",)
    assert len(numbers(reader.tables(table))) == 4


def test_a_long_text_in_a_table_takes_no_time(tmp_path: Path) -> None:
    text = "id,model,question,note\n" + "".join(
        f"q{n},plum-7b,{'why and ' * 200}{n},{'x (' * 300}\n" for n in range(50)
    )
    with pytest.raises(Skip):
        list(reader.tables(file(tmp_path, "t.csv", text)))


@pytest.mark.parametrize("word", ["NaN", "nan", "-inf"])
def test_a_step_that_is_not_a_number_is_a_gap_and_a_dash_is_nothing(
    word: str, tmp_path: Path
) -> None:
    rows = f"model,step,gsm8k\nplum-7b,10,41.2\nplum-7b,20,{word}\nplum-7b,30,-\nplum-7b,40,47.0\n"
    found = [one for one in reader.read(file(tmp_path, "t.csv", rows)) if isinstance(one, Found)]
    values = [(one.run.step, each.value) for one in found for each in one.measurements]
    assert values == [(10, 41.2), (20, None), (40, 47.0)]


def test_a_value_outside_its_unit_is_refused_with_its_cell(tmp_path: Path) -> None:
    table = file(tmp_path, "t.csv", "model,gsm8k\nplum-7b,112.0\nfig-3b,71.7\n")
    with pytest.raises(IngestError, match=r"line 2, column 'gsm8k': 112.0 is no percent"):
        list(reader.tables(table))


def test_a_value_outside_its_bounds_is_refused_with_its_cell(tmp_path: Path) -> None:
    table = file(
        tmp_path,
        "t.csv",
        "model,acc,ci_low,ci_high\nplum-7b,0.843,0.85,0.86\nfig-3b,0.71,0.70,0.73\n",
    )
    with pytest.raises(IngestError, match=r"line 2, column 'acc': 0.843 is not between its bounds"):
        list(reader.tables(table))


@pytest.mark.skipif(not CASES.is_dir(), reason="../shared is absent")
def test_the_cases_are_read_asked_or_refused(tmp_path: Path) -> None:
    for folder in sorted(CASES.iterdir()):
        if not (folder / "expect.json").is_file():
            continue
        case = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
        try:
            found = list(reader.tables(File(folder / case["file"], case["file"])))
        except QuestionError:
            assert "ask" in (case["expect"], *case.get("accept", [])), folder.name
        except Skip:
            assert "refuse" in (case["expect"], *case.get("accept", [])), folder.name
        else:
            assert "read" in (case["expect"], *case.get("accept", [])), folder.name
            count = len(numbers(found))
            if not case.get("answers"):
                assert case["total"] <= count <= case["total"] + case["optional"], folder.name
