/* Asks again where the server does not answer, until it does, and says so meanwhile: what was chosen is then shown. */
(function () {
    "use strict";
    const AGAIN = 2000; // milliseconds
    const GATEWAY = [502, 504]; // what a proxy says of a server that is away
    const ask = window.fetch.bind(window);
    const newest = new Map(); // what was asked last, by what it is for
    let waiting = 0;

    function say(more) {
        waiting += more;
        const notice = document.getElementById("server-notice");
        if (notice) {
            notice.textContent = waiting ? "The server does not answer. What you chose is shown as soon as it does." : "";
        }
    }

    const later = () =>
        new Promise((resolve) => {
            setTimeout(resolve, AGAIN);
            window.addEventListener("online", resolve, { once: true });
        });

    /* The answer, the first one that is there; that of a proxy, or an error, where something else was asked since. */
    async function answer(address, options, isWanted) {
        let isAway = false;
        try {
            for (;;) {
                const response = await ask(address, options).catch((error) => error);
                const failed = response instanceof Error || GATEWAY.includes(response.status);
                if (!failed || !isWanted()) {
                    if (response instanceof Error) {
                        throw response;
                    }
                    return response;
                }
                if (!isAway) {
                    isAway = true;
                    say(1);
                }
                await later();
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
            return ask(address, options);
        }
        const { output } = JSON.parse(options.body);
        newest.set(output, options);
        return answer(address, options, () => newest.get(output) === options);
    };
})();
