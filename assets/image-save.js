/* The images of a page, saved from its menus. */
(function () {
    "use strict";
    const WIDTH = 1200;
    const PAGE = 10; // inches of height that a page of paper offers

    function give({ bytes, type, name }) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([bytes], { type }));
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

    /* An image that a browser has no room for is no error of the page. */
    async function save(figure, search, as) {
        try {
            const image = await window.reasonboard.image.make(figure, search, as);
            tellHeight(as.inches ? image.inches[1] : 0);
            give(image);
        } catch {
            tell("The image could not be made: it may be too large for this browser.");
        }
    }

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        /* The figure of the page, as wide as it stands there. */
        saveScreen(...given) {
            const [figure, graph, search, scheme] = given.slice(-4);
            const asked = window.dash_clientside.callback_context.triggered[0];
            const form = asked && asked.value ? asked.prop_id.match(/-(png|svg)-(\d)\.n_clicks$/) : null;
            if (form && figure) {
                const shown = document.getElementById(graph);
                const width = Math.max(640, Math.min(WIDTH, shown && shown.clientWidth ? shown.clientWidth : WIDTH));
                save(figure, search || "", { format: form[1], scheme, width, inches: 0, scale: Number(form[2]) });
            }
        },

        /* The figure that the server laid out for a width on paper. */
        savePrint(asked, scheme) {
            if (asked) {
                save(asked.figure, asked.search, { ...asked.as, scheme });
            }
        },
    });
})();
