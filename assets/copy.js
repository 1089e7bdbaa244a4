/* A button of class `copy` copies the text of the <pre> in its `.copyable`, and says so beside itself. */
(function () {
    "use strict";
    const SHOWN = 4000; // milliseconds

    function select(text) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const selection = window.getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
    }

    /* Without the permission, or on a page that is not secure, the text is selected: one key more copies it. */
    async function copy(text) {
        try {
            await navigator.clipboard.writeText(text.textContent);
            return "Copied";
        } catch {
            select(text);
            return document.execCommand("copy") ? "Copied" : "Selected. Press Ctrl+C (⌘C).";
        }
    }

    document.addEventListener("click", async (event) => {
        const button = event.target.closest?.("button.copy");
        const box = button?.closest(".copyable");
        if (!box) {
            return;
        }
        const status = box.querySelector(".copied");
        const words = await copy(box.querySelector("pre"));
        status.textContent = words;
        clearTimeout(button.copiedUntil);
        button.copiedUntil = setTimeout(() => { status.textContent = ""; }, SHOWN);
    });
})();
