/* A view as a PNG or an SVG: always on white, with its title, filters, kinds, sources and data version in it. */
(function () {
    "use strict";
    const WIDTH = 1200;
    const SCREEN_DPI = 96;
    const PRINT_DPI = 300;
    const PAGE = 10; // inches of height that a page of paper offers
    /* How an image is laid out: its margin at the sides and its sizes of text, in pixels of its layout. */
    const SCREEN = { side: 24, title: 18, text: 12, line: 16 };
    const PRINT = { side: 8, title: 13, text: 11, line: 14.5 };
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
    function withProvenance(figure, width, { side, title, text, line }) {
        const words = figure.layout.meta;
        const margin = figure.layout.margin;
        const inner = width - 2 * side;
        const fit = (sentence) => wrapped(sentence, inner, `${text}px ${FONT}`);
        const heading = wrapped(words.title, inner, `${title}px ${FONT}`);
        const above = fit(words.filters);
        const below = [
            ...fit(`Kinds of number: ${words.kinds}.`),
            ...(words.uncertainty ? fit(`Uncertainty: ${words.uncertainty}.`) : []),
            ...fit(`Source: ${words.source}`),
            ...fit(`Reasonboard · ${words.version}`),
        ];
        const headed = heading.length * title * 1.3 + 12; // as far down as the title reaches
        const top = headed + above.length * line + 12;
        const bottom = below.length * line + 18;
        const muted = { size: text, color: "#6a7280" };
        const left = side - margin.l;
        const notes = [
            annotation(heading, { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - 8 }, { size: title, color: "#16191d" }),
            annotation(above, { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - headed }, muted),
            annotation(below, { y: 0, yanchor: "bottom", xshift: left, yshift: -(margin.b + bottom - 10) }, muted),
        ];
        const layout = Object.assign({}, figure.layout, {
            width,
            height: Math.ceil(figure.layout.height + top + bottom),
            margin: Object.assign({}, margin, { t: margin.t + top, b: margin.b + bottom }),
            annotations: (figure.layout.annotations || []).concat(notes),
        });
        return { data: figure.data, layout };
    }

    /* What the image says of itself, by the keywords of the PNG specification and one of ours that leads back. */
    function texts(words, search) {
        const version = (words.version.match(/^data (\S+)/) || [])[1] || "";
        return {
            Title: words.title,
            Description: [words.filters, `Kinds of number: ${words.kinds}.`, words.uncertainty && `Uncertainty: ${words.uncertainty}.`].filter(Boolean).join("\n"),
            Source: words.source,
            Software: "Reasonboard",
            "reasonboard:view": JSON.stringify({ address: `/${words.study}${search}`, version }),
        };
    }

    function fileName(words, size, ending) {
        const name = [words.study, words.view, words.filters]
            .join("-").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 110).replace(/-$/, "");
        return `${name}${size}.${ending}`;
    }

    function give(parts, type, name) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(parts, { type }));
        link.download = name;
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }

    function tell(children) {
        window.dash_clientside.set_props("image-notice", { children });
    }

    /* More panels than a page can hold at this width: the image is given, and what helps is said. */
    function tellHeight(inches) {
        const high = `The image is ${inches.toFixed(0)} in high, more than a page: fewer benchmarks or models, or two columns, make it lower.`;
        tell(inches > PAGE ? high : "");
    }

    /* `as`: the layout's width and kind, and for a PNG its pixels across, for print the width in inches. */
    async function made(figure, search, as) {
        const image = withProvenance(structuredClone(figure), as.width, as.layout);
        const words = figure.layout.meta;
        const said = texts(words, search);
        const { height } = image.layout;
        const size = as.inches ? `-${as.inches}in` : "";
        tellHeight(as.inches ? (as.inches * height) / as.width : 0);
        if (as.format === "svg") {
            const svg = await window.Plotly.toImage(image, { format: "svg", width: as.width, height, imageDataOnly: true });
            give([window.reasonboard.svg.write(svg, said, as.inches)], "image/svg+xml", fileName(words, size, "svg"));
            return;
        }
        const scale = as.pixels / as.width;
        const base64 = await window.Plotly.toImage(image, { format: "png", width: as.width, height, scale, imageDataOnly: true });
        const png = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const dpi = as.inches ? PRINT_DPI : (SCREEN_DPI * as.pixels) / as.width;
        give(window.reasonboard.png.write(png, said, dpi), "image/png", fileName(words, size, "png"));
    }

    /* An image that a browser has no room for is no error of the page. */
    function save(figure, search, as) {
        made(figure, search, as).catch(() => tell("The image could not be made: it may be too large for this browser."));
    }

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        /* The figure of the page, as wide as it stands there. */
        saveScreen(...given) {
            const [figure, graph, search] = given.slice(-3);
            const asked = window.dash_clientside.callback_context.triggered[0];
            const form = asked && asked.value ? asked.prop_id.match(/-(png|svg)-(\d)\.n_clicks$/) : null;
            if (form && figure) {
                const shown = document.getElementById(graph);
                const width = Math.max(640, Math.min(WIDTH, shown && shown.clientWidth ? shown.clientWidth : WIDTH));
                save(figure, search || "", { format: form[1], width, pixels: width * Number(form[2]), layout: SCREEN });
            }
        },

        /* The figure that the server laid out for a width on paper. */
        savePrint(asked) {
            if (asked) {
                const { figure, search, format, inches, width } = asked;
                save(figure, search, { format, inches, width, pixels: Math.round(inches * PRINT_DPI), layout: PRINT });
            }
        },
    });
})();
