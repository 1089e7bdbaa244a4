/* What a chart shows, in words: its panels, the lines of each, and the marks of each line. All of it stands in the
   figure itself; what a mark says is what its hover says. */
(function () {
    "use strict";
    const PLACE = /%\{([\w.]+)(?:\[(\d+)\])?(?::([^}]*))?\}/g;

    /* A number as Plotly writes it by this format, as far as our hovers use them: `,`, `.1f`, `,.0f`, `.3g`. */
    function formatted(value, format) {
        const [, comma, digits, kind] = /^(,?)(?:\.(\d+)([fg]))?$/.exec(format ?? "") ?? [];
        if (typeof value !== "number" || format === undefined) {
            return String(value ?? "");
        }
        if (kind === "g") {
            return String(Number(value.toPrecision(Number(digits))));
        }
        const places = kind ? Number(digits) : undefined;
        const words = value.toLocaleString("en", { useGrouping: Boolean(comma), minimumFractionDigits: places, maximumFractionDigits: places });
        return words.replace("-", "−");
    }

    function plain(html) {
        const lines = html.replace(/<extra>.*<\/extra>$/, "").replaceAll(/<br\s*\/?>/g, ", ");
        return new DOMParser().parseFromString(lines, "text/html").body.textContent.trim();
    }

    /* The words of the mark at this place of a trace; `at` is its index, in a heatmap row and column. */
    function words(trace, at, x, y) {
        const of = (list) => at.reduce((part, index) => (Array.isArray(part) ? part[index] : part), list);
        const values = { x, y, z: of(trace.z), text: of(trace.text), customdata: of(trace.customdata), "fullData.name": trace.name };
        const template = of(trace.hovertemplate) ?? of(trace.hovertext) ?? values.text ?? "";
        return plain(template.replaceAll(PLACE, (_, name, index, format) => {
            const value = values[name];
            return formatted(index === undefined ? value : value?.[index], format);
        }));
    }

    function isRead({ visible, hoverinfo, hoveron, hovertemplate, hovertext }) {
        return visible !== false && hoverinfo !== "skip" && hoveron !== "fills" && Boolean(hovertemplate ?? hovertext);
    }

    const middle = (edges, index, count) => (edges?.length > count ? (edges[index] + edges[index + 1]) / 2 : edges?.[index] ?? index);

    /* The lines of a heatmap are its rows, of any other trace there is one. Marks without words cannot be read. */
    function lines(trace, curve) {
        const mark = (at, x, y) => ({ curve, at, x, y, words: words(trace, at, x, y) });
        const read = (marks) => marks.filter((one) => one.words && one.x !== null && one.y !== null);
        if (trace.type === "heatmap") {
            return trace.z.map((row, r) =>
                read(row.flatMap((z, c) => (z === null ? [] : [mark([r, c], middle(trace.x, c, row.length), middle(trace.y, r, trace.z.length))]))));
        }
        const count = (trace.y ?? trace.x ?? []).length;
        const x = (index) => trace.x?.[index] ?? (trace.x ? null : (trace.x0 ?? 0) + index * (trace.dx ?? 1));
        const marks = read(Array.from({ length: count }, (_, index) => mark([index], x(index), trace.y ? trace.y[index] : index)));
        const isOne = marks.every((one) => one.words === marks[0].words); // a level says the same everywhere
        return [isOne ? marks.slice(0, 1) : marks];
    }

    const byX = (one, other) => one.x - other.x;
    const byY = (one, other) => one.y - other.y;
    const meanY = (marks) => marks.reduce((sum, one) => sum + one.y, 0) / marks.length;

    /* A chart of rows, whose y axis runs downwards, is one line from its top to its bottom. */
    function ordered(panel) {
        const { isDown, hasCells, of } = panel;
        if (isDown && !hasCells) {
            return [of.flat().sort((one, other) => byY(one, other) || byX(one, other))];
        }
        const isSingle = (marks) => marks.length === 1 && !hasCells; // a note about a line, which comes after the lines
        const height = (marks) => (panel.ys.size > 1 ? 0 : (isDown ? 1 : -1) * meanY(marks));
        return of.map((marks) => marks.sort(byX))
            .sort((one, other) => isSingle(one) - isSingle(other) || height(one) - height(other));
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Panels in the order of reading, each a list of lines from its top, each a list of marks
           { curve, at, x, y, words, panel }: of which trace, its index there, its place, what it says, and on which axes. */
        marks({ data, layout }) {
            const common = layout.template ?? {};
            const axis = (name) => {
                const key = name.replace(/^([xy])/, "$1axis");
                return { domain: [0, 1], ...common.layout?.[`${key[0]}axis`], ...layout[key] };
            };
            const panels = new Map();
            data.forEach((part, curve) => {
                const trace = { ...common.data?.[part.type]?.[0], ...part };
                const of = isRead(trace) ? lines(trace, curve).filter((marks) => marks.length) : [];
                if (!of.length) {
                    return;
                }
                const [across, up] = [axis(trace.xaxis ?? "x"), axis(trace.yaxis ?? "y")];
                const key = `${across.domain} ${up.domain}`;
                if (!panels.has(key)) {
                    const isDown = up.autorange === "reversed" || up.range?.[0] > up.range?.[1];
                    panels.set(key, { top: up.domain[1], left: across.domain[0], isDown, ys: new Set(), of: [] });
                }
                const panel = panels.get(key);
                panel.ys.add(trace.yaxis ?? "y");
                panel.hasCells ||= trace.type === "heatmap";
                of.flat().forEach((one) => { one.panel = `${trace.xaxis ?? "x"}${trace.yaxis ?? "y"}`; });
                panel.of.push(...of);
            });
            const near = 1e-3;
            return [...panels.values()]
                .sort((one, other) => (Math.abs(one.top - other.top) > near ? other.top - one.top : one.left - other.left))
                .map(ordered);
        },
    });
})();
