// Says what hostile text has brought about on a page.
() => {
    const leads = (address) => {
        try {
            const { protocol, hostname } = new URL(address, location.href);
            return protocol === "javascript:" || hostname.endsWith("evil.example");
        } catch {
            return false;
        }
    };
    const links = [...document.querySelectorAll("a, [href], [src], [action]")].filter((element) =>
        ["href", "xlink:href", "src", "action"].some(
            (name) => element.hasAttribute(name) && leads(element.getAttribute(name)),
        ),
    );
    const handlers = [...document.querySelectorAll("*")].filter((element) =>
        [...element.attributes].some(({ name, value }) => /^on/i.test(name) && value.includes("__xss")),
    );
    return {
        ran: window.__xss !== undefined,
        links: links.map((element) => element.outerHTML.slice(0, 160)),
        handlers: handlers.map((element) => element.outerHTML.slice(0, 160)),
        violations: window.violations ?? [],
        text: document.body.textContent,
    };
}
