/** What fills a form in, with the form library: its own chunk, kept by the service worker like every other. */
export function loadFilling() {
  return import("./filling/fill-form.tsx");
}
