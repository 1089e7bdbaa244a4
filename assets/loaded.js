/* Says that there are other runs than those that the page shows, shows them where the reader follows, and marks the runs that go on:
   asks for a few bytes (app/reasonboard/web/api/newest.py) while the page is seen. */
(function () {
    "use strict";
    const EVERY = 4000; // milliseconds
    const TICK = 1000;
    const FOLLOW = "reasonboard-follow"; // as long as the tab is open
    const NONE = { name: "", href: "", sources: [], runs: 0, stamp: "0" }; // what a page has where no run is the reader's own
    let watched = {}; // by the name of a load: when its last row came, in milliseconds of this browser's clock, and does it go on?

    const page = () => document.querySelector("[data-news]");
    const line = (study) => document.getElementById(window.reasonboard.ids.loaded(study.dataset.study));
    const address = () => new URL("api/newest.json", new URL(document.querySelector(".brand").href));
    const follows = () => sessionStorage.getItem(FOLLOW) === "on";
    const isPinned = () => new URLSearchParams(location.search).has("v"); // the link says of which data it is

    function ago(milliseconds) {
        const seconds = Math.max(0, Math.round(milliseconds / 1000));
        const [number, unit] = seconds < 100 ? [seconds, "s"] : seconds < 6000 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
        return `${Math.round(number)} ${unit}`;
    }

    /* What a run is that goes on or has stopped to; "" for one that nobody watches. */
    function state(name) {
        const load = watched[name];
        const since = load && ago(Date.now() - load.last);
        return !load ? "" : load.goes ? `running, last row ${since} ago` : `no row for ${since}`;
    }

    function mark() {
        for (const place of document.querySelectorAll("[data-watched]")) {
            const words = state(place.dataset.watched);
            if (place.textContent !== words) {
                place.textContent = words;
            }
        }
        const study = page();
        const button = study && document.querySelector(".follow");
        if (button) {
            const { sources } = JSON.parse(study.dataset.news);
            button.hidden = isPinned() || !(follows() || line(study).textContent || sources.some((name) => watched[name]));
            button.setAttribute("aria-checked", String(follows()));
        }
    }

    /* The page as it is, or of the newest run, on the newest data. */
    function show(study, newest, search) {
        study.dataset.news = JSON.stringify(newest);
        line(study).replaceChildren();
        window.dash_clientside.set_props(window.reasonboard.ids.back(study.dataset.study), { data: { search, at: Date.now() } });
    }

    function say(study, newest) {
        const known = JSON.parse(study.dataset.news);
        const more = newest.runs - known.runs;
        const run = Object.assign(document.createElement("strong"), { className: "own", textContent: newest.name });
        const link = Object.assign(document.createElement("a"), { href: newest.href, textContent: "Show" });
        const words = more > 1 ? `${more} new runs, newest ` : more === 1 ? "1 new run, " : "New numbers of ";
        const removed = more < -1 ? `${-more} runs were removed` : more === -1 ? "1 run was removed" : "";
        const is_new = !removed && !known.sources.includes(newest.sources[0]);
        link.addEventListener("click", (event) => {
            if (!(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
                event.preventDefault();
                show(study, newest, is_new ? link.search : location.search);
            }
        });
        line(study).replaceChildren(...(removed ? [removed] : [words, run]), ". ", link);
    }

    async function look() {
        const study = page();
        if (document.hidden || !(study || document.querySelector("[data-watched]"))) {
            return;
        }
        const answer = await fetch(address(), { cache: "no-cache" }).catch(() => null); // a server that is stopped is no fault of the page
        if (!answer?.ok) {
            return;
        }
        const { pages, watched: loads } = await answer.json();
        const ahead = Date.now() - (Date.parse(answer.headers.get("Date")) || Date.now()); // of the server's clock
        watched = Object.fromEntries(Object.entries(loads).map(([name, { last, goes }]) => [name, { last: last * 1000 + ahead, goes }]));
        if (study && study === page() && !isPinned()) {
            const newest = pages[study.dataset.study] ?? NONE;
            if (newest.stamp === JSON.parse(study.dataset.news).stamp) {
                line(study).replaceChildren();
            } else if (follows()) {
                show(study, newest, location.search);
            } else {
                say(study, newest);
            }
        }
        mark();
    }

    document.addEventListener("click", (event) => {
        if (event.target.closest(".follow")) {
            sessionStorage.setItem(FOLLOW, follows() ? "off" : "on");
            mark();
            look();
        }
    });
    document.addEventListener("visibilitychange", look);
    setInterval(look, EVERY);
    setInterval(mark, TICK);
})();
