"""The pattern that is offered for files whose names alone say whose numbers they have."""

import pytest

from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.names.path_pattern import offered
from tests.ingest.mine import Mine


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a/grpo_seed1.csv", "a/grpo_seed2.csv"], "{model}_seed{seed}"),
        (["h/plum-7b_seed1/r.csv", "h/fig-3b_seed2/r.csv"], "{model}_seed{seed}/"),
        (["x/results_plum-7b.json", "x/results_fig-3b.json"], "results_{model}"),
        (["x/plum-7b_eval.json", "x/fig-3b_eval.json"], "{model}_eval"),
        (["plum/seed1.csv", "plum/seed2.csv", "fig/seed1.csv"], "{model}/seed{seed}"),
        (["r/plum-7b/gsm8k.csv", "r/fig-3b/gsm8k.csv"], "{model}/"),
        (
            ["a/p-7b-seed1-step100.csv", "a/p-7b-seed2-step100.csv", "a/p-7b-seed1-step200.csv"],
            "{model}-seed{seed}-step{step}",
        ),
        (["a/seed1.csv", "a/seed2.csv"], ""),
        (["a/1.csv", "a/2.csv"], ""),
        (["a/plum.csv"], ""),
        ([], ""),
        (["r/plum/gsm8k.csv", "r/fig/math.csv"], ""),
    ],
)
def test_a_pattern_is_offered_if_it_names_a_model_in_each_path(
    paths: list[str], expected: str
) -> None:
    assert offered(paths) == expected


def test_tables_without_a_model_are_asked_about_with_the_pattern_of_their_names(mine: Mine) -> None:
    logs = [
        mine.table(f"step,aime24\n0,0.1{seed}\n100,0.2{seed}\n", f"logs/grpo_seed{seed}.csv")
        for seed in (1, 2)
    ]
    with pytest.raises(NothingReadError) as error:
        mine.load(*logs)
    assert (
        '--as "model=NAME" or by their names: `reasonboard load --from "{model}_seed{seed}"`'
        in str(error.value)
    )
    mine.load(*logs, path_pattern="{model}_seed{seed}")
    found = mine.query("SELECT DISTINCT model, seed FROM result WHERE source = 'mine' ORDER BY ALL")
    assert found == [("grpo", "1"), ("grpo", "2")]


def test_two_files_that_contradict_each_other_are_kept_apart_as_the_message_says(
    mine: Mine,
) -> None:
    tables = [
        mine.table(f"model,benchmark,accuracy\nplum-7b,GSM8K,{value}\n", f"{name}.csv")
        for name, value in (("a", 84.3), ("b", 84.9))
    ]
    with pytest.raises(IngestError, match=r'keep both apart: `reasonboard load --from "\{file\}"`'):
        mine.load(*tables)
    mine.load(*tables, path_pattern="{file}")
    found = mine.query("SELECT value, settings FROM result WHERE source = 'mine' ORDER BY value")
    assert found == [(0.843, {"file": "a"}), (0.849, {"file": "b"})]
