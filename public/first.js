// Runs before anything shows: whether the browser can run the page, language, theme, and whether the address asks for anything but the
// page's first answer. In the words of the oldest browsers: one that cannot read this file could not be told why nothing comes.
(function () {
  var root = document.documentElement;
  var framed = /[?&]embed=1(&|$)/.test(location.search);
  function tell(message) {
    if (framed) parent.postMessage({ type: "headroom:error", v: 1, message: message }, "*");
  }
  // Code for WebAssembly that uses a reference type, as the page's does: switched off, or too old.
  function runs() {
    try {
      return (
        "noModule" in HTMLScriptElement.prototype &&
        typeof URLSearchParams === "function" &&
        WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 111, 0]))
      );
    } catch (error) {
      return false;
    }
  }
  function unsupported() {
    root.className += " unsupported";
    tell("unsupported");
  }
  if (!runs()) {
    unsupported();
    return;
  }
  var query = new URLSearchParams(location.search);
  // A frame in another page reads and keeps nothing.
  root.classList.toggle("embed", framed);
  function kept(key) {
    if (framed) return null;
    try {
      return localStorage.getItem(key);
    } catch (error) {
      // Storage is forbidden.
      return null;
    }
  }
  function known(text) {
    var found = /^(en|zh)/i.exec(text || "");
    return found && found[1].toLowerCase();
  }
  var wished = [query.get("lang"), kept("lang")].concat(navigator.languages || navigator.language, "en");
  root.lang = wished.map(known).filter(Boolean)[0] === "zh" ? "zh-CN" : "en";
  var theme = query.has("theme") ? query.get("theme") : kept("theme");
  if (theme === "light" || theme === "dark") root.setAttribute("data-theme", theme);
  var asks = location.hash.length > 1 || history.state !== null;
  query.forEach(function (value, key) {
    asks = asks || (key !== "lang" && key !== "theme");
  });
  // The first answer is in GiB. Where it is no answer the code is needed at once; else what shows goes first.
  if (asks || kept("unit") === "gb") {
    root.classList.add("linked");
    var wasm = document.currentScript.getAttribute("data-wasm");
    // A page in one file has nothing to ask for.
    if (wasm) {
      var code = document.createElement("link");
      code.rel = "preload";
      code.as = "fetch";
      code.type = "application/wasm";
      code.crossOrigin = "anonymous";
      code.href = wasm;
      document.head.appendChild(code);
    }
  }
  addEventListener(
    "error",
    function (event) {
      // A script that cannot be read, before anything has run, is newer than the browser.
      if (event.error instanceof SyntaxError && document.getElementById("loading")) unsupported();
      // In a sandbox without an origin, files come only from hosts that allow it. The page has words of its own for that.
      if (!event.target || event.target.id !== "boot") return;
      document.getElementById("loading").hidden = true;
      document.getElementById("unreachable").hidden = false;
      tell("unreachable");
    },
    true
  );
})();
