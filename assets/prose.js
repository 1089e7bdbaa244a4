/* Shows the HTML that the server wrote into the data-html of parts of the page (app/reasonboard/web/components/markup.py). */
(function () {
    "use strict";
    const FOCUSABLE = "a, button, summary, [tabindex]";
    const folds = (place) => [...place.querySelectorAll("details")];
    const named = (fold) => fold.querySelector("summary")?.textContent;

    /* What was unfolded stays so, and the focus where it was, as far as the new content has the same places. */
    function show(place) {
        const opened = folds(place).map((fold) => fold.open && named(fold));
        const focused = [...place.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
        const column = place.contains(document.activeElement) && document.activeElement.dataset.column;
        place.innerHTML = place.dataset.html;
        if (opened.length) { // else it is shown for the first time, as the server wrote it
            folds(place).forEach((fold, index) => { fold.open = opened[index] && opened[index] === named(fold); });
        }
        if (column) {
            place.querySelector(`button[data-column="${CSS.escape(column)}"]`)?.focus({ preventScroll: true });
        } else if (focused >= 0) {
            place.querySelectorAll(FOCUSABLE)[focused]?.focus({ preventScroll: true });
        }
    }

    function showAll(root) {
        root.querySelectorAll("[data-html]").forEach(show);
        document.dispatchEvent(new Event("page-shown"));
    }

    new MutationObserver((changes) => changes.forEach(({ target }) => show(target)))
        .observe(document.body, { attributes: true, attributeFilter: ["data-html"], subtree: true });
    const pages = new MutationObserver(() => showAll(document.getElementById(window.reasonboard.ids.page)));
    const start = new MutationObserver(() => {
        const page = document.getElementById(window.reasonboard.ids.page);
        if (page) {
            start.disconnect();
            pages.observe(page, { childList: true });
            showAll(page);
        }
    });
    start.observe(document.body, { childList: true, subtree: true });
})();
