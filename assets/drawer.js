/* Opens and closes what stands beside the page: the details of the selected mark, and on a phone the filters. */
(function () {
    "use strict";
    const place = (event, name) => {
        const button = event.target.closest?.(`[data-${name}]`);
        return button && document.getElementById(button.dataset[name]);
    };

    document.addEventListener("click", (event) => {
        const opened = place(event, "open");
        const closed = place(event, "close") ?? (event.target.matches?.("dialog") ? event.target : null);
        if (opened) {
            opened.showModal?.();
            opened.classList.toggle("open");
        }
        const nav = document.getElementById("navigation");
        if (nav && opened !== nav) {
            nav.classList.remove("open");
        }
        if (closed) {
            closed.close?.();
            closed.classList.remove("open");
        }
    });
})();
