/* A view as a PNG or an SVG, with its title, filters, kinds, sources and data version in it. The browser and the server
   (app/reasonboard/web/images) make their images with it. */
(function () {
    "use strict";
    const SCREEN_DPI = 96;
    const PRINT_DPI = 300;
    const PAGE = 9; // inches of height that a page of paper offers
    /* How an image is laid out: its margin at the sides and its sizes of text, in pixels of its layout. */
    const SCREEN = { side: 24, title: 18, text: 12, line: 16 };
    const PRINT = { side: 8, title: 13, text: 11, line: 14.5 };
    /* The figure in the colors of a scheme (assets/theme.js). */
    const SCHEMES = { light: (figure) => figure, dark: (figure) => window.reasonboard.dark(figure) };
    const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

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

    /* The words as a sentence, which ends in one full stop. */
    function ended(words) {
        return `${words.replace(/[.\s]+$/, "")}.`;
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
        const { l, r, t, b } = figure.layout.margin;
        const edge = t + b === 0 ? side : 0; // a table is drawn to the edges of its place
        const margin = { l: l + edge, r: r + edge, t, b };
        const inner = width - 2 * side;
        const fit = (sentence) => wrapped(sentence, inner, `${text}px ${FONT}`);
        const heading = wrapped(words.titled, inner, `600 ${title}px ${FONT}`);
        const subtitle = words.subtitle?.replace(/\{\w+:([^{}]*)\}/g, "$1"); // an image has no colored words
        const above = [subtitle, words.models, words.chosen].filter(Boolean).flatMap(fit);
        const below = [
            ...(words.signs ? fit(`Key: ${ended(words.key)}`) : []),
            ...fit(`Data: ${ended(words.kinds)}`),
            ...(words.uncertainty ? fit(`Notes: ${ended(words.uncertainty)}`) : []),
            ...fit(`Source: ${words.source}`),
            ...fit(`Reasonboard · ${words.version}`),
        ];
        const headed = heading.length * title * 1.3 + 12; // as far down as the title reaches
        const top = headed + above.length * line + 12;
        const bottom = below.length * line + 18;
        const muted = { size: text, color: window.reasonboard.colors.muted };
        const left = side - margin.l;
        const notes = [
            annotation(heading, { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - 8 }, { size: title, color: window.reasonboard.colors.ink, weight: 600 }),
            annotation(above, { y: 1, yanchor: "top", xshift: left, yshift: margin.t + top - headed }, muted),
            annotation(below, { y: 0, yanchor: "bottom", xshift: left, yshift: -(margin.b + bottom - 10) }, muted),
        ];
        const layout = Object.assign({}, figure.layout, {
            width,
            height: Math.ceil(figure.layout.height + top + bottom),
            margin: Object.assign({}, margin, { t: margin.t + top, b: margin.b + bottom }),
            shapes: (figure.layout.shapes || []).filter((shape) => shape.name !== "selection"), // of a panel on the page
            annotations: (figure.layout.annotations || []).concat(notes),
        });
        return { data: figure.data, layout };
    }

    /* What the image says of itself, by the keywords of the PNG specification and one of ours that leads back. */
    function texts(words, search) {
        return {
            Title: words.titled,
            Description: [words.models, words.filters, `Data: ${ended(words.kinds)}`, words.uncertainty && `Notes: ${ended(words.uncertainty)}`].filter(Boolean).join("\n"),
            Source: words.source,
            Software: "Reasonboard",
            "reasonboard:view": JSON.stringify({ address: `/${words.study}${search}` }),
        };
    }

    /* What is shown, in letters that every file system takes. */
    function fileName(words, { inches, scheme, format }) {
        const name = [words.study, words.view, words.named, words.chosen]
            .join("-").toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 110).replace(/-$/, "");
        const kind = (inches ? `-${inches}in` : "") + (scheme === "light" ? "" : `-${scheme}`);
        return `${name}${kind}.${format}`;
    }

    /* The font of the page as a data URI: an image of an SVG has no other. The server gives it (browser.py). */
    let fontUrl;
    function font() {
        const style = document.querySelector('link[rel="stylesheet"][href*="/bundle.css"]');
        fontUrl ??= window.reasonboard.font ? Promise.resolve(window.reasonboard.font) : style ? fetched(new URL("inter.woff2", style.href)) : Promise.resolve("");
        return fontUrl;
    }
    async function fetched(address) {
        try {
            const bytes = new Uint8Array(await (await window.reasonboard.ask(address, { cache: "force-cache" })).arrayBuffer());
            return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
        } catch {
            return ""; // the next best font of the reader
        }
    }
    window.addEventListener("load", font); // so that images can be made without the server, too

    function withFont(svg, data) {
        const face = `<style>@font-face { font-family: Inter; src: url(${data}) format("woff2"); font-weight: 100 900; }</style>`;
        return data ? svg.replace(/(<svg[^>]*>)/, `$1${face}`) : svg;
    }

    /* The SVG as the bytes of a PNG, so many pixels wide and high. */
    async function rasterised(svg, width, height) {
        const picture = new Image(width, height);
        const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        try {
            picture.src = address;
            await picture.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width, height });
            canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
            const png = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
            return new Uint8Array(await png.arrayBuffer());
        } finally {
            URL.revokeObjectURL(address);
        }
    }

    /* An image of the figure at the address of its query string. `as`: `format` (png, svg), `scheme` (light, dark),
       the `width` of the layout in pixels, and the `inches` across on paper, or 0 and for a PNG the `scale` of the screen.
       Gives its bytes, type and name, the texts of its metadata, and its size on paper in inches: at most as high as a page. */
    async function make(figure, search, as) {
        const words = figure.layout.meta;
        const light = withProvenance(structuredClone(figure), as.width, as.inches ? PRINT : SCREEN);
        const image = SCHEMES[as.scheme](light);
        const { width } = as;
        const { height } = image.layout;
        const across = as.inches ? Math.min(as.inches, (PAGE * width) / height) : width / SCREEN_DPI;
        const svg = withFont(await window.Plotly.toImage(image, { format: "svg", width, height, imageDataOnly: true }), await font());
        const made = { texts: texts(words, search), inches: [across, (across * height) / width], name: fileName(words, as) };
        if (as.format === "svg") {
            const written = window.reasonboard.svg.write(svg, made.texts, as.inches && across);
            return { bytes: new TextEncoder().encode(written), type: "image/svg+xml", ...made };
        }
        const pixels = as.inches ? Math.round(across * PRINT_DPI) : width * as.scale;
        const png = await rasterised(svg, pixels, Math.round((height * pixels) / width));
        const parts = window.reasonboard.png.write(png, made.texts, pixels / across);
        return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), type: "image/png", ...made };
    }

    window.reasonboard = Object.assign({}, window.reasonboard, { image: { make } });
})();
