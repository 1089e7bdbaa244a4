/* A menu closes as menus do: after a choice, with Escape, and when something else is clicked. */
(function () {
    "use strict";
    function close(menu) {
        menu.open = false;
    }

    document.addEventListener("click", (event) => {
        if (event.target.closest(".dash-dropdown-content")) {
            return; // the list of a dropdown that stands in a menu, drawn elsewhere
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
