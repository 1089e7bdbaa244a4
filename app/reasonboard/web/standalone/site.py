"""The dashboard as a static site: its pages in their states, the tables behind them, all links relative.

It is written to a new folder, completely or not at all, and replaces only an earlier site.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from reasonboard import config
from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.export.bibtex import bibliography
from reasonboard.export.forms import CSV, JSON
from reasonboard.store import database, foreign, snapshots
from reasonboard.studies import listed_studies
from reasonboard.web.api.files import Body, file_of, write_body
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
MARKER = ".reasonboard-site"
"""Lists the files that were written, so that an earlier site can be told from anything else."""
_LARGEST = 16 * 1024 * 1024


class StudyPage(NamedTuple):
    """A page of the site: views of a study in one state."""

    study: Study
    views: Sequence[View]
    values: Values
    search: str
    """The query string that shows the state, with the version of the data."""
    name: str
    """Of its file without the ending, and of the folder of its tables."""


class SiteFile(NamedTuple):
    path: str
    """Relative, with slashes."""
    body: Body


def defaults() -> list[StudyPage]:
    """Every study of the navigation with all its views, as it opens."""
    return [
        StudyPage(study, study.views, values, pinned.permalink(study, values), study.path)
        for study in listed_studies()
        for values in [study.defaults()]
    ]


def site(chosen: Sequence[StudyPage] = ()) -> Iterator[SiteFile]:
    """The files of a site with every study at its defaults, and these states besides."""
    pinned.unpin()
    usual = defaults()
    yield SiteFile(".nojekyll", "")
    for name in (*SCRIPTS, *STYLES, ICON, FONT):
        yield SiteFile(_ASSETS + name, (config.read().assets / name).read_bytes())
    yield SiteFile(_ASSETS + plotly().name, plotly().read_bytes())
    delivery = linked(_ASSETS, _ASSETS + plotly().name, _POLICY)
    yield SiteFile(INDEX, document(_index(usual, chosen), delivery))
    for page in (*usual, *chosen):
        pinned.pin(page.search)
        yield SiteFile(f"{page.name}.html", document(_page(page), delivery))
        yield from _tables(page)


def _index(usual: Sequence[StudyPage], chosen: Sequence[StudyPage]) -> Page:
    """The first page: a card for each study, and the states that were chosen besides."""
    counts = {row["study"]: row for row in database.query("core/counts")}
    numbers = sum(row["numbers"] for row in counts.values())
    cards = [
        _card(page, counts[page.study.path]["numbers"] if page.study.path in counts else 0)
        for page in usual
    ]
    lead = (
        f"{numbers:,} numbers, each with its type, its exact source and, if known, its "
        "uncertainty. The charts are interactive; each has its table."
    )
    return Page(
        "What do the evaluation results show?",
        [*cards, *(_link_to(page) for page in chosen)],
        lead=(lead,),
        navigation=_navigation(""),
        foot=_foot(),
        kind="index",
        name=SITE,
        head=head(preview("", "")),
    )  # fmt: skip


def _card(page: StudyPage, numbers: int) -> Section:
    """A study with the answer to its question."""
    study = page.study
    label = f"{study.name} · {numbers:,} numbers" if numbers else study.name
    sentence = study.lead
    if study.headline:
        sentence = " ".join(insights.answer_in_words(study, page.values)).strip()
    return Section(study.question, (sentence, label), href=f"{page.name}.html")


def _link_to(page: StudyPage) -> Section:
    """A link to a chosen state."""
    link = preview(page.study.path, page.search)
    return Section(
        f"{page.study.name}: {', '.join(view.title for view in page.views)}",
        (link.description,),
        href=f"{page.name}.html",
    )


def _page(page: StudyPage) -> Page:
    study = page.study
    link = preview(study.path, page.search)
    return Page(
        study.question,
        [*(_view(page, view) for view in page.views), *_claims(page), _sources(page)],
        lead=(study.lead,),
        navigation=_navigation(page.name),
        foot=_foot(),
        name=f"{link.title} · {SITE}",
        head=head(link),
    )


def _view(page: StudyPage, view: View) -> Section:
    """The chart with its findings, and its table if the view opens with that."""
    study, values = page.study, page.values
    rows, total = study_tables.page(study, view, values, 0, _ROWS if view.table_first else 0)
    cut = (
        (f"Rows 1 to {len(rows)} of {total:,}; the files contain all.",)
        if len(rows) < total
        else ()
    )
    return section(study, view, values)._replace(
        points=[finding.text for finding in insights.findings(study, view, values)],
        rows=rows,
        footnotes=cut if rows else (),
        links=[
            Link(f"The rows as {form.label}", f"{page.name}/{_table(page, view)}.{form.ending}")
            for form in (CSV, JSON)
        ],
    )


def _claims(page: StudyPage) -> Iterator[Section]:
    """The claims of the sources, checked."""
    sentences = [
        f"{claim.checked.outcome.capitalize()}: {claim.text} ({claim.source}, {claim.section}) {claim.checked.words}"
        for claim in insights.claims(page.study, page.values)
    ]
    if sentences:
        caption = "Claims of the sources, tested on their numbers if possible."
        yield Section("Claims", (caption,), points=sentences)


def _sources(page: StudyPage) -> Section:
    rows = page.study.sources(page.values)
    named = [f"{row['label']}{' (page)' if row['chosen'] else ''}" for row in rows]
    return Section(
        "Sources",
        points=[f"{name}: {plain(row)}" for name, row in zip(named, rows, strict=True)],
        links=[
            Link("All of them as BibTeX", f"{page.name}/sources.bib"),
            *(Link(row["label"], row["url"], apart=True) for row in rows if row["url"]),
        ],
    )


def _tables(page: StudyPage) -> Iterator[SiteFile]:
    """The rows behind each view, and the sources, as files beside the page."""
    study = page.study
    for view in page.views:
        for form in (CSV, JSON) if _table(page, view) == view.name else ():
            state = read(study, view, page.search, form)
            path = f"{page.name}/{view.name}.{form.ending}"
            yield SiteFile(path, file_of(form, state, "/").body)
    entries = bibliography(entry(row) for row in study.sources(page.values))
    yield SiteFile(f"{page.name}/sources.bib", entries)


def _table(page: StudyPage, view: View) -> str:
    """The file with the rows behind the view: named as the first view that has the same."""
    return next(
        other.name
        for other in page.views
        if (other.table, other.transform_rows, other.more_columns)
        == (view.table, view.transform_rows, view.more_columns)
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


class FolderError(Exception):
    """Why a site cannot stand there: one line."""


def replace(folder: Path, files: Iterable[SiteFile]) -> int:
    """Write the files in place of what stands there, and return how many they are.

    The folder has to be absent, empty, or to hold an earlier site and nothing else; else FolderError.
    """
    target = folder.resolve()
    _check(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".reasonboard-", dir=target.parent) as unfinished:
        fresh, old = Path(unfinished, "site"), Path(unfinished, "old")
        names = [_write_file(fresh, file) for file in files]
        write_body(fresh / MARKER, "\n".join([*names, ""]))
        _check(target)
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    return len(names)


def _check(target: Path) -> None:
    """Raise FolderError where something stands there that no site of ours wrote."""
    if not target.exists():
        return
    if not target.is_dir():
        raise FolderError(f"{str(target)!r} is not a folder.")
    marker = target / MARKER
    listed = foreign.read(marker, _LARGEST) if marker.is_file() else b""
    known = {MARKER, *listed.decode("utf-8", "replace").splitlines()}
    files = (path for path in target.rglob("*") if path.is_symlink() or not path.is_dir())
    names = (path.relative_to(target).as_posix() for path in files)
    other = next((name for name in names if name not in known), None)
    if other is not None:
        raise FolderError(
            f"{str(target)!r} contains {other!r}, which is not part of a site (expected "
            "no folder, an empty one, or one of an earlier site)."
        )


def _write_file(folder: Path, file: SiteFile) -> str:
    path = PurePosixPath(file.path)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"{file.path!r} is not a path within a site")
    write_body(folder / path, file.body)
    return path.as_posix()
