// Runs before anything shows: language, theme, and whether the address asks for anything but the page's first answer.
{
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const kept = (key) => {
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
}
