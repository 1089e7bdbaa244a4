"""How a source is cited: plain text and BibTeX, each with a button that copies it (assets/copy.js)."""

from dash import html
from dash.development.base_component import Component

from reasonboard.export.bibtex import bibliography
from reasonboard.export.citation import entry, plain
from reasonboard.store.database import Row
from reasonboard.web.components.controls import aria


def cite(row: Row) -> Component:
    """What a reader copies to cite the source, folded until it is asked for."""
    label = row["label"]
    return html.Details(
        [
            html.Summary("Cite", **aria(label=f"Cite {label}")),
            _copyable("Plain text", plain(row), label),
            _copyable("BibTeX", bibliography([entry(row)]), label),
        ],
        className="cite",
    )


def all_as_bibtex(href: str) -> Component:
    """The link to the sources of the page as one file."""
    return html.P(html.A("All sources as BibTeX", href=href), className="caption")


def _copyable(form: str, text: str, label: str) -> Component:
    button = html.Button(
        "Copy", type="button", className="quiet copy", **aria(label=f"Copy {label} as {form}")
    )
    said = html.Span(className="copied muted", role="status")
    return html.Div(
        [html.Div([html.Span(form, className="chip-label"), button, said]), html.Pre(text)],
        className="copyable",
    )
