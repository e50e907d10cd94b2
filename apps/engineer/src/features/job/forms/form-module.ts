/** What fills a form in, with the form library: its own chunk, kept by the service worker like every other. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}
