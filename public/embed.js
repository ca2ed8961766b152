// Makes frames of <headroom-plan scenario="m=…" view="memory" lock="m_g"> and <a data-headroom href="…">, each once it comes into
// view. What stands inside, or the link, stays until the frame is there: pages without script or network keep it. A frame follows
// the attributes of its element: another scenario is taken over in place, others load it anew.
(() => {
  const doc = document, root = doc.documentElement, home = doc.currentScript.src, made = [],
    dark = matchMedia("(prefers-color-scheme:dark)"),
    tags = ["class", "data-theme", "data-bs-theme", "data-md-color-scheme"],

  // Makes the frame of an element, or brings the one that is there to where it has to be.
  put = from => {
    const { frame } = from, to = frame && frame.contentWindow, get = name => from.getAttribute(name),
      // Documentation themes say on <html> or <body> whether they are dark.
      says = [root, doc.body].map(on => tags.map(mark => on.getAttribute(mark))),
      now = get("theme") || (/\b(dark|slate|coal|navy|ayu)\b/.test(says) ||
        dark.matches && !/\b(light|default|rust)\b/.test(says) ? "dark" : "light"),
      url = new URL(from.href || get("base") || ".", home);
    url.hash = get("scenario") || url.hash;
    // The theme that it began with stays in its address: another one is told.
    Object.entries({ embed: 1, theme: from.mode = from.mode || now, lang: root.lang, host: origin, view: 0, lock: 0, controls: 0 })
      .map(([name, is]) => (is = get(name) || is) && url.searchParams.set(name, is));
    // No step for the way back.
    if (from.at != (from.at = "" + url) && to) to.location.replace(url);
    if (to && frame.style.colorScheme != now)
      to.postMessage({ type: "headroom:theme", v: 1, theme: frame.style.colorScheme = now }, url.origin);
    if (!frame) {
      made.push(from.frame = Object.assign(doc.createElement("iframe"), {
        src: url,
        at: url.origin,
        from,
        title: from.title || "Headroom",
        height: 0,
        sandbox: "allow-scripts allow-same-origin allow-popups allow-downloads",
        style: "border:0;width:100%;color-scheme:" + now
      }));
      from[from.href ? "after" : "append"](from.frame);
    }
  },
  seen = new IntersectionObserver(all => all.map(el => el.isIntersecting && put(el.target))),

  // The page changed: new elements, other attributes of theirs, or another theme.
  look = () => doc.querySelectorAll("headroom-plan,a[data-headroom]").forEach(el => {
    seen.observe(el);
    watch.observe(el, { attributes: 1 });
    el.frame && put(el);
  }),
  watch = new MutationObserver(look);

  addEventListener("message", ({ source, origin, data }) => {
    const frame = made.find(el => el.contentWindow == source && el.at == origin);
    if (frame && data && data.v == 1) {
      const { from } = frame;
      if (data.type == "headroom:ready") {
        frame.title = from.title || data.title;
        // What was said before it listened is lost.
        frame.style.colorScheme = "";
        look();
      }
      if (data.type == "headroom:height") {
        frame.height = Math.min(4000, Math.max(120, data.height | 0));
        from.hidden = from.href;
        while (!from.href && from.firstChild != frame) from.firstChild.remove();
      }
    }
  });
  dark.onchange = look;
  watch.observe(root, { childList: 1, subtree: 1, attributeFilter: tags });
  look();
})();
