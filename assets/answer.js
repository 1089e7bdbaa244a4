/* Shows what the server answers (app/reasonboard/web/page/change.py), which is first the charts in sight. They are drawn as soon as the
   answer is there: what Dash does with it takes as long as drawing a chart or two. The other parts of a page are asked
   for when these are drawn. */
(function () {
    "use strict";
    const SOON = 600; // milliseconds: what comes sooner is not worth a flicker
    const set = (id, props) => window.dash_clientside.set_props(id, props);
    const page = () => document.querySelector("[data-study]");
    const isShown = (study) => page()?.dataset.study === study; // a reader may have left it meanwhile
    const sight = new Set(); // the places of charts in the window
    let marking;
    let last; // what was asked of the server last: the answers before are of no more interest, though they may come later

    /* Marks the views whose charts are still to come: what they show is of the state before. */
    function mark(study, parts) {
        for (const view of isShown(study) ? document.querySelectorAll(".view") : []) {
            const name = view.id.slice(study.length + 1, -"-view".length);
            view.toggleAttribute("data-late", parts.includes(`${name}-figure`));
        }
    }

    function askFor(study, parts) {
        clearTimeout(marking);
        marking = setTimeout(mark, parts.length ? SOON : 0, study, parts);
        set(`${study}-late`, { data: parts });
        if (parts.length) {
            requestAnimationFrame(() => setTimeout(() => isShown(study) && set(`${study}-rest`, { data: Date.now() })));
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
            set(`${here.dataset.study}-seen`, { data: views.sort() });
        }
    });

    const answered = (study) => `${study}-answer`;
    const places = (study, figures) => Object.entries(figures ?? {}).map(([view, figure]) => [`${study}-${view}-graph`, figure]);

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* What Dash asks and what it is answered (app/reasonboard/web/main.py), before it does anything with it. */
        asks(question) {
            last = page() && question.output.includes(`${answered(page().dataset.study)}.`) ? question : last;
        },
        hears(question, answer) {
            const study = page()?.dataset.study;
            const figures = question === last && answer[answered(study)]?.data?.figures;
            if (figures) {
                window.reasonboard.draw(places(study, figures), window.dash_clientside.reasonboard.scheme());
            }
        },

        /* Tells the server, from now on, while this place of a chart is in sight. */
        watch: (place) => observer.observe(place),
    });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        show(scheme, answer) {
            const { triggered } = window.dash_clientside.callback_context;
            const study = page()?.dataset.study;
            const isNew = !triggered.length || triggered.some(({ prop_id }) => prop_id.endsWith("-answer.data"));
            if (isNew) {
                for (const [id, html] of Object.entries(answer.html ?? {})) {
                    document.getElementById(id).dataset.html = html;
                }
                Object.entries(answer.pages ?? {}).forEach(([id, props]) => set(id, props));
            }
            window.reasonboard.draw(places(study, isNew ? answer.figures : {}), scheme);
            if (isNew && answer.late) {
                askFor(study, answer.late);
            }
            return window.dash_clientside.no_update;
        },
    });
})();
