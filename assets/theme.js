/* A dark figure is the light one with its colours exchanged: the partners of app/reasonboard/charts/theme.py. */
(function () {
    "use strict";
    const DARK = {
        "#ffffff": "#101216", // PAPER
        "#16191d": "#e8eaed", // INK
        "#6a7280": "#9aa3b0", // MUTED
        "rgba(22,25,29,0.1)": "rgba(232,234,237,0.1)", // HAIRLINE
        "#c3c8d0": "#474d57", // FAINT
        "#3451b2": "#8ea2ff", // ACCENT
        "#0b6bb0": "#5fb0ea", // ACCURACY and the first of COLOURS
        "#c8641b": "#f0a060", // TOKENS
        "rgba(11,107,176,0.14)": "rgba(95,176,234,0.18)",
        "rgba(200,100,27,0.12)": "rgba(240,160,96,0.16)",
        "#c62a2f": "#ff8589", // WARNING
        "#b3541e": "#f0a060",
        "#0f7b5f": "#45c79f",
        "#a34f86": "#e08fc4",
        "#7a6a00": "#d8c44a",
        "#2f83b8": "#8fd0ff",
        "#5b4ea3": "#b0a6f5",
        "#7d4a2b": "#d9a282",
    };
    const TOKEN = new RegExp(Object.keys(DARK).map((one) => one.replace(/[().]/g, "\\$&")).join("|"), "g");

    function exchanged(item, key) {
        if (typeof item === "string") {
            return item.replace(TOKEN, (one) => DARK[one]);
        }
        if (Array.isArray(item)) {
            return typeof item[0] === "number" ? item : item.map(exchanged);
        }
        if (item && typeof item === "object" && key !== "meta") {
            return Object.fromEntries(Object.entries(item).map(([name, one]) => [name, exchanged(one, name)]));
        }
        return item;
    }

    function current() {
        return document.documentElement.getAttribute("data-mantine-color-scheme") === "dark" ? "dark" : "light";
    }

    new MutationObserver(() => window.dash_clientside.set_props("scheme", { data: current() })).observe(
        document.documentElement,
        { attributes: true, attributeFilter: ["data-mantine-color-scheme"] },
    );

    window.reasonboard = Object.assign({}, window.reasonboard, { dark: (item) => exchanged(item) });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        scheme: current,
    });
})();
