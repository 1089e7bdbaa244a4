/* On paper the figures of a page or a sheet are light, as wide as the paper and no higher than it; those that are
   closed are opened for it. */
(function () {
    "use strict";
    const COLUMNS = 2; // panels side by side that paper has room for
    const FIRST = 600; // pixels of height that the first page has under its answer
    const MAIN = 1240; // pixels across of the widest chart of a page, where its layout for paper cannot be had
    let onPaper = false;
    let opened = []; // what was closed before

    /* The figure of a chart across the page as the server lays it out for paper; null where it does not answer. Printing
       does not wait for what comes later. */
    function laidOut(graph) {
        const page = graph.closest("[data-study]");
        const { view, search } = { view: graph.dataset.view, search: page.dataset.address || "" };
        const home = location.pathname.slice(0, -page.dataset.study.length);
        const request = new XMLHttpRequest();
        try {
            request.open("GET", `${home}api/${page.dataset.study}/${view}.figure.json${search}${search ? "&" : "?"}columns=${COLUMNS}`, false);
            request.send();
            return request.status === 200 ? JSON.parse(request.responseText) : null;
        } catch {
            return null;
        }
    }

    const ofPage = () => [...document.querySelectorAll("[data-study] .view .graph")].map((graph) => {
        const isMain = Boolean(graph.closest(".view.main"));
        const isAcross = !graph.closest(".views, .beside");
        const plot = graph.querySelector(".js-plotly-plot");
        const drawn = window.reasonboard.figure(graph);
        const figure = (isAcross && plot && drawn && graph.checkVisibility() && laidOut(graph)) || null;
        const room = isMain ? FIRST : undefined;
        return { id: graph.id.replace(/-graph$/, ""), graph, plot, figure: figure ?? drawn, how: { room, least: isMain && !figure ? MAIN : undefined } };
    });

    const ofSheet = () => [...document.querySelectorAll(".sheet-item:not([hidden])")].map((article) => {
        const id = `sheet-${article.dataset.slot}`;
        const figure = window.dash_component_api.getLayout(`${id}-figure`)?.props.data;
        return { id, graph: article.querySelector(".graph"), plot: article.querySelector(".js-plotly-plot"), figure, how: {} };
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
        for (const { graph, plot, figure, how } of figures()) {
            window.reasonboard.paper.draw(graph, plot, structuredClone(figure), how);
        }
    }

    function undo() {
        for (const { id, graph, plot } of onPaper ? figures() : []) {
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
