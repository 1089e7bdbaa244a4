/* Saves files: those that scripts make, and those of the server, which may be busy when a link to one is clicked. */
(function () {
    "use strict";
    const NAME = /filename="([^"]+)"/; // in the header of an answer

    /* What became of a file, at the top of the page; `isWaiting`: it is still to come. */
    function tell(children, isWaiting = false) {
        window.dash_clientside.set_props(window.reasonboard.ids.notice, { children, className: `notice${isWaiting ? " muted" : ""}` });
    }

    function give(content, name) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(content);
        link.download = name;
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }

    async function save({ href }) {
        tell("Preparing the file …", true);
        try {
            const answer = await window.reasonboard.ask(href, {}, { wait: (line) => tell(`Waiting: ${line}`, true) });
            const content = await answer.blob().catch((cause) => {
                throw new Error("The server stopped before the file was complete.", { cause });
            });
            give(content, NAME.exec(answer.headers.get("Content-Disposition"))?.[1] ?? new URL(href).pathname.split("/").at(-1));
            tell("");
        } catch (error) {
            tell(`Could not save the file: ${error.message}`);
        }
    }

    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[download]");
        const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (link && isPlain && link.origin === location.origin && link.protocol !== "blob:") {
            event.preventDefault();
            save(link);
        }
    });
    window.addEventListener("_dashprivate_pushstate", () => tell("")); // another page is shown
    window.reasonboard = Object.assign({}, window.reasonboard, { give, tell });
})();
