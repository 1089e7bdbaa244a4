/* The tables of a page: a click on a heading sorts (ascending, descending, as in the source), the field over them searches,
   the numbers under them turn pages. What is set is sent to the server, which has all rows (app/reasonboard/web/page/change.py)
   and keeps it in the address. */
(function () {
    "use strict";
    const NEXT = { "": "ascending", ascending: "descending", descending: "" };
    const QUIET = 300; // milliseconds without a key until it is searched
    const headOf = (place) => place.querySelector(".table-head");
    const fieldOf = (place) => place.querySelector(".table-search input");
    let waiting;

    /* Ask for the table as it is, but for the change: its head says how it is, also before the answer is there. */
    function arrange(place, change) {
        const page = place.closest("[data-study]"), head = headOf(place);
        const { page: number, ...sort } = { page: 1, ...change };
        Object.assign(head.dataset, sort);
        const { column, direction } = head.dataset;
        const data = { view: place.dataset.table, page: number, column, direction, search: fieldOf(place).value, at: Date.now() };
        window.dash_clientside.set_props(window.reasonboard.ids.arranged(page.dataset.study), { data });
    }

    document.addEventListener("click", ({ target }) => {
        const place = target.closest?.("[data-table]");
        const heading = place && target.closest(".sort"), turn = place && target.closest(".turn");
        if (heading) {
            const { column, direction } = headOf(place).dataset;
            const next = NEXT[column === heading.dataset.column ? direction : ""];
            arrange(place, { column: next && heading.dataset.column, direction: next });
        } else if (turn) {
            arrange(place, { page: Number(turn.dataset.turn) });
        }
    });
    document.addEventListener("input", ({ target }) => {
        if (target.closest?.(".table-search")) {
            clearTimeout(waiting);
            waiting = setTimeout(() => target.isConnected && arrange(target.closest("[data-table]"), {}), QUIET);
        }
    });
    /* Back and Forward change what is searched for: the field says so, unless somebody is typing. */
    new MutationObserver((changes) => changes.forEach(({ target }) => {
        const place = target.closest("[data-table]"), field = place && fieldOf(place), head = place && headOf(place);
        if (field && head && field !== document.activeElement) {
            field.value = head.dataset.search;
        }
    })).observe(document.body, { attributes: true, attributeFilter: ["data-html"], subtree: true });
})();
