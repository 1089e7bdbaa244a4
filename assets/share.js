/* The share menu of a view, filled from the permalink of the page, which names source and version of the data. */
(function () {
    "use strict";
    const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
    const inShell = (text) => `'${text.replace(/'/g, "'\\''")}'`;
    const inAttribute = (text) =>
        text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

    /* The lines that read the rows behind a view; `rows` is their address up to the ending of the form, `home` that of
       the dashboard, and `view` that of the view in it. */
    const LINES = {
        Python: (rows, home, view) => [
            "import reasonboard as rb", "",
            `board = rb.open(${quoted(home)})`,
            `rows = board.frame(${quoted(view)})`,
        ].join("\n"),
        pandas: (rows) => `import pandas as pd\n\nrows = pd.read_csv(${quoted(rows("csv"))})`,
        DuckDB: (rows) => [
            "import urllib.request, duckdb", "",
            `urllib.request.urlretrieve(${quoted(rows("parquet"))}, "rows.parquet")`,
            `rows = duckdb.sql("SELECT * FROM 'rows.parquet'")`,
        ].join("\n"),
        R: (rows) => `rows <- read.csv(${quoted(rows("csv"))})`,
        curl: (rows) => `curl --fail --output rows.csv ${inShell(rows("csv"))}`,
    };

    function fill(menu) {
        const { page, study, view, name: title } = menu.dataset;
        const home = location.origin + page.slice(0, page.length - study.length);
        const { permalink: search, version } = menu.closest("[data-permalink]").dataset;
        const made = menu.made?.search === search ? menu.made.name : "";
        const rows = (ending) => `${home}api/${study}/${view}.${ending}${search}`;
        const frame = inAttribute(`${home}embed/${study}/${view}${search}`);
        put(menu, "link", `${location.origin}${page}${search}#${view}`);
        put(menu, "frame", `<iframe src="${frame}" title="${inAttribute(title)}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`);
        const code = LINES[menu.querySelector(".choice").dataset.value];
        put(menu, "code", code(rows, home, `/${study}${search}#${view}`));
        put(menu, "short", made ? `${home}v/${made}` : "");
        menu.querySelector(".share-data").textContent = `Pinned to data ${version} as long as it is kept, then the newest data with a note.`;
        menu.querySelector(".share-make button").hidden = Boolean(made);
    }

    function put(menu, part, text) {
        const place = menu.querySelector(`.share-${part}`);
        place.textContent = text;
        place.closest(".copyable").hidden = !text;
    }

    // This event does not bubble.
    document.addEventListener("toggle", (event) => {
        if (event.target.open && event.target.classList?.contains("share-menu")) {
            fill(event.target);
        }
    }, true);

    document.addEventListener("chosen", (event) => {
        if (event.target.closest(".share-menu")) {
            document.querySelectorAll(".share-menu[open]").forEach(fill);
        }
    });
    document.addEventListener("click", (event) => {
        const menu = event.target.closest?.(".share-make button")?.closest(".share-menu");
        if (menu) {
            const { study, view } = menu.dataset;
            const search = menu.closest("[data-permalink]").dataset.permalink;
            window.dash_clientside.set_props(window.reasonboard.ids.share(study), { data: { view, search, at: Date.now() } });
        }
    });

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* The address that shows the page as it is, whatever is loaded later. */
        permalink() {
            const { permalink } = document.querySelector("[data-permalink]")?.dataset ?? {};
            return permalink ? location.origin + location.pathname + permalink + location.hash : location.href;
        },
    });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        /* A short link was made, or the status says why not. */
        share(made) {
            const { no_update } = window.dash_clientside;
            if (!made) {
                return no_update;
            }
            for (const menu of document.querySelectorAll(".share-menu")) {
                if (menu.dataset.study === made.study && menu.dataset.view === made.view) {
                    menu.made = made;
                    menu.querySelector(".share-status").textContent = made.status;
                    const hadFocus = document.activeElement === menu.querySelector(".share-make button");
                    fill(menu);
                    if (hadFocus && made.name) {
                        menu.querySelector(".copyable:has(.share-short) button").focus(); // what was pressed is hidden now
                    }
                }
            }
            return no_update;
        },
    });
})();
