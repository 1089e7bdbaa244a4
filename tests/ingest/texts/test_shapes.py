"""Texts of tools without a real file here, and of shapes that the real ones have not, in small files."""

import json
import zipfile
from pathlib import Path
from typing import Any

import duckdb
import pytest

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.spans import parts
from reasonboard.ingest.readers import door
from reasonboard.ingest.readers.registry import TEXTS
from reasonboard.ingest.texts.answer import Asked, ChangedError, Message, Question, Texts, ToolCall
from reasonboard.ingest.texts.text_file import TextFile
from tests.waiting import ended, swap_for_a_pipe


def written(path: Path, content: Any) -> TextFile:
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text)
    return TextFile(path, path.name, File(path).sha256, path.stat().st_size)


def read(folder: Path, reader: str, content: Any, item: str = "0", repeat: int = 0) -> Texts:
    return door.read(written(folder / "file", content), reader, 0, item, repeat)


def test_opencompass_has_a_chat_a_prediction_and_the_gold_answer(tmp_path: Path) -> None:
    row = {
        "origin_prompt": [{"role": "HUMAN", "prompt": "2+2?"}],
        "prediction": "<think>two</think>4",
        "gold": "4",
    }
    found = read(tmp_path, "opencompass", row)
    assert found.prompt == [Message("HUMAN", "2+2?")]
    assert (found.reasoning, found.answer, found.expected) == ("two", "4", "4")


def test_every_eval_ever_has_the_reasoning_beside_the_output(tmp_path: Path) -> None:
    row = {"sample_id": "0", "input": {"raw": "2+2?", "reference": ["4"]},
           "output": {"raw": ["It is 4"], "reasoning_trace": ["two and two"]},
           "answer_attribution": [{"extracted_value": "4"}], "performance": {"latency_ms": 1500}}  # fmt: skip
    found = read(tmp_path, "every_eval_ever", row)
    assert (found.problem, found.expected, found.answer) == ("2+2?", "4", "It is 4")
    assert (found.reasoning, found.scored, found.seconds) == ("two and two", "4", 1.5)


def test_verl_has_input_output_and_truth(tmp_path: Path) -> None:
    row = {"input": "2+2?", "output": "4", "gts": "4", "score": 1, "step": 3}
    found = read(tmp_path, "verl", row)
    assert (found.prompt[0].text, found.answer, found.expected) == ("2+2?", "4", "4")


def test_livecodebench_has_the_problem_the_answer_the_code_and_why_it_failed(
    tmp_path: Path,
) -> None:
    failed = '{"error_code": -4, "error_message": "Runtime Error"}'
    row = {"question_id": "q", "question_content": "Add.", "output_list": ["a", "<think>hm</think>b"],
           "code_list": ["a", "b()"], "graded_list": [True, False], "metadata": ["{}", failed]}  # fmt: skip
    found = read(tmp_path, "livecodebench", row, "q", 1)
    assert (found.problem, found.reasoning, found.answer) == ("Add.", "hm", "b")
    assert (found.scored, found.scored_by) == ("b()", "Runtime Error")
    with pytest.raises(ChangedError):
        read(tmp_path, "livecodebench", row, "other")


def test_tau_bench_ends_with_what_the_assistant_says_last(tmp_path: Path) -> None:
    call = {"id": "c", "function": {"name": "cancel", "arguments": "{}"}}
    chat = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "done"}, {"role": "assistant", "content": "Bye"},
            {"role": "user", "content": "###STOP###"}]  # fmt: skip
    row = {"task_id": 3, "traj": chat, "info": {"task": {"instruction": "Cancel."}}}
    found = read(tmp_path, "tau_bench", row, "3")
    assert (found.problem, found.answer) == ("Cancel.", "Bye")
    assert [message.text for message in found.prompt] == ["Hi", "done"]
    assert found.tool_calls == [ToolCall("cancel", "{}", "done")]


def test_tau2_bench_has_tools_called_by_name_and_the_parts_of_its_reward(tmp_path: Path) -> None:
    chat = [{"role": "assistant", "content": "", "tool_calls": [{"id": "c", "name": "cancel", "arguments": {"a": 1}}]},
            {"role": "tool", "id": "c", "content": "done"}, {"role": "assistant", "content": "Bye"}]  # fmt: skip
    row = {
        "task_id": "3",
        "messages": chat,
        "reward_info": {"reward": 0.0, "reward_breakdown": {"DB": 0.0}},
    }
    found = read(tmp_path, "tau2_bench", row, "3")
    assert (found.answer, found.scored_by) == ("Bye", "DB 0.0")
    assert found.tool_calls == [ToolCall("cancel", '{"a": 1}', "done")]


