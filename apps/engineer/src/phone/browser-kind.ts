/** The browsers whose menus and settings differ: every one on an iPhone or iPad, Chromium, and all others, such as Firefox. */
export type BrowserKind = "iphone" | "chromium" | "other";

/** Returns the kind by what it has: WebKit on an iPhone or iPad a property of its own, Chromium offers to install. */
export function findBrowserKind(): BrowserKind {
  if (navigator.standalone !== undefined) return "iphone";
  return "onbeforeinstallprompt" in window ? "chromium" : "other";
}
