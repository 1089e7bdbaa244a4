/* Asks the server. Every script asks it here; what Dash asks goes through the `fetch` that is replaced here. */
(function () {
    "use strict";
    const AGAIN = 2000; // milliseconds until a server that is away is asked again
    const GATEWAY = [502, 504]; // the status of a proxy if the server is away
    const BUSY = 503; // the status of a server that has too many readers
    const IN_TURN = 202; // the server keeps a place for who asks, and says so each time
    const LONGEST = 180; // seconds in which a server that has too much to do is asked again
    const LONGEST_PAUSE = 60;
    const LONGEST_LINE = 300;
    const ADVICE = / Try again[^.]*\.$/; // that is done here
    const send = window.fetch.bind(window);
    const newest = new Map(); // what Dash asked last, by what it is for
    let waiting = 0;

    function say(more, why) {
        waiting += more;
        const notice = document.getElementById("server-notice");
        if (notice) {
            notice.textContent = waiting ? `${why} Your change is applied when the server responds.` : "";
        }
    }

    /* The seconds after which the server is to be asked again, 0 if it does not say so. */
    const secondsUntilNext = (answer) => Math.min(Number(answer.headers?.get("Retry-After")) || 0, LONGEST_PAUSE);

    const pause = (milliseconds, signal) =>
        new Promise((resolve) => {
            setTimeout(resolve, milliseconds);
            signal?.addEventListener("abort", resolve, { once: true });
        });

    const spread = (seconds) => 1000 * seconds * (1 + Math.random() / 2); // those refused together do not come together

    /* What the server says in an answer that is none, or how it said nothing: one line. */
    async function line(answer) {
        const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
        const text = isText ? await answer.text().catch(() => "") : "";
        return text.trim().split("\n")[0].slice(0, LONGEST_LINE) || `The server returned status ${answer.status}.`;
    }

    /* The answer to a request. Told to wait, it does so and asks again: as long as the server keeps a place for it, else for
       `longest` seconds; `wait` gets the line of the server meanwhile. An error has the words for the reader. */
    async function ask(address, options = {}, { wait = () => {}, longest = LONGEST } = {}) {
        const until = Date.now() + 1000 * longest;
        for (;;) {
            const answer = await send(address, options).catch((cause) => {
                throw new Error("No response from the server.", { cause });
            });
            const seconds = secondsUntilNext(answer);
            const mayWait = seconds > 0 && (answer.status === IN_TURN || Date.now() + 1000 * seconds <= until);
            if (!mayWait && answer.ok) {
                return answer;
            }
            const said = await line(answer);
            if (!mayWait) {
                throw new Error(said);
            }
            wait(said.replace(ADVICE, ""));
            await pause(spread(seconds), options.signal);
            options.signal?.throwIfAborted();
        }
    }

    /* What a request that the page cannot wait for was answered with, as JSON; null where nothing came of it. */
    function askNow(address) {
        const request = new XMLHttpRequest();
        try {
            request.open("GET", address, false);
            request.send();
            return request.status === 200 ? JSON.parse(request.responseText) : null;
        } catch {
            return null;
        }
    }

    const later = () =>
        new Promise((resolve) => {
            setTimeout(resolve, AGAIN);
            window.addEventListener("online", resolve, { once: true });
        });

    /* The answer to a question of Dash, the first one that is there, so that what was chosen is shown then; that of a proxy,
       or an error, where something else was asked since. */
    async function answer(address, options, isWanted) {
        let isAway = false;
        try {
            for (;;) {
                const response = await send(address, options).catch((error) => error);
                const seconds = response.status === BUSY ? secondsUntilNext(response) : 0;
                const failed = response instanceof Error || GATEWAY.includes(response.status) || seconds > 0;
                if (!failed || !isWanted()) {
                    if (response instanceof Error) {
                        throw response;
                    }
                    return response;
                }
                if (!isAway) {
                    isAway = true;
                    say(1, seconds ? (await line(response)).replace(ADVICE, "") : "Connection lost.");
                }
                await (seconds ? pause(spread(seconds)) : later());
            }
        } finally {
            if (isAway) {
                say(-1);
            }
        }
    }

    window.fetch = function (address, options) {
        const { pathname } = new URL(address, window.location);
        if (!pathname.endsWith("_dash-update-component") || typeof options?.body !== "string") {
            return send(address, options);
        }
        const { output } = JSON.parse(options.body);
        newest.set(output, options);
        return answer(address, options, () => newest.get(output) === options);
    };
    window.reasonboard = Object.assign({}, window.reasonboard, { ask, askNow });
})();
