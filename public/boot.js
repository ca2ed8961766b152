// Starts the page. The names of the hashed files are on this script's own tag, so this file never
// changes with them, and nothing runs inline.
const boot = document.getElementById("boot");
const address = (name) => new URL(boot.dataset[name], document.baseURI).href;

function crash(error) {
  const dialog = document.getElementById("crash");
  console.error(error);
  if (document.documentElement.classList.contains("embed")) {
    parent.postMessage({ type: "headroom:error", v: 1, message: String(error) }, "*");
  }
  document.getElementById("loading")?.remove();
  if (!dialog || dialog.open) return;
  document.getElementById("crash-details").textContent = String(error);
  // The address holds the scenario. What crashed again after a reload is not offered a third time.
  const reload = document.getElementById("crash-reload");
  reload.hidden = location.search.includes("crashed=1");
  reload.href = `${location.search || "?"}&crashed=1${location.hash}`.replace("?&", "?");
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute("open", "");
}

// A trap in the compiled code, or its stack at an end, leaves no panic message: without this the page would just stop.
addEventListener("error", ({ error }) => {
  const deep = error instanceof RangeError && String(error.stack).includes("wasm");
  if (deep || error instanceof WebAssembly.RuntimeError) crash(error);
});

// The page asks for these files itself; asked for here, they come beside the code, not after it.
const early = (file) => fetch(file).catch(() => {});

// When what is in the page already has been drawn: at the second frame the first one is. A page in the background has no frames.
const drawn = () =>
  new Promise((done) => {
    if (document.hidden) done();
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, 1000);
  });

// Exports are made by a package of its own, fetched when the first one is asked for. It never refuses: what comes back is `+` and the
// text, or `-` and why there is none.
const ready = new Map();
globalThis.headroomTools = async (what, lang, first, ...more) => {
  try {
    const made = await import(address("tools"));
    if (!ready.has(lang)) ready.set(lang, made.loadWords(lang));
    await ready.get(lang);
    if (what === "read") return "+" + made.readRaw(first, { lang });
    const [format, unit, theme] = more;
    return "+" + made.render(first, format, { lang, unit, theme, lenient: true });
  } catch (error) {
    ready.delete(lang);
    return "-" + (error.name === "HeadroomError" ? error.message : "");
  }
};

const root = document.documentElement;
// `first.js` has said why there is no page.
if (!root.classList.contains("unsupported")) {
  try {
    const code = import(address("js"));
    // The first answer is shown before the code takes the line and the processor.
    if (!root.classList.contains("linked")) await drawn();
    early(address("catalogue"));
    // A wrong guess of the language costs a file.
    early(address("words").replace("LANG", root.lang.slice(0, 2)));
    // The page removes the first answer when it shows itself.
    await (await code).default({ module_or_path: address("wasm") });
  } catch (error) {
    crash(error);
  }
}
