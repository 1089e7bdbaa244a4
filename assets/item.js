/* The page of one problem: math, folded reasoning, tabs on a phone, and links to other states of the page. */
(function () {
    "use strict";
    const FORMULA = /\$\$([\s\S]{1,2000}?)\$\$|\\\[([\s\S]{1,2000}?)\\\]|\\\(([\s\S]{1,2000}?)\\\)|\$(?=\S)((?:[^$\\\n]|\\.){1,400}?)(?<=\S)\$(?!\d)|\$[ \t]+(?=[^$\n]*(?:\\[a-zA-Z]|[=^]))([^$\n]{1,200})\$(?!\d)/g;
    // The last one has a space behind the dollar, as some models write it: then only what is clearly math.
    const MOST = 400; // formulas of a text: what follows stays as it is written
    const DEEPEST = 40; // elements within each other: the work of a browser grows with the third power of that
    const LARGEST = 2500; // elements of a formula
    const ROOM = 40000; // elements of all formulas of a page
    const refuse = () => { throw new Error("a formula of its own commands"); }; // a short one could become a very large one
    const DEFINING = ["def", "gdef", "edef", "xdef", "let", "futurelet", "global", "newcommand", "renewcommand", "providecommand"];
    const macros = Object.fromEntries(DEFINING.map((name) => [`\\${name}`, refuse]));
    const OPTIONS = { output: "mathml", trust: false, throwOnError: true, strict: "ignore", maxSize: 20, maxExpand: 200, macros };
    let library = null;

    const page = () => document.getElementById("item");

    /* KaTeX is fetched when the first text with a formula is shown; where the set-up could not get it, texts stay as they are. */
    function katex() {
        library = library || new Promise((resolve) => {
            const script = document.createElement("script");
            script.src = page().dataset.katex;
            script.onload = () => resolve(window.katex);
            script.onerror = () => resolve(null);
            document.head.append(script);
        });
        return library;
    }

    /* The formula, not yet on the page; null for what is no formula, or one that a browser could not lay out. `room` has
       the number of elements that may still be made for the page. */
    function set(render, words, displayMode, room) {
        const place = document.createElement("span");
        try {
            render.render(words, place, { ...OPTIONS, displayMode });
        } catch {
            return null;
        }
        const number = place.getElementsByTagName("*").length;
        room.left -= number;
        let depth = 0;
        for (let level = [place]; number <= LARGEST && depth <= DEEPEST && level.length; depth += 1) {
            level = level.flatMap(({ children }) => [...children]);
        }
        return number > LARGEST || depth > DEEPEST ? null : place;
    }

    /* Only the text itself is looked at: it has no elements, and gets none but those of a formula. */
    async function typeset(element, room) {
        const source = element.textContent;
        const formulas = [...source.matchAll(FORMULA)].slice(0, MOST);
        const render = formulas.length && page().dataset.katex && (await katex());
        if (!render || !element.isConnected) {
            return;
        }
        const parts = [];
        let end = 0;
        for (const formula of formulas) {
            const words = formula[1] ?? formula[2] ?? formula[3] ?? formula[4] ?? formula[5].trim();
            const block = formula[1] !== undefined || formula[2] !== undefined;
            const place = room.left > 0 && set(render, words, block, room);
            if (!place) {
                continue; // it stays as it is written
            }
            place.className = block ? "formula-block" : "formula";
            if (block) {
                place.tabIndex = 0; // a wide one is scrolled with the keyboard, too
            }
            parts.push(block ? source.slice(end, formula.index).replace(/\n+$/, "\n") : source.slice(end, formula.index), place);
            end = formula.index + formula[0].length;
            end += block ? source.slice(end).match(/^\s*\n|/)[0].length : 0;
        }
        element.replaceChildren(...parts, source.slice(end));
    }

    async function arrive() {
        const texts = [...page().querySelectorAll(".math")];
        page().querySelectorAll(".folded").forEach(fold);
        const room = { left: ROOM };
        for (const text of texts) {
            await typeset(text, room);
        }
        page()?.querySelectorAll(".folded").forEach(fold);
    }

    function fold(text) {
        const button = text.parentElement.querySelector(".unfold");
        button.hidden = text.scrollHeight <= text.clientHeight + 4 || text.classList.contains("unfolded");
    }

    function go(href) {
        window.dash_clientside.set_props("request", { data: { path: location.pathname, search: new URL(href).search, columns: 1, carried: null } });
    }

    document.addEventListener("click", (event) => {
        const unfold = event.target.closest("#item .unfold");
        if (unfold) {
            unfold.parentElement.querySelectorAll(".folded").forEach((text) => text.classList.add("unfolded"));
            unfold.hidden = true;
        }
        const tab = event.target.closest("#item [data-tab][role=tab]");
        if (tab) {
            page().dataset.tab = tab.dataset.tab;
            page().querySelectorAll("[role=tab]").forEach((other) => other.setAttribute("aria-selected", String(other === tab)));
        }
        const link = event.target.closest("#item a.item-state");
        if (link && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
            event.preventDefault();
            history.pushState(null, "", link.href);
            go(link.href);
        }
    });
    window.addEventListener("popstate", () => {
        if (page() && location.pathname.endsWith("/item")) {
            go(location.href);
        }
    });

    new MutationObserver((changes) => {
        const texts = (node) => node.nodeType === 1 && (node.matches(".item-page") || node.querySelector(".item-page"));
        if (page() && changes.some(({ addedNodes }) => [...addedNodes].some(texts))) {
            arrive();
        }
    }).observe(document.body, { childList: true, subtree: true });
})();
