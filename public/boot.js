// Starts the page. The names of the hashed files are on this script's own tag, so this file never
// changes with them, and nothing runs inline.
const boot = document.getElementById("boot");
const address = (name) => new URL(boot.dataset[name], document.baseURI).href;

function crash(error) {
  const dialog = document.getElementById("crash");
  console.error(error);
  document.getElementById("loading")?.remove();
  if (!dialog || dialog.open) return;
  document.getElementById("crash-details").textContent = String(error);
  // The address holds the scenario; an empty href would drop its fragment.
  document.getElementById("crash-reload").addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  dialog.showModal();
}

// A trap in the compiled code leaves no panic message: without this the page would just stop.
addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) crash(event.error);
});

// The page asks for these files itself; asked for here, they come beside the code, not after it.
const early = (file) => fetch(file).catch(() => {});

// A wrong guess of the language costs a file.
function words() {
  const known = (text) => /^(en|zh)/i.exec(text ?? "")?.[1].toLowerCase();
  let kept;
  try {
    kept = localStorage.getItem("lang");
  } catch {
    // Storage is forbidden.
  }
  const lang = known(new URLSearchParams(location.search).get("lang")) ?? known(kept) ?? navigator.languages.map(known).find(Boolean) ?? "en";
  early(address("words").replace("LANG", lang));
}

try {
  early(address("catalogue"));
  words();
  const app = await import(address("js"));
  // The page removes the note that it is loading when it shows itself.
  await app.default({ module_or_path: address("wasm") });
} catch (error) {
  crash(error);
}
