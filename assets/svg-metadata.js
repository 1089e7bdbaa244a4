/* What an SVG says of itself: its size on paper, title, description and metadata. */
(function () {
    "use strict";
    const SVG = "http://www.w3.org/2000/svg";
    const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/";
    const OURS = "urn:reasonboard";

    function element(document, space, name, text) {
        const made = document.createElementNS(space, name);
        // What XML cannot hold would make the whole image unreadable.
        made.textContent = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");
        return made;
    }

    /* The SVG with its texts (as those of a PNG) and, where `inches` says so, its width on paper. */
    function write(svg, texts, inches) {
        const document = new DOMParser().parseFromString(svg, "image/svg+xml");
        const root = document.documentElement;
        const [width, height] = [Number(root.getAttribute("width")), Number(root.getAttribute("height"))];
        if (inches) {
            root.setAttribute("viewBox", `0 0 ${width} ${height}`);
            root.setAttribute("width", `${inches}in`);
            root.setAttribute("height", `${((inches * height) / width).toFixed(4)}in`);
        }
        const metadata = document.createElementNS(SVG, "metadata");
        metadata.append(
            element(document, DUBLIN_CORE, "dc:source", texts.Source),
            element(document, DUBLIN_CORE, "dc:creator", texts.Software),
            element(document, OURS, "reasonboard:view", texts["reasonboard:view"]),
        );
        root.prepend(element(document, SVG, "title", texts.Title), element(document, SVG, "desc", texts.Description), metadata);
        return new XMLSerializer().serializeToString(document);
    }

    window.reasonboard = Object.assign({}, window.reasonboard, { svg: { write } });
})();
