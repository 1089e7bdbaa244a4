/* The sound of a mark: the low end of its interval, its value and the high end as short tones, higher for higher values
   within its panel, from left to right as the mark stands; fetched when a reader wants it (assets/cursor.js). */
(function () {
    "use strict";
    const [LOWEST, OCTAVES] = [220, 2]; // hertz of the lowest value of a panel, and how far above it the highest is
    const [LENGTH, STEP] = [0.14, 0.17]; // seconds of a tone, and from one to the next
    const NUMBER = "([+−-]?[\\d,.]*\\d)";
    const ENDS = new RegExp(`${NUMBER}(?: ?%)? to ${NUMBER}|±\\s?${NUMBER}`);
    const UNSURE = /not significant|not tested|not testable|cannot be t/;
    let audio;
    let isOn = false;

    const number = (words) => Number(words.replaceAll(",", "").replace("−", "-"));

    /* The ends of a mark's interval as it says them, as far as they enclose its value. */
    function ends({ words, value }) {
        const [, low, high, half] = ENDS.exec(words) ?? [];
        const [from, to] = half ? [value - number(half), value + number(half)] : low ? [number(low), number(high)] : [];
        return from <= value && value <= to ? [from, to] : [];
    }

    function tone(at, frequency, type, pan) {
        const [oscillator, gain, panner] = [audio.createOscillator(), audio.createGain(), audio.createStereoPanner()];
        oscillator.type = type;
        oscillator.frequency.value = frequency;
        panner.pan.value = pan;
        gain.gain.setValueAtTime(0, at);
        gain.gain.linearRampToValueAtTime(0.2, at + 0.01);
        gain.gain.linearRampToValueAtTime(0, at + LENGTH);
        oscillator.connect(gain).connect(panner).connect(audio.destination);
        oscillator.start(at);
        oscillator.stop(at + LENGTH);
    }

    /* How far up a value is among others, from 0 to 1. */
    function share(value, others) {
        const [least, most] = [Math.min(...others), Math.max(...others)];
        return most > least ? Math.max(0, Math.min(1, (value - least) / (most - least))) : 0.5;
    }

    window.reasonboard = Object.assign({}, window.reasonboard, {
        turnSound() {
            isOn = !isOn;
            audio ??= new AudioContext();
            return isOn ? "Sound on." : "Sound off.";
        },

        /* Plays a mark among those of its panel, while sound is on. A soft tone is sure, a rough one is not significant or was not
           tested; a cell that nobody measured is a rough tone below all others. */
        play(mark, marks) {
            if (!isOn) {
                return;
            }
            const beside = marks.filter(({ axes, value }) => axes === mark.axes && value !== null);
            const [low, high] = ends(mark);
            const heard = [low, mark.value, high].filter((value) => value !== undefined && value !== null);
            const pitches = heard.map((value) => LOWEST * 2 ** (OCTAVES * share(value, beside.map((other) => other.value))));
            const pan = share(mark.x, marks.map(({ x }) => x)) * 2 - 1;
            const type = heard.length && !UNSURE.test(mark.words) ? "sine" : "sawtooth";
            (pitches.length ? pitches : [LOWEST / 2]).forEach((pitch, index) => tone(audio.currentTime + index * STEP, pitch, type, pan));
        },
    });
})();
