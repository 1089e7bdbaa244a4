/* The scheme that was chosen on the board, and the address that the search starts from. */
var base_url = document.documentElement.dataset.base; // read by search/main.js
(function () {
    "use strict";
    let scheme = null;
    try {
        scheme = localStorage.getItem("reasonboard-scheme");
    } catch (_) { /* storage is off: the system decides */ }
    if (scheme === "dark" || scheme === "light") {
        document.documentElement.style.colorScheme = scheme;
    }
})();
