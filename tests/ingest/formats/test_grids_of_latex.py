"""Tables in LaTeX: spans, rules, macros, comments and captions; and what is left of a text in it."""

from pathlib import Path

import pytest

from reasonboard.ingest.formats.cells import latex_text
from tests.ingest.formats.test_grids import table, tables

_MAIN = r"""
\newcommand{\std}[1]{{\scriptsize$\pm$#1}}
\newcommand{\sd}[2][x]{\ensuremath{_{\pm #2}}}
\def\model{Plum-7B}
\subsection{Math}
\begin{table*}
\resizebox{\textwidth}{!}{%
\begin{tabular}{@{}l|*{3}{c}|r@{}}
\hline\hline
\rowcolor[HTML]{EFEFEF}
 & \multicolumn{2}{c|}{\textbf{AIME}} & & \\ \cline{2-3}
\multirow{-2}*{\textbf{Model}} & 2024 & 2025 & \multirow{-2}{*}{\makecell{MATH\\500}} & \multirow{-2}{*}{Avg.} \\
\hline
\multicolumn{5}{c}{\textit{Open-weight models}} \\ \hline
\model{} \citep{x2024} & 13.3\std{2.1} & \underline{6.7} & 74.2 & 31.4 \\[2pt]
\model-RL$^{\dagger}$ & \bf 30.0\sd{3.4} & 20.0\gain{13.3} & \textbf{93.4} & 47.8 \\ % rerun
% \model (old) & 1 & 2 & 3 & 4 \\
\oursbig & $40.0_{\pm 2.2}$ & 26.7\,\% & - & \cellcolor{red!10}{55.1} \\
\ours & 40.0 & 26.7 & $92.8^{*}$ & 53.2 \\ \hline\hline
\end{tabular}}
\caption[short]{Results (\%). Mean {\small(std)} over 4 seeds.}
\end{table*}
"""


def test_a_table_of_a_paper(tmp_path: Path) -> None:
    found = table(tmp_path, "a.tex", _MAIN)
    assert found.headers == (
        ("Model",),
        ("AIME", "2024"),
        ("AIME", "2025"),
        ("MATH 500",),
        ("Avg.",),
    )
    assert list(found.rows) == [
        ("Plum-7B", "13.3±2.1", "6.7", "74.2", "31.4"),
        ("Plum-7B-RL†", "30.0 ± 3.4", "20.0 13.3", "93.4", "47.8"),
        ("oursbig", "40.0 ± 2.2", "26.7 %", "-", "55.1"),
        ("ours", "40.0", "26.7", "92.8*", "53.2"),
    ]
    assert set(found.sections) == {"Open-weight models"}
    assert found.places[0] == "line 15"
    assert (found.part, found.caption) == ("Math", "Results (%). Mean (std) over 4 seeds.")


def test_a_cell_over_rows_and_one_over_columns(tmp_path: Path) -> None:
    text = (
        "\\begin{tabular}{llcc}\\hline Base & Variant & GSM8K & MATH \\\\ \\hline\n"
        "\\multirow{2}{*}{sloe} & SFT & 71.6 & 41.2 \\\\\n & \\ours & 80.5 & 51.3 \\\\\n"
        "\\multicolumn{2}{l}{$\\Delta$ over SFT} & +8.9 & +10.1 \\\\ \\hline\\end{tabular}"
    )
    assert list(table(tmp_path, "a.tex", text).rows) == [
        ("sloe", "SFT", "71.6", "41.2"),
        ("sloe", "ours", "80.5", "51.3"),
        ("Δ over SFT", "", "+8.9", "+10.1"),
    ]


def test_a_section_ends_at_a_line_across_the_table(tmp_path: Path) -> None:
    text = (
        "\\begin{tabular}{lcc}\\toprule Model & A & B \\\\ \\midrule\n\\multicolumn{3}{c}{Open} \\\\ \\midrule\n"
        "plum & 1 & 2 \\\\ fig & 3 & 4 \\\\ \\midrule\nquince & 5 & 6 \\\\ \\bottomrule\\end{tabular}"
    )
    assert table(tmp_path, "a.tex", text).sections == ("Open", "Open", "")


def test_a_long_table_says_its_header_twice(tmp_path: Path) -> None:
    header = "\\toprule Model & A & B \\\\ \\midrule"
    text = (
        f"\\begin{{longtable}}{{lcc}}\\caption{{All of it}}\\\\{header}\\endfirsthead {header}\\endhead\n"
        "plum & 1 & 2 \\\\ fig & 3 & 4 \\\\ \\end{longtable}"
    )
    found = table(tmp_path, "a.tex", text)
    assert (len(found.rows), found.caption) == (2, "All of it")


def test_several_tables_are_told_apart_by_their_captions(tmp_path: Path) -> None:
    rows = "Model & acc \\\\ \\midrule plum & 1 \\\\ fig & 2"
    one = f"\\begin{{table}}\\caption{{On %s.}}\\begin{{tabular}}{{lc}}{rows}\\end{{tabular}}\\end{{table}}"
    found = tables(tmp_path, "a.tex", one % "GSM8K" + one % "MATH")
    assert [each.part for each in found] == ["On GSM8K.", "On MATH."]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"\textbf{76.0}", "76.0"),
        (r"\textcolor{red}{\underline{76.0}}", "76.0"),
        (r"$54.9_{\pm 1.2}$", "54.9 ± 1.2"),
        (r"$54.9^{+1.2}_{-1.1}$", "54.9 +1.2/-1.1"),
        (r"54.9\best{1.2}", "54.9 1.2"),
        (r"1{,}410", "1,410"),
        (r"\oursplus", "oursplus"),
        (r"\ours+KL", "ours+KL"),
        (r"A \& B\_c", "A & B_c"),
        (r"Acc.$\uparrow$", "Acc.↑"),
        (r"\todo{run}", "TODO"),
        (r"plum~\cite{x}", "plum"),
        (r"\phantom{0}3.3", "3.3"),
        (r"{\bf 3.3}", "3.3"),
        (r"\makecell{a\\b}", "a b"),
        (r"$10^{-6}$", "10^-6"),
        (r"\num{1e5}", "1e5"),
        (r"\SI{3.5}{GB}", "3.5 GB"),
        (r"\frac{1}{2}", "1/2"),
        (r"\textbf{{{{open", "open"),
    ],
)  # fmt: skip
def test_a_text_of_latex_as_plain_text(text: str, plain: str) -> None:
    assert latex_text.plain(text).strip() == plain


def test_a_macro_that_calls_itself_ends() -> None:
    macros = {"a": latex_text.Macro(0, r"\a\a")}
    assert latex_text.plain(r"\a", macros) == ""
