/** Returns the names of the required features that this browser does not have. */
export function findMissingFeatures(): readonly string[] {
  const requirements: Readonly<Record<string, boolean>> = {
    "a secure connection (https)": window.isSecureContext,
    "a local database": "indexedDB" in window,
    "background work": "serviceWorker" in navigator && "locks" in navigator,
    encryption: typeof crypto?.subtle === "object" && typeof WebAssembly === "object",
  };
  return Object.keys(requirements).filter((name) => !requirements[name]);
}
