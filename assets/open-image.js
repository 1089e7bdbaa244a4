/* An image that was saved here opens its view again: dropped anywhere on the page, or chosen with 'Open image'. */
(function () {
    "use strict";
    /* What is written into an image stands at its beginning, in a PDF at its end: more is not sent. */
    const [BEGINNING, END] = [160 * 1024, 80 * 1024];

    const tell = (words) => window.reasonboard.tell(words);

    /* As Back does: the page takes the state of the address, which the server cleans as that of any link. */
    function go(address) {
        history.pushState(null, "", address);
        window.dispatchEvent(new PopStateEvent("popstate"));
    }

    /* The server reads which view the image shows (app/reasonboard/web/api/opening.py). */
    async function open(file) {
        const large = file.size > BEGINNING + END;
        const body = large ? new Blob([file.slice(0, BEGINNING), file.slice(-END)]) : file;
        const home = document.querySelector(".brand").pathname;
        try {
            const answer = await window.reasonboard.ask(`${home}api/open`, { method: "POST", body });
            const { address, notice } = await answer.json();
            if (address) {
                go(address);
            }
            tell(notice);
        } catch (error) {
            tell(`The file could not be opened: ${error.message}`);
        }
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
        if (carriesFiles(event) && !event.defaultPrevented) { // else they are results (load-results.js)
            event.preventDefault();
            if (event.dataTransfer.files[0]) {
                open(event.dataTransfer.files[0]);
            }
        }
    });
    document.addEventListener("click", (event) => event.target.closest("#open-image") && choose());
    window.addEventListener("_dashprivate_pushstate", () => tell(""));
})();
