/* On paper the figures of a page or a sheet are light, as wide as the paper and no higher than it; those that are
   closed are opened for it. */
(function () {
    "use strict";
    const PAPER = { width: 680, height: 780 }; // pixels that A4 and letter both have room for, with a heading and a foot
    const MAIN = 1240; // pixels across of the widest chart of a page, which its titles need: it is made smaller to fit
    let onPaper = false;
    let opened = []; // what was closed before

    const ofPage = () => [...document.querySelectorAll("[data-study] .view .graph")].map((graph) => ({
        id: graph.id.replace(/-graph$/, ""),
        graph,
        plot: graph.querySelector(".js-plotly-plot"),
        figure: window.reasonboard.figure(graph),
        across: graph.closest(".view.main") ? MAIN : PAPER.width,
    }));

    const ofSheet = () => [...document.querySelectorAll(".sheet-item:not([hidden])")].map((article) => {
        const id = `sheet-${article.dataset.slot}`;
        const figure = window.dash_component_api.getLayout(`${id}-figure`)?.props.data;
        return { id, graph: article.querySelector(".graph"), plot: article.querySelector(".js-plotly-plot"), figure, across: PAPER.width };
    });

    const figures = () => [...ofSheet(), ...ofPage()].filter(({ graph, plot, figure }) => plot && figure && graph.checkVisibility());

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
        for (const { graph, plot, figure, across } of figures()) {
            const { data, layout } = structuredClone(figure);
            const zoom = Math.min(PAPER.width / across, PAPER.height / layout.height);
            window.Plotly.react(plot, data, { ...layout, width: Math.floor(PAPER.width / zoom) });
            graph.style.zoom = zoom;
        }
    }

    function undo() {
        for (const { id, graph, plot } of onPaper ? figures() : []) {
            graph.style.zoom = "";
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
