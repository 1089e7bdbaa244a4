/* In every measured page, the dashboard's and the static ones: when charts are drawn, and what that took. */
(function () {
    "use strict";
    const GRACE = 3000; // milliseconds after which a chart out of sight is taken not to be drawn
    const PATIENCE = 90000;
    const SETTLED = 250; // milliseconds in which what the change before left to do is done
    const bench = { plotly: 0 };
    const frame = () => new Promise(requestAnimationFrame);

    function box(id) {
        const place = document.getElementById(id);
        return place?.classList.contains("js-plotly-plot") ? place : place?.querySelector(".js-plotly-plot");
    }

    function inSight(element) {
        const { top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < innerHeight;
    }

    /* Time within Plotly.react and newPlot, wherever they are called from. */
    function watchPlotly() {
        for (const name of window.Plotly.watched ? [] : ["react", "newPlot"]) {
            const plain = window.Plotly[name];
            window.Plotly[name] = function (...given) {
                const started = performance.now();
                try {
                    return plain.apply(this, given);
                } finally {
                    bench.plotly += performance.now() - started;
                }
            };
            window.Plotly.watched = true;
        }
    }

    /* What was asked of the server since `started`: when the first went and was answered, and all bytes. */
    function asked(started) {
        const found = performance.getEntriesByType("resource").filter((one) => one.startTime >= started - 1 && one.name.includes("_dash-update-component"));
        return {
            requests: found.length,
            sent: found.length ? Math.min(...found.map((one) => one.requestStart)) - started : 0,
            answered: found.length ? found[0].responseEnd - started : 0,
            bytes: found.reduce((sum, one) => sum + one.transferSize, 0),
        };
    }

    /* From `act` to the `plotly_afterplot` of each of these charts that is displayed, in milliseconds. */
    bench.drawn = async function (ids, act) {
        await new Promise((go) => setTimeout(go, SETTLED));
        await frame();
        watchPlotly();
        performance.clearResourceTimings();
        bench.plotly = 0;
        const shown = ids.map((id) => [id, box(id)]).filter(([, chart]) => chart?.on && chart.offsetParent);
        const sight = shown.filter(([, chart]) => inSight(chart)).map(([id]) => id);
        const times = {};
        let last = 0;
        const listeners = shown.map(([id, chart]) => {
            const before = chart.layout; // a chart that only took another size has still the same
            const listener = () => {
                if (chart.layout !== before) {
                    last = performance.now();
                    times[id] ??= last - started;
                }
            };
            chart.on("plotly_afterplot", listener);
            return [chart, listener];
        });
        const started = performance.now();
        act();
        for (;;) {
            await new Promise((go) => setTimeout(go, 4));
            const late = performance.now();
            if (shown.every(([id]) => id in times) || late - started > PATIENCE) break;
            if (sight.every((id) => id in times) && last && late - last > GRACE) break;
        }
        const plotly = bench.plotly;
        await frame();
        for (const [chart, listener] of listeners) chart.removeListener("plotly_afterplot", listener);
        return { times, sight, plotly, missed: sight.filter((id) => !(id in times)).length, ...asked(started) };
    };

    /* A change of the page's state, as Back and links within a page make it. */
    bench.change = (study, search, ids) =>
        bench.drawn(ids, () => window.dash_clientside.set_props(`${study}-back`, { data: { search, at: Date.now() } }));

    /* The same figures where nothing stands between them and plotly.js, those of `first` before the others;
       `there` is when these were through, since plotly.js tells of none before all are. */
    bench.draw = async (figures, config, first = []) => {
        const copies = structuredClone(figures);
        const rest = Object.keys(figures).filter((id) => !first.includes(id));
        let there = 0;
        const found = await bench.drawn(Object.keys(figures), () => {
            const started = performance.now();
            for (const id of [...first, ...rest]) {
                const { data, layout } = copies[id];
                document.getElementById(id).style.height = `${layout.height}px`;
                window.Plotly.react(id, data, layout, config);
                there = first.includes(id) ? performance.now() - started : there;
            }
        });
        return { ...found, there };
    };

    /* Where the charts of the page stand. */
    bench.places = (ids) => ids.map((id) => {
        const { left, top, width, height } = (box(id) ?? document.body).getBoundingClientRect();
        return { id, left: left + scrollX, top: top + scrollY, width, height };
    });

    /* Since the page was asked for: until the charts in sight were drawn, and until all were. */
    bench.loaded = async function (ids) {
        const done = new Map();
        let ready = 0; // since then all charts in sight are drawn
        for (;;) {
            await frame();
            const now = performance.now();
            const there = ids.map((id) => document.getElementById(id)).filter(Boolean);
            const charts = there.filter((one) => one.offsetParent);
            for (const one of charts) {
                const chart = one.querySelector(".js-plotly-plot");
                if (!done.has(one) && chart?._fullLayout && chart.layout?.meta && one.querySelector(".main-svg")) {
                    done.set(one, now);
                }
            }
            const seen = charts.filter(inSight);
            if (there.length < ids.length || !seen.every((one) => done.has(one))) {
                ready = 0;
                if (now < PATIENCE) continue;
            }
            ready ||= now;
            const last = Math.max(ready, ...done.values());
            if (charts.every((one) => done.has(one)) || now - last > GRACE) {
                return { sight: Math.max(...seen.map((one) => done.get(one) ?? now), seen.length ? 0 : ready), all: last, charts: done.size };
            }
        }
    };

    /* The points of a linked chart that a pointer can stand on, in pixels of the window. */
    bench.points = (id) => {
        const chart = box(id);
        if (!chart?._fullLayout?.meta?.linked || !chart.offsetParent) return [];
        const { left, top } = chart.getBoundingClientRect();
        const found = [];
        for (const trace of chart._fullData.filter((one) => one.name === "accuracy" && one.visible)) {
            const across = chart._fullLayout[trace.xaxis.replace("x", "xaxis")];
            const up = chart._fullLayout[trace.yaxis.replace("y", "yaxis")];
            for (let place = 0; place < trace.x.length; place += 1) {
                if (typeof trace.y[place] === "number" && typeof trace.x[place] === "number") {
                    found.push([left + across._offset + across.d2p(trace.x[place]), top + up._offset + up.d2p(trace.y[place])]);
                }
            }
        }
        return found.filter(([x, y]) => chart.contains(document.elementFromPoint(x, y)));
    };

    /* The cells of the heatmaps of a chart that answers clicks, in pixels of the window. */
    bench.cells = (id) => {
        const chart = box(id);
        const { left, top } = chart?.getBoundingClientRect() ?? {};
        const found = [];
        for (const { type, x, y, xaxis, yaxis } of chart?.offsetParent ? chart._fullData ?? [] : []) {
            const across = chart._fullLayout[xaxis.replace("x", "xaxis")];
            const up = chart._fullLayout[yaxis.replace("y", "yaxis")];
            for (let row = 0; type === "heatmap" && row + 1 < y.length; row += 1) {
                for (let column = 0; column + 1 < x.length; column += 1) {
                    const place = [(x[column] + x[column + 1]) / 2, (y[row] + y[row + 1]) / 2];
                    found.push([left + across._offset + across.d2p(place[0]), top + up._offset + up.d2p(place[1])]);
                }
            }
        }
        return found.filter(([x, y]) => chart.contains(document.elementFromPoint(x, y)));
    };

    /* From what a pointer does (`mousemove`, `mouseup`) to the frame that shows what plotly.js says of it. */
    bench.listen = (id, act, said) => {
        let acted = 0;
        bench.frames = [];
        document.addEventListener(act, (event) => { acted = event.timeStamp; }, { capture: true });
        // A task of the highest priority comes once the frame is painted, before what the page goes on to do.
        const after = (task) => window.scheduler.postTask(task, { priority: "user-blocking" });
        box(id).on(said, () => requestAnimationFrame(() => after(() => bench.frames.push(performance.now() - acted))));
    };

    window.bench = bench;
})();
