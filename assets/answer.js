/* Shows what the server answers (app/reasonboard/web/page/change.py). Charts are drawn as soon as the answer is there:
   what Dash does with it takes as long as drawing a chart or two. */
(function () {
    "use strict";
    const page = () => document.querySelector("[data-study]");
    const BUSY = 300; // milliseconds: what is answered sooner needs no sign
    const LONG = 2000; // milliseconds after which who does not see the sign hears of it
    const LOST = 20000; // milliseconds after which no answer comes any more
    let waiting = [];
    let last; // what was asked of the server last: the answers before are of no more interest, though they may come later

    function idle() {
        waiting.forEach(clearTimeout);
        page()?.removeAttribute("data-busy");
    }

    /* The charts say that a change of theirs is under way. */
    function busy() {
        waiting.forEach(clearTimeout);
        waiting = [setTimeout(() => page()?.setAttribute("data-busy", ""), BUSY), setTimeout(window.reasonboard.say, LONG, "Updating charts …"), setTimeout(idle, LOST)];
    }

    const graphs = (study, figures) =>
        Object.entries(figures ?? {}).map(([view, figure]) => [window.reasonboard.ids.graph(study, view), figure]);

    window.reasonboard = Object.assign({}, window.reasonboard, {
        /* What Dash asks and what it is answered (app/reasonboard/web/main.py), before it does anything with it. */
        asks(question) {
            const study = page()?.dataset.study;
            if (study && question.output.includes(`${window.reasonboard.ids.answer(study)}.`)) {
                last = question;
                window.reasonboard.remember();
                busy();
            }
        },
        hears(question, answer) {
            if (question === last) {
                idle();
            }
            const study = page()?.dataset.study;
            const figures = question === last && answer[window.reasonboard.ids.answer(study)]?.data?.figures;
            if (figures) {
                window.reasonboard.draw(graphs(study, figures), window.dash_clientside.reasonboard.scheme());
            }
        },
    });
    window.dash_clientside = Object.assign({}, window.dash_clientside);
    window.dash_clientside.reasonboard = Object.assign({}, window.dash_clientside.reasonboard, {
        show(scheme, answer) {
            const { triggered } = window.dash_clientside.callback_context;
            const study = page()?.dataset.study;
            const isNew = !triggered.length || triggered.some(({ prop_id }) => prop_id === `${window.reasonboard.ids.answer(study)}.data`);
            if (isNew) {
                for (const [id, html] of Object.entries(answer.html ?? {})) {
                    document.getElementById(id).dataset.html = html;
                }
                if (triggered.length) {
                    window.reasonboard.announce(Object.keys(answer.figures ?? {}).length > 0);
                }
            }
            window.reasonboard.draw(graphs(study, isNew ? answer.figures : {}), scheme);
            return window.dash_clientside.no_update;
        },
    });
})();
