/* Says to who does not see it what a change of the page came to: one sentence in one place, when all of it is there. */
(function () {
    "use strict";
    const QUIET = 500; // milliseconds without another change, until what is there is read out
    let waiting;
    let before = {}; // what the page showed last

    const page = () => document.querySelector("[data-study]");
    const text = (selector) => page()?.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

    const shown = () => ({ page: page()?.id, title: document.title, selected: text(".selected-value"), answer: text(".answer") });

    function say() {
        const now = shown();
        waiting = undefined;
        const news = [
            now.page === before.page ? "" : now.title,
            now.page === before.page && now.selected !== before.selected ? now.selected : "",
            now.answer === before.answer && now.page === before.page ? "" : now.answer,
        ].filter(Boolean);
        before = now;
        const place = document.getElementById("change-status");
        if (place) {
            place.textContent = news.length ? news.join(". ") : "The charts have changed.";
        }
    }

    function later() {
        clearTimeout(waiting);
        waiting = setTimeout(say, QUIET);
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Called before a change: the announcement names what differs from now. */
        remember() {
            before = waiting ? before : shown();
        },
        announce: later,
    });
    /* Another page: its name and its answer. What the first page says is read anyway. */
    new MutationObserver(() => {
        const here = page()?.id;
        if (here && here !== before.page) {
            if (before.page) {
                later();
            } else {
                before = shown();
            }
        }
    }).observe(document.body, { childList: true, subtree: true });
})();
