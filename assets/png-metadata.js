/* Texts and the resolution of a PNG: iTXt and pHYs chunks as in the PNG specification (third edition, 5.3 and 11.3). */
(function () {
    "use strict";
    const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
    const AFTER_HEADER = 33; // the signature and IHDR, which is always first and 13 bytes long
    const LONGEST = 65536; // more text than this is not ours
    const utf8 = new TextEncoder();
    const strictly = new TextDecoder("utf-8", { fatal: true });
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
        const said = Object.entries(texts).filter(([, text]) => text).map(([keyword, text]) => words(keyword, text));
        return [png.subarray(0, AFTER_HEADER), resolution(dotsPerInch), ...said, png.subarray(AFTER_HEADER)];
    }

    /* So many bytes of a zlib stream at most; throws where it is longer or damaged. */
    async function inflated(bytes) {
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
        const all = [];
        let length = 0;
        for (let part = await stream.read(); !part.done; part = await stream.read()) {
            length += part.value.length;
            if (length > LONGEST) {
                await stream.cancel();
                throw new Error("too long");
            }
            all.push(part.value);
        }
        return new Uint8Array(await new Blob(all).arrayBuffer());
    }

    async function text(content, keyword) {
        const [name, rest] = cut(content);
        if (name !== keyword || rest.length < 2 || rest[1] !== 0) {
            return null;
        }
        const [, translated] = cut(rest.subarray(2));
        const [, said] = cut(translated);
        return strictly.decode(rest[0] ? await inflated(said) : said);
    }

    /* What stands before the first zero byte, and what after it. */
    function cut(bytes) {
        const end = bytes.indexOf(0);
        return end < 0 ? ["", bytes.subarray(0, 0)] : [new TextDecoder().decode(bytes.subarray(0, end)), bytes.subarray(end + 1)];
    }

    /* The text of a keyword, null where the PNG has none; throws where what there is cannot be read. */
    async function read(bytes, keyword) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
            const length = view.getUint32(at);
            const end = at + 12 + length;
            if (end > bytes.length) {
                return null;
            }
            const type = new TextDecoder().decode(bytes.subarray(at + 4, at + 8));
            if (type === "iTXt" && length <= LONGEST) {
                const whole = crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);
                const found = await text(bytes.subarray(at + 8, end - 4), keyword);
                if (found !== null) {
                    if (!whole) {
                        throw new Error("damaged");
                    }
                    return found;
                }
            }
            at = end;
        }
        return null;
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        png: { write, read, recognises: (bytes) => SIGNATURE.every((one, place) => bytes[place] === one) },
    });
})();
