/* The images of a page, and the rows behind them, saved from its menus. */
(function () {
    "use strict";
    const WIDTH = 1200;
    const [MOST, PANEL, WORDS, PAGE] = [4, 322, 170, 9]; // as app/reasonboard/export/forms.py

    const tell = (words, isWaiting) => window.reasonboard.tell(words, isWaiting);

    /* More panels than a page can hold at this width: the image is narrower, and a line says what helps. */
    function tellWidth(inches, wanted) {
        const narrow = `The image is only ${inches.toFixed(1)} in wide, to fit on a page. Use fewer benchmarks or models for a wider one.`;
        tell(inches < wanted ? narrow : "");
    }

    /* A chart without data is not saved; the page says why. An image that a browser has no room for is no error of the page. */
    async function save(figure, search, as) {
        const { empty, summary } = figure.layout.meta;
        if (empty) {
            tell(`No image: ${summary}`);
            return;
        }
        try {
            const image = await window.reasonboard.image.make(figure, search, as);
            tellWidth(image.inches[0], as.inches);
            window.reasonboard.give(new Blob([image.bytes], { type: image.type }), image.name);
        } catch {
            tell("Could not create the image; it may be too large for this browser.");
        }
    }

    /* The figure of the page, as wide as it stands there. */
    function saveScreen(place, search, form) {
        const figure = window.reasonboard.figure(place);
        const width = Math.max(640, Math.min(WIDTH, place.clientWidth || WIDTH));
        return figure && save(figure, search, { ...form, width, inches: 0 });
    }

    /* Where the server gives a view, as the page shows it, in a form. */
    function fileAddress(page, view, form) {
        const { study, permalink } = page.dataset;
        return `${location.pathname.slice(0, -study.length)}api/${study}/${view}.${form}${permalink}`;
    }

    /* A figure with at most this many panels side by side. */
    const figureAddress = (page, view, columns) => `${fileAddress(page, view, "figure.json")}&columns=${columns}`;

    /* The figure as the server lays it out for a width on paper, with more panels side by side if it were higher than a page. */
    async function savePrint(page, view, search, form, { columns, inches, width }) {
        try {
            const wait = (line) => tell(`Waiting: ${line}`, true);
            for (let across = Number(columns); across <= MOST; across += 1) {
                const as = { ...form, width: Math.max(width, PANEL * across), inches: Number(inches) };
                const answer = await window.reasonboard.ask(figureAddress(page, view, across), {}, { wait });
                const figure = await answer.json();
                if (across === MOST || (figure.layout.height + WORDS) * as.inches <= PAGE * as.width) {
                    await save(figure, search, as);
                    break;
                }
            }
        } catch (error) {
            tell(`Could not create the image: ${error.message}`);
        }
    }

    // This event does not bubble.
    document.addEventListener("toggle", ({ target }) => {
        if (target.open && target.matches(".download-menu")) {
            const page = target.closest("[data-study]");
            target.querySelectorAll("a[download]").forEach((link) => { link.href = fileAddress(page, target.dataset.view, link.dataset.form); });
        }
    }, true);
    document.addEventListener("click", (event) => {
        const button = event.target.closest?.(".image-save");
        if (!button) {
            return;
        }
        const menu = button.closest(".download-menu");
        const page = button.closest("[data-study]");
        const { view } = menu.dataset;
        const search = page.dataset.permalink;
        const { form, scale, columns } = button.dataset; // an image for paper is scaled by its inches
        const settings = { format: form, scale: Number(scale ?? 1), scheme: menu.querySelector(".choice").dataset.value };
        if (columns) {
            savePrint(page, view, search, settings, button.dataset);
        } else {
            saveScreen(document.getElementById(window.reasonboard.ids.graph(page.dataset.study, view)), search, settings);
        }
    });
    window.reasonboard = Object.assign({}, window.reasonboard, { figureAddress });
})();
