"""Tables of kinds that people have, by what each header and cell means. Names and numbers are made up."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.grids.read import grids
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.common.dates import iso_date
from reasonboard.ingest.readers.tables import reader
from reasonboard.ingest.readers.tables.propose import propose
from reasonboard.ingest.readers.tables.reader import QuestionError
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.toml_form import answers_of, to_toml
from reasonboard.store.documents import parse_toml
from tests.ingest.readers.test_table_readings import Number, file, numbers

READ: dict[str, tuple[str, list[Number]]] = {
    "ranks.csv": (
        "Model,Avg. Rank,Rank_Avg,GSM8K,GSM8K Rank\nplum-7b,1.0,1.0,84.3,1\nfig-3b,2.0,2.0,71.7,2\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 84.3, "percent"),
            ("fig-3b", "GSM8K", "accuracy", 71.7, "percent"),
        ],
    ),
    "frames.md": (
        "| Benchmark (Metric) | plum-7b | fig-3b |\n|---|---|---|\n| MMLU (EM) | 71.3 | 60.1 |\n"
        "| FRAMES (Acc.) | 52.5 | 40.5 |\n| DROP (3-shot F1) | 68.3 | 53.7 |\n"
        "| Codeforces (Percentile) | 20.3 | 9.1 |\n",
        [
            ("plum-7b", "MMLU", "em", 71.3, "percent"),
            ("plum-7b", "FRAMES", "acc", 52.5, "percent"),
            ("plum-7b", "DROP", "3_shot_f1", 68.3, "percent"),
            ("plum-7b", "Codeforces", "percentile", 20.3, "percent"),
            ("fig-3b", "MMLU", "em", 60.1, "percent"),
            ("fig-3b", "FRAMES", "acc", 40.5, "percent"),
            ("fig-3b", "DROP", "3_shot_f1", 53.7, "percent"),
            ("fig-3b", "Codeforces", "percentile", 9.1, "percent"),
        ],
    ),
    "empty_answers.csv": (
        "model,task,string_match,nulls\nplum-7b,niah_single_1,100.0,0/500\nplum-7b,vt,88.2,1/500\n",
        [
            ("plum-7b", "niah_single_1", "string_match", 100.0, "percent"),
            ("plum-7b", "vt", "string_match", 88.2, "percent"),
        ],
    ),
    "metric_column.md": (
        "| Metric | plum-7b-it | fig-3b-it | Eval code |\n|---|---|---|---|\n| GSM8K | 78.36 | 74.14 | [a](b) |\n"
        "| IFEval | 75.79 | 78.74 | [a](b) |\n",
        [
            ("plum-7b-it", "GSM8K", "accuracy", 78.36, "percent"),
            ("plum-7b-it", "IFEval", "accuracy", 75.79, "percent"),
            ("fig-3b-it", "GSM8K", "accuracy", 74.14, "percent"),
            ("fig-3b-it", "IFEval", "accuracy", 78.74, "percent"),
        ],
    ),
    "variants.csv": (
        "model,gsm8k_base,gsm8k_grpo\nplum-7b,71.2,84.3\n",
        [
            ("plum-7b", "gsm8k", "accuracy", 71.2, "percent"),
            ("plum-7b", "gsm8k", "accuracy", 84.3, "percent"),
        ],
    ),
    "kg.csv": (
        "Model,GSM8K,CO₂ cost (kg),Tokens\nplum-7b,84.3,13.0,2000000000000\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 84.3, "percent"),
            ("plum-7b", "kg", "co2_cost", 13.0, "kg"),
        ],
    ),
    "thousands.md": (
        "| Model | AIME24 Acc | AIME24 Tokens (K) |\n|---|---|---|\n| plum-7b | 43.3 | 11.2 |\n",
        [
            ("plum-7b", "AIME24", "acc", 43.3, "percent"),
            ("plum-7b", "AIME24", "token_length", 11200.0, "tokens"),
        ],
    ),
    "filters.tsv": (
        'model\ttask\t"acc,none"\t"acc_stderr,none"\nplum-7b\tarc_c\t0.512\t0.0146\nfig-3b\tarc_c\t0.432\t0.0145\n',
        [
            ("plum-7b", "arc_c", "acc", 0.512, "fraction"),
            ("fig-3b", "arc_c", "acc", 0.432, "fraction"),
        ],
    ),
    "counts.json": (
        '[{"model": "plum-7b", "scores": {"gsm8k": 0.843, "math500": 0.538}, "n": {"gsm8k": 1319, "math500": 500}}]',
        [
            ("plum-7b", "gsm8k", "accuracy", 0.843, "fraction"),
            ("plum-7b", "math500", "accuracy", 0.538, "fraction"),
        ],
    ),
    "models_with_fields.json": (
        '[{"model": {"name": "plum-7b", "org": "lab", "params": "7B"}, "scores": {"aime24": 43.3, "gpqa": 50.1}}]',
        [
            ("plum-7b", "aime24", "accuracy", 43.3, "percent"),
            ("plum-7b", "gpqa", "accuracy", 50.1, "percent"),
        ],
    ),
    "families.csv": (
        "Family,Size,GPQA\nPlum,7B,50.1\nPlum,14B,58.2\nFig,7B,40.0\n",
        [
            ("Plum-7B", "GPQA", "accuracy", 50.1, "percent"),
            ("Plum-14B", "GPQA", "accuracy", 58.2, "percent"),
            ("Fig-7B", "GPQA", "accuracy", 40.0, "percent"),
        ],
    ),
    "whole_and_parts.json": (
        '{"plum-7b": {"overall": {"accuracy": 74.0}, "algebra": {"accuracy": 80.0}},'
        ' "fig-3b": {"overall": {"accuracy": 54.0}, "algebra": {"accuracy": 60.0}}}',
        [
            ("plum-7b", "whole_and_parts", "accuracy", 74.0, "percent"),
            ("plum-7b", "whole_and_parts:algebra", "accuracy", 80.0, "percent"),
            ("fig-3b", "whole_and_parts", "accuracy", 54.0, "percent"),
            ("fig-3b", "whole_and_parts:algebra", "accuracy", 60.0, "percent"),
        ],
    ),
    "eval_on.csv": (
        "Model,Dataset,Accuracy on eval\nfig-audio,Keyword Spotting,0.9706\nplum-audio,Keyword Spotting,0.9826\n",
        [
            ("fig-audio", "Keyword Spotting", "accuracy", 0.9706, "fraction"),
            ("plum-audio", "Keyword Spotting", "accuracy", 0.9826, "fraction"),
        ],
    ),
    "small_tex.tex": (
        "\\begin{tabular}{lcc}\nModel & MATH500 & \\#tok \\\\\nPlum-7B & 71.2\\std{0.3} & 11\\,234 \\\\\n"
        "Fig-3B & 61.0\\std{0.5} & 4\\,123 \\\\\n\\end{tabular}\n",
        [
            ("Plum-7B", "MATH500", "accuracy", 71.2, "percent"),
            ("Plum-7B", "small_tex", "token_length", 11234.0, "tokens"),
            ("Fig-3B", "MATH500", "accuracy", 61.0, "percent"),
            ("Fig-3B", "small_tex", "token_length", 4123.0, "tokens"),
        ],
    ),
    "marked_names.md": (
        "| Model | MMLU<br/>-Redux |\n|---|---|\n| 🥈fig-3b⚠️ | 60.4 |\n| -> plum-7b | 79.9 |\n",
        [
            ("fig-3b", "MMLU-Redux", "accuracy", 60.4, "percent"),
            ("plum-7b", "MMLU-Redux", "accuracy", 79.9, "percent"),
        ],
    ),
    "few_marks.csv": (
        "annotator,model,rating\na1,plum-7b,4\na1,fig-3b,3\n",
        [
            ("plum-7b", "few_marks", "rating", 4, "score"),
            ("fig-3b", "few_marks", "rating", 3, "score"),
        ],
    ),
    "unit_column.csv": (
        "system,task,metric,value,unit\nplum-7b,gsm8k,acc,84.3,%\nplum-7b,gsm8k,len,310,tokens\n",
        [
            ("plum-7b", "gsm8k", "acc", 84.3, "percent"),
            ("plum-7b", "gsm8k", "token_length", 310, "tokens"),
        ],
    ),
    "right_of_all.csv": (
        "model,correct,total\nplum-7b,412,500\n",
        [("plum-7b", "right_of_all", "accuracy", 0.824, "fraction")],
    ),
    "averages_of_some.csv": (
        "Model,GSM8K,MATH,Math Avg.,HumanEval\nplum-7b,84.3,53.8,69.05,55.5\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 84.3, "percent"),
            ("plum-7b", "MATH", "accuracy", 53.8, "percent"),
            ("plum-7b", "HumanEval", "pass@1", 55.5, "percent"),
        ],
    ),
    "thoughts.csv": (
        "model,task,reasoning_tokens,output_tokens\nplum-7b,gsm8k,210,310\n",
        [
            ("plum-7b", "gsm8k", "reasoning_tokens", 210, "tokens"),
            ("plum-7b", "gsm8k", "token_length", 310, "tokens"),
        ],
    ),
    "edits.csv": (
        "Dataset,Metric,Plum-7B,Fig-3B\nNarrativeQA,F1,25.6,20.1\nLCC,Edit Sim,63.2,57.9\n",
        [
            ("Plum-7B", "NarrativeQA", "f1", 25.6, "percent"),
            ("Plum-7B", "LCC", "edit_sim", 63.2, "percent"),
            ("Fig-3B", "NarrativeQA", "f1", 20.1, "percent"),
            ("Fig-3B", "LCC", "edit_sim", 57.9, "percent"),
        ],
    ),
    "means_of_32.csv": (
        "run,aime24_avg32\ns-1k,0.122\ns-10k,0.231\n",
        [
            ("s-1k", "aime24", "avg@32", 0.122, "fraction"),
            ("s-10k", "aime24", "avg@32", 0.231, "fraction"),
        ],
    ),
    "lm_eval.json": (
        '[{"model": "plum-7b", "gsm8k": {"exact_match,strict-match": 0.843,'
        ' "exact_match_stderr,strict-match": 0.01, "exact_match,flexible-extract": 0.851}}]',
        [
            ("plum-7b", "gsm8k", "exact_match,strict-match", 0.843, "fraction"),
            ("plum-7b", "gsm8k", "exact_match,flexible-extract", 0.851, "fraction"),
        ],
    ),
    "lcb.csv": (
        "Model,GPQA,LCB\nplum-7b,43.3,18.1\n",
        [
            ("plum-7b", "GPQA", "accuracy", 43.3, "percent"),
            ("plum-7b", "LCB", "pass@1", 18.1, "percent"),
        ],
    ),
    "retrieval.csv": (
        "model,dataset,nDCG@10\nplum-emb,scifact,0.712\nfig-emb,scifact,0.651\n",
        [
            ("plum-emb", "scifact", "ndcg@10", 0.712, "fraction"),
            ("fig-emb", "scifact", "ndcg@10", 0.651, "fraction"),
        ],
    ),
    "skills.csv": (
        "Model,Chat,Reasoning,Score\nplum-rm,96.0,95.0,95.5\nfig-rm,90.0,88.1,89.05\n",
        [
            ("plum-rm", "skills:Chat", "score", 96.0, "score"),
            ("plum-rm", "skills:Reasoning", "score", 95.0, "score"),
            ("plum-rm", "skills", "score", 95.5, "score"),
            ("fig-rm", "skills:Chat", "score", 90.0, "score"),
            ("fig-rm", "skills:Reasoning", "score", 88.1, "score"),
            ("fig-rm", "skills", "score", 89.05, "score"),
        ],
    ),
    "marked_numbers.md": (
        "| Model | GSM8K | ⏱️ Latency (ms) |\n|---|---|---|\n| plum-7b | 71.7% ❌ | 23 |\n",
        [
            ("plum-7b", "GSM8K", "accuracy", 71.7, "percent"),
            ("plum-7b", "marked_numbers", "latency", 23.0, "ms"),
        ],
    ),
    "counted.json": (
        '{"by_model": {"plum-7b": {"by_task": {"gsm8k": {"n": 100, "n_correct": 84}, "aime24": {"n": 30,'
        ' "n_correct": 3}}},'
        ' "fig-3b": {"by_task": {"gsm8k": {"n": 100, "n_correct": 71}, "aime24": {"n": 30, "n_correct": 0}}}}}',
        [
            ("plum-7b", "gsm8k", "accuracy", 0.84, "fraction"),
            ("plum-7b", "aime24", "accuracy", 0.1, "fraction"),
            ("fig-3b", "gsm8k", "accuracy", 0.71, "fraction"),
            ("fig-3b", "aime24", "accuracy", 0.0, "fraction"),
        ],
    ),
    "lcb_levels.csv": (
        "Model,Easy-Pass@1,Hard-Pass@1,Pass@1\nplum-7b,99.1,51.2,77.9\n",
        [
            ("plum-7b", "lcb:Easy", "pass@1", 99.1, "percent"),
            ("plum-7b", "lcb:Hard", "pass@1", 51.2, "percent"),
            ("plum-7b", "lcb", "pass@1", 77.9, "percent"),
        ],
    ),
    "averages.csv": (
        "Model,Memory Usage (GB),Average (56 datasets)\nplum-7b,26.49,69.32\nfig-3b,1.25,64.68\n",
        [
            ("plum-7b", "averages", "memory_usage", 26.49, "GB"),
            ("plum-7b", "averages", "score", 69.32, "score"),
            ("fig-3b", "averages", "memory_usage", 1.25, "GB"),
            ("fig-3b", "averages", "score", 64.68, "score"),
        ],
    ),
    "backbones.csv": (
        "Method,Language Model,MMMU\nplum-vl,Fig-7B,54.1\nsloe-vl,Fig-3B,44.3\n",
        [
            ("plum-vl", "MMMU", "accuracy", 54.1, "percent"),
            ("sloe-vl", "MMMU", "accuracy", 44.3, "percent"),
        ],
    ),
    "race.md": (
        "| Model | RACE-High (Acc.) | DROP[^5] (F1) | GSM8K Low |\n|---|---|---|---|\n"
        "| plum-7b | 52.6 | 80.4 | 79.0 |\n",
        [
            ("plum-7b", "RACE-High", "acc", 52.6, "percent"),
            ("plum-7b", "DROP", "f1", 80.4, "percent"),
        ],
    ),
    "configured.jsonl": (
        '{"config": {"model": "plum-7b", "task": "gsm8k", "t": 0.0}, "metrics": {"acc": 0.843}}\n'
        '{"config": {"model": "fig-3b", "task": "gsm8k", "t": 0.0}, "metrics": {"acc": 0.717}}\n',
        [
            ("plum-7b", "gsm8k", "acc", 0.843, "fraction"),
            ("fig-3b", "gsm8k", "acc", 0.717, "fraction"),
        ],
    ),
    "large_numbers.csv": (
        "model,throughput_tok_s,latency_ms\nplum-7b,1021.3,1109.12\n",
        [
            ("plum-7b", "large_numbers", "throughput_tok_s", 1021.3, "tokens/s"),
            ("plum-7b", "large_numbers", "latency", 1109.12, "ms"),
        ],
    ),
    "harm.csv": (
        "Model,HarmBench ASR ↓,XSTest refusal ↓\nplum-7b,12.3,8.8\n",
        [
            ("plum-7b", "HarmBench", "asr", 12.3, "percent"),
            ("plum-7b", "XSTest", "refusal", 8.8, "percent"),
        ],
    ),
    "mgsm_by_language.csv": (
        "model,en,sw,avg\nplum-7b,71.2,31.0,51.1\nfig-3b,60.0,20.2,40.1\n",
        [
            ("plum-7b", "mgsm:en", "accuracy", 71.2, "percent"),
            ("plum-7b", "mgsm:sw", "accuracy", 31.0, "percent"),
            ("fig-3b", "mgsm:en", "accuracy", 60.0, "percent"),
            ("fig-3b", "mgsm:sw", "accuracy", 20.2, "percent"),
        ],
    ),
    "unknown_between.md": (
        "| Model | MMLU | CRUX | GPQA | Average |\n|---|---|---|---|---|\n| plum-7b | 92.8 | 93.5 | 71.4 | 85.9 |\n",
        [
            ("plum-7b", "MMLU", "accuracy", 92.8, "percent"),
            ("plum-7b", "CRUX", "accuracy", 93.5, "percent"),
            ("plum-7b", "GPQA", "accuracy", 71.4, "percent"),
        ],
    ),
}


@pytest.mark.parametrize("name", READ)
def test_a_table_of_this_kind_is_read(name: str, tmp_path: Path) -> None:
    text, expected = READ[name]
    assert sorted(numbers(reader.tables(file(tmp_path, name, text)))) == sorted(expected)


SETTINGS = {
    "variants.csv": ("model,gsm8k_base,gsm8k_grpo\nplum-7b,71.2,84.3\n", {"variant": "base"}),
    "depths.csv": ("Model,Depth 0%,Depth 50%,Depth 100%\nplum-7b,98,90,97\n", {"depth": "0%"}),
    "dates.csv": (
        "date,model,gsm8k\n03/01/2026,plum-7b,84.3\n04/01/2026,plum-7b,84.9\n",
        {"date": "03/01/2026"},
    ),
    "budgets.csv": (
        "model,budget_tokens,gpqa\nplum-7b,1024,13.3\nplum-7b,4096,26.7\n",
        {"budget_tokens": "1024"},
    ),
    "temperatures.json": (
        '{"gsm8k": {"plum-7b": {"temp_0.0": 84.3, "temp_0.6": 83.1}, "fig-3b": {"temp_0.0": 71.7, "temp_0.6": 70.0}}}',
        {"temp": "0.0"},
    ),
    "methods.json": (
        '{"plum-7b": {"h2o": {"ppl": 6.1, "latency_ms": 23.1}, "full": {"ppl": 5.5, "latency_ms": 41.0}},'
        ' "fig-3b": {"h2o": {"ppl": 8.1, "latency_ms": 11.1}, "full": {"ppl": 7.5, "latency_ms": 21.0}}}',
        {"method": "h2o"},
    ),
    "thoughts.csv": (
        "model,thinking_tokens,gpqa\nplum-7b,1024,13.3\nplum-7b,8192,43.3\n",
        {"thinking_tokens": "1024"},
    ),
    "configs.yaml": (
        "runs:\n  - {name: a, hyperparameters: {lr: 0.1, kl: 0.04}, metrics: {gpqa: 0.2667}}\n"
        "  - {name: b, hyperparameters: {lr: 0.2, kl: 0.0}, metrics: {gpqa: 0.3}}\n",
        {"lr": "0.1", "kl": "0.04"},
    ),
    "lengths.csv": (
        "task,method,length,accuracy\nsort,cot,8,0.99\nsort,cot,16,0.71\nsort,loop,16,0.88\n",
        {"length": "8"},
    ),
    "ratios.md": (
        "| Ratio | H2O | SnapKV |\n|---|---|---|\n| 10% | 40.2 | 43.3 |\n| 20% | 44.1 | 46.2 |\n",
        {"Ratio": "10%"},
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_what_tells_scores_apart_is_a_setting(name: str, tmp_path: Path) -> None:
    text, expected = SETTINGS[name]
    runs = [one.run for one in reader.tables(file(tmp_path, name, text)) if isinstance(one, Found)]
    assert runs[0].settings == expected
    assert len({repr(run) for run in runs}) == len(runs)


@pytest.mark.parametrize("name", [*READ, *SETTINGS])
def test_the_toml_of_a_reading_reads_the_same(name: str, tmp_path: Path) -> None:
    text, _ = SETTINGS[name] if name in SETTINGS else READ[name]
    for grid in grids(file(tmp_path, name, text)):
        reading, _ = propose(grid)
        again, _ = propose(grid, answers_of(parse_toml(to_toml([reading]), "t.toml"), "t.toml"))
        assert again.question is None
        assert [(each.role, each.metric, dict(each.stated)) for each in again.of(Role.VALUE)] == [
            (each.role, each.metric, dict(each.stated)) for each in reading.of(Role.VALUE)
        ]


def test_columns_of_a_word_and_numbers_are_asked_about(tmp_path: Path) -> None:
    table = file(
        tmp_path,
        "t.csv",
        "method,test_16,test_32,test_64\nCoT,0.99,0.81,0.33\nLoop,1.0,0.97,0.88\n",
    )
    with pytest.raises(QuestionError, match="what are the columns 'test_16' to 'test_64'"):
        list(reader.tables(table))
    table.answers = ("columns=length",)
    runs = [one.run for one in reader.tables(table) if isinstance(one, Found)]
    assert runs[0].settings == {"length": "16"}


@pytest.mark.parametrize(
    "rows",
    [
        "Model,AIME24,InHouse\nplum-7b,14.2,61.0\nfig-3b,21.2,66.2\n",
        "Model,AIME24,InHouse\nplum-7b,14.2 ± 1.2,61.0\nfig-3b,21.2 ± 1.3,66.2\n",
        "Model,AIME24,InHouse\nplum-7b,14.2 ± 1.2,61.0 ± 2.0\nfig-3b,21.2 ± 1.3,66.2 ± 2.1\n",
        "Model,GSM8K,InHouse,Tokens\nplum-7b,74.2,61.0,900\nfig-3b,81.2,66.2,1200\n",
    ],
)
def test_a_column_of_an_unknown_name_next_to_one_benchmark_is_asked_about(
    rows: str, tmp_path: Path
) -> None:
    with pytest.raises(QuestionError, match=r"what is 'InHouse' \(61\.0"):
        list(reader.tables(file(tmp_path, "scores.csv", rows)))


def test_next_to_two_benchmarks_it_is_a_third_also_with_spreads(tmp_path: Path) -> None:
    rows = "Model,AIME24,GSM8K,InHouse\nplum-7b,1.5 ± 1,70.1 ± 1,61.0 ± 2\nfig-3b,2.5 ± 1,80.2 ± 1,66.2 ± 2\n"
    found = numbers(reader.tables(file(tmp_path, "scores.csv", rows)))
    assert {name for _, name, *_ in found} == {"AIME24", "GSM8K", "InHouse"}


def test_wins_of_more_than_a_hundred_are_counts(tmp_path: Path) -> None:
    text = "opponent,wins,losses,win_rate\nfig-3b,612,301,0.612\nsloe-4b,701,211,0.701\n"
    units = {
        metric: unit
        for _, _, metric, _, unit in numbers(reader.tables(file(tmp_path, "t.csv", text)))
    }
    assert units == {"wins": "count", "win_rate": "fraction"}


def test_checkpoints_are_steps_of_the_model_that_a_person_names(tmp_path: Path) -> None:
    table = file(tmp_path, "t.csv", "checkpoint,gpqa\nstep_100,10.0\nstep_200,13.3\n")
    with pytest.raises(QuestionError, match='--as "model=NAME"'):
        list(reader.tables(table))
    table.answers = ("model=plum-7b",)
    runs = [one.run for one in reader.tables(table) if isinstance(one, Found)]
    assert [(run.model, run.step) for run in runs] == [("plum-7b", 100), ("plum-7b", 200)]


def test_k_of_n_answers_without_a_score_is_asked_about(tmp_path: Path) -> None:
    table = file(tmp_path, "t.csv", "model,benchmark,k,n\nplum-7b,gsm8k,1112,1319\n")
    with pytest.raises(QuestionError, match="is 'k' how many of 'n' are right"):
        list(reader.tables(table))
    table.answers = ("k=correct",)
    assert numbers(reader.tables(table)) == [
        ("plum-7b", "gsm8k", "accuracy", 1112 / 1319, "fraction")
    ]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Mar 1, 2026", "2026-03-01"),
        ("12 April 2026", "2026-04-12"),
        ("Sept 2026", "2026-09"),
        ("03/01/2026", None),
    ],
)
def test_a_date_is_read_if_its_day_and_month_are_clear(text: str, date: str | None) -> None:
    assert iso_date(text) == date


def test_lists_of_numbers_below_a_benchmark_are_repeats(tmp_path: Path) -> None:
    text = '{"plum-7b": {"gsm8k": [0.841, 0.845]}, "fig-3b": {"gsm8k": [0.71, 0.72]}}'
    found = [one for one in reader.tables(file(tmp_path, "t.json", text)) if isinstance(one, Found)]
    values = [
        (one.run.model, one.run.repeat, each.value) for one in found for each in one.measurements
    ]
    assert values == [
        ("plum-7b", "1", 0.841),
        ("plum-7b", "2", 0.845),
        ("fig-3b", "1", 0.71),
        ("fig-3b", "2", 0.72),
    ]


def test_types_and_lengths_of_tasks_are_fields_of_the_numbers(tmp_path: Path) -> None:
    text = "method,task_type,task_length,accuracy\nGRPO,sort,10,0.91\nGRPO,sort,20,0.55\nGRPO,add,10,0.71\n"
    found = [one for one in reader.tables(file(tmp_path, "t.csv", text)) if isinstance(one, Found)]
    places = [(one.task_type, one.task_length) for each in found for one in each.measurements]
    assert places == [("sort", 10), ("sort", 20), ("add", 10)]


def test_columns_of_degrees_are_asked_about(tmp_path: Path) -> None:
    table = file(
        tmp_path, "t.csv", "model,benchmark,low,medium,high\nplum-7b,AIME25,50.4,80.0,92.5\n"
    )
    with pytest.raises(QuestionError, match='"columns=effort" or --as "columns=difficulty"'):
        list(reader.tables(table))
    table.answers = ("columns=effort",)
    runs = [one.run for one in reader.tables(table) if isinstance(one, Found)]
    assert [run.settings for run in runs] == [
        {"effort": each} for each in ("low", "medium", "high")
    ]