def test_harbor_has_what_was_asked_the_tools_and_the_last_message(tmp_path: Path) -> None:
    call = {"tool_call_id": "c", "function_name": "bash", "arguments": {"command": "ls"}}
    steps = [
        {"step_id": 1, "source": "user", "message": "Fix it."},
        {"step_id": 2, "source": "agent", "message": "Looking.", "tool_calls": [call],
         "observation": {"results": [{"source_call_id": "c", "content": [{"type": "text", "text": "a.txt"}]}]}},
        {"step_id": 3, "source": "agent", "message": "Done.", "reasoning_content": "All is well."},
    ]  # fmt: skip
    found = read(tmp_path, "harbor", {"schema_version": "ATIF-v1.4", "steps": steps}, "fix-git")
    assert (found.prompt, found.answer, found.reasoning) == (
        [Message("user", "Fix it.")],
        "Done.",
        "All is well.",
    )
    assert found.tool_calls == [ToolCall("bash", '{"command": "ls"}', "a.txt")]
    with pytest.raises(ChangedError):
        read(tmp_path, "harbor", {"schema_version": "ATIF-v1.4", "steps": []}, "fix-git")


def test_a_parquet_of_lighteval_before_0_10_has_prompt_and_predictions(tmp_path: Path) -> None:
    path = tmp_path / "details.parquet"
    row = "SELECT 'q' AS example, 'Say: q' AS full_prompt, '[''a'', ''b'']' AS predictions, ['4'] AS gold"
    duckdb.sql(f"COPY ({row}, {{'acc': 1.0}} AS metrics) TO '{path}' (FORMAT parquet)")
    file = TextFile(path, path.name, File(path).sha256, path.stat().st_size)
    found = door.read(file, "lighteval_older", 0, "0", 1)
    assert (found.problem, found.answer, found.expected) == ("q", "b", "4")
    assert [message.text for message in found.prompt] == ["Say: q"]


