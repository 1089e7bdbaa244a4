"""A load ends at a picture: what the report says, and where it leads."""

import pytest

from reasonboard.ingest.loading.report import Report
from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from reasonboard.web import home
from reasonboard.web.loads import outcome, pages, summary
from tests.ingest.mine import HEADER, ROWS, Mine

pytestmark = pytest.mark.usefixtures("studies_made")

HERE = "http://127.0.0.1:8050/"
ANSWERS = "model,benchmark,item,repeat,correct\n" + "".join(
    f"org/my-7b,B,{item},{repeat},{item % 2}\n" for item in range(4) for repeat in range(2)
)


def test_the_report_ends_with_the_pages_that_show_the_load_that_of_most_scores_first(
    mine: Mine,
) -> None:
    report = mine.load()
    assert pages(report, HERE) == [
        f"{HERE}iterations?source=mine", f"{HERE}models?source=mine", f"{HERE}data?source=mine"
    ]  # fmt: skip
    last = list(summary(report, HERE, dry_run=False))[-3:]
    assert last[0] == f"See it at {HERE}iterations?source=mine"
    assert not any("See it" in line for line in summary(report, HERE, dry_run=True))


def test_answers_alone_are_told_as_the_scores_that_are_made_of_them(mine: Mine) -> None:
    report = mine.load(mine.table(ANSWERS, "answers.csv"))
    assert (report.measurements, report.samples, report.scores) == (0, 8, 1)
    (line,) = [one for one in summary(report, HERE, dry_run=False) if one.startswith("Loaded as")]
    assert line == "Loaded as mine: 1 file read, 1 run, 8 answers, 1 score made of them."


def test_numbers_with_one_of_two_axes_are_shown(mine: Mine) -> None:
    """A share of the KV cache without a window, a type of task without a length, and the other way round."""
    text = (
        "model,benchmark,kv_ratio,task_type,length,value,unit\n"
        "org/my-7b,B,0.5,,,0.4,fraction\norg/my-7b,C,,,128,0.3,fraction\norg/my-7b,D,,sums,,0.2,fraction\n"
    )
    report = mine.load(mine.table(text, "axes.csv"))
    assert pages(report, HERE) == [
        f"{HERE}models?source=mine", f"{HERE}kv-cache?source=mine", f"{HERE}type-length?source=mine",
        f"{HERE}data?source=mine",
    ]  # fmt: skip
    assert mine.query(
        "SELECT study, benchmark, kv_ratio, task_type, task_length, split, value FROM cell "
        "WHERE source = 'mine' ORDER BY benchmark"
    ) == [
        ("kv-cache", "B", 0.5, None, None, None, 0.4),
        ("type-length", "C", None, "type not stated", 128, None, 0.3),
        ("other", "D", None, None, None, "sums", 0.2),
    ]


CHART = '"Step","kiwi-7b - {0}","kiwi-7b - {0}__MIN"\n"0","0.2","0.2"\n"50","0.4","0.4"\n'
TRAINING = "model,benchmark,iteration,metric,value,unit\n"
ACCURACY = "m,B,0,accuracy,0.3,fraction\nm,B,9,accuracy,0.4,fraction\n"
LENGTHS = "m,B,0,token_length,300,tokens\nm,B,9,token_length,400,tokens\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CHART.format("eval/accuracy"), ["explore", "data"]),
        (CHART.format("train/loss"), ["explore", "models", "data"]),
        (TRAINING + ACCURACY, ["iterations", "models", "data"]),
        (TRAINING + LENGTHS, ["iterations", "data"]),
    ],
)  # fmt: skip
def test_a_load_leads_only_to_pages_that_show_something_of_it(
    mine: Mine, text: str, expected: list[str]
) -> None:
    report = mine.load(mine.table(text, "a.csv"))
    assert pages(report, HERE) == [f"{HERE}{page}?source=mine" for page in expected]


def test_the_first_page_leads_to_the_pages_of_the_last_loads(mine: Mine) -> None:
    mine.load(mine.table(HEADER + ROWS))
    mine.load(mine.table(ANSWERS, "answers.csv"), name="answers")
    snapshots.use(mine.store)
    shown = str(home._own(STUDIES, "/"))
    for address in ("/models?source=mine", "/iterations?source=mine", "/models?source=answers"):
        assert f'href="{address}"' in shown
    assert "1 run, 1 benchmark" in shown


@pytest.mark.long
def test_numbers_of_a_run_that_another_load_has_are_shown_there(mine: Mine) -> None:
    mine.load(mine.table())
    more = HEADER + "org/my-7b,GSM8K,0,accuracy,50,500,percent\n"
    dry = mine.load(mine.table(more, "more.csv"), name="more", dry_run=True)
    report = mine.load(mine.table(more, "more.csv"), name="more")
    assert pages(dry, HERE) == pages(report, HERE)
    assert (report.changed, report.measurements) == (True, 1)
    assert all(page.endswith("?source=mine") for page in pages(report, HERE))
    lines = summary(report, HERE, dry_run=False)
    assert any(
        line.startswith("Loaded into mine (no load is called more): 1 file read") for line in lines
    )
    assert any("already in another load (same model and settings): mine." in line for line in lines)


@pytest.mark.parametrize("has_others", [True, False])
def test_means_that_models_leaves_out_are_named_where_other_scores_stand_there(
    mine: Mine, *, has_others: bool
) -> None:
    text = (
        "dataset,version,metric,mode,my-7b\nceval,-,naive_average,gen,56.07\nagieval,-,naive_average,mixed,39.5\n"
        + "WiC,efbd01,accuracy,gen,51.41\n" * has_others
    )
    report = mine.load(mine.table(text, "summary.csv"))
    lines = [line for line in summary(report, HERE, dry_run=False) if "Averages" in line]
    assert lines == has_others * [
        "Averages over benchmarks are not shown on Models: agieval, ceval. See Data."
    ]


def test_a_name_that_no_run_got_is_said() -> None:
    report = Report("second", read=1, loads=[("first", ["models"])])
    (line,) = outcome(report, dry_run=False)
    assert line == "Nothing to do: these results are already loaded as first, and not as second."
