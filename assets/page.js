/* What the browser does by itself: which page is asked for, its address, how many panels fit. */
(function () {
    "use strict";
    const WIDTHS = [[1260, 4], [1100, 3], [720, 2], [0, 1]]; // panels side by side from this many pixels on
    let landing = true; // the page was just asked for: its address replaces the one that led to it
    let linked = false; // it was asked for by a link of ours, so the filters go along

    window.addEventListener("_dashprivate_pushstate", () => { linked = true; });
    window.addEventListener("popstate", () => {
        const study = current();
        if (study) {
            set(window.reasonboard.ids.back(study), { search: location.search, at: Date.now() });
        }
    });
    /* Past the navigation, without a trace in the address: going back over one would take the focus along. */
    document.addEventListener("click", (event) => {
        if (event.target.matches?.(".skip")) {
            event.preventDefault();
            document.getElementById(window.reasonboard.ids.page).focus();
        }
    });
    /* A link to another state of this page changes it as Back does: nothing scrolls, nothing is loaded again. One in a
       chart names only what it changes. */
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a.state, .plot a");
        const study = current();
        if (!link || !study || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
            return;
        }
        event.preventDefault();
        const search = link.href.baseVal === undefined ? new URL(link.href).search : joined(link.href.baseVal);
        set(window.reasonboard.ids.back(study), { search, at: Date.now() });
    });
    /* What the page shows, with what the link changes. Its address may name no source, but its permalink does. */
    function joined(href) {
        const state = new URLSearchParams(document.querySelector("[data-permalink]").dataset.permalink);
        if (!new URLSearchParams(location.search).has("data")) {
            state.delete("data");
        }
        new URL(href, location).searchParams.forEach((value, name) => state.set(name, value));
        return `?${state}`;
    }

    for (const [width] of WIDTHS.slice(0, -1)) {
        matchMedia(`(min-width: ${width}px)`).addEventListener("change", () => {
            const study = current();
            if (study) {
                set(window.reasonboard.ids.columns(study), columns());
            }
        });
    }

    function columns() {
        return WIDTHS.find(([width]) => window.innerWidth >= width)[1];
    }

    function set(id, data) {
        window.dash_clientside.set_props(id, { data });
    }

    /* The study that is shown, unless the address has already left it. */
    function current() {
        const page = document.querySelector("[data-study]");
        return page && location.pathname.split("/").pop() === page.dataset.study ? page.dataset.study : null;
    }

    /* The view that the address names after its #, which was not there yet when the browser looked for it. */
    function showNamed() {
        const study = current();
        const view = study && location.hash && document.getElementById(window.reasonboard.ids.view(study, location.hash.slice(1)));
        if (view) {
            view.scrollIntoView();
        }
    }

    function nameCurrent(pathname) {
        let title = "Reasonboard";
        const child = JSON.parse(document.getElementById("navigation").dataset.children)[pathname];
        const current = child?.parent ?? pathname;
        document.querySelector(".nav-menu > summary")?.removeAttribute("aria-current");
        for (const link of document.querySelectorAll(".header a.nav-link")) {
            const isCurrent = new URL(link.href).pathname === current;
            if (isCurrent) {
                link.setAttribute("aria-current", "page");
                link.closest(".nav-menu")?.querySelector("summary").setAttribute("aria-current", "true");
                title = `${child?.name ?? link.textContent} · ${title}`;
            } else {
                link.removeAttribute("aria-current");
            }
        }
        document.title = title;
    }

    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        request(path, chosen) {
            const request = { path, search: location.search, columns: columns(), carried: linked ? chosen : null };
            landing = true;
            linked = false;
            nameCurrent(path);
            return request;
        },

        pushAddress(search) {
            if (current() && search !== location.search) {
                const address = location.pathname + search + location.hash;
                history[landing ? "replaceState" : "pushState"](null, "", address);
            }
            if (landing) {
                showNamed();
            }
            landing = false;
            return search;
        },

        /* What was chosen here is kept for the other pages. */
        remember(chosen, before) {
            return chosen ? Object.assign({}, before, chosen) : window.dash_clientside.no_update;
        },

        showTab(tab) {
            return [tab === "table", tab !== "table"];
        },
    });
})();
