/* What the server answers first: the charts in sight. The other parts of a page are asked for when these are drawn. */
(function () {
    "use strict";
    const set = (id, data) => window.dash_clientside.set_props(id, { data });
    const page = () => document.querySelector("[data-study]");
    const SOON = 600; // milliseconds: what comes sooner is not worth a flicker
    const sight = new Set(); // the places of charts in the window
    let marking;

    /* Marks the views whose charts are still to come: what they show is of the state before. */
    function mark(study, parts) {
        for (const view of document.querySelectorAll(".view")) {
            const name = view.id.slice(study.length + 1, -"-view".length);
            view.toggleAttribute("data-late", parts.includes(`${name}-figure`));
        }
    }

    const observer = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) {
            sight[isIntersecting ? "add" : "delete"](target);
            if (!target.isConnected) {
                observer.unobserve(target);
            }
        }
        const here = page();
        if (here) {
            const views = [...sight].filter((place) => here.contains(place)).map((place) => place.dataset.view);
            set(`${here.dataset.study}-seen`, views.sort());
        }
    });

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* Tells the server, from now on, while this place of a chart is in sight. */
        watch: (place) => observer.observe(place),
    });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        askForLate(parts) {
            const study = page()?.dataset.study;
            clearTimeout(marking);
            marking = setTimeout(mark, parts.length ? SOON : 0, study, parts);
            if (parts.length) {
                requestAnimationFrame(() => setTimeout(set, 0, `${study}-rest`, Date.now()));
            }
            return window.dash_clientside.no_update;
        },
    });
})();
