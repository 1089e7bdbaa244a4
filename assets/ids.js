/* The names of elements and stores that scripts use, as app/reasonboard/web/page/ids.py and shell.py make them. */
(function () {
    "use strict";
    const ofPage = (name) => (study) => `${study}-${name}`;
    const ofView = (name) => (study, view) => `${study}-${view}-${name}`;

    window.reasonboard = Object.assign({}, window.reasonboard, {
        ids: {
            page: "page",
            request: "request",
            scheme: "scheme",
            notice: "image-notice",
            sheetLink: "sheet-link",
            sheetOrder: "sheet-order",

            answer: ofPage("answer"),
            arranged: ofPage("arranged"),
            back: ofPage("back"),
            click: ofPage("click"),
            columns: ofPage("columns"),
            share: ofPage("page-share"),

            graph: ofView("graph"),
            view: ofView("view"),
        },
    });
})();
