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

try {
  const app = await import(address("js"));
  await app.default({ module_or_path: address("wasm") });
  document.getElementById("loading")?.remove();
} catch (error) {
  crash(error);
}
