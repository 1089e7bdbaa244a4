"""The dashboard as a static site: its pages in their states, the tables behind them, all links relative."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reasonboard import config
from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.export.bibtex import bibliography
from reasonboard.export.forms import CSV, JSON
from reasonboard.store import database, snapshots
from reasonboard.studies import listed_studies
from reasonboard.web.api.files import Body, file_of
from reasonboard.web.api.state import read
from reasonboard.web.citation import entry, plain
from reasonboard.web.link_preview import SITE, head, preview
from reasonboard.web.links import pinned
from reasonboard.web.standalone.delivery import FONT, ICON, SCRIPTS, STYLES, linked, plotly
from reasonboard.web.standalone.document import Link, Page, Section, document, section

INDEX = "index.html"
_ASSETS = "assets/"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'"
)
_ROWS = 50


class Shown(NamedTuple):
    """A page of the site: views of a study in one state."""

    study: Study
    views: Sequence[View]
    values: Values
    name: str
    """Of its file without the ending, and of the folder of its tables."""
    link: str = ""
    """The link to whose data it keeps, '' for the newest."""

    @property
    def search(self) -> str:
        """The query string of the state on the data that answer now."""
        return pinned.encode(self.study, self.values)


class SiteFile(NamedTuple):
    path: str
    """Relative, with slashes."""
    body: Body


def defaults() -> list[Shown]:
    """Every study of the navigation with all its views, as it opens."""
    return [Shown(study, study.views, study.defaults(), study.path) for study in listed_studies()]


def site(chosen: Sequence[Shown] = ()) -> Iterator[SiteFile]:
    """The files of a site with every study at its defaults, and these states besides."""
    pinned.keep_to("")
    usual = defaults()
    yield SiteFile(".nojekyll", "")
    for name in (*SCRIPTS, *STYLES, ICON, FONT):
        yield SiteFile(_ASSETS + name, (config.read().assets / name).read_bytes())
    yield SiteFile(_ASSETS + plotly().name, plotly().read_bytes())
    delivery = linked(_ASSETS, _ASSETS + plotly().name, _POLICY)
    yield SiteFile(INDEX, document(_index(usual, chosen), delivery))
    for shown in (*usual, *chosen):
        pinned.keep_to(shown.link)
        yield SiteFile(f"{shown.name}.html", document(_page(shown), delivery))
        yield from _tables(shown)


def _index(usual: Sequence[Shown], chosen: Sequence[Shown]) -> Page:
    """The first page: a card for each study, and the states that were chosen besides."""
    counts = {row["study"]: row for row in database.query("core/counts")}
    numbers = sum(row["numbers"] for row in counts.values())
    cards = [
        _card(page, counts[page.study.path]["numbers"] if page.study.path in counts else 0)
        for page in usual
    ]
    lead = (
        f"{numbers:,} numbers, each with its kind, its place in the source and, where it is known, "
        "its uncertainty. The charts answer to the mouse; the tables behind them stand beside them."
    )
    return Page(
        "What do the evaluation results say?",
        [*cards, *(_link_to(page) for page in chosen)],
        lead=(lead,),
        navigation=_navigation(""),
        foot=_foot(),
        kind="index",
        name=SITE,
        head=head(preview("", "")),
    )  # fmt: skip


def _card(shown: Shown, numbers: int) -> Section:
    """A study with the answer to its question."""
    study = shown.study
    label = f"{study.name} · {numbers:,} numbers" if numbers else study.name
    sentence = study.lead
    if study.headline:
        sentence = " ".join(insights.answer_in_words(study, shown.values)).strip()
    return Section(study.question, (sentence, label), href=f"{shown.name}.html")


def _link_to(shown: Shown) -> Section:
    """A link to a chosen state."""
    link = preview(shown.study.path, shown.search)
    return Section(
        f"{shown.study.name}: {', '.join(view.title for view in shown.views)}",
        (link.description,),
        href=f"{shown.name}.html",
    )


def _page(shown: Shown) -> Page:
    study = shown.study
    link = preview(study.path, shown.search)
    return Page(
        study.question,
        [*(_view(shown, view) for view in shown.views), *_claims(shown), _sources(shown)],
        lead=(study.lead,),
        navigation=_navigation(shown.name),
        foot=_foot(),
        name=f"{link.title} · {SITE}",
        head=head(link),
    )


def _view(shown: Shown, view: View) -> Section:
    """The chart with its findings, and its table if the view opens with that."""
    study, values = shown.study, shown.values
    rows, total = study_tables.page(study, view, values, 0, _ROWS if view.table_first else 0)
    cut = (f"Rows 1 to {len(rows)} of {total:,}; the files have all.",) if len(rows) < total else ()
    return section(study, view, values)._replace(
        points=[finding.text for finding in insights.findings(study, view, values)],
        rows=rows,
        footnotes=cut if rows else (),
        links=[
            Link(f"The rows as {form.label}", f"{shown.name}/{_table(shown, view)}.{form.ending}")
            for form in (CSV, JSON)
        ],
    )


def _claims(shown: Shown) -> Iterator[Section]:
    """The claims of the sources, checked."""
    sentences = [
        f"{claim.checked.outcome.capitalize()}: {claim.text} ({claim.source}, {claim.section}) {claim.checked.words}"
        for claim in insights.claims(shown.study, shown.values)
    ]
    if sentences:
        caption = (
            "What the sources say in words, checked by code against the numbers that they speak of."
        )
        yield Section("Claims", (caption,), points=sentences)


def _sources(shown: Shown) -> Section:
    rows = shown.study.sources(shown.values)
    named = [f"{row['label']}{' (shown)' if row['chosen'] else ''}" for row in rows]
    return Section(
        "Sources",
        points=[f"{name}: {plain(row)}" for name, row in zip(named, rows, strict=True)],
        links=[
            Link("All of them as BibTeX", f"{shown.name}/sources.bib"),
            *(Link(row["label"], row["url"], apart=True) for row in rows if row["url"]),
        ],
    )


def _tables(shown: Shown) -> Iterator[SiteFile]:
    """The rows behind each view, and the sources, as files beside the page."""
    study = shown.study
    for view in shown.views:
        for form in (CSV, JSON) if _table(shown, view) == view.name else ():
            state = read(study, view, shown.search, form)
            path = f"{shown.name}/{view.name}.{form.ending}"
            yield SiteFile(path, file_of(form, state, "/").body)
    entries = bibliography(entry(row) for row in study.sources(shown.values))
    yield SiteFile(f"{shown.name}/sources.bib", entries)


def _table(shown: Shown, view: View) -> str:
    """The file with the rows behind the view: named as the first view that has the same."""
    return next(
        other.name
        for other in shown.views
        if (other.table, other.transform_rows) == (view.table, view.transform_rows)
    )


def _navigation(current: str) -> Sequence[Link]:
    """Links to all pages but the current one, which is named alone."""
    pages = [
        (SITE, "", INDEX),
        *((study.name, study.path, f"{study.path}.html") for study in listed_studies()),
    ]
    return tuple(Link(label, "" if name == current else href) for label, name, href in pages)


def _foot() -> Sequence[str]:
    snapshot = snapshots.snapshot()
    return (f"{SITE} · data {snapshot.version} of {snapshot.made}",)
