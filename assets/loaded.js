/* Says that a run was loaded since the page was opened, and where it is shown: asks for a few bytes (app/reasonboard/web/api/newest.py)
   while the page is seen. */
(function () {
    "use strict";
    const EVERY = 10000; // milliseconds

    const page = () => document.querySelector("[data-own]");
    const address = () => new URL("api/newest.json", new URL(document.querySelector(".brand").href));

    function say(place, { name, href }) {
        const run = Object.assign(document.createElement("strong"), { className: "own", textContent: name });
        const link = Object.assign(document.createElement("a"), { href, textContent: "Show it" });
        place.replaceChildren(run, " was loaded. ", link);
    }

    async function look() {
        const here = page();
        if (!here || document.hidden) {
            return;
        }
        const answer = await fetch(address(), { cache: "no-cache" }).catch(() => null); // a server that is stopped is no fault of the page
        const newest = answer?.ok ? (await answer.json())[here.dataset.study] : null;
        if (newest && !JSON.parse(here.dataset.own).includes(newest.source)) {
            say(document.getElementById(window.reasonboard.ids.loaded(here.dataset.study)), newest);
        }
    }

    document.addEventListener("visibilitychange", look);
    setInterval(look, EVERY);
})();
