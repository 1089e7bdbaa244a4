/* Charts on paper: as wide as it. A chart that is too high for its page is cut between its rows of panels, and the browser
   keeps each row on one page. */
(function () {
    "use strict";
    const WIDTH = 680; // pixels that A4 and letter both have room for
    const PAGE = 780; // pixels of height, under a title and over a foot
    const LEAST = 0.75; // the smallest scale at which a chart is kept whole
    const TITLE = 20; // pixels over a panel that belong to it; closer ones are parts of one panel
    const PART = 240; // pixels of height, at least, of the parts of a panel that is higher than a page

    /* Ranges from above to below, with those that overlap joined to one. */
    function joined(ranges) {
        const found = [];
        for (const [top, bottom] of ranges.sort(([one], [other]) => one - other)) {
            const last = found.at(-1);
            if (last && top <= last[1]) {
                last[1] = Math.max(last[1], bottom);
            } else {
                found.push([top, bottom]);
            }
        }
        return found;
    }

    /* The free room between ranges, each as [top, bottom]. */
    const gaps = (ranges) => ranges.slice(1).map(([top], index) => [ranges[index][1], top]);
    const middle = ([top, bottom]) => Math.round((top + bottom) / 2);

    /* From where to where each row of panels reaches down the chart, in pixels. */
    function rows(plot) {
        const { _size: size, ...layout } = plot._fullLayout;
        const axes = Object.entries(layout).filter(([name, axis]) => /^yaxis\d*$/.test(name) && axis.visible).map(([, axis]) => axis);
        return joined(axes.map(({ domain: [low, high] }) => [size.t + size.h * (1 - high) - TITLE, size.t + size.h * (1 - low)]));
    }

    /* The same for each line of words. */
    function lines(plot) {
        const { top } = plot.getBoundingClientRect();
        const boxes = [...plot.querySelectorAll(".main-svg text")].map((text) => text.getBoundingClientRect());
        return joined(boxes.filter(({ height }) => height).map((box) => [box.top - top, box.bottom - top]));
    }

    /* The widest free room between two rows: above it are ticks of the upper one, below it titles of the lower one. */
    function between([top, bottom], words) {
        const within = words.filter(([from, to]) => to > top && from < bottom);
        return gaps([[top, top], ...within, [bottom, bottom]]).reduce((one, other) => (other[1] - other[0] > one[1] - one[0] ? other : one));
    }

    /* Where a chart can be cut: at its top, between its rows of panels and at its bottom. */
    function edges(plot) {
        const words = lines(plot);
        return [0, ...gaps(rows(plot)).map((gap) => middle(between(gap, words))), plot._fullLayout.height];
    }

    /* Where it is cut into rows of panels, and a row that is higher than `most` pixels between its lines of words. */
    function cuts(plot, most) {
        const [first, ...bottoms] = edges(plot);
        const places = gaps(lines(plot)).map(middle);
        let top = first;
        const ends = bottoms.flatMap((bottom) => {
            const inner = bottom - top > most ? places.filter((y) => y - top >= PART && bottom - y >= PART && (top = y)) : [];
            top = bottom;
            return [...inner, bottom];
        });
        return ends.slice(0, -1);
    }

    /* The chart in slices that end at these pixels: it is the first one itself, the others are copies after it. */
    function cut(place, plot, ends) {
        const { height } = plot._fullLayout;
        place.style.height = `${ends[0]}px`;
        place.parentElement.classList.add("sliced");
        const slices = ends.map((top, index) => {
            const slice = Object.assign(document.createElement("div"), { className: "slice js-plotly-plot" });
            const drawn = plot.querySelector(".plot-container").cloneNode(true);
            Object.assign(drawn.style, { height: `${height}px`, marginTop: `${-top}px` });
            slice.style.height = `${(ends[index + 1] ?? height) - top}px`;
            slice.append(drawn);
            return slice;
        });
        place.after(...slices);
        return slices;
    }

    /* Draws a figure as wide as paper, whole if that takes little: else each row of panels on one page. `room`: the pixels
       of height that its first page has; `across`: how wide the figure is laid out, if not for paper. */
    function draw(place, plot, { data, layout }, { room = PAGE, across = WIDTH, config } = {}) {
        whole(place);
        const { height } = layout;
        const drawAt = (zoom) => window.Plotly.react(plot, data, { ...layout, width: Math.floor(WIDTH / zoom) }, config);
        let zoom = WIDTH / across;
        place.style.height = `${height}px`;
        drawAt(zoom);
        const highest = Math.max(...gaps(edges(plot).map((y) => [y, y])).map(([top, bottom]) => bottom - top));
        const smaller = [room / height, PAGE / highest].map((fitting) => Math.min(1, fitting / zoom)).find((scale) => scale >= LEAST) ?? 1;
        zoom *= smaller;
        if (smaller < 1) {
            drawAt(zoom);
        }
        const ends = height * zoom > room + 1 ? cuts(plot, PAGE / zoom + 1) : [];
        const slices = ends.length ? cut(place, plot, ends) : [];
        [place, ...slices].forEach(({ style }) => Object.assign(style, { zoom, width: `${Math.floor(WIDTH / zoom)}px` }));
    }

    /* The chart in one piece and at its own scale again. */
    function whole(place) {
        Object.assign(place.style, { zoom: "", width: "" });
        place.parentElement.classList.remove("sliced");
        place.parentElement.querySelectorAll(":scope > .slice").forEach((slice) => slice.remove());
    }

    window.reasonboard = Object.assign({}, window.reasonboard, { paper: { WIDTH, draw, whole } });
})();
