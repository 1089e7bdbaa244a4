/* A cursor on the marks of a chart: arrow keys walk along a line and from line to line, Page Up and Page Down from panel
   to panel; what stands there is seen and read out. Enter selects the mark, as a click does, C holds the selected one
   to compare it with the next, L opens the list of all marks (assets/mark-list.js), S turns sound on and off
   (assets/sound.js), Escape lets go of the cursor. */
(function () {
    "use strict";
    const KEYS = {
        ArrowRight: { mark: 1 }, ArrowLeft: { mark: -1 }, Home: { mark: -Infinity }, End: { mark: Infinity },
        ArrowDown: { line: 1 }, ArrowUp: { line: -1 }, PageDown: { panel: 1 }, PageUp: { panel: -1 },
    };
    const HERE = document.currentScript.src;
    const scripts = {};
    const cursors = new WeakMap(); // by the element that a figure is drawn into: the figure, its panels, and where the cursor is
    const limit = (index, list) => Math.max(0, Math.min(index, list.length - 1));
    const plot = (place) => place.querySelector(".plot");
    const listOf = (place) => place.parentElement.querySelector(".mark-list");
    const status = () => document.getElementById("mark-status");

    function nearest(marks, x) {
        return marks.reduce((best, mark, index) => (Math.abs(mark.x - x) < Math.abs(marks[best].x - x) ? index : best), 0);
    }

    /* The cursor of a chart, on its first mark where it has none; null where there is nothing to read. */
    function cursorOf(place) {
        const figure = window.reasonboard.figure(place);
        const before = cursors.get(place);
        if (!figure || before?.figure === figure) {
            return before ?? null;
        }
        const panels = window.reasonboard.marks(figure);
        const panel = limit(before?.panel ?? 0, panels);
        const line = limit(before?.line ?? 0, panels[panel]?.lines ?? []);
        const mark = limit(before?.mark ?? 0, panels[panel]?.lines[line].marks ?? []);
        const cursor = panels.length ? { figure, panels, panel, line, mark, isShown: before?.isShown ?? false } : null;
        cursors.set(place, cursor);
        return cursor;
    }

    const linesOf = ({ panels, panel }) => panels[panel].lines;

    function current({ panels, panel, line, mark }) {
        return panels[panel].lines[line].marks[mark];
    }

    function go(cursor, { panel = 0, line = 0, mark = 0 }) {
        cursor.isEntered = !cursor.isShown || panel !== 0;
        if (!cursor.isShown) {
            return;
        }
        const { x } = current(cursor);
        const isList = linesOf(cursor).length === 1;
        const other = limit(cursor.panel + panel, cursor.panels);
        if (other !== cursor.panel) {
            cursor.panel = other;
            cursor.line = 0;
            const [{ marks }] = linesOf(cursor);
            cursor.mark = isList ? limit(cursor.mark, marks) : nearest(marks, x);
        } else if (line && !isList) {
            cursor.line = limit(cursor.line + line, linesOf(cursor));
            cursor.mark = nearest(linesOf(cursor)[cursor.line].marks, x);
        } else {
            cursor.mark = limit(cursor.mark + (mark || line), linesOf(cursor)[cursor.line].marks);
        }
    }

    /* Where the mark is, as far as it is not in the chart's first line and panel for want of others. */
    function where({ panels, panel, line, mark }) {
        const { lines } = panels[panel];
        return [
            `${mark + 1} of ${lines[line].marks.length}`,
            ...(lines.length > 1 ? [`line ${line + 1} of ${lines.length}`] : []),
            ...(panels.length > 1 ? [`panel ${panel + 1} of ${panels.length}`] : []),
        ].join(", ");
    }

    function hide(place) {
        plot(place)?.querySelector(".cursor-mark, .cursor-cell")?.remove();
        if (plot(place)?._fullLayout) {
            window.Plotly.Fx.unhover(plot(place));
        }
    }

    function point(place, mark) {
        const { _fullLayout: layout, data } = plot(place);
        const [, x, y] = /^(x\d*)(y\d*)$/.exec(mark.axes);
        const axis = (name) => layout[name.replace(/^([xy])/, "$1axis")];
        const pointNumber = mark.at.length > 1 ? mark.at : mark.at[0];
        return { data: data[mark.curve], curveNumber: mark.curve, pointNumber, x: mark.x, y: mark.y, xaxis: axis(x), yaxis: axis(y) };
    }

    /* Outlines the mark, with the words of its hover beside it. */
    function show(place, cursor) {
        const mark = current(cursor);
        const isCell = mark.at.length > 1;
        hide(place);
        window.reasonboard.outline(plot(place), point(place, mark), isCell ? "cursor-cell" : "cursor-mark");
        window.reasonboard.hover(plot(place), point(place, mark));
    }

    function read(place) {
        const cursor = cursorOf(place);
        show(place, cursor);
        const shown = plot(place).querySelector(".cursor-mark, .cursor-cell").getBoundingClientRect();
        if (shown.top < 60 || shown.bottom > innerHeight) {
            scrollBy(0, shown.top - innerHeight / 2);
        }
        const { words } = current(cursor);
        const { title } = cursor.panels[cursor.panel];
        const panel = cursor.isEntered && !words.includes(title) ? `${title}: ` : "";
        status().textContent = `${panel}${words}. ${where(cursor)}.`;
        window.reasonboard.play?.(current(cursor), linesOf(cursor).flatMap((line) => line.marks));
    }

    /* A script that most readers do without, fetched when it is wanted first. */
    function fetched(name) {
        const script = document.createElement("script");
        scripts[name] ??= new Promise((resolve) => document.head.append(Object.assign(script, { src: new URL(name, HERE), onload: resolve })));
        return scripts[name];
    }

    document.addEventListener("keydown", (event) => {
        const place = event.target.matches?.(".graph[tabindex]") && event.target;
        const cursor = place && plot(place) && !event.ctrlKey && !event.altKey && !event.metaKey ? cursorOf(place) : null;
        if (!cursor) {
            return;
        }
        if (KEYS[event.key]) {
            go(cursor, KEYS[event.key]);
            cursor.isShown = true;
            read(place);
        } else if (event.key === "Enter" && cursor.isShown) {
            window.reasonboard.selectMark(place);
        } else if (event.key.toLowerCase() === "c" && !event.shiftKey) {
            document.querySelector("[data-compare]")?.click();
        } else if (event.key.toLowerCase() === "l") {
            const list = listOf(place);
            list.open = true;
            list.firstChild.focus();
        } else if (event.key.toLowerCase() === "s") {
            fetched("sound.js").then(() => { status().textContent = window.reasonboard.turnSound(); });
        } else if (event.key === "Escape" && cursor.isShown) {
            cursor.isShown = false;
            hide(place);
        } else {
            return;
        }
        event.preventDefault();
    });
    document.addEventListener("toggle", ({ target }) => {
        if (target.matches?.(".mark-list")) {
            fetched("mark-list.js").then(() => window.reasonboard.renewList(target));
        }
    }, true);
    document.addEventListener("focusout", (event) => {
        if (event.target.matches?.(".graph[tabindex]") && plot(event.target)) {
            hide(event.target);
        }
    });
    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* A chart was drawn anew: its cursor is where it was. */
        redrawn(place) {
            const cursor = cursors.get(place) && cursorOf(place);
            if (cursor?.isShown && document.activeElement === place) {
                show(place, cursor);
            }
            window.reasonboard.renewList?.(listOf(place));
        },

        /* The panels of a chart for its list, and the mark there: seen, no longer seen, selected. */
        panelsOf: (place) => cursorOf(place)?.panels ?? [],
        showMark(place, at) {
            Object.assign(cursorOf(place), at);
            return plot(place) && show(place, cursorOf(place));
        },
        hideMark: hide,
        selectMark: (place) => window.reasonboard.pick(place, point(place, current(cursorOf(place)))),
    });
})();
