/* Draws the figures that the stores of a page hold: at once where they are seen, the others when they come near. */
(function () {
    "use strict";
    const CONFIG = {
        displayModeBar: false, displaylogo: false, showSendToCloud: false, scrollZoom: false, doubleClick: false, responsive: true,
    };
    const TAP = 300; // milliseconds in which one tap of a finger may come twice
    let tapped = {}; // the mark that a finger touched last, and when
    let isTouch = false;
    let isTap = false; // is the touch one finger's, which neither scrolls nor zooms the page?
    const OUTLINED = 1200; // milliseconds, as long as its animation takes (assets/link.css)
    const charts = new Map(); // by the element that a figure is drawn into
    let queue = []; // charts near the window, drawn one after the other once those in it are

    /* How many windows away from the one that is seen: 0 in it, above 1/2 not near; Infinity where nothing is displayed. */
    function distance(place) {
        const { top, bottom, width } = place.getBoundingClientRect();
        return width ? Math.max(0, top - innerHeight, -bottom) / innerHeight : Infinity;
    }

    /* The figure of a chart with those of its parts that are written as before being the same objects: plotly.js knows
       them by their identity and draws what else has changed, which may be the outline of a cell and nothing more. */
    function keepParts(chart, figure) {
        const kept = (name, part) => {
            const text = JSON.stringify(part);
            const before = chart.parts.get(name);
            if (before?.text !== text) {
                chart.parts.set(name, { text, part });
            }
            return chart.parts.get(name).part;
        };
        // The description of a figure changes with every filter, and plotly.js would redraw everything; assets/link.js wants this.
        const { linked, along } = figure.layout.meta;
        chart.meta = kept("meta", { linked, along });
        figure.data = kept("data", figure.data);
        for (const [name, part] of Object.entries(figure.layout)) {
            figure.layout[name] = kept(`layout.${name}`, part);
        }
    }

    /* A part in the colors of a dark page, the same one for the same. */
    const darkened = new WeakMap();
    function dark(part) {
        if (typeof part !== "object") {
            return window.reasonboard.dark(part);
        }
        if (!darkened.has(part)) {
            darkened.set(part, window.reasonboard.dark(part));
        }
        return darkened.get(part);
    }

    const isStale = ({ wanted, drawn }) => wanted && wanted.some((column, index) => column !== drawn[index]);

    function pick(place, point) {
        const page = place.closest("[data-study]");
        if (page && point) {
            const { curveNumber, pointNumber, x, y } = point;
            const view = place.dataset.view;
            window.dash_clientside.set_props(window.reasonboard.ids.click(page.dataset.study), { data: { view, point: { curveNumber, pointNumber, x, y }, at: Date.now() } });
        }
    }

    /* Shows the words of a mark beside it. */
    function hover(plot, { data, curveNumber, pointNumber, x, y, xaxis, yaxis }) {
        const isCell = data.type === "heatmap";
        const text = isCell && data.hovertext?.[pointNumber[0]][pointNumber[1]]; // of a cell without a measurement: plotly.js shows none
        if (text) {
            const { _hoverlayer, _paper, hoverlabel: { bgcolor: color, bordercolor: borderColor, font } } = plot._fullLayout;
            const place = { x: xaxis._offset + xaxis.d2p(x), y: yaxis._offset + yaxis.d2p(y) };
            const look = { color, borderColor, fontColor: font.color, fontFamily: font.family, fontSize: font.size };
            window.Plotly.Fx.loneHover({ text, ...place, ...look }, { container: _hoverlayer.node(), outerContainer: _paper.node(), gd: plot });
        } else {
            const spot = isCell ? { xval: x, yval: y } : { pointNumber };
            window.Plotly.Fx.hover(plot, [{ curveNumber, ...spot }], `${xaxis._id}${yaxis._id}`);
        }
    }

    /* Outlines the cell or rings the mark that was picked, until what follows from it is there. */
    function picked(plot, point) {
        const mark = outline(plot, point, point.data.type === "heatmap" ? "picked-cell" : "picked-mark");
        setTimeout(() => mark.remove(), OUTLINED); // nothing moves where a reader wants it so: no animation ends
    }

    /* An element of this class over a cell, or without a size where a mark is. */
    function outline(plot, { data, pointNumber, xaxis, yaxis, x, y }, className) {
        const isCell = data.type === "heatmap";
        const [row, column] = isCell ? pointNumber : [];
        const [xs, ys] = isCell ? [[data.x[column], data.x[column + 1]], [data.y[row], data.y[row + 1]]] : [[x, x], [y, y]];
        const [left, right] = xs.map((x) => xaxis._offset + xaxis.d2p(x)).sort((x, other) => x - other);
        const [top, bottom] = ys.map((y) => yaxis._offset + yaxis.d2p(y)).sort((y, other) => y - other);
        const mark = document.createElement("div");
        mark.className = className;
        Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
        plot.querySelector(".svg-container").append(mark);
        return mark;
    }

    function draw(chart) {
        const { place, wanted: [figure, scheme] } = chart;
        chart.drawn = chart.wanted;
        place.removeAttribute("aria-busy");
        const shade = scheme === "dark" ? dark : (part) => part;
        const data = shade(figure.data);
        const layout = Object.fromEntries(Object.entries(figure.layout).map(([name, part]) => [name, shade(part)]));
        layout.meta = chart.meta;
        // New data redraw everything: with another number plotly.js does not look first what of each axis has changed.
        chart.revision += data !== chart.data;
        chart.data = data;
        layout.datarevision = chart.revision;
        const isNew = !chart.plot;
        chart.plot ??= place.appendChild(Object.assign(document.createElement("div"), { className: "plot" }));
        window.Plotly.react(chart.plot, data.map((trace) => ({ ...trace })), layout, { ...CONFIG });
        // What it shows is read mark by mark (assets/cursor.js), not as the texts of a drawing without their places.
        chart.plot.querySelectorAll(".main-svg").forEach((part) => { part.ariaHidden = part.querySelector("a") ? null : "true"; });
        window.reasonboard.redrawn(place);
        if (isNew) {
            document.getElementById("js-plotly-tester").ariaHidden = "true"; // its ruler for texts
            chart.plot.on("plotly_click", ({ points: [point] }) => {
                // A cell without a measurement cannot be selected, and two fingers select nothing.
                if (point.data.hoveron === "fills" || (isTouch && !isTap)) {
                    return;
                }
                // A finger has no hover: the first tap reads a mark, the second selects it.
                const mark = `${place.id} ${point.curveNumber} ${point.pointNumber}`;
                const now = performance.now();
                if (!isTouch || (mark === tapped.mark && now - tapped.at > TAP)) {
                    window.reasonboard.pick(place, point);
                } else {
                    setTimeout(hover, TAP, chart.plot, point);
                    tapped = { mark, at: now };
                }
            });
        }
    }

    /* Draws what is seen, and has what is near drawn when that was painted. */
    function update() {
        if (!window.Plotly) {
            return; // it comes here again when it is loaded
        }
        const stale = [...charts.values()].filter(isStale).map((chart) => [distance(chart.place), chart]);
        stale.forEach(([away, chart]) => (away ? chart.place.setAttribute("aria-busy", "true") : draw(chart)));
        const near = stale.filter(([away]) => away > 0 && away <= 0.5).sort(([one], [other]) => one - other);
        const isIdle = !queue.length;
        queue = near.map(([, chart]) => chart);
        if (isIdle && queue.length) {
            soon();
        }
    }

    function soon() {
        requestAnimationFrame(() => setTimeout(() => {
            const chart = queue.shift();
            if (chart?.place.isConnected && isStale(chart)) {
                draw(chart);
            }
            if (queue.length) {
                soon();
            }
        }));
    }

    const coming = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
            const chart = isIntersecting && charts.get(target);
            if (chart?.plot && !isStale(chart) && chart.plot._fullLayout.width !== target.clientWidth) {
                window.Plotly.Plots.resize(chart.plot); // the window had another size when it was drawn
            }
        }
        update();
    }, { rootMargin: "50% 0%" });
    const seen = new IntersectionObserver(update); // what was far when it came near, as when a part of the page opens

    function forgetGone() {
        for (const [place, { plot }] of charts) {
            if (!place.isConnected) {
                coming.unobserve(place);
                seen.unobserve(place);
                charts.delete(place);
                if (plot) {
                    window.Plotly.purge(plot);
                }
            }
        }
    }

    function want(id, figure) {
        const place = document.getElementById(id);
        if (!place || !figure) {
            return;
        }
        if (!charts.has(place)) {
            charts.set(place, { place, drawn: [], parts: new Map(), revision: 0 });
            coming.observe(place);
            seen.observe(place);
        }
        const chart = charts.get(place);
        if (chart.wanted?.[0] !== figure) {
            keepParts(chart, figure);
            chart.wanted = [figure];
        }
        place.style.height = `${figure.layout.height}px`;
        // If there is nothing to draw, the page has the reason in a line (assets/style.css).
        place.closest(".view")?.toggleAttribute("data-empty", Boolean(figure.layout.meta.empty));
    }

    document.addEventListener("pointerdown", ({ pointerType }) => { isTouch = pointerType === "touch"; }, true);
    document.addEventListener("touchstart", ({ touches }) => { isTap = touches.length === 1; }, { capture: true, passive: true });
    document.addEventListener("pointercancel", () => { isTap = false; }, true);
    document.getElementById("plotly").addEventListener("load", update);
    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* The figure of a chart in the colors of a light page, drawn or not yet. */
        figure: (place) => charts.get(place)?.wanted[0],

        hover,
        outline,

        /* Selects a mark, as a click on it does. */
        pick(place, point) {
            picked(place.querySelector(".plot"), point);
            requestAnimationFrame(() => setTimeout(pick, 0, place, point)); // once the outline is painted
        },

        /* Draws these figures, each with the name of its place, and all charts in the colors of the page. */
        draw(figures, scheme) {
            forgetGone();
            figures.forEach(([id, figure]) => want(id, figure));
            charts.forEach((chart) => { chart.wanted = [chart.wanted[0], scheme]; });
            update();
        },

        /* Draws all charts that stand open, near or not. */
        drawAll() {
            [...charts.values()].filter((chart) => isStale(chart) && distance(chart.place) < Infinity).forEach(draw);
        },

        /* Draws a chart once more, which was drawn in another way meanwhile. */
        redraw(id) {
            const chart = charts.get(document.getElementById(id));
            if (chart) {
                chart.drawn = [];
                update();
            }
        },
    });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        /* The colors of the page, then the figure of each of its charts. */
        draw(scheme, ...figures) {
            const [, ...stores] = window.dash_clientside.callback_context.inputs_list;
            const places = stores.map(({ id }) => id.replace(/-figure$/, "-graph"));
            window.reasonboard.draw(figures.map((figure, index) => [places[index], figure]), scheme);
            return window.dash_clientside.no_update;
        },
    });
})();
