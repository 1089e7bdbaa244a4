/* What a person says of the tables that a load shows: the role of a column, the answer to its question, each as a text that
   could be typed after `--as`. The server proposes again with these (app/reasonboard/web/templates/reading.html). */
(function () {
    "use strict";
    const FOCUSABLE = "input, button, select, summary, [tabindex]";
    const said = new Map(); // what an answer is about -> the answer
    let shown = null;

    function show(place, html) {
        const focused = place.contains(document.activeElement) && document.activeElement.dataset.column;
        const position = [...place.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
        shown = place;
        place.innerHTML = html;
        list();
        if (focused) {
            const same = [...place.querySelectorAll(`select[data-column="${CSS.escape(focused)}"]`)];
            same.find((select) => select.offsetParent)?.focus({ preventScroll: true });
        } else if (position >= 0) {
            place.querySelectorAll(FOCUSABLE)[position]?.focus({ preventScroll: true });
        }
    }

    /* What was said so far, each with a button that takes it back. */
    function list() {
        const place = shown.querySelector(".load-answers");
        if (place) {
            const buttons = [...said].map(([key, text]) => {
                const made = document.createElement("button");
                Object.assign(made, { type: "button", className: "quiet answered", textContent: text, ariaLabel: `Undo: ${text}` });
                made.dataset.key = key;
                return made;
            });
            place.replaceChildren("Your answers:", ...buttons);
            place.hidden = !buttons.length;
        }
    }

    function say(key, text) {
        if (text) {
            said.set(key, text);
        } else {
            said.delete(key);
        }
        list();
        document.dispatchEvent(new Event("reading-changed"));
    }

    /* A dropdown gets all its choices when it is reached: a table may have many columns. */
    function fill(select) {
        if (select.options.length > 1) {
            return;
        }
        const choices = shown.querySelector(".role-choices").content.cloneNode(true);
        const column = select.dataset.column;
        if (said.has(column)) {
            const back = document.createElement("option");
            Object.assign(back, { value: "", textContent: "As proposed" });
            back.dataset.back = "";
            select.append(back);
        }
        select.append(choices);
    }

    /* A role that no choice has is typed in the place of the dropdown. */
    function type(select) {
        const field = document.createElement("input");
        const column = select.dataset.column;
        const label = `What ${column} is: METRIC of BENCHMARK in UNIT`;
        Object.assign(field, { type: "text", className: "role typed", maxLength: 120, placeholder: "accuracy of GSM8K in percent", ariaLabel: label });
        const end = (text) => {
            field.replaceWith(select);
            select.selectedIndex = 0;
            if (text) {
                say(column, `${column}=${text}`);
            }
        };
        field.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === "Escape") {
                event.preventDefault();
                end(event.key === "Enter" ? field.value.trim() : "");
            }
        });
        field.addEventListener("blur", () => field.isConnected && end(field.value.trim()));
        select.replaceWith(field);
        field.focus();
    }

    function choose(select) {
        const [option] = select.selectedOptions;
        const column = select.dataset.column;
        if ("typed" in option.dataset) {
            type(select);
        } else if ("back" in option.dataset) {
            say(column, "");
        } else {
            say(column, `${column}=${option.value}`);
        }
    }

    /* All that a person said of the tables of another load, as far as it is about columns of this one. */
    function useKept(select) {
        for (const [key, text] of JSON.parse(select.value)) {
            said.set(key, text);
        }
        list();
        document.dispatchEvent(new Event("reading-changed"));
    }

    function useBlank(field) {
        const text = field.value.trim();
        if (text) {
            say(field.dataset.key, field.dataset.before + text + field.dataset.after);
        } else {
            field.focus();
        }
    }

    const inside = (target) => shown?.contains(target);

    document.addEventListener("focusin", ({ target }) => inside(target) && target.matches("select.role") && fill(target));
    document.addEventListener("pointerdown", ({ target }) => inside(target) && target.matches?.("select.role") && fill(target));
    document.addEventListener("change", ({ target }) => {
        if (!inside(target)) {
            return;
        }
        if (target.matches("select.role")) {
            choose(target);
        } else if (target.matches("select.spread")) {
            say(target.dataset.key, target.value && `${target.dataset.key}=${target.value}`);
        } else if (target.matches("select.kept") && target.value) {
            useKept(target);
        } else if (target.matches(".load-option input[type=radio]")) {
            if ("blank" in target.dataset) {
                target.closest(".load-option").querySelector("input[type=text]").focus();
            } else {
                say(target.dataset.key, target.value);
            }
        }
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && inside(event.target) && event.target.matches(".blank input")) {
            event.preventDefault();
            useBlank(event.target);
        }
    });
    document.addEventListener("click", ({ target }) => {
        if (!inside(target)) {
            return;
        }
        const button = target.closest("button");
        if (button?.matches(".use-blank")) {
            useBlank(button.closest(".blank").querySelector("input"));
        } else if (button?.matches(".answered")) {
            say(button.dataset.key, "");
        } else if (button?.matches(".save-reading")) {
            window.reasonboard.give(new Blob([button.dataset.toml], { type: "application/toml" }), button.dataset.name);
        }
    });
    window.reasonboard = Object.assign({}, window.reasonboard, {
        reading: {
            show,
            answers: () => [...said.values()],
            forget: () => said.clear(),
            state: () => {
                const state = shown?.querySelector(".load-state");
                return state ? { isOpen: "open" in state.dataset, without: state.dataset.without, words: state.dataset.words } : {};
            },
        },
    });
})();