def test_a_parquet_of_lighteval_is_read_by_its_row(tmp_path: Path) -> None:
    path = tmp_path / "details.parquet"
    rows = " UNION ALL ".join(
        f"SELECT {{'id': '{at}', 'query': 'q{at}', 'choices': ['1', '2'], 'gold_index': [1]}} AS doc, "
        f"{{'text': ['a{at}', 'b{at}'], 'reasonings': ['r', NULL]}} AS model_response"
        for at in range(3)
    )
    duckdb.sql(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
    file = TextFile(path, path.name, File(path).sha256, path.stat().st_size)
    first, second = (door.read(file, "lighteval", 2, "2", repeat) for repeat in (0, 1))
    assert (first.problem, first.answer, first.reasoning, first.expected) == ("q2", "a2", "r", "2")
    assert (second.answer, second.reasoning) == ("b2", None)
    with pytest.raises(ChangedError, match="The file it was loaded from has another problem"):
        door.read(file, "lighteval", 1, "2", 0)


def test_choices_are_answered_with_the_likeliest(tmp_path: Path) -> None:
    row = {"doc_id": 0, "doc": {}, "target": "1", "filtered_resps": [["-9", "False"], ["-2", "True"]],
           "arguments": {"gen_args_0": {"arg_0": "Sky is", "arg_1": " red"},
                         "gen_args_1": {"arg_0": "Sky is", "arg_1": " blue"}},
           "resps": [[["-9.5", "False"]], [["-2.25", "True"]]]}  # fmt: skip
    found = read(tmp_path, "lm_eval", row)
    assert (found.prompt[0].text, found.answer) == ("Sky is", " blue")


def test_a_chat_in_a_row_of_the_harness_is_its_messages(tmp_path: Path) -> None:
    chat = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2+2?"}]
    row = {"doc_id": 0, "doc": {"question": "2+2?"}, "arguments": [[json.dumps(chat), {}]], "resps": [["4", "5"]],
           "filtered_resps": ["4"]}  # fmt: skip
    found = read(tmp_path, "lm_eval", row)
    assert found.prompt == [Message("system", "Be brief."), Message("user", "2+2?")]
    assert (found.problem, found.answer, found.responses) == ("2+2?", "4", 2)


def test_tools_that_were_called_stand_with_their_results(tmp_path: Path) -> None:
    called = {"id": "c1", "function": "bash", "arguments": {"cmd": "ls"}}
    sample = {"id": "0", "epoch": 1, "input": "List.", "target": "a",
              "messages": [{"role": "user", "content": "attachment://m"},
                           {"role": "assistant", "content": "", "tool_calls": [called]},
                           {"role": "tool", "tool_call_id": "c1", "content": "a.txt"}],
              "attachments": {"m": "List all files."},
              "output": {"choices": [{"message": {"content": [{"type": "reasoning", "reasoning": "hm"},
                                                              {"type": "text", "text": "a.txt"},
                                                              {"type": "image", "image": "http://evil.example/x.png"}]},
                                      "stop_reason": "max_tokens"}]}}  # fmt: skip
    found = read(tmp_path, "inspect_part", sample)
    assert found.tool_calls == [ToolCall("bash", '{"cmd": "ls"}', "a.txt")]
    assert found.prompt[0] == Message("user", "List all files.")
    assert (found.reasoning, found.answer, found.finish) == (
        "hm",
        "a.txt\n[an image]",
        "max_tokens",
    )


@pytest.mark.parametrize(
    ("answer", "reasoning", "rest"),
    [
        ("<think>a</think>b", "a", "b"),
        ("a</think>\n\nb", "a", "b"),
        ("<think>a, never", "a, never", ""),
        ("b", None, "b"),
        ("◁think▷a◁/think▷b", "a", "b"),
        ("say <think> in the middle", None, "say <think> in the middle"),
    ],
)
def test_reasoning_is_told_from_the_answer_by_its_marks(
    answer: str, reasoning: str | None, rest: str
) -> None:
    found = Texts(answer=answer).split()
    assert (found.reasoning, found.answer) == (reasoning, rest)


def test_the_parts_of_a_document_begin_at_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text('\ufeff {"é": [1, {"a": "ü"}], "b": {"中": "x", "y" : [2]}}', encoding="utf-8")
    raw = path.read_bytes()
    for keys in ((), ("é",), ("b",)):
        for part in parts(File(path), *keys):
            assert json.JSONDecoder().raw_decode(raw[part.begin :].decode())[0] == part.value
    assert [part.key for part in parts(File(path), "b")] == ["中", "y"]
    assert list(parts(File(path), "nowhere")) == []


_ASKED = "How many forks?\n\nWrite ANSWER: and a number."
_EXAMPLES = "Some examples:\n\nHow many cups?\nANSWER: 2\n\nHow many spoons?\nReasoning:\nTwo.\nANSWER: 4\n\n"


@pytest.mark.parametrize(
    ("prompt", "question"),
    [
        (_EXAMPLES + _ASKED, _ASKED),
        ("Q: 1+1?\nA: 2\n\nQ: 2+2?\nA: 4\n\nQ: 3+3?\nA:", "Q: 3+3?\nA:"),
    ],
)
def test_a_question_stands_without_the_worked_examples_before_it(
    prompt: str, question: str
) -> None:
    assert Texts(prompt=[Message("user", prompt)]).question == Question(question, 2)


@pytest.mark.parametrize(
    "prompt",
    [
        "Choose.\nAnswer: with a letter alone.\n\nA) one\nB) two",
        "A: one\nB: two\n\nWhich?",
        "Answer: 1\nAnswer: 2",
        "",
    ],
)
def test_a_prompt_without_several_worked_examples_is_the_question(prompt: str) -> None:
    assert Texts(prompt=[Message("user", prompt)]).question == Question(prompt)


def test_a_problem_that_stands_apart_is_the_question() -> None:
    texts = Texts(prompt=[Message("user", _EXAMPLES + "2+2?")], problem="2+2?")
    assert texts.question == Question("2+2?")
    assert Texts().question is None


@pytest.mark.parametrize("reader", ["lighteval", "inspect_member"])
def test_a_library_reads_the_file_that_was_judged(tmp_path: Path, reader: str) -> None:
    path = tmp_path / "file"
    if reader == "lighteval":
        duckdb.sql(
            "COPY (SELECT {'id': '0', 'query': 'q'} AS doc, {'text': ['a']} AS model_response) "
            f"TO '{path}' (FORMAT parquet)"
        )
    else:
        sample = {"id": "0", "epoch": 1, "input": "q", "output": {"completion": "a"}}
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("samples/0.json", json.dumps(sample))
    file = TextFile(path, "file", File(path).sha256, path.stat().st_size)
    with file.opened():
        swap_for_a_pipe(path)
        (found,) = ended(lambda: TEXTS[reader].read(file, 0, Asked("0", 0)))
    assert isinstance(found, Texts)
    assert (found.problem, found.answer) == ("q", "a")
