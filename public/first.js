// Runs before anything shows: language, theme, and whether the address asks for anything but the page's first answer.
{
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  // A frame in another page reads and keeps nothing.
  const framed = query.get("embed") === "1";
  root.classList.toggle("embed", framed);
  const kept = (key) => {
    if (framed) return null;
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is forbidden.
      return null;
    }
  };
  const known = (text) => /^(en|zh)/i.exec(text ?? "")?.[1].toLowerCase();
  const lang = known(query.get("lang")) ?? known(kept("lang")) ?? navigator.languages.map(known).find(Boolean) ?? "en";
  root.lang = lang === "zh" ? "zh-CN" : "en";
  const theme = query.get("theme") ?? kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const looks = ["lang", "theme"];
  const asks = location.hash.length > 1 || history.state !== null || [...query.keys()].some((key) => !looks.includes(key));
  // The first answer is in GiB. Where it is no answer the code is needed at once; else what shows goes first.
  if (asks || kept("unit") === "gb") {
    root.classList.add("linked");
    const { wasm } = document.currentScript.dataset;
    // A page in one file has nothing to ask for.
    if (wasm) {
      const code = document.createElement("link");
      Object.assign(code, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "anonymous", href: wasm });
      document.head.append(code);
    }
  }
  // In a sandbox without an origin, files come only from hosts that allow it. The page has words of its own for that.
  const missed = (event) => {
    if (event.target.id !== "boot") return;
    document.getElementById("loading").hidden = true;
    document.getElementById("unreachable").hidden = false;
    if (framed) parent.postMessage({ type: "headroom:error", v: 1, message: "unreachable" }, "*");
  };
  addEventListener("error", missed, true);
}
