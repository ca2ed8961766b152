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

// The words come beside the code, not after it. A wrong guess costs a file: the page asks for the one it needs.
function words() {
  const known = (text) => /^(en|zh)/i.exec(text ?? "")?.[1].toLowerCase();
  let kept;
  try {
    kept = localStorage.getItem("lang");
  } catch {
    // Storage is forbidden.
  }
  const lang = known(new URLSearchParams(location.search).get("lang")) ?? known(kept) ?? navigator.languages.map(known).find(Boolean) ?? "en";
  fetch(address("words").replace("LANG", lang)).catch(() => {});
}

try {
  words();
  const app = await import(address("js"));
  // The page removes the note that it is loading when it shows itself.
  await app.default({ module_or_path: address("wasm") });
} catch (error) {
  crash(error);
}
