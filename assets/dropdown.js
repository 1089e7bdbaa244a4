/* Dash's dropdowns take the focus through a hidden input and name themselves by their value alone.
   Here the button itself takes the focus, and its name begins with the label of its chip, which names what it opens, too. */
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
        for (const opened of document.querySelectorAll(".dash-dropdown-content, .dash-dropdown-content .dash-options-list")) {
            const { id } = opened.closest(".dash-dropdown-content");
            const button = document.querySelector(`button[aria-controls="${CSS.escape(id)}"]`);
            if (button && !opened.hasAttribute("aria-labelledby")) {
                opened.setAttribute("aria-labelledby", `${button.id}-label`);
            }
        }
        document.querySelectorAll(".dash-dropdown svg:not([aria-hidden])").forEach((icon) => { icon.ariaHidden = "true"; });
        // What is chosen are the boxes in the options: options of a listbox must not hold any.
        document.querySelectorAll(".dash-options-list[role=listbox]").forEach((list) => { list.role = "group"; });
        for (const buttons of document.querySelectorAll(".segmented:not([role=radiogroup])")) {
            buttons.role = "radiogroup";
            buttons.setAttribute("aria-labelledby", `${buttons.id}-label`);
        }
        for (const option of document.querySelectorAll(".dash-options-list-option:is([role], [aria-selected])")) {
            option.removeAttribute("role");
            option.removeAttribute("aria-selected");
        }
    }

    new MutationObserver(() => {
        if (!waiting) {
            waiting = true;
            requestAnimationFrame(mend);
        }
    }).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["aria-selected", "tabindex"] });
})();
