/** Loads the form screen's code with the form library. It is a separate chunk, which the service worker caches. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}
