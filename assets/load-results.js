/* Result files that are chosen or dropped on the page Data: what a load of them would do is said, a button loads them
   (app/reasonboard/web/api/loading.py). */
(function () {
    "use strict";
    const PIECE = 192 * 1024; // bytes of a request
    const KEY = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    let place = null; // the form: the same one after another page was shown
    let files = []; // that were chosen last, each with its path
    let turn = new AbortController(); // of what is done now
    let isSent = false;

    const address = () => `${document.querySelector(".brand").pathname}api/load`;
    const isRead = (path) => path.split("/").every((part) => !part.startsWith(".") || part === ".eval_results");
    const tokenField = () => place.elements.token;

    async function ask(path, options) {
        const token = tokenField().value;
        const headers = { "Reasonboard-Load": "1", ...(token && { Authorization: `Bearer ${token}` }), ...options.headers };
        try {
            return await window.reasonboard.ask(address() + path, { ...options, headers }, { wait: (line) => say([line]) });
        } catch (error) {
            throw error.cause ? new Error("The files could not be sent: the server does not answer, or one has changed.") : error;
        }
    }

    async function send(signal) {
        const list = files.map(({ path, file }) => [path, file.size]);
        const body = new Blob([`${JSON.stringify(list)}\n`, ...files.map(({ file }) => file)]);
        for (let from = 0; from < body.size && !signal.aborted; from += PIECE) {
            say([`Sending ${counted(files.length, "file")}, ${size(from)} of ${size(body.size)} …`]);
            await ask(`/${KEY}?from=${from}`, { method: "PUT", body: body.slice(from, from + PIECE), signal });
            isSent = true;
        }
    }

    /* What a load does, or would do; what it is doing is said. */
    async function load(dry, signal) {
        const body = JSON.stringify({ name: place.elements.name.value, dry });
        const headers = { "Content-Type": "application/json" };
        const answer = await ask(`/${KEY}`, { method: "POST", body, headers, signal });
        let message = {};
        for await (const line of lines(answer.body)) {
            message = JSON.parse(line);
            if (message.doing) {
                say([message.doing]);
            }
        }
        if (!message.lines) {
            throw new Error(message.error ?? "The server ended before it was done.");
        }
        return message;
    }

    async function* lines(body) {
        const reader = body.pipeThrough(new TextDecoderStream()).getReader();
        const next = () => reader.read().catch(() => ({ done: true })); // where the server ends
        let rest = "";
        for (let piece = await next(); !piece.done; piece = await next()) {
            const parts = (rest + piece.value).split("\n");
            rest = parts.pop();
            yield* parts;
        }
    }

    function size(bytes) {
        const megabytes = bytes / 1024 ** 2;
        return megabytes < 1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
    }

    function counted(number, what) {
        return `${number} ${what}${number === 1 ? "" : "s"}`;
    }

    function say(words, isError = false) {
        const status = place.querySelector(".load-said");
        status.classList.toggle("load-error", isError);
        status.replaceChildren(...words.map((text) => paragraph(text)));
        place.querySelector(".load-notes").replaceChildren();
    }

    function paragraph(...parts) {
        const made = document.createElement("p");
        made.append(...parts);
        return made;
    }

    /* What a load did; the pages that show its runs, as links or where they are not there yet by their names; notes. */
    function tell({ lines, pages, notes }, words, isThere) {
        say(lines);
        const parts = pages.flatMap(([textContent, href], index) => [
            index ? " · " : `${words} `, isThere ? Object.assign(document.createElement("a"), { textContent, href }) : textContent,
        ]);
        place.querySelector(".load-said").append(paragraph(...parts));
        place.querySelector(".load-notes").append(...notes.map((line) => paragraph(line)));
    }

    function offer(words, next) {
        const button = place.querySelector(".load-them");
        button.textContent = words;
        button.onclick = next;
        button.hidden = false;
    }

    /* Does the work; says why where it fails, and offers to try it again. */
    async function working(work) {
        turn.abort();
        const mine = turn = new AbortController();
        const status = place.querySelector(".load-said");
        place.querySelector(".load-them").hidden = true;
        status.ariaBusy = "true"; // only what comes of it is read out
        try {
            await work(mine.signal);
        } catch (error) {
            if (!mine.signal.aborted) {
                say([error.message], true);
                offer("Try again", check);
            }
        }
        if (mine === turn) {
            status.ariaBusy = "false";
        }
    }

    /* How many folders the files are in, those around these included. */
    function folders() {
        const parts = files.map(({ path }) => path.split("/").slice(0, -1));
        return new Set(parts.flatMap((names) => names.map((_, index) => names.slice(0, index + 1).join("/")))).size;
    }

    function problem() {
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        const { largest, most } = place.dataset;
        if (!files.length) {
            return "No file here (expected result files).";
        }
        if (bytes > largest || files.length > most) {
            return `${counted(files.length, "file")}, ${size(bytes)}: at most ${most}, ${size(largest)} are taken here. ` +
                "The command reasonboard load takes more.";
        }
        if (folders() > place.dataset.folders) {
            return `${counted(folders(), "folder")}: at most ${place.dataset.folders} are taken here. The command reasonboard load takes more.`;
        }
        return tokenField().required && !tokenField().value ? "Type the token of the server first (its REASONBOARD_TOKEN)." : "";
    }

    function check() {
        const wrong = problem();
        if (wrong) {
            turn.abort();
            place.querySelector(".load-them").hidden = true;
            say([wrong], true);
            return;
        }
        working(async (signal) => {
            await send(signal);
            const result = await load(true, signal);
            if (result.changed) {
                tell(result, "It would be shown at", false);
                offer("Load them", loadThem);
            } else {
                tell(result, "See it at", true);
            }
        });
    }

    function loadThem() {
        working(async (signal) => {
            say(["Loading …"]);
            tell(await load(false, signal), "See it at", true);
            place.querySelector(".load-said a")?.focus(); // the button had it
            document.dispatchEvent(new Event("results-loaded")); // the page shows them (loaded.js)
        });
    }

    function take(chosen) {
        files = chosen.filter(({ path }) => isRead(path));
        place.closest("details").open = true;
        place.scrollIntoView({ block: "nearest" });
        check();
    }

    /* The files of what was dropped, those in folders with their paths: no more than it takes to see that they are too many. */
    async function inside(entry, seen) {
        const { most, folders } = place.dataset;
        seen.number += 1;
        if (seen.number > Number(most) + Number(folders) + 1) {
            return [];
        }
        if (entry.isFile) {
            const file = await new Promise((done, failed) => { entry.file(done, failed); });
            return [{ path: entry.fullPath.slice(1), file }];
        }
        const [reader, files] = [entry.createReader(), []];
        for (let some = null; !some || some.length;) {
            some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
            files.push(...some.filter(({ name }) => isRead(name)));
        }
        return (await Promise.all(files.map((file) => inside(file, seen)))).flat();
    }

    const isOffered = () => place?.isConnected && !place.hidden;

    const isTaken = ({ dataTransfer }) => isOffered() && dataTransfer?.types.includes("Files");

    document.addEventListener("dragover", (event) => {
        if (isTaken(event)) {
            event.preventDefault();
            document.body.classList.add("dropping");
        }
    });
    for (const name of ["dragleave", "drop"]) {
        window.addEventListener(name, () => document.body.classList.remove("dropping"));
    }
    document.addEventListener("drop", async (event) => {
        if (!isTaken(event)) {
            return;
        }
        event.preventDefault();
        const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
        const dropped = items.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]); // nothing of it is left after a pause
        const seen = { number: 0 };
        const all = dropped.map(([entry, file]) => entry ? inside(entry, seen) : [{ path: file.name, file }]);
        try {
            take((await Promise.all(all)).flat());
        } catch (error) {
            say([`What was dropped cannot be read: ${error.message}`], true);
        }
    });
    document.addEventListener("change", ({ target }) => {
        if (target.form !== place || !place) {
            return;
        }
        if (target.type === "file") {
            const chosen = [...target.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
            target.value = ""; // the same files can be chosen again
            take(chosen);
        } else if (files.length) {
            check();
        }
    });
    document.addEventListener("submit", (event) => event.target === place && event.preventDefault());
    /* Whether files are taken here depends on who asks: the server knows. */
    document.addEventListener("page-shown", async () => {
        const shown = document.querySelector(".load-files");
        if (shown && place && shown !== place) {
            shown.replaceWith(place);
        }
        place ??= shown;
        const answer = shown && await window.reasonboard.ask(address()).catch(() => null); // a server that is stopped is no fault of the page
        if (answer) {
            const { offered, token, largest, most, folders } = await answer.json();
            place.hidden = !offered;
            Object.assign(place.dataset, { largest, most, folders });
            tokenField().required = token;
            tokenField().parentElement.hidden = !token;
        }
    });
    /* Nothing stays at the server of a page that is closed; one that Back brings again sends it again. */
    window.addEventListener("pagehide", () => {
        if (isSent) {
            ask(`/${KEY}`, { method: "DELETE", keepalive: true }).catch(() => null);
        }
    });
    window.addEventListener("pageshow", ({ persisted }) => persisted && isSent && files.length && check());
})();
