/* A menu opens within the window, and closes as menus do: after a choice, with Escape, and when something else is clicked. */
(function () {
    "use strict";
    function close(menu) {
        menu.open = false;
    }

    const EDGE = 8; // pixels that are left free next to it

    function moveIntoWindow(body) {
        body.style.translate = "";
        const { left, right } = body.getBoundingClientRect();
        const beyond = Math.min(right + EDGE - document.documentElement.clientWidth, left - EDGE);
        body.style.translate = beyond > 0 ? `${-beyond}px` : "";
    }

    document.addEventListener("toggle", ({ target }) => {
        if (target.open && target.matches(".menu")) {
            moveIntoWindow(target.querySelector(".menu-body"));
        }
    }, true);
    document.addEventListener("click", (event) => {
        if (event.target.closest(".dash-dropdown-content")) {
            return; // the list of a dropdown of a menu, drawn elsewhere
        }
        for (const menu of document.querySelectorAll(".menu[open]")) {
            if (!menu.contains(event.target)) {
                close(menu);
            } else if (event.target.closest("button:not(.stays, .dash-dropdown)")) {
                close(menu);
                menu.querySelector("summary").focus();
            } else if (event.target.closest(".nav-menu a")) {
                close(menu);
            }
        }
    });
    document.addEventListener("keydown", (event) => {
        const menu = event.key === "Escape" && document.activeElement?.closest(".menu[open]");
        if (menu) {
            close(menu);
            menu.querySelector("summary").focus();
        }
    });
})();
