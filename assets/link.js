/* Pointing at an iteration marks it, with its values, in every panel of every linked graph of the page. */
(function () {
    "use strict";
    const LAYER = "link-marks";
    const UNITS = { "accuracy": "%", "mean tokens": "" }; // the traces that are marked (app/reasonboard/studies/iterations/charts/curves.py)
    const isLinked = (graph) => graph._fullData && graph._fullLayout?.meta?.linked === "iteration";
    const hide = () => document.querySelectorAll(`.${LAYER}`).forEach((layer) => layer.remove());

    /* The iteration of each point of a trace: its x, or its text or id where x is something else. */
    function iterations(graph, trace) {
        return trace.name in UNITS ? Array.from(trace[graph._fullLayout.meta.along] ?? []) : null;
    }

    function words(value, unit) {
        const digits = unit ? 1 : 0;
        return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }) + unit;
    }

    function put(layer, className, left, top) {
        const mark = layer.appendChild(document.createElement("div"));
        Object.assign(mark, { className }).style.left = `${left}px`;
        mark.style.top = `${top}px`;
        return mark;
    }

    /* The marks of one graph; the panels in `quiet` already say their values. */
    function mark(graph, iteration, quiet) {
        const { meta } = graph._fullLayout;
        const layer = document.createElement("div");
        layer.className = LAYER;
        layer.setAttribute("aria-hidden", "true");
        const labels = [];
        for (const trace of graph._fullData) {
            const place = iterations(graph, trace)?.indexOf(iteration) ?? -1;
            const [x, y] = [trace.x?.[place], trace.y?.[place]];
            if (typeof x !== "number" || typeof y !== "number") {
                continue;
            }
            const across = graph._fullLayout[trace.xaxis.replace("x", "xaxis")];
            const up = graph._fullLayout[trace.yaxis.replace("y", "yaxis")];
            const [left, top] = [across._offset + across.d2p(x), up._offset + up.d2p(y)];
            if (meta.along !== "text") {
                put(layer, "link-line", left, up._offset).style.height = `${up._length}px`;
            }
            put(layer, "link-dot", left, top);
            if (!quiet.has(`${trace.xaxis} ${trace.yaxis}`)) {
                const label = put(layer, "link-value", left, top);
                label.textContent = words(y, UNITS[trace.name]) + (meta.along !== "text" ? "" : ` · ${words(x, "")}`);
                label.classList.toggle("link-before", across.d2p(x) > (meta.along !== "text" ? across._length / 2 : 90));
                const near = labels.find((other) => other.left === left && Math.abs(other.top - top) < 16);
                (near?.top > top ? near.label : near && label)?.classList.add("link-under"); // the lower of the two
                labels.push({ label, left, top });
            }
        }
        graph.querySelector(".svg-container")?.append(layer);
    }

    function show(here, points) {
        const point = points.find((candidate) => iterations(here, candidate.fullData));
        const quiet = new Set(points.map((point) => `${point.xaxis._id} ${point.yaxis._id}`));
        hide();
        for (const graph of point ? document.querySelectorAll(".js-plotly-plot") : []) {
            if (isLinked(graph) && graph.offsetParent) {
                mark(graph, iterations(here, point.fullData)[point.pointNumber], graph === here ? quiet : new Set());
            }
        }
    }

    // Once the pointer enters a graph it is listened to; a redrawn one may have forgotten it.
    document.addEventListener("pointerover", (event) => {
        const graph = event.target.closest?.(".js-plotly-plot");
        if (!graph?.on || !isLinked(graph)) return hide();
        graph.linkShow ??= (hover) => show(graph, hover.points);
        for (const [name, listener] of [["plotly_hover", graph.linkShow], ["plotly_unhover", hide], ["plotly_afterplot", hide]]) {
            graph.removeListener(name, listener);
            graph.on(name, listener);
        }
    });
})();
