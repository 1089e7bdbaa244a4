/* Texts and the resolution of a PNG: iTXt and pHYs chunks as in the PNG specification (third edition, 5.3 and 11.3). */
(function () {
    "use strict";
    const AFTER_HEADER = 33; // the signature and IHDR, which is always first and 13 bytes long
    const utf8 = new TextEncoder();
    const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
        let rest = byte;
        for (let bit = 0; bit < 8; bit += 1) {
            rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
        }
        return rest;
    });

    function crc32(bytes) {
        let rest = 0xffffffff;
        for (const byte of bytes) {
            rest = CRC[(rest ^ byte) & 0xff] ^ (rest >>> 8);
        }
        return (rest ^ 0xffffffff) >>> 0;
    }

    /* Length, type, content and the checksum of the last two. */
    function chunk(type, content) {
        const bytes = new Uint8Array(12 + content.length);
        const view = new DataView(bytes.buffer);
        view.setUint32(0, content.length);
        bytes.set(utf8.encode(type), 4);
        bytes.set(content, 8);
        view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)));
        return bytes;
    }

    /* Keyword, not compressed, no language, no translated keyword, text. */
    function words(keyword, text) {
        return chunk("iTXt", utf8.encode(`${keyword}\0\0\0\0\0${text}`));
    }

    function resolution(dotsPerInch) {
        const content = new Uint8Array(9);
        const perMetre = Math.round(dotsPerInch / 0.0254);
        new DataView(content.buffer).setUint32(0, perMetre);
        new DataView(content.buffer).setUint32(4, perMetre);
        content[8] = 1;
        return chunk("pHYs", content);
    }

    /* The parts of the PNG with texts (keyword -> text) and its resolution after the header. */
    function write(png, texts, dotsPerInch) {
        const chunks = Object.entries(texts).filter(([, text]) => text).map(([keyword, text]) => words(keyword, text));
        return [png.subarray(0, AFTER_HEADER), resolution(dotsPerInch), ...chunks, png.subarray(AFTER_HEADER)];
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        png: { write },
    });
})();
