/* An image that was saved here opens its view again: dropped anywhere on the page, or chosen with 'Open image'. */
(function () {
    "use strict";
    const LARGEST = 40 * 1024 * 1024;
    const LONGEST = 10000;
    /* The path of a study and a query string in the characters that ours are made of, and nothing else (app/reasonboard/export/metadata.py). */
    const ADDRESS = /^\/([a-z0-9-]{1,60})(\?[A-Za-z0-9._~%@:!;,&=+*-]{0,8000})?$/;

    function tell(children) {
        window.dash_clientside.set_props("image-notice", { children });
    }

    /* The metadata of an image, null where it has none of ours. */
    async function metadata(file) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const { png, svg, pdf } = window.reasonboard;
        const form = [png, pdf].find((one) => one.recognises(bytes));
        return form ? form.read(bytes, "reasonboard:view") : svg.read(new TextDecoder().decode(bytes));
    }

    /* Where the metadata leads: a path of this dashboard and the data version, null where it leads nowhere here. */
    function destination(text) {
        const said = text && text.length <= LONGEST ? JSON.parse(text) : null;
        const [, study, search] = (said && typeof said.address === "string" && said.address.match(ADDRESS)) || [];
        const page = [...document.querySelectorAll("#navigation a")].find((link) => link.pathname.split("/").pop() === study);
        return page && study ? { address: page.pathname + (search || ""), version: String(said.version || "").slice(0, 40) } : null;
    }

    /* As Back does: the page takes the state of the address, which the server cleans as that of any link. */
    function go(address) {
        history.pushState(null, "", address);
        window.dispatchEvent(new PopStateEvent("popstate"));
    }

    async function open(file) {
        if (file.size > LARGEST) {
            tell("The file is larger than 40 MB: no image that was saved here is.");
            return;
        }
        let found = null;
        try {
            found = destination(await metadata(file));
        } catch {
            found = null; // hostile or damaged: what is wrong with it is of no use to a reader
        }
        if (!found) {
            tell("This file does not say which view it shows. Only a PNG, SVG or PDF that was saved here leads back.");
            return;
        }
        go(found.address);
        const shown = document.querySelector(".version")?.textContent.split(" ")[1];
        tell(found.version && found.version !== shown ? "The image was made of another version of the data: values may differ." : "");
    }

    function choose() {
        const input = document.createElement("input");
        input.type = "file";
        input.accept = ".png,.svg,.pdf,image/png,image/svg+xml,application/pdf";
        input.hidden = true;
        input.id = "image-file";
        input.addEventListener("change", () => input.files[0] && open(input.files[0]));
        document.getElementById(input.id)?.remove();
        document.body.append(input); // one that stands nowhere may be forgotten while a file is chosen
        input.click();
    }

    const carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
    window.addEventListener("dragover", (event) => {
        if (carriesFiles(event)) {
            event.preventDefault();
            document.body.classList.add("dropping");
        }
    });
    for (const name of ["dragleave", "drop"]) {
        window.addEventListener(name, () => document.body.classList.remove("dropping"));
    }
    window.addEventListener("drop", (event) => {
        if (carriesFiles(event)) {
            event.preventDefault();
            if (event.dataTransfer.files[0]) {
                open(event.dataTransfer.files[0]);
            }
        }
    });
    document.addEventListener("click", (event) => event.target.closest("#open-image") && choose());
    window.addEventListener("_dashprivate_pushstate", () => tell(""));
})();
