/* What a PDF that was made here says of itself: the keywords that app/reasonboard/web/images/pdf.py wrote behind it. */
(function () {
    "use strict";
    const SIGNATURE = "%PDF-";
    const KEYWORDS = /\/Keywords <FEFF((?:[0-9A-F]{4}){1,10000})>/g;
    const END = 131072;
    const text = (bytes) => new TextDecoder("latin1").decode(bytes);

    /* The text of a keyword, null where the PDF has none. */
    function read(bytes, keyword) {
        const [last] = [...text(bytes.subarray(-END)).matchAll(KEYWORDS)].slice(-1);
        const units = last ? last[1].match(/.{4}/g).map((one) => parseInt(one, 16)) : [];
        const said = units.map((one) => String.fromCharCode(one)).join("");
        return said.startsWith(`${keyword} `) ? said.slice(keyword.length + 1) : null;
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        pdf: { read, recognises: (bytes) => text(bytes.subarray(0, SIGNATURE.length)) === SIGNATURE },
    });
})();
