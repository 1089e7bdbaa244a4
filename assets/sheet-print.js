/* On paper the figures of a sheet are light, as wide as the page and no higher than one. */
(function () {
    "use strict";
    const PAPER = { width: 680, height: 880 }; // pixels that A4 and letter both have room for
    let onPaper = false;

    const figures = () => [...document.querySelectorAll(".sheet-item:not([hidden])")].map((article) => {
        const id = `sheet-${article.dataset.slot}`;
        const figure = window.dash_component_api.getLayout(`${id}-figure`)?.props.data;
        return { id, graph: article.querySelector(".graph"), plot: article.querySelector(".js-plotly-plot"), figure };
    }).filter(({ plot, figure }) => plot && figure);

    function draw() {
        for (const { graph, plot, figure } of onPaper ? [] : figures()) {
            const { data, layout } = structuredClone(figure);
            const zoom = Math.min(1, PAPER.height / layout.height);
            window.Plotly.react(plot, data, { ...layout, width: Math.floor(PAPER.width / zoom) });
            graph.style.zoom = zoom;
        }
        onPaper = true;
    }

    function undo() {
        for (const { id, graph } of onPaper ? figures() : []) {
            graph.style.zoom = "";
            window.reasonboard.redraw(`${id}-graph`);
        }
        onPaper = false;
    }

    window.addEventListener("beforeprint", draw);
    window.addEventListener("afterprint", undo);
    matchMedia("print").addEventListener("change", (event) => (event.matches ? draw() : undo()));
})();
