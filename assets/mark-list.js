/* The marks of a chart as a nested list, made when it is opened: the findings of the page, then each panel, its lines and
   their marks. The mark of an entry is outlined in the chart; pressing it selects the mark. */
(function () {
    "use strict";
    const shown = new WeakMap(); // by the element of a list: what it lists, as a text
    const make = (tag, words = "") => Object.assign(document.createElement(tag), { textContent: words });
    const counted = (number) => `${number.toLocaleString("en")} ${number === 1 ? "mark" : "marks"}`;
    const lines = () => [...document.querySelectorAll(".observations .findings > li")];

    const PARTS = ".finding-subject:not(:has(*)), .visually-hidden, .finding-estimate, .finding-verdict";
    const findingWords = (line) => [...line.querySelectorAll(PARTS)].map((part) => part.textContent.trim()).join(", ");

    const findings = () => lines().map((line, index) => ({
        words: findingWords(line),
        press: () => lines()[index]?.querySelector("a, summary").click(),
    }));

    /* Entries { words, inside } to be opened, or { words, at, press }; a level of one entry is left out. */
    function entries(place) {
        const marks = (title, panel, { marks: each }, line) => each.map(({ words }, mark) => ({
            words: words.startsWith(`${title}, `) ? words.slice(title.length + 2) : words,
            at: { panel, line, mark },
            press: () => window.reasonboard.selectMark(place),
        }));
        const level = (list, name, inside) => (list.length === 1 ? inside(list[0], 0)
            : list.flatMap((part, index) => {
                const within = inside(part, index);
                return within.length === 1 ? within : { words: name(part), inside: () => within };
            }));
        const panels = level(window.reasonboard.panelsOf(place),
            ({ title, lines: all }) => `${title}, ${counted(all.reduce((sum, line) => sum + line.marks.length, 0))}`,
            ({ title, lines: all }, panel) => level(all, ({ name, marks: each }) => `${name || "Line"}, ${counted(each.length)}`,
                (line, index) => marks(title, panel, line, index)));
        const sentences = findings();
        return [...(sentences.length ? [{ words: `Findings of the page, ${sentences.length}`, inside: () => sentences }] : []), ...panels];
    }

    /* An entry; what is within another is made when that is opened, or at once where its path was `opened` before. */
    function item(place, { words, inside, at, press }, path, opened) {
        const entry = make(inside ? "details" : "button", inside ? "" : words);
        entry.dataset.path = path;
        if (inside) {
            const fill = () => entry.childElementCount > 1 || entry.append(level(place, inside(), path, opened));
            entry.append(make("summary", words));
            entry.addEventListener("toggle", fill);
            if (opened.includes(path)) {
                entry.open = true;
                fill();
            }
        } else {
            entry.type = "button";
            entry.addEventListener("click", press);
        }
        if (at) {
            entry.addEventListener("focus", () => window.reasonboard.showMark(place, at));
            entry.addEventListener("blur", () => window.reasonboard.hideMark(place));
        }
        const line = make("li");
        line.append(entry);
        return line;
    }

    function level(place, list, path, opened) {
        const element = make("ul");
        element.append(...list.map((part, index) => item(place, part, `${path}.${index}`, opened)));
        return element;
    }

    /* Lists what the chart shows now, with what was open and had the focus as it was. */
    function renew(list) {
        const place = list?.open && list.parentElement.querySelector(".graph");
        const text = place && JSON.stringify([lines().map(findingWords), window.reasonboard.panelsOf(place)]);
        if (!place || text === shown.get(list)) {
            return;
        }
        const opened = [...list.querySelectorAll("details[open]")].map(({ dataset }) => dataset.path);
        const focused = list.contains(document.activeElement) && document.activeElement.closest("[data-path]")?.dataset.path;
        shown.set(list, text);
        list.querySelector("ul")?.remove();
        list.append(level(place, entries(place), "", opened));
        const entry = focused ? list.querySelector(`[data-path="${focused}"]`) : null;
        (entry?.querySelector("summary") ?? entry)?.focus();
    }

    document.addEventListener("keydown", ({ key, target }) => {
        const list = key === "Escape" && target.closest?.(".mark-list[open]");
        if (list) {
            list.open = false;
            list.parentElement.querySelector(".graph").focus();
        }
    });
    window.reasonboard = Object.assign({}, window.reasonboard, { renewList: renew });
})();
