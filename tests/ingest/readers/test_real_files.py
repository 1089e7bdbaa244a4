"""What the files of `tests/files` say: one reader takes each, and its numbers are those that stand in it."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import zipfile_zstd  # noqa: F401  (teaches zipfile method 93)

from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.readers.registry import READERS
from tests.ingest.readers.found import FILES, fields_of, kept_run, of

EVERY = [path for path in sorted(FILES.rglob("*")) if path.is_file() and path.suffix != ".md"]
HELLASWAG = (
    "helm/commonsense-dataset=hellaswag,method=multiple_choice_joint,model=eleutherai_pythia-1b-v0"
)
PAIR = "baichuan2-7b-chat-hf_vs_qwen-7b-chat-hf"
TINY = "tiny_math:easy"
LEVELS = (
    "mean_prompt_level_strict", "mean_inst_level_strict", "mean_prompt_level_loose", "mean_inst_level_loose",
)  # fmt: skip


class Real(NamedTuple):
    """A file, found by the end of its name, and what was looked up in it by hand."""

    file: str
    model: str
    numbers: dict[tuple[str, ...], dict[str, Any]]
    """The key of a measurement, as `of` takes it, and some of its fields."""
    measurements: int
    samples: int = 0
    run: dict[str, Any] = {}  # noqa: RUF012  (never changed)
    runs: int = 1
    at: int = 0
    """Which of the runs it is."""
    scores: dict[tuple[str, float | None], int] = {}  # noqa: RUF012
    """How many answers have this score of a benchmark and metric."""
    tokens: tuple[int, int] | None = None
    """All that went in, and all that came out."""
    notes: int = 0


REAL = [
    Real("bigcode/*.json", "bigcode/starcoder2-3b", {
        ("humaneval", "pass@1"): {"value": 0.1925609756097561, "n_repeats": 50},
        ("humaneval", "pass@10"): {"value": 0.33567450318498165, "n_repeats": 50},
    }, 2, run={"settings": {"temperature": "0.2", "n_samples": "50"}}),
    # 105 of 164 solutions pass the base tests, 95 the extra ones, 94 both.
    Real("evalplus/*.json", "meta-llama/Meta-Llama-3-8B-Instruct", {}, 0, 328, {"date": "2024-08-08T17:18"}, scores={
        ("humaneval", 1.0): 105, ("humaneval", 0.0): 59, ("humaneval+", 1.0): 94, ("humaneval+", 0.0): 70,
    }),
    Real("evalscope/reports/*/gsm8k.json", "qwen3-max", {
        ("gsm8k", "mean_acc"): {
            "value": 1, "unit": "fraction", "n_items": 10, "aggregate": False, "locator": "metrics[0].score",
        },
        ("gsm8k", "token_length"): {"value": 217.1, "unit": "tokens"},
    }, 2, 10, {"tool": "evalscope", "repeat": "42"}, scores={("gsm8k", 1.0): 10}, tokens=(6626, 2171)),
    Real("evalscope/reports/*/ifeval.json", "qwen3-max", {
        **{("ifeval", name): {"value": value, "unit": "fraction"}
           for name, value in zip(LEVELS, (0.8, 0.8667, 0.9, 0.9667), strict=True)},
        ("ifeval", "token_length"): {"value": 350.1, "unit": "tokens"},
    }, 5),
    Real(f"{HELLASWAG}/run_spec.json", "eleutherai/pythia-1b-v0", {
        ("exact_match",): {"benchmark": "hellaswag", "split": "valid", "value": 0.3, "n_items": 10},
        ("token_length",): {"value": 1.0},
        ("inference_runtime",): {"value": 14.876816749572754},
    }, 28, 80, tokens=(50512, 80)),
    Real("inspect/*ZWq4hj*.eval", "mockllm/model", {
        (TINY, "match/accuracy"): {
            "value": 0.6666666666666666, "stderr": 0.210818510677892, "n_items": 6, "n_repeats": 4,
        },
    }, 24, 6 * 4 * 2, {"step": 300, "tool_version": "0.3.285"}, tokens=(2 * 480, 2 * 996)),
    Real("inspect/2025-05-12*", "openai/gpt-4o-mini", {
        ("testtaskname", "match/accuracy"): {"value": 0.6666666666666666, "n_items": 3},
    }, 1, run={"status": "cancelled"}),
    Real("inspect/data_with*", "anthropic/claude-opus-4-6", {
        ("simpleqa_verified", "simpleqa_scorer/accuracy"): {"value": 0.431, "n_items": 1000},
    }, 1, run={"status": None}),
    # The only answer of 2024 has its tokens in its output.
    Real("inspect/log_formats*", "ollama/llama3.1", {
        ("popularity", "match/accuracy"): {"value": 0.0, "n_items": 1},
    }, 1, 1, {"status": None}, scores={("popularity", 0.0): 1}, tokens=(66, 2)),
    Real("inspect/*dPiJif*.eval", "openai/gpt-4o-mini", {}, 0),
    Real("hub/*/.eval_results/*.yaml", "example-lab/Tiny-1B", {
        ("gpqa_diamond", "score"): {"value": 0.412, "unit": "fraction", "locator": "[0].value", "n_items": None},
        ("gsm8k", "score"): {"value": 0.87, "higher_is_better": None},
    }, 2, run={"date": "2026-09-10", "settings": {
        "notes": "no tools", "source": "Eval traces",
        "dataset_revision[gpqa_diamond]": "0123456789abcdef0123456789abcdef01234567",
    }}, runs=2),
    Real("hub/*/.eval_results/*.yaml", "example-lab/Tiny-1B", {
        ("gpqa_diamond", "score"): {"value": 0.455, "locator": "[2].value"},
    }, 1, run={"date": None, "settings": {"notes": "with a calculator and a search engine"}}, runs=2, at=1),
    Real("lighteval/results_2025*", "router/maker/model-4.5", {
        ("law-en-idk", "trad_score"): {
            "value": 0.625, "stderr": 0.0195, "unit": "score", "higher_is_better": True, "n_items": None,
            "locator": "results['community|law-en-idk|0']['trad_score']",
        },
        ("law-en-idk", "idk_freq"): {"higher_is_better": False},
        ("all", "trad_score"): {"aggregate": True},
    }, 4, run={
        "date": "2025-10-09T19:11:04", "tool_version": None,
        "settings": {
            "num_fewshot_seeds": "1", "temperature": "0", "provider": "router", "num_fewshot": "0",
            "hf_repo": "org/law", "task_version": "0", "task_config_digest[law-en-idk]": "7209e817e52164ec",
        },
    }),
    Real("lighteval/old-2024*", "org/Chat-8B-Instruct", {
        ("arc:challenge", "acc_norm"): {"value": 0.546, "stderr": 0.0145, "unit": "fraction"},
        ("hendrycksTest-abstract_algebra", "acc"): {"value": 0.35},
    }, 4, run={"params_b": None, "tool_version": "0123456789abcdef0123456789abcdef01234567", "date": None}),
    # Before 0.4 the metrics have plain names.
    Real("lm-eval/llama-7B*", "LLaMA/lm/huggingface/7B", {
        ("gsm8k", "acc"): {"value": 0.0803639120545868, "stderr": 0.007488258573239077},
    }, 1),
    Real("lm-eval/*2025-06-30*", "gpt-4o-mini", {
        ("polymer_tg_prediction", "mae"): {"value": None, "missing": "Infinity", "higher_is_better": False},
    }, 1),
    Real("lm-eval/masakhaner*", "google/gemma-2b", {
        ("masakhaner_sw_prompt_5", "f1", "flexible-extract"): {"value": 0.11265504056697227, "missing": "stderr N/A"},
    }, 1, run={"params_b": None}),
    Real("lm-eval/*2024-08-25*", "meta-llama/Meta-Llama-3-8B-Instruct", {
        ("gsm8k_cot_llama", "exact_match", "strict-match"): {"value": 0.7725549658832449},
    }, 2, run={"params_b": None}),
    Real("lm-eval/*2025-03-03*", "state-spaces/mamba-1.4b", {
        ("winogrande", "acc"): {"value": 0.6140489344909235},
    }, 27, run={"params_b": 1.372178432}),
    Real("lm-eval/*2024-06-03*", "EleutherAI/pythia-2.8b-deduped", {
        ("steer", "acc"): {"value": 0.27052953235601285, "aggregate": True},
    }, 6),
    Real("lm-eval/*2026-07-08*", "Qwen/Qwen3-8B", {("negotiationtom_belief", "acc"): {"value": 0.45}}, 9,
         run={"params_b": 8.190735360}),
    Real("lm-eval/results_2026-01-21*", "RylanSchaeffer/mem", {}, 2, 10, scores={("math_perturbed_full", 0.0): 10}),
    Real("opencompass/summary*", "qwen-7b-chat-hf", {
        ("gsm8k", "accuracy", "gen"): {
            "value": 45.41, "unit": "percent", "aggregate": False, "locator": "row 44, column qwen-7b-chat-hf",
        },
        ("openai_humaneval", "humaneval_pass@1"): {"value": 10.98},
        ("ARC-c", "accuracy", "ppl"): {},
        ("bbh", "naive_average"): {"value": 42.61, "unit": "score", "aggregate": True},
    }, 42),
    Real("opencompass/subj*", "baichuan2-7b-chat-hf", {
        (f"{PAIR}:推理", "win_both"): {"value": 100.0, "unit": "percent", "aggregate": True},
        (f"{PAIR}:推理-逻辑推理能力", "win_both"): {"value": 100.0, "aggregate": False},
    }, 14, runs=2),
    Real("opencompass/subj*", "qwen-7b-chat-hf", {
        (f"{PAIR}:对齐-安全", "half_draw"): {"value": 0.0},
    }, 14, runs=2, at=1),
    Real("qwen-math/*_metrics.json", "", {
        ("acc",): {"value": 13.8, "unit": "percent", "split": "test"},
        ("total_acc",): {"value": 13.75, "unit": "percent"},
    }, 2, run={
        "repeat": "0",
        "settings": {"prompt_type": "qwen25-math-think", "temperature": "0.6", "num_test_sample": "-1"},
    }),
    Real("*/tensorboard_csv_export.csv", "", {
        ("tensorboard_csv_export",): {"value": 59.25, "locator": "line 2: Value"},
    }, 1, run={"step": 0}, runs=2, notes=1),
    Real("*/tensorboard_csv_export.csv", "", {("tensorboard_csv_export",): {"value": 64.75}}, 1,
         run={"step": 1}, runs=2, at=1),
    Real("*/trainer_state.json", "", {
        ("reward",): {"value": -0.125, "unit": "reward", "locator": "log_history[0]['reward']"},
    }, 16, run={"tool": "TRL", "step": 5, "iteration": 5}, runs=3),
    Real("*/trainer_state.json", "", {
        ("token_length",): {"value": 456.25}, ("rewards/format_reward_fn/mean",): {"value": 0.875},
        ("completions/clipped_ratio",): {"unit": "fraction"}, ("kl",): {"unit": "nats"},
    }, 16, run={"step": 15, "iteration": 15}, runs=3, at=2),
    Real("*/verl_console*", "", {
        ("critic/score/mean",): {"value": 0.004, "unit": "reward"},
    }, 40, run={"step": 0, "iteration": 0}, runs=2),
    Real("*/verl_console*", "", {
        ("token_length",): {"value": 232.242, "unit": "tokens", "locator": "line 2: response_length/mean"},
        ("actor/reward_kl_penalty",): {"value": 0.001},  # it appears twice: the last is kept, and that is noted
    }, 39, run={"step": 1, "iteration": 1}, runs=2, at=1, notes=1),
    Real("*/verl_filelogger*", "", {
        ("openai/gsm8k", "reward/mean@1"): {
            "value": 0.4943138741470811, "unit": "reward",
            "locator": "line 1: data['val-core/openai/gsm8k/reward/mean@1']",
        },
        ("token_length",): {"value": 163.6171875},
    }, 4, run={"step": 80}),
    Real("*/wandb_chart*", "grpo-7b", {
        ("reward",): {"value": 0.21, "locator": "line 2: grpo-7b - train/reward"},
    }, 1, run={"step": 10}, runs=5, notes=1),
    Real("*/wandb_chart*", "grpo-7b", {("reward",): {"value": None, "missing": "NaN"}}, 1, run={"step": 30}, runs=5,
         at=2),
    Real("*/wandb_chart*", "grpo-1.5b", {("reward",): {"value": 0.19}}, 1, run={"step": 30}, runs=5, at=4),
    Real("*/grpo-3b/*/0000.parquet", "", {
        ("reward",): {"value": 0.25, "unit": "reward", "locator": "row 2: train/reward"},
        ("token_length",): {"value": 310.5, "unit": "tokens"},
        ("hours",): {"value": 0.0035, "unit": "hours", "locator": "row 3: _runtime"},
    }, 3, run={"tool": "Weights & Biases", "step": 10, "iteration": 10}, runs=2, notes=1),
    Real("*/grpo-3b/*/0000.parquet", "", {
        ("reward",): {"value": None, "missing": "NaN"}, ("token_length",): {"value": 298.0},
    }, 3, run={"step": 20}, runs=2, at=1),
    Real("*/mlruns/*/*/meta.yaml", "grpo-maze-3b", {
        ("reward",): {"value": 0.125, "unit": "reward", "locator": "metrics/reward line 1"},
        ("maze", "mean@4"): {"value": 0.25, "unit": "fraction", "n_repeats": 4},
    }, 2, run={"step": 10, "seed": "42", "date": "2025-12-29T09:20:00+00:00", "status": None,
               "settings": {"learning_rate": "1e-06", "seed": "42"}}, runs=2),
    # Step 20 was logged twice: the later line counts.
    Real("*/mlruns/*/*/meta.yaml", "grpo-maze-3b", {
        ("reward",): {"value": 0.5625, "locator": "metrics/reward line 3"},
        ("train_loss",): {"value": None, "missing": "NaN", "unit": "loss"},
        ("maze", "mean@4"): {"value": 0.75},
    }, 3, run={"step": 20}, runs=2, at=1),
    Real("*/trackio/maze.db", "brave-maze-1", {
        ("reward",): {"value": 0.125, "locator": "'brave-maze-1', row 1: reward"}, ("token_length",): {"value": 412.0},
        ("hours",): {"value": 0.0},
    }, 3, run={"tool": "trackio", "step": 0, "iteration": 0, "seed": "7",
               "settings": {"learning_rate": "1e-06", "seed": "7"}}, runs=3),
    Real("*/trackio/maze.db", "brave-maze-1", {
        ("loss",): {"value": None, "missing": "NaN"}, ("eval_reward",): {"value": 0.3125},
        ("hours",): {"value": 0.0017, "locator": "'brave-maze-1', row 3: timestamp"},
    }, 5, run={"step": 1}, runs=3, at=1, notes=1),
    Real("*/trackio/maze.db", "calm-maze-2", {("loss",): {"value": 1.75}}, 2, run={"step": 0, "iteration": None},
         runs=3, at=2),
    Real("*/trackio-export/maze.parquet", "brave-maze-1", {
        ("reward",): {"value": 0.25}, ("token_length",): {"value": 398.5}, ("loss",): {"missing": "NaN"},
    }, 4, run={"step": 1, "iteration": 1}, runs=3, at=1),
    Real("*/wandb-summary.json", "", {
        ("reward",): {"value": 0.4375, "unit": "reward", "locator": '["train/reward"]'},
        ("token_length",): {"value": 762.5, "unit": "tokens"},
    }, 18, run={"step": 960, "iteration": 960, "date": "2026-04-02T15:29:20+00:00"}),
]  # fmt: skip


@pytest.mark.parametrize("real", REAL, ids=lambda real: f"{real.file[-40:]}-{real.at}")
def test_a_file_says_what_stands_in_it(real: Real) -> None:
    (path,) = FILES.glob(real.file)
    found = [one for one in _read(path) if isinstance(one, Found)]
    assert len(found) == real.runs
    one = found[real.at]
    assert real.model in one.run.model
    assert bool(real.model) == bool(one.run.model)
    assert fields_of(kept_run(one), real.run) == real.run
    for key, fields in real.numbers.items():
        assert fields_of(of(one, *key), fields) == fields
    samples = list(one.samples)
    assert (len(one.measurements), len(samples), len(one.notes)) == (
        real.measurements, real.samples, real.notes,
    )  # fmt: skip
    assert (
        not real.scores
        or Counter((sample.benchmark, sample.score) for sample in samples) == real.scores
    )
    tokens = (
        sum(sample.tokens_in or 0 for sample in samples),
        sum(sample.tokens_out or 0 for sample in samples),
    )
    assert real.tokens in (None, tokens)


def _read(path: Path) -> list[Any]:
    file = File(path)
    return list(next(one for one in READERS if one.recognizes(file)).read(file))


@pytest.mark.parametrize("path", EVERY, ids=lambda path: str(path.relative_to(FILES))[-60:])
def test_one_reader_takes_it_and_says_something(path: Path) -> None:
    claims = [reader.name for reader in READERS if reader.recognizes(File(path))]
    tools = [name for name in claims if name != "tables"]  # which come last: what no tool wrote
    assert len(tools or claims) == 1, claims
    reported = _reader_line(path)
    assert "\n" not in reported
    assert not reported.startswith(str(path))


def _reader_line(path: Path) -> str:
    """What the reader of a file says of it: its refusal, why it is skipped, or its runs."""
    try:
        return ", ".join(one.run.model for one in _read(path) if isinstance(one, Found))
    except (IngestError, Skip) as reason:
        return str(reason)


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_all_of_them_are_one_load(data: Path, small_store: Path, tmp_path: Path) -> None:
    files = shutil.copytree(FILES, tmp_path / "files", ignore=shutil.ignore_patterns("tidy"))
    report = load(data, small_store, [str(files)], name="formats")
    assert report.read == 38
    assert (report.runs, report.samples) == (60, 526)
    assert (report.secrets, report.missing) == (3, 7)
    assert report.studies == ["iterations", "models", "test-time"]
    assert {line.rpartition("/")[2].split(":")[0] for line in report.unknown} == {"README.md"}
