/* Says to who does not see it what a change of the page came to: one sentence in one place, when all of it is there. */
(function () {
    "use strict";
    const QUIET = 500; // milliseconds without another change, until what is there is read out
    let waiting;
    let before = {}; // what the page showed last
    let areNew = false; // have charts come since that announcement?

    const page = () => document.querySelector("[data-study]");
    const text = (selector) => page()?.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

    const shown = () => ({ page: page()?.id, title: document.title, selected: text(".selected-value"), answer: text(".answer") });

    function say(words) {
        const place = document.getElementById("change-status");
        if (place) {
            place.textContent = words;
        }
    }

    function tell() {
        const now = shown();
        waiting = undefined;
        const news = [
            now.page === before.page ? "" : now.title,
            now.page === before.page && now.selected !== before.selected ? now.selected : "",
            now.answer === before.answer && now.page === before.page ? "" : now.answer,
        ].filter(Boolean);
        before = now;
        say(news.join(". ") || (areNew ? "Charts updated." : "")); // a notice of the page has the reason
        areNew = false;
    }

    function later() {
        clearTimeout(waiting);
        waiting = setTimeout(tell, QUIET);
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Called before a change: the announcement names what differs from now. */
        remember() {
            before = waiting ? before : shown();
        },
        announce(haveCharts) {
            areNew ||= haveCharts;
            later();
        },
        say,
    });
    /* Another page: its name and its answer. What the first page says is read anyway. */
    new MutationObserver(() => {
        const open = page()?.id;
        if (open && open !== before.page) {
            if (before.page) {
                later();
            } else {
                before = shown();
            }
        }
    }).observe(document.body, { childList: true, subtree: true });
})();
