/* A view as a PNG: always on white, with its title, filters, kinds, sources and data version in it. */
(function () {
    "use strict";
    const WIDTH = 1200;
    const SIDE = 24;
    const LINE = 16;
    const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

    /* The words in lines that are no wider than so many pixels. */
    function wrapped(words, width, font) {
        const ruler = document.createElement("canvas").getContext("2d");
        ruler.font = font;
        const lines = [""];
        for (const word of words.split(" ")) {
            const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
            if (ruler.measureText(longer).width > width && lines[lines.length - 1]) {
                lines.push(word);
            } else {
                lines[lines.length - 1] = longer;
            }
        }
        return lines;
    }

    function escaped(text) {
        return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    }

    function annotation(lines, settings, font) {
        return Object.assign(
            { text: lines.map(escaped).join("<br>"), showarrow: false, xref: "paper", yref: "paper", align: "left", xanchor: "left", x: 0, font },
            settings,
        );
    }

    /* The figure with room above for what it shows and below for where it comes from. */
    function withProvenance(figure, width) {
        const words = figure.layout.meta;
        const margin = figure.layout.margin;
        const inner = width - 2 * SIDE;
        const small = `12px ${FONT}`;
        const above = wrapped(words.filters, inner, small);
        const below = [
            ...wrapped(`Kinds of number: ${words.kinds}.`, inner, small),
            ...(words.uncertainty ? wrapped(`Uncertainty: ${words.uncertainty}.`, inner, small) : []),
            ...wrapped(`Source: ${words.source}`, inner, small),
            ...wrapped(`Reasonboard · ${words.version}`, inner, small),
        ];
        const top = 34 + above.length * LINE + 12;
        const bottom = below.length * LINE + 18;
        const muted = { size: 12, color: "#6a7280" };
        const left = SIDE - margin.l;
        const notes = [
            annotation([words.title], { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - 8 }, { size: 18, color: "#16191d" }),
            annotation(above, { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - 36 }, muted),
            annotation(below, { y: 0, yanchor: "bottom", xshift: left, yshift: -(margin.b + bottom - 10) }, muted),
        ];
        const layout = Object.assign({}, figure.layout, {
            width,
            height: figure.layout.height + top + bottom,
            margin: Object.assign({}, margin, { t: margin.t + top, b: margin.b + bottom }),
            annotations: (figure.layout.annotations || []).concat(notes),
        });
        return { data: figure.data, layout };
    }

    function fileName(words) {
        return [words.study, words.view, words.filters]
            .join("-").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 120).replace(/-$/, "") + ".png";
    }

    async function save(figure, scale, width) {
        const image = withProvenance(structuredClone(figure), width);
        const url = await window.Plotly.toImage(image, { format: "png", width, height: image.layout.height, scale });
        const link = document.createElement("a");
        link.href = url;
        link.download = fileName(figure.layout.meta);
        document.body.append(link);
        link.click();
        link.remove();
    }

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        savePng(...given) {
            const [figure, graph] = given.slice(-2);
            const asked = window.dash_clientside.callback_context.triggered[0];
            const scale = asked && asked.value ? Number(asked.prop_id.match(/-png-(\d)\./)[1]) : 0;
            if (scale && figure) {
                const shown = document.getElementById(graph);
                save(figure, scale, Math.max(640, Math.min(WIDTH, shown ? shown.clientWidth : WIDTH)));
            }
        },
    });
})();
