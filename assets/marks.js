/* What a chart shows, in words: its panels, the lines of each, and the marks of each line. The figure itself names its
   panels and their rows (`meta.panels`); what a mark says is what its hover says. */
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
        const pick = (list) => at.reduce((part, index) => (Array.isArray(part) ? part[index] : part), list);
        const values = { x, y, z: pick(trace.z), text: pick(trace.text), customdata: pick(trace.customdata), "fullData.name": trace.name, id: pick(trace.ids), hovertext: pick(trace.hovertext) };
        const isMissing = values.z === null; // a cell without a measurement, which has no hover
        const template = (isMissing ? "" : pick(trace.hovertemplate)) || (pick(trace.hovertext) ?? values.text ?? "");
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
    function lines(trace, curve, rows) {
        const axes = `${trace.xaxis ?? "x"}${trace.yaxis ?? "y"}`;
        const mark = (at, x, y, value = y, row = y) => ({ curve, at, axes, x, y, value, words: words(trace, at, x, row) });
        const line = (name, marks) => ({ name, marks: marks.filter((mark) => mark.words && mark.x !== null && mark.y !== null) });
        if (trace.type === "heatmap") {
            return trace.z.map((row, r) => {
                const y = middle(trace.y, r, trace.z.length);
                const name = rows?.[Math.round(y)] ?? "";
                return line(name, row.map((z, c) => mark([r, c], middle(trace.x, c, row.length), y, z, name)));
            });
        }
        const count = (trace.y ?? trace.x ?? []).length;
        const x = (index) => trace.x?.[index] ?? (trace.x ? null : (trace.x0 ?? 0) + index * (trace.dx ?? 1));
        const { name, marks } = line(plain(trace.name ?? ""), Array.from({ length: count }, (_, index) => mark([index], x(index), trace.y ? trace.y[index] : index)));
        const isOne = marks.every((mark) => mark.words === marks[0].words); // a level is the same everywhere
        return [{ name, marks: isOne ? marks.slice(0, 1) : marks }];
    }

    const byX = (mark, other) => mark.x - other.x;
    const byY = (mark, other) => mark.y - other.y;
    const meanY = ({ marks }) => marks.reduce((sum, mark) => sum + mark.y, 0) / marks.length;

    /* A chart of rows, whose y axis runs downwards, is one line from its top to its bottom. */
    function ordered({ title, axes, lines, isDown, hasCells }) {
        if (isDown && !hasCells) {
            const marks = lines.flatMap((line) => line.marks.map((mark) => ({ ...mark, value: mark.x })));
            return { title, lines: [{ name: "", marks: marks.sort((mark, other) => byY(mark, other) || byX(mark, other)) }] };
        }
        const isSingle = ({ marks }) => marks.length === 1 && !hasCells; // a note about a line, which comes after the lines
        const up = axes?.length > 1 ? ({ marks: [mark] }) => axes.indexOf(mark.axes) : meanY; // of several scales: one after the other
        lines.forEach(({ marks }) => marks.sort(byX));
        return { title, lines: lines.sort((line, other) => isSingle(line) - isSingle(other) || (isDown || up !== meanY ? up(line) - up(other) : up(other) - up(line))) };
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Panels { title, lines } in the order of reading, their lines { name, marks } from the top, of each its marks
           { curve, at, axes, x, y, value, words }: of which trace, its index there, on which axes, its place, its number
           (null where nobody measured it), what it says. */
        marks({ data, layout }) {
            const common = layout.template ?? {};
            const panels = (layout.meta?.panels ?? [{ title: "" }]).map((panel) => ({ ...panel, lines: [] }));
            data.forEach((part, curve) => {
                const trace = { ...common.data?.[part.type]?.[0], ...part };
                const { xaxis = "x", yaxis = "y", type } = trace;
                const panel = panels.find(({ axes }) => !axes || axes.includes(xaxis + yaxis));
                if (panel && isRead(trace)) {
                    const { range, autorange } = { ...common.layout?.yaxis, ...layout[yaxis.replace("y", "yaxis")] };
                    panel.isDown ??= autorange === "reversed" || range?.[0] > range?.[1];
                    panel.hasCells ||= type === "heatmap";
                    panel.lines.push(...lines(trace, curve, panel.rows).filter(({ marks }) => marks.length));
                }
            });
            return panels.filter((panel) => panel.lines.length).map(ordered);
        },
    });
})();
