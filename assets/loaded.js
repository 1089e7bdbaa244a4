/* Says which loads were added, removed or changed since the page was made, shows them if the reader asks or follows, and
   marks the runs that go on: asks for a few bytes (app/reasonboard/web/api/newest.py) while the page is seen. */
(function () {
    "use strict";
    const EVERY = 4000; // milliseconds
    const TICK = 1000; // the same on a page that follows a run
    const PATIENCE = 10000; // milliseconds in which what was loaded here, or asked for, has to come
    const NAMED = 3;
    const FOLLOW = "reasonboard-follow"; // as long as the tab is open
    let heard = Date.now(); // when the server answered last
    let due = 0; // when it is asked again
    let watched = {}; // by the name of a load: when its last row came, in milliseconds of this browser's clock, does it go on, does it wait?
    let aside = {}; // by the name of a load: which of its rows are not shown, and why
    let until = 0; // what comes before was loaded on this page, so it is shown at once
    let asked = { news: "", until: 0 }; // what the page knew when it was told to show more, and how long that may take

    const page = () => document.querySelector("[data-news]");
    const line = (place) => place.querySelector(".loaded");
    const known = (place) => JSON.parse(place.dataset.news);
    const follows = () => sessionStorage.getItem(FOLLOW) === "on";
    const isPinned = () => new URLSearchParams(location.search).has("data"); // the page keeps to a version of the data

    function address(place) {
        const url = new URL("api/newest.json", new URL(document.querySelector(".brand").href));
        url.searchParams.set("study", place?.dataset.study ?? "");
        return url;
    }

    function ago(milliseconds) {
        const seconds = Math.max(0, Math.round(milliseconds / 1000));
        const [number, unit] = seconds < 100 ? [seconds, "s"] : seconds < 6000 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
        return `${Math.round(number)} ${unit}`;
    }

    /* Whether a run goes on, waits or has stopped, and which of its rows are not shown; "" for one that is not watched. */
    function state(name) {
        const load = watched[name];
        const since = load && ago(Date.now() - load.last);
        const running = !load ? "" : load.goes ? `running, last row ${since} ago` : `no row for ${since}`;
        return [load?.waits ? `${running}, waits for the board` : running, aside[name]].filter(Boolean).join(". ");
    }

    /* A line for each run of which the page has no other place to say so. */
    function list(place) {
        const told = new Set([...document.querySelectorAll("[data-watched]")].map((other) => other.dataset.watched));
        const names = Object.keys({ ...watched, ...aside }).filter((name) => !told.has(name)).sort();
        const lines = names.map((name) => `${name}: ${state(name)}`);
        if (place.dataset.runs !== lines.join("\n")) {
            place.dataset.runs = lines.join("\n");
            place.replaceChildren(...lines.flatMap((words, index) => (index ? [document.createElement("br"), words] : [words])));
        }
    }

    function mark() {
        for (const place of document.querySelectorAll("[data-watched]")) {
            const words = state(place.dataset.watched);
            if (place.textContent !== words) {
                place.textContent = words;
            }
        }
        document.querySelectorAll("[data-runs]").forEach(list);
        const place = page();
        const button = place?.querySelector(".follow");
        if (button) {
            const isRunning = known(place).shown.some(([name]) => watched[name]);
            button.hidden = isPinned() || !(follows() || line(place).textContent || isRunning);
            button.setAttribute("aria-checked", String(follows()));
        }
    }

    /* The names of loads with what is said of each, under what happened to them; [] where nothing did. */
    function differences({ shown, others }, loads) {
        const [before, now] = [new Map(shown.map((load) => [load[0], load])), new Map(loads.map((load) => [load[0], load]))];
        const runs = (number) => `${number} run${number === 1 ? "" : "s"}`;
        const added = loads.filter(([name]) => others && !before.has(name) && !others.includes(name));
        const removed = shown.filter(([name]) => !now.has(name));
        const changed = loads.filter(([name, , stamp]) => before.has(name) && before.get(name)[2] !== stamp);
        const counted = ([name, number]) => [name, ` (${runs(number)})`];
        const compared = ([name, number]) => [name, number === before.get(name)[1] ? "" : ` (${runs(number)}, ${before.get(name)[1]} before)`];
        return [["Added", added.map(counted)], ["Removed", removed.map(counted)], ["Changed", changed.map(compared)]].filter(([, names]) => names.length);
    }

    /* The page in the state of this query string, on the newest data. */
    function show(place, search) {
        const { study, news } = place.dataset;
        line(place).replaceChildren();
        asked = { news, until: Date.now() + PATIENCE };
        if (study) {
            window.dash_clientside.set_props(window.reasonboard.ids.back(study), { data: { search, at: Date.now() } });
        } else {
            window.dash_clientside.set_props(window.reasonboard.ids.request, { data: { path: location.pathname, search, columns: 1 } });
        }
    }

    function say(place, news, search) {
        const strong = (textContent) => Object.assign(document.createElement("strong"), { className: "own", textContent });
        const link = Object.assign(document.createElement("a"), { href: location.pathname + search, textContent: "Show" });
        link.addEventListener("click", (event) => {
            if (!(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
                event.preventDefault();
                show(place, search);
            }
        });
        const parts = news.flatMap(([what, names]) => [
            `${what}: `,
            ...names.slice(0, NAMED).flatMap(([name, words], index) => [index ? ", " : "", strong(name), words]),
            names.length > NAMED ? ` and ${names.length - NAMED} more. ` : ". ",
        ]);
        const words = document.createElement("span");
        words.append(...parts, link);
        if (words.textContent !== line(place).textContent) { // else it would be read out again
            line(place).replaceChildren(...words.childNodes);
        }
    }

    function compare(place, loads) {
        if (place.dataset.news === asked.news && Date.now() < asked.until) {
            return; // the answer is under way
        }
        const news = differences(known(place), loads);
        const [first] = news.filter(([what]) => what === "Added").flatMap(([, names]) => names);
        if (!news.length) {
            line(place).replaceChildren();
        } else if (follows() || known(place).empty || Date.now() < until) {
            until = 0;
            show(place, location.search);
        } else {
            say(place, news, known(place).one && first ? `?source=${encodeURIComponent(first[0])}` : location.search);
        }
    }

    async function look() {
        const place = page();
        due = Date.now() + EVERY; // also if no answer comes
        if (document.hidden || !(place || document.querySelector("[data-watched], [data-runs]"))) {
            return;
        }
        const asking = window.reasonboard.ask(address(place), { cache: "no-cache" }, { longest: 0 });
        const answer = await asking.catch(() => null); // a server that is stopped is no fault of the page
        if (!answer) {
            return;
        }
        const { loads, watched: now, aside: rows } = await answer.json();
        heard = Date.now();
        const ahead = Date.now() - (Date.parse(answer.headers.get("Date")) || Date.now()); // of the server's clock
        watched = Object.fromEntries(Object.entries(now).map(([name, load]) => [name, { ...load, last: load.last * 1000 + ahead }]));
        aside = rows;
        due = follows() && Object.values(watched).some(({ goes }) => goes) ? 0 : due;
        if (place && place === page() && loads && !isPinned()) {
            compare(place, loads);
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
    document.addEventListener("results-loaded", () => {
        until = Date.now() + PATIENCE;
        look();
    });
    document.addEventListener("visibilitychange", look);
    setInterval(() => {
        mark();
        if (Date.now() >= due) {
            look();
        }
    }, TICK);
    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Has the server answered one of the last two times? */
        isAnswering: () => navigator.onLine && Date.now() - heard < 2 * EVERY,
    });
})();
