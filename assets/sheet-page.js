/* The page of a sheet shows what its address says. Texts, order and removals are changed here, without the server,
   which is asked only for what it alone can say: new figures, and the references of another order. */
(function () {
    "use strict";
    const address = window.reasonboard.sheet;
    let mine = false; // is it the sheet of this browser, or one that came by a link?
    let order = ""; // of the references

    const field = (id) => document.getElementById(id);
    const set = (id, props) => window.dash_clientside.set_props(id, props);
    const visible = () => [...document.querySelectorAll(".sheet-item:not([hidden])")];
    const isHere = () => field("sheet-page") && location.pathname === field(window.reasonboard.ids.sheetLink).pathname;
    const orderOf = (sheet) => sheet.items.map((entry) => entry.item).join("&");

    /* The sheet as it stands on the page. */
    function shown() {
        const caption = (article) => article.querySelector(".sheet-text").value.trim();
        const items = visible().map((article) => ({ item: article.dataset.item, caption: caption(article), article }));
        return { title: field("sheet-title").value.replace(/\s+/g, " ").trim(), items };
    }

    function setText(text, words) {
        if (text.value !== words) {
            text.value = words;
        }
        text.parentElement.querySelector(".sheet-status").textContent = words;
    }

    /* Let the page show a sheet, of figures that it has; false where it lacks one. The figures are moved and hidden, never
       taken out: those who made them still draw them. */
    function apply(sheet) {
        const list = field("sheet-items");
        const rest = [...list.children];
        const articles = sheet.items.map(({ item }) => {
            const place = rest.findIndex((article) => article.dataset.item === item);
            return place < 0 ? null : rest.splice(place, 1)[0];
        });
        if (articles.includes(null)) {
            return false;
        }
        const focused = document.activeElement;
        [...articles, ...rest].forEach((article, place) => {
            if (list.children[place] !== article) {
                list.insertBefore(article, list.children[place]);
            }
            article.hidden = place >= articles.length;
        });
        articles.forEach((article, place) => setText(article.querySelector(".sheet-text"), sheet.items[place].caption));
        setText(field("sheet-title"), sheet.title);
        if (focused !== document.activeElement) {
            focused.focus({ preventScroll: true });
        }
        return true;
    }

    /* What else follows the sheet that is shown. */
    function follow(sheet) {
        const search = address.write(sheet);
        document.title = `${sheet.title || "Report"} · Reasonboard`;
        if (mine) {
            address.keep(search);
            address.showLink();
        }
        const others = address.read(address.kept()).items.length;
        field("sheet-keep").hidden = mine || !sheet.items.length;
        field("sheet-keep").textContent = others ? "Replace my report with this" : "Keep as my report";
        for (const link of document.querySelectorAll(".sheet-save")) {
            link.search = search;
        }
        if (order !== orderOf(sheet)) {
            order = orderOf(sheet);
            set(window.reasonboard.ids.sheetOrder, { data: { search, slots: visible().map((article) => Number(article.dataset.slot)) } });
        }
    }

    /* A change of the reader's: an entry of the history, which Back undoes. */
    function change(sheet) {
        const problem = address.problem(sheet);
        if (problem) {
            address.tell(`${problem} This change is not kept.`);
            return;
        }
        const search = address.write(sheet);
        apply(sheet);
        if (search !== location.search) {
            history.pushState(null, "", location.pathname + search);
        }
        follow(sheet);
    }

    /* The address was changed, by Back or by a link to the sheet. */
    function arrive() {
        if (!isHere()) {
            return;
        }
        mine ||= location.search === address.kept();
        const sheet = address.read(location.search);
        if (apply(sheet)) {
            follow(sheet);
        } else {
            ask();
        }
    }

    /* The page anew from the server; emptied before, as its figures were moved about. */
    function ask() {
        set(window.reasonboard.ids.page, { children: [] });
        set(window.reasonboard.ids.request, { data: { path: location.pathname, search: location.search, columns: window.innerWidth < 720 ? 1 : 2 } });
    }

    function move(article, what) {
        const sheet = shown();
        const from = sheet.items.findIndex((entry) => entry.article === article);
        const [item] = sheet.items.splice(from, 1);
        if (what === "remove") {
            const next = (sheet.items[from] || sheet.items[from - 1])?.article.querySelector("[data-move=remove]");
            change(sheet);
            (next || field("sheet-title")).focus();
            address.tell(`Removed: the report has ${address.counted(sheet.items.length)}. Back undoes it.`);
            return;
        }
        const to = Math.max(0, Math.min(sheet.items.length, from + (what === "up" ? -1 : 1)));
        sheet.items.splice(to, 0, item);
        change(sheet);
        address.tell(`Figure ${to + 1} of ${sheet.items.length}.`);
    }

    document.addEventListener("click", (event) => {
        const button = event.target.closest?.("#sheet-page button");
        if (button?.dataset.move) {
            move(button.closest(".sheet-item"), button.dataset.move);
        } else if (button?.id === "sheet-print") {
            window.print();
        } else if (button?.id === "sheet-keep") {
            mine = true;
            follow(shown());
            field("sheet-title").focus();
            address.tell("This is the report of this browser now.");
        }
    });
    document.addEventListener("change", (event) => event.target.matches?.(".sheet-text") && change(shown()));
    document.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.target.id === "sheet-title") {
            event.preventDefault();
            event.target.blur();
        }
    });
    window.addEventListener("popstate", arrive);
    window.addEventListener("_dashprivate_pushstate", arrive);

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        /* The server has made the page of the address, and says how it understood that. */
        sheetLanded(search) {
            const kept = address.kept();
            if (!search && !location.search && kept) {
                history.replaceState(null, "", location.pathname + kept);
                ask();
                return search;
            }
            mine = location.search === kept;
            if (search !== location.search) {
                history.replaceState(null, "", location.pathname + search);
            }
            const sheet = address.read(search);
            order = orderOf(sheet);
            follow(sheet);
            return search;
        },
    });
})();
