"""What names say; the names are real ones of public result files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.ingest.formats.records import NameOf
from reasonboard.ingest.names import infer
from reasonboard.ingest.names.infer import Step


@pytest.mark.parametrize(
    ("name", "size", "step"),
    [
        ("pretrained=EleutherAI/pythia-1b,revision=step3000", 1.0, 3000),
        ("Qwen2.5-Math-1.5B-Instruct-global_step_1000", 1.5, 1000),
        ("Llama-3.2-3B-SFT-checkpoint-489", 3.0, 489),
        ("OLMo-2-1124-7B,revision=stage1-step140000-tokens294B", 7.0, 140000),
        ("pythia-160m-0.5MtokBS_step492000", 0.16, 492000),
        ("Mixtral-8x7B-v0.1", 56.0, None),
        ("gpt-5-mini", None, None),
        ("Qwen3-30B-A3B", 30.0, None),
        ("FLOR-760M", 0.76, None),
        ("some-model-SFT-continue-2934", None, None),
    ],
)
def test_sizes_and_steps_are_read_from_names(
    name: str, size: float | None, step: int | None
) -> None:
    assert infer.size(name) == size
    for found in (infer.step([name]), infer.step([], name)):
        assert (found.number if found else None) == step


def test_the_first_text_that_names_a_step_wins() -> None:
    assert infer.step(["main", "step10", "step20"]) == Step(10, tuning=False)


def test_a_step_of_tuning_is_told_from_one_of_pretraining() -> None:
    names = {"global_step_20": True, "checkpoint-20": True, "step20": False, "global_step20": False}
    for name, tuning in names.items():
        assert infer.step([name]) == Step(20, tuning)


@pytest.mark.parametrize(
    ("model", "shown", "family"),
    [
        ("EleutherAI/pythia-1b", "EleutherAI/pythia-1b", "pythia"),
        ("/home/somebody/models/FLOR-760M", "FLOR-760M", "FLOR"),
        ("org/my-7b-global_step_40", "org/my-7b", "my"),
        ("checkpoint-489", "checkpoint-489", None),
        ("gpt-5-mini", "gpt-5-mini", None),
    ],
)
def test_a_model_is_shown_without_folders_and_step(
    model: str, shown: str, family: str | None
) -> None:
    name = infer.without_step(model, 40, 489)
    assert infer.shown_name(name).name == shown
    assert infer.family(shown) == family


@pytest.mark.parametrize(
    "name",
    [
        "stepfun/step-3", "stepmaker/step-2-16k-202411", "stepmaker/step-1-8k", "step-3.5-flash", "iteration-2",
        "lab/iteration-2", "stepfun-ai/step3", "openrouter/stepfun-ai/step-3", "stepfun-ai/NextStep-1-Large",
        "Step-3-VL-10B", "step-audio-2-mini", "step-1v-8k", "multi-step-2", "lab/step-200", "gpt-4o-step",
    ],
)  # fmt: skip
def test_a_product_that_is_called_a_step_is_at_none(name: str) -> None:
    assert infer.step([name, name.replace("/", "__")], name) is None
    assert infer.without_step(name, 1, 2, 3, 200) == name


@pytest.mark.parametrize(
    ("name", "without", "number"),
    [
        ("lab/plum-7b_step300", "lab/plum-7b", 300),
        ("lab/plum-7b/step_300", "lab/plum-7b", 300),
        ("lab/plum-7b/step-3", "lab/plum-7b", 3),
        ("my-run/checkpoint-300", "my-run", 300),
        ("my-run/ckpt-300", "my-run", 300),
        ("/ckpts/run/global_step300", "/ckpts/run", 300),
        ("/ckpts/run/step-300", "/ckpts/run", 300),
        ("/ckpts/run/iter_0000300", "/ckpts/run", 300),
        ("Llama-3-8B-SPPO-Iter3", "Llama-3-8B-SPPO", 3),
        ("Ours (step 400)", "Ours", 400),
        ("Ours [step=400]", "Ours", 400),
        ("Ours (3B, step 400)", "Ours (3B)", 400),
        ("Qwen3-4B-grpo-step200-seed1", "Qwen3-4B-grpo-seed1", 200),
        ("my-7b-checkpoint-300-merged", "my-7b-merged", 300),
        ("checkpoint-300", "checkpoint-300", 300),
    ],
)
def test_a_step_follows_a_name_and_nothing_else_of_it_is_cut(
    name: str, without: str, number: int
) -> None:
    assert infer.step([], name) == infer.step([name], name)
    found = infer.step([], name)
    assert found is not None
    assert found.number == number
    assert infer.without_step(name, number) == without
    assert infer.without_step(name, number + 1) == name  # of another step it is a part of the name


@given(st.text(alphabet="ab7-_/.([ )]step", max_size=24), st.integers(0, 500))
def test_a_name_without_its_step_is_a_name_and_its_brackets_are_whole(
    name: str, number: int
) -> None:
    rest = infer.without_step(name, number)
    assert bool(rest.strip()) == bool(name.strip())
    if _is_balanced(name):
        assert _is_balanced(rest)


def _is_balanced(name: str) -> bool:
    return name.count("(") == name.count(")") and name.count("[") == name.count("]")


@pytest.mark.parametrize(
    ("name", "of", "shown"),
    [
        ("17/04/2025_a", NameOf.RUN, "17/04/2025_a"),
        ("a/lr1/seed1", NameOf.RUN, "a/lr1/seed1"),
        ("deepseek/lr1/seed1", NameOf.RUN, "deepseek/lr1/seed1"),
        ("a/lr1/seed1", NameOf.ROW, "a/lr1/seed1"),
        ("vllm-0/org/my-7b", NameOf.ROW, "org/my-7b"),
        ("/home/me/my-7b", NameOf.ROW, "my-7b"),
        ("./out/my-7b", NameOf.RUN, "my-7b"),
        ("~/out/my-7b", NameOf.RUN, "my-7b"),
        ("D:\\out\\my-7b", NameOf.RUN, "my-7b"),
        ("out/models/my-7b", NameOf.MODEL, "my-7b"),
        ("org/my-7b", NameOf.MODEL, "org/my-7b"),
    ],
)
def test_only_a_path_loses_its_folders(name: str, of: NameOf, shown: str) -> None:
    assert infer.shown_name(name, of).name == shown
