/* Dash brings a String.prototype.trim that is many times slower than the browser's, and plotly.js calls it for every
   attribute of every trace. This one is run before, and puts the browser's back. */
(function () {
    "use strict";
    const value = String.prototype.trim;
    document.addEventListener("DOMContentLoaded", () => {
        Object.defineProperty(String.prototype, "trim", { value, writable: true, configurable: true });
    });
})();
