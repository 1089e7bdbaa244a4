/* A page without the scripts of the others: a drop leads to the page that loads files, where the browser would open the file. */
(function () {
    "use strict";
    const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

    document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
        if (hasFiles(event)) {
            event.preventDefault();
            sessionStorage.setItem("reasonboard-files", "The page before takes no files. Drop them here once more.");
            location.assign(new URL("load", document.querySelector(".brand").href));
        }
    });
})();
