/* On paper the figures of a page or a sheet are light and as wide as the paper (assets/slices.js); those that are closed
   are opened for it. */
(function () {
    "use strict";
    const COLUMNS = 2; // panels side by side that paper has room for
    const FIRST = 600; // pixels of height that the first page has under its answer
    const PATIENCE = 2000; // milliseconds after which no further layout is asked for
    let onPaper = false;
    let opened = []; // what was closed before

    /* The figure of a chart as the server lays it out for paper; null where it does not answer. Printing does not wait for
       what comes later, so this request blocks the page: it is sent only to a server that has just answered. */
    function laidOut(graph) {
        return window.reasonboard.askNow(window.reasonboard.figureAddress(graph.closest("[data-study]"), graph.dataset.view, COLUMNS));
    }

    const isShown = ({ graph, plot, figure }) => plot && figure && graph.checkVisibility();

    const ofPage = () => [...document.querySelectorAll("[data-study] .view .graph")].map((graph) => ({
        id: graph.id.replace(/-graph$/, ""),
        graph,
        plot: graph.querySelector(".js-plotly-plot"),
        figure: window.reasonboard.figure(graph),
    })).filter(isShown);

    const ofSheet = () => [...document.querySelectorAll(".sheet-item:not([hidden])")].map((article) => {
        const id = `sheet-${article.dataset.slot}`;
        const figure = window.dash_component_api.getLayout(`${id}-figure`)?.props.data;
        return { id, graph: article.querySelector(".graph"), plot: article.querySelector(".js-plotly-plot"), figure };
    }).filter(isShown);

    function drawPage() {
        const until = performance.now() + PATIENCE;
        for (const { graph, plot, figure } of ofPage()) {
            const { width } = plot._fullLayout; // of the screen
            const isWide = width > window.reasonboard.paper.WIDTH;
            const mayAsk = isWide && window.reasonboard.isAnswering() && performance.now() < until;
            const narrow = mayAsk ? laidOut(graph) : null;
            const room = graph.closest(".view.main") ? FIRST : undefined;
            const across = isWide && !narrow ? width : undefined;
            window.reasonboard.paper.draw(graph, plot, structuredClone(narrow ?? figure), { room, across });
        }
    }

    /* Charts, findings and sources that a reader can open are part of what is printed. */
    function open() {
        const closed = [...document.querySelectorAll(".study .disclosure:not([open])")];
        opened = closed.filter((details) => !details.closest("dialog") && details.querySelector(".view, .observations, .sources"));
        opened.forEach((details) => { details.open = true; });
    }

    function draw() {
        if (onPaper || !window.Plotly) {
            return;
        }
        onPaper = true;
        document.getElementById(window.reasonboard.ids.page).dataset.address = window.reasonboard.permalink();
        open();
        window.reasonboard.drawAll();
        drawPage();
        ofSheet().forEach(({ graph, plot, figure }) => window.reasonboard.paper.draw(graph, plot, structuredClone(figure)));
    }

    function undo() {
        for (const { id, graph, plot } of onPaper ? [...ofPage(), ...ofSheet()] : []) {
            window.reasonboard.paper.whole(graph);
            window.reasonboard.redraw(`${id}-graph`);
            if (!graph.hasAttribute("aria-busy")) {
                window.Plotly.Plots.resize(plot); // as wide as the window again
            }
        }
        opened.forEach((details) => { details.open = false; });
        opened = [];
        onPaper = false;
    }

    window.addEventListener("beforeprint", draw);
    window.addEventListener("afterprint", undo);
    matchMedia("print").addEventListener("change", (event) => (event.matches ? draw() : undo()));
})();
