/* Dash's dropdowns take the focus through a hidden input and name themselves by their value alone.
   Here the button itself takes the focus, and its name begins with the label of its chip. */
(function () {
    "use strict";
    let waiting = false;

    function mend() {
        waiting = false;
        for (const input of document.querySelectorAll(".dash-dropdown-focus-target:not([tabindex='-1'])")) {
            const button = input.parentElement.querySelector("button.dash-dropdown");
            if (!button) {
                continue;
            }
            input.tabIndex = -1;
            button.tabIndex = 0;
            const label = document.getElementById(`${button.id}-label`);
            if (label) {
                button.setAttribute("aria-labelledby", `${label.id} ${button.id}-value`);
            }
        }
    }

    new MutationObserver(() => {
        if (!waiting) {
            waiting = true;
            requestAnimationFrame(mend);
        }
    }).observe(document.documentElement, { childList: true, subtree: true });
})();
