/* Result files that are chosen, or dropped on any page: what a load of them would do is said on the page that loads them,
   a button loads them (app/reasonboard/web/api/loading.py). What a person says of tables is in reading.js. */
(function () {
    "use strict";
    const PIECE = 192 * 1024; // bytes of a request
    const FRESH = 1200; // milliseconds after which every process of the server has the new data
    const AGAIN = "reasonboard-files"; // the line for the next page of this tab (drop-elsewhere.js)
    const MOST_SEEN = 12_500; // more files and folders than any server takes
    const KEY = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    let place = null; // the form: the same one after another page was shown
    let files = []; // that were chosen last, each with its path
    let waiting = null; // what was dropped on another page, until this one is shown
    let turn = new AbortController(); // of what is done now
    let isSent = false;
    let isLoading = false;
    let isLoaded = false; // what was chosen
    let isWhole = false; // does the server have all of these files?

    const address = () => `${document.querySelector(".brand").pathname}api/load`;
    const isRead = (path) => path.split("/").every((part) => !part.startsWith(".") || part === ".eval_results");
    const part = (name) => place.querySelector(`.load-${name}`);
    const reading = () => window.reasonboard.reading;
    const tokenField = () => place.elements.token;
    const nameField = () => place.elements.name;
    const fromField = () => place.elements.from;

    async function ask(path, options) {
        const token = tokenField().value;
        const headers = { "Reasonboard-Load": "1", ...(token && { Authorization: `Bearer ${token}` }), ...options.headers };
        try {
            return await window.reasonboard.ask(address() + path, { ...options, headers }, { wait: (line) => say([line]) });
        } catch (error) {
            throw error.cause ? new Error("Could not send the files: the server did not respond, or a file changed.") : error;
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
        const body = JSON.stringify({ name: nameField().value.trim(), dry, answers: reading().answers(), from: fromField().value.trim() });
        const headers = { "Content-Type": "application/json" };
        const answer = await ask(`/${KEY}`, { method: "POST", body, headers, signal });
        let message = {};
        for await (const line of lines(answer.body)) {
            message = JSON.parse(line);
            if (message.html) {
                showReading(message.html);
            }
            if (message.doing) {
                say([message.doing]);
            }
        }
        if (!message.lines) {
            throw new Error(message.error ?? "The server stopped before it finished.");
        }
        nameField().value = message.name ?? nameField().value;
        showName();
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
        if (!pages.length) {
            part("notes").append(...notes.map((line) => paragraph(line)));
            return;
        }
        const parts = pages.flatMap(([textContent, href], index) => [
            index ? " · " : `${words} `, isThere ? Object.assign(document.createElement("a"), { textContent, href }) : textContent,
        ]);
        place.querySelector(".load-said").append(paragraph(...parts));
        place.querySelector(".load-notes").append(...notes.map((line) => paragraph(line)));
    }

    function offer(words, next, { isOpen = false, without = "" } = {}) {
        const [button, other] = [part("them"), part("without")];
        button.textContent = words;
        button.onclick = isOpen ? null : next;
        button.setAttribute("aria-disabled", String(isOpen)); // it waits for the answer, and can be reached before
        other.textContent = `Load without ${without}`;
        other.onclick = next;
        other.hidden = !without;
        button.hidden = false;
    }

    function withdraw() {
        part("them").hidden = part("without").hidden = part("name").hidden = true;
    }

    /* The reading of tables, with what is said of the load in its place there; none where there is no table to ask about. */
    function showReading(html) {
        const focused = document.activeElement;
        part("reading").after(part("end"));
        reading().show(part("reading"), html);
        part("head").hidden = Boolean(html);
        part("reading").querySelector(".load-slot")?.append(part("end"));
        if (part("end").contains(focused)) {
            focused.focus({ preventScroll: true });
        }
        if (html) {
            const { isOpen, without, words } = reading().state();
            offer(words, loadThem, { isOpen, without });
        }
    }

    function cancel() {
        turn.abort();
        forget();
        files = [];
        say([]);
        withdraw();
        showReading("");
        part("cancel").hidden = true;
        forgetName();
        place.querySelector("input[type=file]").focus();
    }

    /* The name that a person typed; what was said with the name before says this one. */
    function rename() {
        const name = nameField().value.trim();
        const line = part("said").firstChild;
        if (line && name) {
            line.textContent = line.textContent.replace(/^(Would load as ).*?:/u, (_, words) => `${words}${name}:`);
        }
    }

    /* The fields of the load, as far as they say something: a single file is read alike whatever it is called. */
    function showName() {
        part("from").hidden = files.length < 2;
        nameField().parentElement.hidden = !nameField().value;
        part("name").hidden = part("from").hidden && !nameField().value;
    }

    function forgetName() {
        nameField().value = fromField().value = "";
    }

    function forget() {
        if (isSent) {
            isSent = false;
            ask(`/${KEY}`, { method: "DELETE", keepalive: true }).catch(() => null);
        }
    }

    /* Does the work; says why where it fails, and offers to try it again. */
    async function working(work) {
        turn.abort();
        const mine = turn = new AbortController();
        const status = place.querySelector(".load-said");
        withdraw();
        part("cancel").hidden = false;
        status.ariaBusy = "true"; // only what comes of it is read out
        try {
            await work(mine.signal);
        } catch (error) {
            if (!mine.signal.aborted) {
                say([error.message], true);
                showName(); // it may be what is wrong
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
            return "No files found (expected result files).";
        }
        if (bytes > largest || files.length > most) {
            return `${counted(files.length, "file")}, ${size(bytes)}: at most ${most}, ${size(largest)} are taken here. ` +
                "Use the command reasonboard load for more.";
        }
        if (folders() > place.dataset.folders) {
            return `${counted(folders(), "folder")}: at most ${place.dataset.folders} are taken here. The command reasonboard load takes more.`;
        }
        return tokenField().required && !tokenField().value ? "Enter the token of the server first (REASONBOARD_TOKEN)." : "";
    }

    function check() {
        const wrong = problem();
        if (wrong) {
            turn.abort();
            withdraw();
            showReading("");
            say([wrong], true);
            return;
        }
        working(async (signal) => {
            if (!isWhole) {
                await send(signal);
                isWhole = true;
            } else {
                say(["Reading …"]);
            }
            const result = await load(true, signal).catch((error) => {
                isWhole = false; // it may be gone at the server
                throw error;
            });
            showReading(result.html ?? "");
            if (result.changed || result.asks) {
                tell(result, result.pages.length ? "Will appear on" : "", false);
                if (!result.html) {
                    offer("Load", loadThem);
                }
            } else {
                withdraw();
                tell(result, "Shown on", true);
            }
        });
    }

    function loadThem() {
        working(async (signal) => {
            say(["Loading …"]);
            isWhole = false; // the server gives up what was sent, loaded or not
            isLoading = true;
            const result = await load(false, signal).finally(() => { isLoading = false; });
            isLoaded = result.changed;
            isSent = isWhole = false; // the server keeps nothing of what is loaded
            withdraw();
            tell(result, "Shown on", true);
            part("cancel").hidden = true;
            place.querySelector(".load-said a")?.focus(); // the button had it
            document.dispatchEvent(new Event("results-loaded")); // the page shows them (loaded.js)
            if (result.pages.length) {
                end(result);
            }
        });
    }

    /* The page that shows most of it, with a line on top: what was loaded and what not, how it was read, and the way back. */
    function end({ lines, refused, undo, pages }) {
        const line = document.getElementById("load-line");
        const button = (textContent, onclick, ariaLabel = textContent) =>
            Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent, onclick, ariaLabel });
        const words = document.createElement("p");
        words.textContent = [lines[0], ...refused].join(" ");
        const close = () => line.replaceChildren();
        const actions = document.createElement("span");
        const isRead = Boolean(part("reading").firstChild);
        actions.append(
            ...(isRead ? [button("Reading", () => document.querySelector(".load-link").click())] : []),
            ...(undo ? [button("Undo", () => takeBack(undo, words))] : []),
            button("×", close, "Close this line"),
        );
        line.replaceChildren(words, actions);
        go(pages[0][1]);
    }

    async function takeBack(name, words) {
        words.textContent = `Removing ${name} …`;
        try {
            const body = JSON.stringify({ name });
            const answer = await ask("/undo", { method: "POST", body, headers: { "Content-Type": "application/json" } });
            let message = {};
            for await (const line of lines(answer.body)) {
                message = JSON.parse(line);
            }
            words.textContent = message.lines?.join(" ") ?? message.error ?? "The server stopped before it finished.";
            words.parentElement.querySelectorAll("button:not(:last-child)").forEach((button) => button.remove());
            if (message.lines) {
                go(document.querySelector(".brand").pathname);
            }
        } catch (error) {
            words.textContent = error.message;
        }
    }

    /* Another page of ours, without the filters of this one. */
    async function go(href) {
        await new Promise((done) => { setTimeout(done, FRESH); });
        history.pushState(null, "", href);
        window.dispatchEvent(new PopStateEvent("popstate"));
        window.scrollTo(0, 0);
    }

    function take(chosen) {
        if (isLoading) {
            window.reasonboard.tell("The load before is not done yet: drop these again when it is.");
            return;
        }
        files = chosen.filter(({ path }) => isRead(path));
        isWhole = isLoaded = false;
        forgetName();
        reading().forget();
        showReading("");
        if (isOffered()) {
            check();
        }
    }

    /* The files of what was dropped, those in folders with their paths: no more than it takes to see that they are too many. */
    async function inside(entry, seen) {
        seen.number += 1;
        if (seen.number > MOST_SEEN) {
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

    const isOffered = () => place?.isConnected && !part("choice").hidden;

    /* Files of the disk: what is dragged within a page are its own links and words. */
    const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

    /* On another page a drop leads to this one first. */
    function takeWhenShown(chosen) {
        if (place?.isConnected) {
            take(chosen);
        } else {
            waiting = chosen;
            document.querySelector(".load-link").click();
        }
    }

    document.addEventListener("dragover", (event) => {
        if (hasFiles(event)) {
            event.preventDefault();
            document.body.classList.add("dropping");
        }
    });
    for (const name of ["dragleave", "drop"]) {
        window.addEventListener(name, () => document.body.classList.remove("dropping"));
    }
    document.addEventListener("drop", async (event) => {
        if (!hasFiles(event)) {
            return;
        }
        event.preventDefault();
        const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
        const dropped = items.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]); // nothing of it is left after a pause
        const seen = { number: 0 };
        const all = dropped.map(([entry, file]) => entry ? inside(entry, seen) : [{ path: file.name, file }]);
        try {
            takeWhenShown((await Promise.all(all)).flat());
        } catch (error) {
            window.reasonboard.tell(`Cannot read the dropped files: ${error.message}`);
        }
    });
    document.addEventListener("change", ({ target }) => {
        if (target === place?.elements.name) {
            rename();
        } else if (target === place?.elements.from) {
            check();
        } else if (target.form !== place || !place || part("reading").contains(target)) {
            return;
        } else if (target.type === "file") {
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
            const { offered, closed, token, largest, most, folders } = await answer.json();
            part("choice").hidden = !offered;
            Object.assign(place.dataset, { largest, most, folders });
            tokenField().required = token;
            tokenField().parentElement.hidden = !token;
            const again = sessionStorage.getItem(AGAIN);
            sessionStorage.removeItem(AGAIN);
            if (closed || again) {
                say([closed || again]);
            }
            if (waiting) {
                const chosen = waiting;
                waiting = null;
                take(chosen);
            }
        }
    });
    document.addEventListener("click", ({ target }) => {
        if (target.closest?.(".load-cancel")) {
            cancel();
        }
    });
    document.addEventListener("reading-changed", check);
    /* Nothing stays at the server of a page that is closed; one that Back brings again sends it again. */
    window.addEventListener("pagehide", () => {
        if (files.length && !isLoaded) {
            const more = files.length > 1 ? ` and ${counted(files.length - 1, "more file")}` : "";
            sessionStorage.setItem(AGAIN, `The page was opened again. Drop or choose ${files[0].path}${more} once more.`);
        }
        if (isSent) {
            isWhole = false;
            ask(`/${KEY}`, { method: "DELETE", keepalive: true }).catch(() => null);
        }
    });
    window.addEventListener("pageshow", ({ persisted }) => {
        if (persisted) {
            sessionStorage.removeItem(AGAIN);
            if (isSent && files.length) {
                check();
            }
        }
    });
})();
