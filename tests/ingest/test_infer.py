"""What names say; the names are real ones of public result files."""

import pytest

from reasonboard.ingest import infer


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
    found = infer.step([name])
    assert (found.number if found else None) == step


def test_the_first_text_that_names_a_step_wins() -> None:
    assert infer.step(["main", "step10", "step20"]) == infer.Step(10, tuning=False)


def test_a_step_of_tuning_is_told_from_one_of_pretraining() -> None:
    names = {"global_step_20": True, "checkpoint-20": True, "step20": False, "global_step20": False}
    for name, tuning in names.items():
        assert infer.step([name]) == infer.Step(20, tuning)


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
    assert infer.shown_name(model) == shown
    assert infer.family(shown) == family
