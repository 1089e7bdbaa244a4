/* Opens and closes what stands beside the page: the details of the selected mark, and on a phone the filters and the
   menu. The details open as a step of the history, so that Back closes them. */
(function () {
    "use strict";
    const STEP = "drawer"; // in history.state, while a drawer is open
    const ANSWERED = 80; // milliseconds until the address and the words of one answer are both there
    const named = (event, name) => {
        const button = event.target.closest?.(`[data-${name}]`);
        return button && document.getElementById(button.dataset[name]);
    };
    const page = () => document.querySelector("[data-study]");
    const drawer = () => document.querySelector("dialog.drawer");
    let pair; // the difference that the page has shown, as text

    function open(dialog) {
        if (dialog.open) {
            return;
        }
        dialog.showModal();
        lead(dialog);
        dialog.scrollTop = 0;
        if (dialog.matches(".drawer")) {
            history.pushState({ [STEP]: dialog.id }, "", location.href);
        }
    }

    /* A reader begins with what it is about. */
    function lead(dialog) {
        const heading = dialog.querySelector("h2");
        if (heading) {
            heading.tabIndex = -1;
            heading.focus({ preventScroll: true });
        }
    }

    function close(dialog) {
        dialog.close?.();
        dialog.classList.remove("open");
        for (const button of document.querySelectorAll(`[data-open="${dialog.id}"][aria-expanded]`)) {
            button.setAttribute("aria-expanded", "false");
        }
    }

    /* What was opened from is drawn anew with every answer: the focus goes to what stands there now. */
    function returnFocus(dialog) {
        if (!document.activeElement || document.activeElement === document.body) {
            document.querySelector(`[data-open="${dialog.id}"]`)?.focus({ preventScroll: true });
        }
    }

    document.addEventListener("click", (event) => {
        const opened = named(event, "open");
        const closed = named(event, "close") ?? (event.target.matches?.("dialog") ? event.target : null);
        if (opened?.showModal) {
            open(opened);
        } else if (opened) {
            const isOpen = opened.classList.toggle("open");
            event.target.closest("[data-open]").setAttribute("aria-expanded", String(isOpen));
            if (isOpen && opened.matches(".filters-all")) {
                opened.querySelector("button, input")?.focus({ preventScroll: true });
            }
        }
        const nav = document.getElementById("navigation");
        if (nav?.matches(".open") && opened !== nav && !event.target.closest(".nav-menu > summary")) {
            close(nav);
        }
        const sheet = document.querySelector(".filters-all.open");
        const isElsewhere = sheet && !opened && !sheet.contains(event.target) && event.target.isConnected && !event.target.closest(".dash-dropdown-content, [data-radix-popper-content-wrapper]");
        if (isElsewhere) {
            close(sheet);
        }
        if (closed) {
            close(closed);
            if (!closed.matches("dialog")) {
                document.querySelector(`[data-open="${closed.id}"]`)?.focus({ preventScroll: true });
            }
        }
    });
    document.addEventListener("keydown", (event) => {
        const sheet = event.key === "Escape" && document.querySelector(".filters-all.open, #navigation.open");
        if (sheet && !document.querySelector(".dash-dropdown-content")) {
            close(sheet);
            document.querySelector(`[data-open="${sheet.id}"]`)?.focus({ preventScroll: true });
        }
    }, true); // before a dropdown in it closes with the same key
    // This event does not bubble.
    document.addEventListener("close", (event) => {
        if (event.target.matches?.("dialog")) {
            returnFocus(event.target);
            if (history.state?.[STEP] === event.target.id) {
                history.back();
            }
        }
    }, true);
    window.addEventListener("popstate", (event) => {
        const dialog = drawer();
        if (dialog?.open && history.state?.[STEP] !== dialog.id) {
            close(dialog);
        }
        const { study, address = "" } = page()?.dataset ?? {};
        if (location.pathname.split("/").pop() === study && location.search === address) {
            event.stopImmediatePropagation(); // the page shows it already
        }
    });

    /* A second mark was selected while A is held: its difference to A is what the reader asked for. On a page that always
       selects two nothing is held, and of a baseline the strip under the chart says the difference. */
    function compare() {
        const dialog = drawer();
        const isHeld = new URLSearchParams(page()?.dataset.address ?? "").has("compare") && !page().querySelector("[data-baseline]");
        const difference = dialog?.querySelector("[id$=-comparison] .sides, [id$=-comparison] .elsewhere");
        const now = difference ? dialog.querySelector("h2").textContent : "";
        const isNew = isHeld && pair !== undefined && now && now !== pair && now.includes(" against ");
        pair = now;
        if (isNew) {
            open(dialog);
        }
        if (dialog?.open && !dialog.contains(document.activeElement)) {
            lead(dialog); // what had the focus in it was replaced
        }
    }
    let waiting;
    function later() {
        clearTimeout(waiting);
        waiting = setTimeout(compare, ANSWERED);
    }
    new MutationObserver((changes) => {
        if (changes.some(({ target }) => target.id.endsWith("-comparison"))) {
            later();
        }
    }).observe(document.body, { attributes: true, attributeFilter: ["data-html"], subtree: true });
    /* What a page shows when it is opened is nothing that was just selected. */
    new MutationObserver(() => {
        const open = page()?.id;
        if (open !== later.page) {
            later.page = open;
            pair = undefined;
            later();
        }
    }).observe(document.body, { childList: true, subtree: true });

    document.addEventListener("click", async (event) => {
        const button = event.target.closest?.(".copy-address");
        if (button) {
            const status = button.parentElement.querySelector(".copied");
            try {
                await navigator.clipboard.writeText(window.reasonboard.permalink());
                status.textContent = "Copied";
            } catch {
                status.textContent = "Copy it from Share, below the chart";
            }
            setTimeout(() => { status.textContent = ""; }, 4000);
        }
    });
})();
