"""What is kept of all that a file states of a run: everything but secrets, places and what cannot change a score."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Run
from reasonboard.ingest.formats.settings import LONGEST, MOST, digest, kept, matters
from reasonboard.ingest.readers import bigcode
from reasonboard.ingest.readers.helm import reader as helm
from reasonboard.ingest.readers.inspect_ai import reader as inspect_ai
from reasonboard.ingest.readers.lighteval import reader as lighteval
from reasonboard.ingest.readers.lm_eval import reader as lm_eval
from reasonboard.ingest.readers.trl import reader as trl
from reasonboard.ingest.readers.verl import reader as verl
from reasonboard.ingest.readers.wandb import reader as wandb
from reasonboard.ingest.staging.rows import run_row
from tests.ingest.mine import Mine
from tests.ingest.readers import test_helm, test_lighteval
from tests.ingest.readers.found import Reader, kept_of, put
from tests.ingest.readers.test_small_documents import BIGCODE, INSPECT, LIGHTEVAL, LM_EVAL, log

HELM = test_helm.FOLDER
NEW = {
    "some_new_setting": "on",
    "quantization": "awq",
    "rope_scaling": {"type": "yarn", "factor": 4.0},
}
"""Settings that no list here has, one of them nested."""
KEPT = {
    "some_new_setting": "on",
    "quantization": "awq",
    "rope_scaling.type": "yarn",
    "rope_scaling.factor": "4.0",
}


def part(document: dict[str, Any], *path: str) -> dict[str, Any]:
    """The document with the new settings in the object under these keys."""
    if not path:
        return document | NEW
    return document | {path[0]: part(document.get(path[0]) or {}, *path[1:])}


@pytest.mark.parametrize(
    ("reader", "write", "content", "path"),
    [
        (lm_eval, lambda at, one: put(at / "results.json", one), LM_EVAL, ("config",)),
        (lm_eval, lambda at, one: put(at / "results.json", one), LM_EVAL, ("config", "gen_kwargs")),
        (lm_eval, lambda at, one: put(at / "results.json", one), LM_EVAL, ("configs", "gsm8k", "generation_kwargs")),
        (lm_eval, lambda at, one: put(at / "results.json", one), LM_EVAL, ("configs", "gsm8k", "metadata")),
        (inspect_ai, log, INSPECT, ("eval", "model_args")),
        (inspect_ai, log, INSPECT, ("eval", "task_args")),
        (inspect_ai, log, INSPECT, ("eval", "model_generate_config")),
        (lighteval, test_lighteval.results, LIGHTEVAL, ("config_general", "model_config")),
        (lighteval, test_lighteval.results, LIGHTEVAL, ("config_general", "model_config", "generation_parameters")),
        (helm, test_helm.folder, HELM, ("run_spec.json", "adapter_spec")),
        (bigcode, lambda at, one: put(at / "r.json", one), BIGCODE, ("config",)),
    ],
)  # fmt: skip
def test_a_setting_that_no_list_has_is_kept_wherever_a_file_states_it(
    reader: Reader, write: Any, content: Any, path: tuple[str, ...], tmp_path: Path
) -> None:
    (found,) = reader.read(write(tmp_path, part(content, *path)))
    settings = kept_of(found).values
    plain = {name.partition("[")[0]: value for name, value in settings.items()}
    assert {name: plain.get(name) for name in KEPT} == KEPT


def test_settings_of_the_model_arguments_and_versions_are_kept(tmp_path: Path) -> None:
    """As lm-evaluation-harness writes them: arguments as text, what a task states of its own, versions on top."""
    document = LM_EVAL | {
        "config": {
            "model": "vllm", "batch_size": "auto", "device": "cuda:0", "limit": None,
            "model_args": "pretrained=org/m-7b,revision=main,quantization=awq,dtype=float16,max_model_len=8192,"
            "enable_thinking=True,gpu_memory_utilization=0.9,download_dir=/data/hub,base_url=http://10.0.0.1:8000/v1",
        },
        "configs": {"gsm8k": {
            "task": "gsm8k", "dataset_path": "openai/gsm8k", "doc_to_text": "Q: {{question}}\nA:",
            "generation_kwargs": {"max_tokens_thinking": 2000, "temperature": 0.0, "until": ["Q:"]},
            "filter_list": [{"name": "x", "filter": [{"function": "regex", "regex_pattern": "y" * 300}]}],
            "metadata": {"version": 3.0, "pretrained": "org/m-7b", "quantization": "awq"},
        }},
        "transformers_version": "4.57.1", "git_hash": "b97e2b2", "lm_eval_version": "0.4.9",
        "pretty_env_info": "PyTorch: 2.8\n[pip3] torch==2.8.0\n[pip3] nvidia-nccl-cu12==2\n[pip3] vllm==0.11.0\n",
        "chat_template": "{% for m in messages %}" * 20, "tokenizer_eos_token": ["<|im_end|>", "151645"],
        "results": {"gsm8k": LM_EVAL["results"]["gsm8k"]},
    }  # fmt: skip
    (found,) = lm_eval.read(put(tmp_path / "results.json", document))
    settings = kept_of(found).values
    assert settings.pop("chat_template_digest") == digest(document["chat_template"])
    assert len(settings.pop("filter_list_digest")) == len(settings.pop("task_config_digest[gsm8k]"))
    assert settings == {
        "model": "vllm", "revision": "main", "quantization": "awq", "dtype": "float16", "max_model_len": "8192",
        "enable_thinking": "True", "dataset_path": "openai/gsm8k", "max_tokens_thinking": "2000", "temperature": "0.0",
        "until": '["Q:"]', "transformers_version": "4.57.1", "git_hash": "b97e2b2", "torch_version": "2.8.0",
        "vllm_version": "0.11.0",
    }  # fmt: skip
    assert found.run.tool_version == "0.4.9"


MATTER = [
    "quantization", "revision", "enable_thinking", "max_model_len", "max_tokens_thinking", "vllm_version", "dtype",
    "temperature", "seed", "limit", "max_samples", "trust_remote_code", "output_type", "output_prefix",
    "log_prob_min", "train_batch_size", "per_device_train_batch_size", "gradient_accumulation_steps", "time_limit",
    "support", "cache_implementation", "kv_cache_dtype", "attn_implementation", "use_chat_template",
    "num_return_sequences",
]  # fmt: skip
MATTER_NOT = [
    "batch_size", "eval_batch_size", "device", "device_map", "num_workers", "max_connections", "verbosity",
    "log_samples", "logging_steps", "output_path", "output_dir", "save_steps", "use_cache", "cache_dir", "report_to",
    "run_name", "base_url", "hostname", "timeout", "max_retries", "tensor_parallel_size", "gpu_memory_utilization",
    "trainer.logger", "generation_config.batch_size", "bootstrap_iters", "DEVICE", "batch_size[gsm8k]",
]  # fmt: skip


@pytest.mark.parametrize("name", MATTER)
def test_what_can_change_a_score_matters(name: str) -> None:
    assert matters(name)
    assert kept({name: "x"}).values == {name: "x"}


@pytest.mark.parametrize("name", MATTER_NOT)
def test_what_cannot_is_left_out_unless_it_is_asked_for(name: str) -> None:
    assert kept({name: "x"}).values == {}
    assert kept({name: "x"}, {name.partition("[")[0]}).values == {name: "x"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("/home/me/models/org/lora-a", "lora-a"), ("~/models/base-7b", "base-7b"), ("./out/adapter", "adapter"),
        (r"C:\models\base-7b", "base-7b"), ("org/m-7b", "org/m-7b"), ("openai/gsm8k", "openai/gsm8k"),
        ("/no_think", "/no_think"), ("<think>\n</think>", "<think>\n</think>"), ("0.4.9.2-rc1", "0.4.9.2-rc1"),
        (["/d/a/train.parquet", "/d/b/test.parquet"], '["train.parquet", "test.parquet"]'),
        ("<function mean at 0x7f3c2a1b>", "<function mean>"), ("[0-9]+/[0-9]+", "[0-9]+/[0-9]+"),
        ("torn \ud800 and\0", "torn ? and"),
        (True, "True"), (0.0, "0.0"), (None, None), ("None", None), ("", None), ([], None), ({}, None),
        ("https://x.example/v1", None), ("s3://bucket/data", None), ("localhost:8000", None), ("10.0.0.1", None),
        ("node-3.cluster.example:29500", None), ("see https://x.example/a", "see …"),
    ],
)  # fmt: skip
def test_of_a_path_its_last_name_is_kept_and_no_address(value: object, shown: str | None) -> None:
    assert kept({"a": value}).values == ({} if shown is None else {"a": shown})


def test_a_version_is_no_address() -> None:
    assert kept({"lm_eval_version": "0.4.9.2", "vllm_version": "10.0.0.1"}).values == {
        "lm_eval_version": "0.4.9.2",
        "vllm_version": "10.0.0.1",
    }


def test_of_a_long_text_a_digest_is_kept_that_tells_it_from_others() -> None:
    one, other = (kept({"prompt[gsm8k]": "x" * LONGEST + end}).values for end in "ab")
    assert list(one) == ["prompt_digest[gsm8k]"]
    assert one != other


def test_ten_thousand_settings_are_bounded_and_the_rest_counted() -> None:
    many = {f"k{number}": number for number in range(10_000)}
    result = kept({**many, "temperature": 0.6, "quantization": "awq"})
    assert (len(result.values), result.left_out) == (MOST + 1, 10_002 - MOST)
    assert (result.values["temperature"], result.values["quantization"]) == ("0.6", "awq")
    other = kept({**many, "k9999": "other", "temperature": 0.6, "quantization": "awq"})
    assert result.values.keys() == other.values.keys()
    assert result.values["further_settings_digest"] != other.values["further_settings_digest"]
    assert kept({"x" * 201: 1, "a\nb": 2}).left_out == 2


@pytest.mark.parametrize(
    "part",
    [
        "a/",
        "://",
        "eyJaaaaaa-",
        "Bearer ",
        "x",
        "/a",
        "?key=",
        "~/",
        "sk-proj-",
        "1:",
        "a.b-",
        "x://",
        "C:\\a",
    ],
)
def test_a_long_value_takes_no_time(part: str) -> None:
    began = time.process_time()
    for length in (19_990, 2_000_000):
        kept({"a": (part * length)[:length]})
    assert time.process_time() - began < 2


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
))  # fmt: skip
def test_whatever_a_file_states_becomes_short_text_that_can_be_stored(value: object) -> None:
    values = kept({"a": value}).values
    assert all(isinstance(text, str) and 0 < len(text) <= LONGEST for text in values.values())
    assert kept(values, values).values == values
    json.dumps(values).encode("utf-8", "surrogatepass")


def test_the_batch_size_of_a_training_makes_another_model(tmp_path: Path) -> None:
    state = {
        "log_history": [{"loss": 1.5, "step": 1}], "global_step": 1, "epoch": 0.5, "best_metric": 0.3,
        "train_batch_size": 8, "batch_size": 64, "logging_steps": 10, "trial_params": {"lr": 1e-5},
    }  # fmt: skip
    (found,) = trl.read(put(tmp_path / "trainer_state.json", state))
    assert kept_of(found).values == {
        "train_batch_size": "8",
        "batch_size": "64",
        "trial_params.lr": "1e-05",
    }


def test_the_configuration_that_verl_prints_is_kept(tmp_path: Path) -> None:
    printed = (
        "(TaskRunner pid=7) {'actor_rollout_ref': {'model': {'path': '/models/Qwen2.5-7B'},\n"
        "(TaskRunner pid=7)                        'rollout': {'n': 8, 'temperature': 1.0}},\n"
        "(TaskRunner pid=7)  'algorithm': {'adv_estimator': 'grpo'},\n"
        "(TaskRunner pid=7)  'data': {'train_batch_size': 1024, 'train_files': ['/d/dapo.parquet']},\n"
        "(TaskRunner pid=7)  'trainer': {'experiment_name': 'dapo-7b', 'logger': ['wandb'], 'nnodes': 4}}\n"
        "(TaskRunner pid=7) step:1 - critic/score/mean:0.1 - actor/entropy:0.5\n"
    )
    (found,) = verl.read(put(tmp_path / "console.log", printed))
    assert found.run.model == "dapo-7b"
    assert kept_of(found).values == {
        "base_model": "Qwen2.5-7B", "actor_rollout_ref.model.path": "Qwen2.5-7B", "actor_rollout_ref.rollout.n": "8",
        "actor_rollout_ref.rollout.temperature": "1.0", "algorithm.adv_estimator": "grpo",
        "data.train_batch_size": "1024", "data.train_files": '["dapo.parquet"]',
    }  # fmt: skip


def test_the_settings_of_a_command_of_verl_are_kept(tmp_path: Path) -> None:
    text = (
        "+ python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.train_batch_size=256 "
        "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B +data.seed='7' trainer.default_local_dir=/x/y/z\n"
        "step:1 - critic/score/mean:0.1 - actor/entropy:0.5\n"
    )
    (found,) = verl.read(put(tmp_path / "console.log", text))
    assert kept_of(found).values == {
        "base_model": "Qwen/Qwen2.5-7B", "algorithm.adv_estimator": "grpo", "data.train_batch_size": "256",
        "actor_rollout_ref.model.path": "Qwen/Qwen2.5-7B", "data.seed": "7",
    }  # fmt: skip


def test_the_configuration_beside_a_summary_of_wandb_is_kept(tmp_path: Path) -> None:
    put(tmp_path / "config.yaml", (
        "wandb_version: 1\n_wandb:\n    value:\n        cli_version: 0.31\n"
        "learning_rate:\n    desc: null\n    value: 1e-06\n"
        "model:\n    value:\n        quantization: awq\n        token: abc\nreport_to:\n    value:\n        - wandb\n"
        "model_name_or_path:\n    value: Qwen/Qwen2.5-7B\n"
        "lora:\n    value: &id001\n        - q_proj\n        - v_proj\n"
    ))  # fmt: skip
    summary = {"_step": 3, "_wandb": {}, "_timestamp": 1775143760.2, "train/reward": 0.5}
    (found,) = wandb.read(put(tmp_path / "wandb-summary.json", summary))
    assert (found.run.model, kept_of(found).secrets) == ("Qwen/Qwen2.5-7B", ("model.token",))
    assert kept_of(found).values == {
        "learning_rate": "1e-06", "model.quantization": "awq", "model_name_or_path": "Qwen/Qwen2.5-7B",
        "lora": "&id001 - q_proj - v_proj",
    }  # fmt: skip


def test_columns_with_words_of_a_table_of_wandb_are_settings(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(
        "Name,State,Created,quantization,scheduler,lora_rank,mystery,train/reward\n"
        "a,finished,2025-01-01T00:00:00Z,awq,cosine,8,0.25,0.5\nb,finished,2025-01-01T00:00:00Z,,linear,16,0.5,0.6\n"
    )
    first, second = wandb.read(File(path))
    assert kept_of(first).values == {"quantization": "awq", "scheduler": "cosine"}
    assert kept_of(second).values == {"scheduler": "linear"}
    assert first.notes == ["column 'lora_rank' is not used", "column 'mystery' is not used"]


def test_a_seed_is_stated_once_so_that_repeats_are_put_together(tmp_path: Path) -> None:
    file = put(tmp_path / "x.csv", "x")
    rows = [
        run_row(Run("t", "org/m", seed=seed, settings={"seed": seed}), file) for seed in ("1", "2")
    ]
    assert [(row["seed"], row["settings"]) for row in rows] == [("1", {}), ("2", {})]
    assert run_row(Run("t", "org/m", settings={"seed": "1"}), file)["settings"] == {"seed": "1"}


def test_a_load_says_which_secrets_and_how_many_settings_are_left_out(mine: Mine) -> None:
    config = {f"k{number}": number for number in range(MOST + 5)}
    documents = [
        LM_EVAL
        | {"config": {"model_args": {"pretrained": f"org/m-{n}b"}, "hub_token": "abc", **config}}
        for n in (1, 2)
    ]
    paths = [mine.table(json.dumps(one), f"{n}/results.json") for n, one in enumerate(documents)]
    report = mine.load(*paths)
    assert report.secrets == 2
    assert (
        f"{paths[0]}: hub_token looks like a secret: left out, and in 1 more of the files"
        in report.notes
    )
    (left_out,) = {
        note.partition(": ")[2] for note in report.notes if "settings of a run are left out" in note
    }
    assert left_out.startswith("5 settings of a run are left out, all but their digest")
    again = mine.load(*paths)
    assert [note for note in again.notes if "secret" in note] == []
    assert "abc" not in str(mine.query("SELECT settings FROM loaded_run"))
