/* A menu closes as menus do: after a choice, with Escape, and when something else is clicked.
   The colours that are chosen in one menu of images hold for all, as long as the page is open. */
(function () {
    "use strict";
    let scheme = "light";

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
    document.addEventListener("change", (event) => {
        if (event.target.closest?.(".image-scheme")) {
            scheme = event.target.value;
        }
    });
    // This event does not bubble.
    document.addEventListener("toggle", (event) => {
        const choice = event.target.open && event.target.querySelector?.(".image-scheme");
        if (choice) {
            window.dash_clientside.set_props(choice.id, { value: scheme });
        }
    }, true);
})();
