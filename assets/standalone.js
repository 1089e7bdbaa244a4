/* Draws the charts of a document that has no dashboard around it (app/reasonboard/web/standalone/document.py). */
(function () {
    "use strict";
    const WIDTHS = [[1260, 4], [1100, 3], [720, 2], [0, 1]]; // panels side by side from this many pixels on
    const PAPER = 2; // panels side by side that a sheet of A4 or letter has room for
    const CONFIG = {
        displayModeBar: false, displaylogo: false, showSendToCloud: false, scrollZoom: false, doubleClick: false, responsive: true,
    };
    let printing = matchMedia("print").matches; // in the browser that makes a PDF (app/reasonboard/web/images/browser.py)
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const charts = [...document.querySelectorAll(".graph")].map((place) => ({
        place,
        layouts: JSON.parse(place.parentElement.querySelector('script[type="application/json"]').textContent),
    }));

    function columns() {
        return WIDTHS.find(([width]) => window.innerWidth >= width)[1];
    }

    /* The layout with so many panels side by side; the next wider one stands for one that is no other. */
    function fitting(layouts, wanted) {
        const known = Object.keys(layouts).map(Number).sort((a, b) => a - b);
        return layouts[known.find((columns) => columns >= wanted) ?? known.at(-1)];
    }

    function draw(chart, wanted, isDark) {
        const figure = fitting(chart.layouts, wanted);
        const settings = [figure, isDark];
        if (chart.drawn?.every((number, index) => number === settings[index])) {
            return;
        }
        chart.drawn = settings;
        const { data, layout } = isDark ? window.reasonboard.dark(figure) : figure;
        chart.place.style.height = `${layout.height}px`;
        window.Plotly.react(chart.place, data, { ...layout }, CONFIG);
    }

    function onScreen() {
        if (printing) {
            return; // the width and the scheme that change meanwhile belong to the paper
        }
        charts.forEach((chart) => draw(chart, columns(), dark.matches));
    }

    /* A link in a chart names only what it changes: the rest of the address stays, its source and data included. */
    document.addEventListener("click", (event) => {
        const link = event.target.closest(".graph a");
        if (link) {
            event.preventDefault();
            const state = new URLSearchParams(location.search);
            new URL(link.href.baseVal ?? link.href, location).searchParams.forEach((value, name) => state.set(name, value));
            location.search = state;
        }
    });
    dark.addEventListener("change", onScreen);
    for (const [width] of WIDTHS.slice(0, -1)) {
        matchMedia(`(min-width: ${width}px)`).addEventListener("change", onScreen);
    }
    window.addEventListener("beforeprint", () => {
        printing = true;
        for (const chart of charts) {
            window.reasonboard.paper.draw(chart.place, chart.place, structuredClone(fitting(chart.layouts, PAPER)), { config: CONFIG });
            chart.drawn = null;
        }
    });
    window.addEventListener("afterprint", () => {
        printing = false;
        charts.forEach(({ place }) => window.reasonboard.paper.whole(place));
        onScreen();
        charts.forEach(({ place }) => window.Plotly.Plots.resize(place)); // as wide as the window again
    });
    onScreen();
})();
