"""Which settings of two runs differ, which one of them alone states, and what may be said of them together."""

import pytest

from reasonboard.core.findings.settings import notable, notable_words, settings, summary

OTHER = ("0f" * 32, "1e" * 32)
SHOTS, JUDGE = ("num_fewshot", "5", "5"), ("judge", None, "gpt-4")


def row(
    name: str, a: str | None, b: str | None, *, is_version: bool = False
) -> dict[str, str | bool | None]:
    return {"name": name, "a": a, "b": b, "is_version": is_version}


def said(*stated: tuple[str, str | None, str | None]) -> str:
    return summary(settings([row(*each) for each in stated]))


def test_a_number_that_is_written_in_two_ways_is_the_same() -> None:
    rows = [
        row("temperature", "0", "0.0"),
        row("max_tokens", "2048", "2,048"),
        row("dtype", "bfloat16", "torch.bfloat16"),
        row("judge", "a", "b"),
    ]
    assert [setting.state for setting in settings(rows)] == ["differs", "same", "same", "same"]
    assert notable_words(rows) == "judge a against b"


def test_prompts_that_differ_count_where_both_have_the_same_chat_template() -> None:
    prompts = row("prompts_digest", *OTHER)
    assert notable_words([prompts]) == "prompts 0f0f0f0f… against 1e1e1e1e…"
    assert notable_words([prompts, row("chat_template_digest", *OTHER)]) == ""
    assert notable_words([prompts, row("chat_template_digest", "0f" * 32, "0f" * 32)]) != ""


def test_the_first_settings_are_named_and_the_others_counted() -> None:
    rows = [row(f"setting {place}", "1", "2") for place in range(6)]
    assert notable_words(rows).endswith("setting 3 1 against 2, 2 more")


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ([], "No settings recorded for these runs"),
        ([("harness", "a 1", "b 2")], "No settings recorded for these runs"),
        ([("num_fewshot", "5", None)], "Settings unknown: none recorded for B"),
        ([SHOTS, JUDGE], "1 setting is known for only one run: judge"),
        (
            [SHOTS, *((f"s{n}", "1", None) for n in range(9))],
            "9 settings are known for only one run",
        ),
        ([SHOTS, ("quantization", "awq", "fp8")], "Settings differ: quantization"),
        (
            [("quantization", "awq", "fp8"), JUDGE, SHOTS],
            "Settings differ: quantization. Known for only one run: judge",
        ),
        ([SHOTS, *((f"s{n}", "1", "2") for n in range(4))], "Settings differ: 4"),
        ([SHOTS, ("temperature", "0", "0.0")], "2 settings, the same for both runs"),
        (
            [SHOTS, ("chat_template_digest", *OTHER)],
            "1 setting, the same for both runs. Not the same: chat template",
        ),
    ],
)
def test_sameness_is_said_only_where_both_runs_state_all_of_them(
    stated: list[tuple[str, str | None, str | None]], words: str
) -> None:
    assert said(*stated) == words


def test_versions_are_listed_and_make_no_other_configuration() -> None:
    rows = [row(*SHOTS), row("vllm_version", "0.6", "0.8", is_version=True)]
    (version, shots) = settings(rows)
    assert (version.name, version.is_minor, shots.state) == ("vllm version", True, "same")
    assert summary(settings(rows)) == (
        "1 setting, the same for both runs. Not the same: vllm version"
    )
    assert notable(rows) == []


def test_what_one_of_two_runs_of_a_tool_states_is_said_first() -> None:
    tool = row("harness", "lm-eval", "lm-eval")
    stated = [row(*SHOTS), row("quantization", None, "awq"), row("dtype", "bfloat16", "float16")]
    assert (
        notable_words([tool, *stated])
        == "dtype bfloat16 against float16, quantization awq for B alone"
    )
    assert notable_words([row("harness", "a", "b"), *stated]) == (
        "harness a against b, dtype bfloat16 against float16"
    )
