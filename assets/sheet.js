/* Views are put onto the sheet of this browser; the header says how many there are, and leads to it. */
(function () {
    "use strict";
    const SHOWN = 5000; // milliseconds
    const address = window.reasonboard.sheet;
    let until = 0;

    /* Tells the words at the edge of the window, over the tools of the button that they answer. */
    function tell(words, button) {
        const status = document.getElementById("sheet-status");
        if (status) {
            status.textContent = words;
            status.style.bottom = "";
            const tools = button?.closest(".view-actions").getBoundingClientRect();
            const box = status.getBoundingClientRect();
            if (tools && tools.right > box.left && tools.bottom > box.top && tools.top < box.bottom) {
                status.style.bottom = `${window.innerHeight - tools.top + 8}px`;
            }
            clearTimeout(until);
            until = setTimeout(() => { status.textContent = ""; }, SHOWN);
        }
    }

    const counted = (number) => `${number} view${number === 1 ? "" : "s"}`;

    /* Where the header leads to, and its words. */
    function link() {
        const kept = address.kept();
        const number = address.read(kept).items.length;
        const link = document.getElementById(window.reasonboard.ids.sheetLink);
        return [link.pathname + kept, number ? `Report (${number})` : "Report"];
    }

    function showLink() {
        const [href, children] = link();
        window.dash_clientside.set_props(window.reasonboard.ids.sheetLink, { href, children });
    }

    function add(button) {
        const { study, permalink } = button.closest("[data-study]").dataset;
        const item = address.coded(`${study}/${button.dataset.view}${permalink}`);
        const sheet = address.read(address.kept());
        if (sheet.items.some((entry) => entry.item === item)) {
            tell("This chart is in the report already, as it is shown now.", button);
            return;
        }
        sheet.items.push({ item, caption: "" });
        const problem = address.problem(sheet);
        if (!problem) {
            address.keep(address.write(sheet));
            showLink();
        }
        tell(problem || `Added to the report: it has ${counted(sheet.items.length)}.`, button);
    }

    document.addEventListener("click", (event) => {
        const button = event.target.closest?.(".sheet-add");
        if (button) {
            add(button);
        }
    });
    // Another window of this browser has changed the sheet.
    window.addEventListener("storage", (event) => event.key === address.KEY && showLink());

    Object.assign(address, { tell, counted, showLink });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        sheetLink: () => link(),
    });
})();
