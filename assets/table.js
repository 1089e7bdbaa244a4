/* The tables of a page: a click on a heading sorts (ascending, descending, as in the source), the field over them searches.
   What is set is sent to the server, which has all rows (app/reasonboard/web/page/change.py). */
(function () {
    "use strict";
    const NEXT = { none: "ascending", ascending: "descending", descending: "" };
    const QUIET = 300; // milliseconds without a key until it is searched
    const arranged = new WeakMap(); // by page: what was set for each of its views
    let waiting;

    function arrange(element, change) {
        const page = element.closest("[data-study]");
        const { table } = element.closest("[data-table]").dataset;
        const all = arranged.get(page) ?? {};
        const data = { ...all, [table]: { ...all[table], ...change } };
        arranged.set(page, data);
        window.dash_clientside.set_props(window.reasonboard.ids.arranged(page.dataset.study), { data });
    }

    document.addEventListener("click", (event) => {
        const heading = event.target.closest?.("[data-table] .sort");
        if (heading) {
            const direction = NEXT[heading.closest("th").getAttribute("aria-sort")];
            arrange(heading, { column: direction ? heading.dataset.column : "", direction });
        }
    });
    document.addEventListener("input", ({ target }) => {
        if (target.closest?.(".table-search")) {
            clearTimeout(waiting);
            waiting = setTimeout(() => target.isConnected && arrange(target, { search: target.value }), QUIET);
        }
    });
})();
