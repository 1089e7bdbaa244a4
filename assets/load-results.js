/* Result files that are chosen or dropped on the page Data: what a load of them would do is said, a button loads them
   (app/reasonboard/web/api/loading.py). */
(function () {
    "use strict";
    const PIECE = 192 * 1024; // bytes of a request
    const IMAGE = /\.(png|svg|pdf)$/i; // one that was saved here opens its view (open-image.js)
    const KEY = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    let files = []; // that were chosen last, each with its path
    let turn = 0; // of the choices, of which the last counts

    const offered = () => document.querySelector(".load-files:not([hidden])");
    const address = () => `${document.querySelector(".brand").pathname}api/load`;
    const isRead = (path) => path.split("/").every((part) => !part.startsWith(".") || part === ".eval_results");

    async function ask(place, path, options) {
        const token = place.elements.token.value;
        const headers = { "Reasonboard-Load": "1", ...(token && { Authorization: `Bearer ${token}` }), ...options.headers };
        let answer;
        try {
            answer = await fetch(address() + path, { ...options, headers });
        } catch {
            throw new Error("The files could not be sent: the server does not answer, or one has changed.");
        }
        if (!answer.ok) {
            throw new Error((await answer.text()).trim());
        }
        return answer;
    }

    async function send(place, mine) {
        const list = files.map(({ path, file }) => [path, file.size]);
        const body = new Blob([`${JSON.stringify(list)}\n`, ...files.map(({ file }) => file)]);
        if (body.size > Number(place.dataset.largest)) {
            throw new Error(`${size(body.size)} of files: at most ${size(place.dataset.largest)} are taken here, reasonboard load takes more.`);
        }
        for (let from = 0; from < body.size && mine === turn; from += PIECE) {
            await ask(place, `/${KEY}?from=${from}`, { method: "PUT", body: body.slice(from, from + PIECE) });
        }
    }

    async function load(place, dry) {
        const body = JSON.stringify({ name: place.elements.name.value, dry });
        const answer = await ask(place, `/${KEY}`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
        const said = await answer.json();
        if (said.error) {
            throw new Error(said.error);
        }
        return said;
    }

    function size(bytes) {
        const megabytes = bytes / 1024 ** 2;
        return megabytes < 1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
    }

    function say(place, lines, error = false) {
        const said = place.querySelector(".load-said");
        said.classList.toggle("load-error", error);
        said.replaceChildren(...lines.map((textContent) => Object.assign(document.createElement("p"), { textContent })));
    }

    /* Says what `work` does, then that it failed, where it did. */
    async function working(place, words, work) {
        const mine = ++turn;
        const button = place.querySelector(".load-them");
        button.hidden = true;
        say(place, [words]);
        try {
            await work(mine, button);
        } catch (error) {
            if (mine === turn) {
                say(place, [error.message], true);
            }
        }
    }

    function check(place) {
        if (!files.length) {
            return;
        }
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        const words = `Reading ${files.length} file${files.length === 1 ? "" : "s"}, ${size(bytes)} …`;
        working(place, words, async (mine, button) => {
            await send(place, mine);
            const said = mine === turn && await load(place, true);
            if (mine === turn) {
                say(place, said.lines.join("\n").replaceAll(/\n +/g, ", ").split("\n")); // the pages in one line
                button.textContent = said.changed ? "Load them" : "Show them";
                button.dataset.page = said.changed ? "" : said.pages[0];
                button.hidden = !(said.changed || said.pages.length);
            }
        });
    }

    function loadThem(place, shown) {
        if (shown) {
            location.assign(shown);
            return;
        }
        working(place, "Loading …", async () => {
            const { pages } = await load(place, false);
            location.assign(pages[0]);
        });
    }

    function take(place, chosen) {
        files = chosen.filter(({ path }) => isRead(path));
        place.closest("details").open = true;
        place.scrollIntoView({ block: "nearest" });
        if (files.length) {
            check(place);
        } else {
            say(place, ["No file here (expected result files)."], true);
        }
    }

    /* The files of what was dropped, those in folders with their paths. */
    async function inside(entry) {
        if (entry.isFile) {
            const file = await new Promise((done, failed) => { entry.file(done, failed); });
            return [{ path: entry.fullPath.slice(1), file }];
        }
        const [reader, found] = [entry.createReader(), []];
        for (let some = null; !some || some.length;) {
            some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
            found.push(...some.filter(({ name }) => isRead(name)));
        }
        return (await Promise.all(found.map(inside))).flat();
    }

    document.addEventListener("drop", async (event) => {
        const place = offered();
        const names = [...event.dataTransfer?.files ?? []].map(({ name }) => name);
        if (!place || names.every((name) => IMAGE.test(name))) {
            return;
        }
        event.preventDefault();
        const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
        const found = items.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]); // nothing of it is left after a pause
        const all = found.map(([entry, file]) => entry ? inside(entry) : [{ path: file.name, file }]);
        try {
            take(place, (await Promise.all(all)).flat());
        } catch (error) {
            say(place, [`What was dropped cannot be read: ${error.message}`], true);
        }
    });
    document.addEventListener("change", ({ target }) => {
        const place = target.closest(".load-files");
        if (place && target.type === "file") {
            take(place, [...target.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
            target.value = ""; // the same files can be chosen again
        } else if (place) {
            check(place);
        }
    });
    document.addEventListener("click", ({ target }) => {
        const button = target.closest(".load-them");
        if (button) {
            loadThem(button.closest(".load-files"), button.dataset.page);
        }
    });
    document.addEventListener("submit", (event) => event.target.closest(".load-files") && event.preventDefault());
    /* Whether files are taken here depends on who asks: the server knows. */
    document.addEventListener("page-shown", async () => {
        const place = document.querySelector(".load-files");
        const answer = place && await fetch(address()).catch(() => null); // a server that is stopped is no fault of the page
        if (answer?.ok) {
            const { offered: isOffered, token, largest } = await answer.json();
            place.hidden = !isOffered;
            place.dataset.largest = largest;
            place.elements.token.parentElement.hidden = !token;
        }
    });
})();
