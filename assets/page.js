/* What the browser does by itself: which page is asked for, its address, how many panels fit. */
(function () {
    "use strict";
    const WIDTHS = [[1100, 4], [720, 2], [0, 1]]; // from this many pixels on, so many panels side by side
    const noUpdate = () => window.dash_clientside.no_update;
    let landing = true; // the page was just asked for: its address replaces the one that led to it
    let linked = false; // it was asked for by a link of ours, so the filters go along

    window.addEventListener("_dashprivate_pushstate", () => { linked = true; });
    window.addEventListener("popstate", () => {
        const page = document.querySelector("[data-study]");
        if (page && onPage(page.dataset.study)) {
            set(`${page.dataset.study}-back`, { search: location.search, at: Date.now() });
        }
    });
    for (const [width] of WIDTHS.slice(0, -1)) {
        matchMedia(`(min-width: ${width}px)`).addEventListener("change", () => set("columns", columns()));
    }

    function columns() {
        return WIDTHS.find(([width]) => window.innerWidth >= width)[1];
    }

    function set(id, data) {
        window.dash_clientside.set_props(id, { data });
    }

    function onPage(study) {
        return location.pathname.split("/").pop() === study;
    }

    function nameCurrent(pathname) {
        let title = "Reasonboard";
        for (const link of document.querySelectorAll("#navigation a")) {
            const here = new URL(link.href).pathname === pathname;
            if (here) {
                link.setAttribute("aria-current", "page");
                title = `${link.textContent} · ${title}`;
            } else {
                link.removeAttribute("aria-current");
            }
        }
        document.title = title;
    }

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        request(path, search, chosen, known) {
            const asked = { path, search: location.search, columns: columns(), carried: linked ? chosen : null };
            landing = true;
            linked = false;
            nameCurrent(path);
            return [asked, known ? noUpdate() : asked.columns];
        },

        pushAddress(search) {
            const page = document.querySelector("[data-study]");
            if (page && onPage(page.dataset.study) && search !== location.search) {
                const address = location.pathname + search + location.hash;
                history[landing ? "replaceState" : "pushState"](null, "", address);
            }
            landing = false;
        },

        showTab(tab) {
            return [tab === "table", tab !== "table"];
        },
    });
})();
