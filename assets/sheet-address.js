/* The address of a sheet, as app/reasonboard/web/sheet/sheet.py writes and reads it, and the sheet that this browser keeps. */
(function () {
    "use strict";
    const MOST = 24;
    const LONGEST = 8000; // bytes of a query string, without the `?` before it
    const KEY = "reasonboard-sheet";
    let unkept = ""; // where nothing can be kept, a sheet lasts as long as the page

    function coded(text) {
        return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, ""))
            .replace(/%(?:2F|3F|3D|2C|40|3A|3B)/g, decodeURIComponent)
            .replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
            .replace(/%20/g, "+");
    }

    function decoded(text) {
        try {
            return decodeURIComponent(text.replace(/\+/g, " "));
        } catch {
            return ""; // the server names what is wrong with it
        }
    }

    /* Its title, and of each item the view as it is coded in the address, and its caption. */
    function read(search) {
        const sheet = { title: "", items: [] };
        for (const part of search.replace(/^\?/, "").split("&")) {
            const [name] = part.split("=", 1);
            const text = part.slice(name.length + 1);
            if (name === "title") {
                sheet.title = decoded(text);
            } else if (name === "item") {
                sheet.items.push({ item: text, caption: "" });
            } else if (name === "caption" && sheet.items.length) {
                sheet.items[sheet.items.length - 1].caption = decoded(text);
            }
        }
        return sheet;
    }

    function write({ title, items }) {
        const parts = title ? [`title=${coded(title)}`] : [];
        for (const { item, caption } of items) {
            parts.push(`item=${item}`, ...(caption ? [`caption=${coded(caption)}`] : []));
        }
        return parts.length ? `?${parts.join("&")}` : "";
    }

    /* Why an address cannot hold this sheet, "" where it can. */
    function problem(sheet) {
        if (sheet.items.length > MOST) {
            return `A report has ${MOST} charts at most.`;
        }
        const long = write(sheet).length - 1 > LONGEST;
        return long ? "The report is full: its address would be too long. Remove a chart, or shorten a caption." : "";
    }

    function kept() {
        try {
            return localStorage.getItem(KEY) || "";
        } catch {
            return unkept;
        }
    }

    function keep(search) {
        unkept = search;
        try {
            localStorage.setItem(KEY, search);
        } catch {
            // private windows may refuse: then it is not kept
        }
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        sheet: { coded, read, write, problem, kept, keep, KEY },
    });
})();
