"""Texts that run a script, fetch something or deceive the reader, where a page does not show them as they are."""

_RUN = "window.__xss=1"
_AWAY = "http://evil.example"
PAYLOADS: tuple[str, ...] = (
    # elements
    f"<script>{_RUN}</script>",
    f"<ScRiPt>{_RUN}</sCrIpT>",
    f"<script src={_AWAY}/x.js></script>",
    f"<img src=x onerror={_RUN}>",
    f"<img src={_AWAY}/beacon.png>",
    f"<svg onload={_RUN}>",
    f"<svg><script>{_RUN}</script></svg>",
    f"<svg><animate onbegin={_RUN} attributeName=x dur=1s>",
    f"<iframe src=javascript:parent.{_RUN}></iframe>",
    f"<iframe srcdoc='<script>parent.{_RUN}</script>'></iframe>",
    f"<body onload={_RUN}>",
    f"<details open ontoggle={_RUN}>x</details>",
    f"<input autofocus onfocus={_RUN}>",
    f"<video><source onerror={_RUN}></video>",
    f"<object data=javascript:{_RUN}></object>",
    f"<embed src=javascript:{_RUN}>",
    f"<math><mtext><img src=x onerror={_RUN}></mtext></math>",
    f"<template><script>{_RUN}</script></template>",
    f"<link rel=stylesheet href={_AWAY}/x.css>",
    f"<style>@import '{_AWAY}/x.css';</style>",
    f"<meta http-equiv=refresh content='0;url={_AWAY}/'>",
    f"<base href={_AWAY}/>",
    f"<form action={_AWAY}><button>Load</button></form>",
    # out of an attribute, a script, a style, a comment
    f'"><img src=x onerror={_RUN}>',
    f"'><img src=x onerror={_RUN}>",
    f"' onmouseover='{_RUN}' x='",
    f'" autofocus onfocus="{_RUN}" x="',
    f"</script><script>{_RUN}</script>",
    f"</title><script>{_RUN}</script>",
    f"</style><script>{_RUN}</script>",
    f"--><script>{_RUN}</script><!--",
    f"';{_RUN};//",
    f"`${{{_RUN}}}`",
    # links
    f"<a href=javascript:{_RUN}>click</a>",
    f"<a href='{_AWAY}/'>click</a>",
    f"[click](javascript:{_RUN})",
    f"![x]({_AWAY}/beacon.png)",
    # entities and templates
    f"&lt;img src=x onerror={_RUN}&gt;",
    f"&#60;img src=x onerror={_RUN}&#62;",
    "{{constructor.constructor('window.__xss=1')()}}",
    "%{customdata[0]}<extra></extra>",
    # mathematics, direction, terminals, spreadsheets
    rf"$\href{{javascript:{_RUN}}}{{x}}$",
    "\u202egnp.exe\u202c model",
    "zero\u200bwidth\ufeffjoin",
    "\x1b]0;owned\x07\x1b[31mred",
    '=HYPERLINK("http://evil.example","x")',
)
