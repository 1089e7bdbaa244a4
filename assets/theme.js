/* A dark figure is the light one with its colors exchanged for their partners (colors.js). */
(function () {
    "use strict";
    const DARK = window.reasonboard.colors.dark;
    const TOKEN = new RegExp(Object.keys(DARK).map((token) => token.replace(/[().]/g, "\\$&")).join("|"), "g");

    function exchanged(item, key) {
        if (typeof item === "string") {
            return item.replace(TOKEN, (token) => DARK[token]);
        }
        if (Array.isArray(item)) {
            return typeof item[0] === "number" && typeof item[1] !== "string" ? item : item.map(exchanged); // a stop of a scale has both
        }
        if (item && typeof item === "object" && key !== "meta") {
            return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, exchanged(value, name)]));
        }
        return item;
    }

    /* The scheme of the page, which its button changes; of a page that has no other (native.js) light. */
    function scheme(clicks) {
        const page = document.documentElement.dataset;
        if (clicks) {
            window.reasonboard.setScheme(page.scheme === "dark" ? "light" : "dark");
        }
        return page.scheme === "dark" ? "dark" : "light";
    }

    new MutationObserver(() => window.dash_clientside.set_props(window.reasonboard.ids.scheme, { data: scheme() })).observe(
        document.documentElement,
        { attributes: true, attributeFilter: ["data-scheme"] },
    );

    window.reasonboard = Object.assign({}, window.reasonboard, { dark: (item) => exchanged(item) });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        scheme,
    });
})();
