/* Charts on paper: what is a little higher than its page is drawn smaller, what is much higher is cut into slices, each on
   one page, between its panels and else between its lines of words. */
(function () {
    "use strict";
    const WIDTH = 680; // pixels that A4 and letter both have room for
    const ROOM = 780; // pixels of height, under a heading and over a foot
    const NEXT = 900; // of a slice that has neither
    const LEAST = 0.75; // how much smaller a chart is made at most, where it can be cut

    /* How far down from its top each panel reaches, and each word. */
    function filled(plot) {
        const { _size: size, ...layout } = plot._fullLayout;
        const { top } = plot.getBoundingClientRect();
        const panels = Object.entries(layout).filter(([name]) => /^yaxis\d*$/.test(name))
            .map(([, { domain }]) => [size.t + size.h * (1 - domain[1]), size.t + size.h * (1 - domain[0])]);
        const words = [...plot.querySelectorAll("svg text")].filter((text) => text.textContent.trim()).map((text) => {
            const box = text.getBoundingClientRect();
            return [box.top - top, box.bottom - top];
        });
        return { panels, words };
    }

    /* Where slices end, from above: none is higher than it has room. */
    function edges(plot, height, first) {
        const { panels, words } = filled(plot);
        const within = (y, parts) => parts.some(([top, bottom]) => top - 1 < y && y < bottom + 1);
        const found = [0];
        for (let last = 0, room = first; height - last > room; room = NEXT) {
            const places = Array.from({ length: Math.floor(room * 0.7) }, (_, index) => last + room - index).filter((y) => !within(y, words));
            last = places.find((y) => !within(y, panels)) ?? places[0] ?? last + room;
            found.push(last);
        }
        return [...found, height];
    }

    /* The chart in slices: it is the first one itself, the others are copies after it. */
    function cut(place, plot, first) {
        const { height } = plot._fullLayout;
        const [, bottom, ...rest] = edges(plot, height, first);
        place.style.height = `${bottom}px`;
        place.parentElement.classList.add("sliced");
        let top = bottom;
        let after = place;
        for (const end of rest) {
            const drawn = plot.querySelector(".svg-container").cloneNode(true);
            Object.assign(drawn.style, { height: `${height}px`, marginTop: `${-top}px` });
            const slice = Object.assign(document.createElement("div"), { className: "slice" });
            slice.style.height = `${end - top}px`;
            slice.append(drawn);
            after.after(slice);
            [top, after] = [end, slice];
        }
    }

    /* Draws the figure as wide as paper, its first slice in so much `room`; `least`: how wide it has to be laid out. */
    function draw(place, plot, { data, layout }, { room = ROOM, least = WIDTH, config } = {}) {
        whole(place);
        const fitting = Math.min(WIDTH / least, room / layout.height);
        const zoom = fitting < LEAST && least === WIDTH ? 1 : Math.min(1, fitting);
        window.Plotly.react(plot, data, { ...layout, width: Math.floor(WIDTH / zoom) }, config);
        place.style.height = `${layout.height}px`;
        place.style.zoom = zoom;
        if (layout.height * zoom > room) {
            cut(place, plot, room);
        }
    }

    /* The chart without the slices that were made of it. */
    function whole(place) {
        place.style.zoom = "";
        if (place.parentElement.classList.contains("sliced")) {
            place.parentElement.classList.remove("sliced");
            place.parentElement.querySelectorAll(":scope > .slice").forEach((slice) => slice.remove());
        }
    }

    window.reasonboard = Object.assign({}, window.reasonboard, { paper: { draw, whole } });
})();
