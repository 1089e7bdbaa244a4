"""Which commands of LaTeX are what, by their names."""

SIGNS = dict(
    pair.split()
    for line in (
        "pm ±, mp ∓, times ×, cdot ·, Delta Δ, delta δ, alpha α, beta β, gamma γ, epsilon ε",
        "varepsilon ε, eta η, theta θ, lambda λ, mu μ, pi π, rho ρ, sigma σ, tau τ, phi φ",
        "psi ψ, omega ω, uparrow ↑, downarrow ↓, rightarrow →, to →, Rightarrow →",
        "longrightarrow →, leftarrow ←, nearrow ↗, searrow ↘, checkmark ✓, cmark ✓",
        "xmark ✗, dagger †, dag †, ddagger ‡, ddag ‡, ast *, star ⋆, bigstar ★, S §, P ¶",
        "sim ~, approx ≈, leq ≤, le ≤, geq ≥, ge ≥, ll ≪, gg ≫, infty ∞, textasciitilde ~",
        "textbar |, textbackslash \\, textendash –, textemdash —, textminus -, textpm ±",
        "texttimes ×, textdagger †, textuparrow ↑, textdownarrow ↓, ldots …, dots …, cdots …",
        "lbrack [, rbrack ], langle <, rangle >, slash /, textless <, textgreater >",
        "textunderscore _, textdegree °, circ °, ell l, plusminus ±, textsection §",
        "triangle △, bullet •, textbullet •, LaTeX LaTeX, TeX TeX, lt <, gt >, mid |, vert |",
        "percent %, dollar $, euro €, texteuro €, pounds £, second s, textperthousand ‰",
        "emptyset ∅, varnothing ∅",
    )
    for pair in line.split(", ")
)
"""Commands that are one sign."""
_BLANKS = "quad qquad enspace enskip space newline linebreak par hfill nobreakspace"
_NOTHING = """
Big Bigg Huge LARGE Large allowbreak arraybackslash begingroup bf bfseries big bigg
bigskip boldmath bottomrule centering displaystyle em endfirsthead endfoot endgroup
endhead endlastfoot footnotesize hline huge ignorespaces it itshape large leavevmode
left limits mdseries medskip midrule noindent nolimits normalfont normalsize null
protect raggedleft raggedright relax right rm rmfamily robustify sc scriptsize
scriptstyle scshape selectfont sf sffamily slshape small smallskip strut textstyle
tiny toprule tt ttfamily unboldmath unskip upshape
"""
SHOWN = {
    **SIGNS,
    **dict.fromkeys(_BLANKS.split(), " "),
    "thinspace": "\u2009",
    **dict.fromkeys(_NOTHING.split(), ""),
}
"""What is shown of commands without arguments: a sign, a space, nothing."""
DROPPED = {
    word: count
    for count, words in {
        0: "addlinespace kern url footnotemark linewidth tabcolsep arraystretch "
        "hdashline morecmidrules pagebreak newpage xspace showrowcolors hiderowcolors "
        "cellspacetoplimit thickhline",
        1: "cellcolor rowcolor columncolor color cite citep citet citealp citealt "
        "citeauthor citeyear citeyearpar parencite textcite autocite footcite ref "
        "cref Cref autoref eqref label footnote footnotetext hspace vspace phantom "
        "hphantom vphantom cmidrule cline arrayrulecolor includegraphics noalign "
        "rowfont index tnote hypertarget Xhline cdashline hlineB tablefootnote",
        2: "fontsize setlength rule Xcline",
        3: "specialrule definecolor rowcolors",
    }.items()
    for word in words.split()
}
"""Commands that show nothing, with their number of arguments."""
MARKS = frozenset(("tnote", "footnotemark"))
"""Footnotes of which the mark is shown."""
LAST = {
    word: count
    for count, words in {
        1: "textbf textit textsc texttt textrm textsf textup textnormal text emph "
        "underline uline uuline uwave dashuline dotuline mathbf mathrm mathit mathsf "
        "mathtt mathcal mathbb boldsymbol bm operatorname makecell shortstack thead "
        "rotcell rothead mbox hbox fbox makebox framebox hyperref textmd textsl num "
        "si unit ensuremath specialcell subtext smash overline textls path verb ul hl "
        "mathds rlap llap clap mathclap makecellbox centerline textulc highlight bold "
        "textbfit textlf",
        2: "textcolor tabincell parbox rotatebox raisebox scalebox colorbox href "
        "hyperlink adjustbox multirowcell",
        3: "multicolumn multirow resizebox fcolorbox",
    }.items()
    for word in words.split()
}
"""Commands that show their last argument, and how many they have."""
JOINED = {
    "SI": " ", "qty": " ", "frac": "/", "tfrac": "/", "dfrac": "/", "nicefrac": "/", "sfrac": "/",
    "diagbox": " / ", "slashbox": " / ", "backslashbox": " / "
}  # fmt: skip
"""Commands that show both arguments -> what stands between them."""
SPREADS = frozenset(
    ["std", "sd", "stdev", "stds", "stdv", "err", "error", "se", "sem", "ci", "conf", "pms"]
)
"""Commands that a file does not define, and that usually write their number small behind another one."""
STANDS_FOR = {"todo": " TODO ", "TODO": " TODO ", "tbd": " TBD ", "TBD": " TBD ", "ding": "✓"}
"""What is shown of commands instead of their argument."""
_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁺⁻⁼⁽⁾"
RAISED = dict(zip("0123456789abcdefghijklmnoprstuvwxyz+-=()", _SMALL, strict=True))
"""Signs -> the same as superscripts."""
