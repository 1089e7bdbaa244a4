/* Written by `make colors` from app/reasonboard/charts/colors.py: change a color there. */
window.reasonboard = Object.assign({}, window.reasonboard, { colors: {
    "ink": "#16191d",
    "muted": "#6a7280",
    "dark": {
        "#ffffff": "#101216",
        "#16191d": "#e8eaed",
        "#6a7280": "#9aa3b0",
        "rgba(22,25,29,0.1)": "rgba(232,234,237,0.1)",
        "#c3c8d0": "#474d57",
        "#3451b2": "#8ea2ff",
        "#c8641b": "#f0a060",
        "#c62a2f": "#ff8589",
        "rgba(11,107,176,0.14)": "rgba(95,176,234,0.18)",
        "rgba(200,100,27,0.12)": "rgba(240,160,96,0.16)",
        "#0b6bb0": "#5fb0ea",
        "#b3541e": "#f0a060",
        "#0f7b5f": "#45c79f",
        "#a34f86": "#e08fc4",
        "#7a6a00": "#d8c44a",
        "#2f83b8": "#8fd0ff",
        "#5b4ea3": "#b0a6f5",
        "#7d4a2b": "#d9a282"
    },
    "greys": {
        "#0b6bb0": "#2b2b2b",
        "#b3541e": "#848484",
        "#0f7b5f": "#4d4d4d",
        "#a34f86": "#949494",
        "#7a6a00": "#000000",
        "#2f83b8": "#727272",
        "#5b4ea3": "#3c3c3c",
        "#7d4a2b": "#606060",
        "#c8641b": "#7c7c7c",
        "#3451b2": "#0c0c0c",
        "#c62a2f": "#060606"
    }
} });
