"""Which settings of two runs are not like for like."""

from reasonboard.core.findings.settings import not_like_for_like, settings

OTHER = ("0f" * 32, "1e" * 32)


def row(name: str, a: str | None, b: str | None) -> dict[str, str | None]:
    return {"name": name, "a": a, "b": b}


def test_a_number_that_is_written_in_two_ways_is_the_same() -> None:
    rows = [
        row("temperature", "0", "0.0"),
        row("max_tokens", "2048", "2,048"),
        row("judge", "a", "b"),
    ]
    assert [setting.state for setting in settings(rows)] == ["differs", "same", "same"]
    assert not_like_for_like(rows) == "judge a against b"


def test_prompts_that_differ_count_where_both_have_the_same_chat_template() -> None:
    prompts = row("prompts_digest", *OTHER)
    assert not_like_for_like([prompts]) == "prompts 0f0f0f0f… against 1e1e1e1e…"
    assert not_like_for_like([prompts, row("chat_template_digest", *OTHER)]) == ""
    assert not_like_for_like([prompts, row("chat_template_digest", "0f" * 32, "0f" * 32)]) != ""


def test_the_first_settings_are_named_and_the_others_counted() -> None:
    rows = [row(f"setting {place}", "1", "2") for place in range(6)]
    assert not_like_for_like(rows).endswith("setting 3 1 against 2, 2 more")
