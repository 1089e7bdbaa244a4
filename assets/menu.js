/* A menu closes as menus do: after a choice, with Escape, and when something else is clicked. */
(function () {
    "use strict";
    function close(menu) {
        menu.open = false;
    }

    document.addEventListener("click", (event) => {
        for (const menu of document.querySelectorAll(".menu[open]")) {
            if (!menu.contains(event.target)) {
                close(menu);
            } else if (event.target.closest("button:not(.stays)")) {
                close(menu);
                menu.querySelector("summary").focus();
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
