// Starts the page. The names of the hashed files are on this script's own tag, so this file never
// changes with them, and nothing runs inline.
const boot = document.getElementById("boot");
const address = (name) => new URL(boot.dataset[name], document.baseURI).href;

function crash(error) {
  const dialog = document.getElementById("crash");
  console.error(error);
  if (dialog && !dialog.open) dialog.showModal();
}

try {
  const app = await import(address("js"));
  await app.default({ module_or_path: address("wasm") });
  document.getElementById("loading")?.remove();
} catch (error) {
  crash(error);
}
