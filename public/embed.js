// Makes frames of <headroom-plan scenario="m=…" view="memory" lock="m_g"> and <a data-headroom href="…">, each once it comes into
// view. What stands inside, or the link, stays until the frame is there: pages without script or network keep it.
(() => {
  const doc = document, root = doc.documentElement, home = doc.currentScript.src, frames = [],
    night = matchMedia("(prefers-color-scheme:dark)"),
    marks = ["class", "data-theme", "data-bs-theme", "data-md-color-scheme"],

  // Documentation themes say on <html> or <body> whether they are dark.
  theme = () => {
    const says = [root, doc.body].map(on => marks.map(mark => on.getAttribute(mark)));
    return /\b(dark|slate|coal|navy|ayu)\b/.test(says) || night.matches && !/\b(light|default|rust)\b/.test(says)
      ? "dark" : "light";
  },

  start = from => {
    seen.unobserve(from);
    const get = name => from.getAttribute(name),
      url = new URL(from.href || get("base") || ".", home);
    url.hash = get("scenario") || url.hash;
    const ask = { embed: 1, theme: theme(), lang: root.lang, host: origin, view: 0, lock: 0, controls: 0 };
    for (const name in ask) (ask[name] = get(name) || ask[name]) && url.searchParams.set(name, ask[name]);
    const frame = Object.assign(doc.createElement("iframe"), {
      src: url,
      at: url.origin,
      from,
      fixed: get("theme"),
      title: from.title || "Headroom",
      height: 0,
      sandbox: "allow-scripts allow-same-origin allow-popups allow-downloads",
      style: "border:0;width:100%;color-scheme:" + ask.theme
    });
    frames.push(frame);
    from[from.href ? "after" : "append"](frame);
  },
  seen = new IntersectionObserver(all => all.map(el => el.isIntersecting && start(el.target))),

  // The page changed: new places, or another theme.
  look = () => {
    doc.querySelectorAll("headroom-plan,a[data-headroom]").forEach(el => el.on || seen.observe(el, el.on = 1));
    frames.map(({ style, fixed, at, contentWindow: to }) => {
      const now = fixed || theme();
      if (to && style.colorScheme != now)
        to.postMessage({ type: "headroom:theme", v: 1, theme: style.colorScheme = now }, at);
    });
  };

  addEventListener("message", ({ source, origin, data }) => {
    const frame = frames.find(el => el.contentWindow == source && el.at == origin);
    if (!frame || !data || data.v != 1) return;
    const { from } = frame, { type, title, height } = data;
    if (type == "headroom:ready") {
      frame.title = from.title || title;
      // What was said before it listened is lost.
      frame.style.colorScheme = "";
      look();
    }
    if (type == "headroom:height") {
      frame.height = Math.min(4000, Math.max(120, height | 0));
      from.hidden = from.href;
      while (!from.href && from.firstChild != frame) from.firstChild.remove();
    }
  });
  night.addEventListener("change", look);
  new MutationObserver(look).observe(root, { childList: 1, subtree: 1, attributeFilter: marks });
  look();
})();
