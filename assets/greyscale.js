/* A figure without colours, in which all that can be told apart by colour still can: series keep a grey, a dash,
   a symbol or a pattern of their own, scales become ramps of the same luminance, and what is below zero is ruled. */
(function () {
    "use strict";
    /* Colors of series as greys far apart for neighbors; all others become the grey of their luminance. */
    const GREYS = window.reasonboard.colors.greys;
    const PATTERNS = ["", "/", "x", "-", "\\", ".", "|", "+"];
    const SERIES = Object.keys(GREYS).slice(0, PATTERNS.length);
    const BETWEEN = 4; // a scale is mixed in RGB: more stops keep it near the luminance of its colours
    const NOTE = "Cells with level lines are below zero.";

    const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
    const encoded = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
    const hex = (channels) => `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
    const [BLACK, WHITE] = [0, 255].map((level) => hex([level, level, level]));

    /* Red, green, blue (0 to 255) and, where it says so, how opaque; null for what is no colour. */
    function parsed(text) {
        const short = text.match(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i);
        if (short) {
            return short.slice(1).map((digit) => parseInt(digit + digit, 16));
        }
        const long = text.match(/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i);
        if (long) {
            return long.slice(1).map((digits) => parseInt(digits, 16));
        }
        const written = text.match(/^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/);
        return written ? written.slice(1).filter((channel) => channel !== undefined).map(Number) : null;
    }

    /* Relative luminance (WCAG 2), so that what was readable on a colour is readable on its grey. */
    function luminance([red, green, blue]) {
        return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
    }

    function ofLuminance(channels) {
        const level = 255 * encoded(luminance(channels));
        return hex([level, level, level]);
    }

    /* The grey of a colour, anything else as it is. */
    function grey(text) {
        const channels = parsed(text);
        if (!channels) {
            return text;
        }
        const level = GREYS[hex(channels.slice(0, 3))] || ofLuminance(channels);
        return channels.length < 4 ? level : `rgba(${parsed(level).join(",")},${channels[3]})`;
    }

    function recoloured(item, key) {
        if (typeof item === "string") {
            return grey(item.replace(/(color:)(#[0-9a-f]{3,6}|rgba?\([^)]*\))/gi, (_, before, colour) => before + grey(colour)));
        }
        if (Array.isArray(item)) {
            return key === "colorscale" ? ramp(item) : typeof item[0] === "number" ? item : item.map((part) => recoloured(part));
        }
        if (item && typeof item === "object" && key !== "meta") {
            return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, recoloured(value, name)]));
        }
        return item;
    }

    /* A colour scale as greys of the luminance that it has at each place. */
    function ramp(stops) {
        const mixed = (from, to, share) => from.map((channel, place) => channel + (to[place] - channel) * share);
        const all = stops.slice(0, -1).flatMap(([start, colour], place) => {
            const [end, next] = stops[place + 1];
            return Array.from({ length: BETWEEN }, (_, step) => {
                const share = step / BETWEEN;
                return [start + (end - start) * share, ofLuminance(mixed(parsed(colour), parsed(next), share))];
            });
        });
        const [last, colour] = stops[stops.length - 1];
        return [...all, [last, ofLuminance(parsed(colour))]];
    }

    const middle = (stops) => luminance(parsed(stops[Math.floor(stops.length / 2)][1]));
    /* Is the scale brightest in its middle, so that without colour both of its ends are alike? */
    const isDiverging = (axis) => {
        const stops = axis?.colorscale;
        return Array.isArray(stops) && [stops[0], stops[stops.length - 1]].every(([, colour]) => luminance(parsed(colour)) < middle(stops));
    };

    /* The heatmaps whose cells say their sign by nothing but colour. */
    function signless({ data, layout }) {
        const labelled = new Set(data.filter((trace) => trace.mode === "text" && Array.isArray(trace.textfont?.color)).map((trace) => trace.xaxis));
        return data.filter((trace) => trace.type === "heatmap" && isDiverging(layout[trace.coloraxis]) && !labelled.has(trace.xaxis));
    }

    /* Level lines over the cells below zero: white ones on dark cells, black ones on light. */
    function ruled(heatmap, axis) {
        const stripes = { [WHITE]: [[], []], [BLACK]: [[], []] };
        const stops = ramp(axis.colorscale);
        heatmap.z.forEach((line, row) => line.forEach((value, column) => {
            if (typeof value === "number" && value < 0) {
                const share = (value - axis.cmin) / (axis.cmax - axis.cmin);
                const cell = stops[Math.min(stops.length - 1, Math.max(0, Math.round(share * (stops.length - 1))))][1];
                const [xs, ys] = stripes[luminance(parsed(cell)) < 0.18 ? WHITE : BLACK];
                const [left, right, low, high] = [heatmap.x[column], heatmap.x[column + 1], heatmap.y[row], heatmap.y[row + 1]];
                xs.push(left, right, right, left, left, null);
                ys.push(low, low, high, high, low, null);
            }
        }));
        return Object.entries(stripes).filter(([, [xs]]) => xs.length).map(([colour, [x, y]]) => ({
            type: "scatter", mode: "lines", x, y, xaxis: heatmap.xaxis, yaxis: heatmap.yaxis, name: "below zero", hoverinfo: "skip",
            fill: "toself", line: { width: 0 }, fillcolor: "rgba(0,0,0,0)",
            fillpattern: { shape: "-", size: 5, solidity: 0.16, fgcolor: colour, bgcolor: "rgba(0,0,0,0)" },
        }));
    }

    /* Bars that only their colour tells apart get a pattern each, on a light ground that shows their whiskers. */
    function patterned(trace) {
        const { color, line, pattern: its } = trace.marker ?? {};
        const colours = line?.color ?? color;
        if (trace.type !== "bar" || its || !colours) {
            return trace;
        }
        const each = (item, change) => (Array.isArray(item) ? item.map(change) : change(item));
        const light = (colour) => (GREYS[colour] ? hex(parsed(GREYS[colour]).map((level) => (level + 2 * 255) / 3)) : colour);
        const pattern = {
            shape: each(colours, (colour) => PATTERNS[Math.max(0, SERIES.indexOf(colour))]),
            fgcolor: colours, fillmode: "overlay", solidity: 0.25, size: 6,
        };
        return { ...trace, marker: { ...trace.marker, color: each(color, light), pattern } };
    }

    /* A corner that is seen on dark cells too. */
    function edged(trace) {
        return trace.name === "sources disagree" ? { ...trace, fillcolor: BLACK, line: { color: WHITE, width: 1 } } : trace;
    }

    function draw(figure) {
        const { data, layout } = figure;
        const lines = signless(figure).flatMap((trace) => ruled(trace, layout[trace.coloraxis]));
        const after = data.findLastIndex((trace) => trace.type === "heatmap") + 1;
        const marked = [...data.slice(0, after), ...lines, ...data.slice(after)].map(patterned).map(edged);
        const keys = (layout.annotations || []).map((note) => ({ ...note, text: note.text?.replace(/\bred(?= corner|: )/g, "dark") }));
        return { data: marked.map((trace) => recoloured(trace)), layout: recoloured({ ...layout, annotations: keys }) };
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        greyscale: { draw, note: (figure) => (signless(figure).length ? NOTE : "") },
    });
})();
