/* Segments of which one is chosen: with the pointer, or with the arrow keys as in any group of radio buttons.
   What is chosen in one group holds for every group of the same name, as long as the page is open. */
(function () {
    "use strict";
    const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

    function mark(group, value) {
        group.dataset.value = value;
        for (const segment of group.querySelectorAll(".segment")) {
            const is = segment.dataset.value === value;
            segment.setAttribute("aria-checked", String(is));
            segment.tabIndex = is ? 0 : -1;
        }
    }

    function choose(segment) {
        const group = segment.closest(".choice");
        document.querySelectorAll(".choice").forEach((other) => {
            if (other.dataset.name === group.dataset.name) {
                mark(other, segment.dataset.value);
            }
        });
        group.dispatchEvent(new CustomEvent("chosen", { bubbles: true }));
    }

    document.addEventListener("click", (event) => {
        const segment = event.target.closest?.(".segment");
        if (segment) {
            choose(segment);
        }
    });
    document.addEventListener("keydown", (event) => {
        const segment = event.key in KEYS && event.target.closest?.(".segment");
        if (segment) {
            const all = [...segment.parentElement.querySelectorAll(".segment")];
            const next = all[(all.indexOf(segment) + KEYS[event.key] + all.length) % all.length];
            event.preventDefault();
            next.focus();
            choose(next);
        }
    });
})();
