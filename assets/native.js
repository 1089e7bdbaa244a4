/* Dash brings a polyfill of 2019 to every page. No browser that runs our scripts needs it, and having looked whether it
   is needed it leaves regular expressions three times slower: plotly.js reads every color and name with one. So pages
   go without it (app/reasonboard/web/main.py). Of all that it brings Dash's scripts want this, which tells them that a part that is
   loaded later is there: what compiled async functions run on, as far as they wait, without try and return values. */
(function () {
    "use strict";
    const KEY = "reasonboard-scheme";
    /* Light or dark before anything is drawn: as the reader last chose, else as the system does. */
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let chosen = "";
    function setScheme(scheme) {
        try {
            if (scheme) {
                localStorage.setItem(KEY, scheme);
            }
            chosen = localStorage.getItem(KEY);
        } catch {
            chosen = scheme || chosen; // a browser that keeps nothing: until the page is left
        }
        document.documentElement.dataset.scheme = chosen || (dark.matches ? "dark" : "light");
    }
    setScheme("");
    dark.addEventListener("change", () => setScheme(""));
    addEventListener("storage", () => setScheme(""));
    window.reasonboard = { setScheme };

    window.regeneratorRuntime = {
        mark: (made) => made,
        wrap(run, self) {
            const context = { prev: 0, next: 0, sent: undefined, done: false, stop: () => { context.done = true; } };
            return {
                next(sent) {
                    context.sent = sent;
                    return { value: run.call(self, context), done: context.done };
                },
                throw(error) {
                    throw error;
                },
            };
        },
    };
})();
