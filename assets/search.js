/* Finds a page, a benchmark, a model, a source or a run by its name: Ctrl+K, ⌘K or the button in the header. What there
   is to find comes from one address of the API, when it is first request for. */
(function () {
    "use strict";
    const MOST = 12;
    let dialog;
    let entries;
    let request;
    let current = 0;

    const make = (name, attributes, ...children) => {
        const made = document.createElement(name);
        Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
        made.append(...children);
        return made;
    };

    /* How well an entry fits: by where its name has the words, Infinity where one of them is missing. */
    function rank({ words, kind }, wanted) {
        const name = words.toLowerCase();
        const all = `${name} ${kind.toLowerCase()}`;
        if (!wanted.every((word) => all.includes(word))) {
            return Infinity;
        }
        const at = name.indexOf(wanted[0] ?? "");
        return (at < 0 ? 50 : at && !/[^a-z0-9]/.test(name[at - 1]) ? 10 : Math.sign(at)) + name.length / 100;
    }

    function matches(text) {
        const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
        const pages = entries.filter(({ kind }) => kind === "Page");
        const all = wanted.length ? entries : pages;
        return all.map((entry) => [rank(entry, wanted), entry]).filter(([at]) => at < Infinity)
            .sort(([one], [other]) => one - other).slice(0, MOST).map(([, entry]) => entry);
    }

    function mark(index) {
        const options = [...dialog.querySelectorAll("[role=option]")];
        current = options.length ? (index + options.length) % options.length : 0;
        options.forEach((option, at) => option.setAttribute("aria-selected", String(at === current)));
        options[current]?.scrollIntoView({ block: "nearest" });
        dialog.querySelector("input").setAttribute("aria-activedescendant", options[current]?.id ?? "");
    }

    function list() {
        request ??= ask();
        const input = dialog.querySelector("input");
        const options = entries ? matches(input.value).map(({ words, kind, href }, index) => {
            const isHere = new URL(href, location.href).pathname === location.pathname;
            const option = make("a", { href, id: `search-${index}`, role: "option", tabindex: "-1" }, make("strong", {}, words), make("span", {}, kind));
            option.classList.toggle("state", isHere); // another state of this page: assets/page.js
            return option;
        }) : [];
        dialog.querySelector("[role=listbox]").replaceChildren(...options);
        dialog.querySelector("[role=status]").textContent = !entries ? "Loading …" : options.length ? "" : "No results.";
        mark(0);
    }

    function create() {
        const label = "Search pages, benchmarks, models, sources and runs";
        const input = make("input", {
            type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "search-list", "aria-label": label,
            placeholder: "Benchmark, model, source, run or page", autocomplete: "off", spellcheck: "false",
        });
        dialog = make("dialog", { class: "search", "aria-label": "Search" },
            input, make("div", { id: "search-list", role: "listbox", "aria-label": "Results" }), make("p", { role: "status", class: "muted" }));
        input.addEventListener("input", list);
        dialog.addEventListener("keydown", (event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) {
                event.preventDefault();
                mark(current + step);
            } else if (event.key === "Enter") {
                event.preventDefault();
                dialog.querySelector("[aria-selected=true]")?.click();
            }
        });
        dialog.addEventListener("click", (event) => {
            if (event.target.closest("a")) {
                dialog.close();
            }
        });
        document.body.append(dialog);
    }

    /* Asks for what there is, once: again with the next letter where the server did not answer. */
    async function ask() {
        try {
            const wait = (line) => { dialog.querySelector("[role=status]").textContent = line; };
            const answer = await window.reasonboard.ask(document.getElementById("search-button").dataset.address, {}, { wait });
            entries = await answer.json();
            list();
        } catch (error) {
            request = undefined;
            dialog.querySelector("[role=status]").textContent = `${error.message} Type on to try again.`;
        }
    }

    function open() {
        if (!dialog) {
            create();
        }
        dialog.querySelector("input").value = "";
        list();
        dialog.showModal();
    }

    document.addEventListener("click", (event) => {
        if (event.target.closest?.("#search-button")) {
            open();
        }
    });
    document.addEventListener("keydown", (event) => {
        if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
            event.preventDefault();
            if (!document.querySelector("dialog[open]")) {
                open();
            }
        }
    });
})();
