// A script of its own, which the page requests before the app's files where a lock or a screen is stored.
import { themeKey } from "../ui/theme-key.ts";
import { showEarlyLock } from "./early-lock.ts";
import { readEarlyScreen, showEarlyScreen } from "./early-screen.ts";

// Before the browser draws anything.
try {
  const theme = localStorage.getItem(themeKey);
  if (theme !== null) document.documentElement.dataset["theme"] = theme;
} catch {
  // A browser that blocks storage draws everything when the app is there.
}
const parsed = new Promise<unknown>((resolve) => {
  if (document.readyState === "loading")
    document.addEventListener("readystatechange", resolve, { once: true });
  else resolve(null);
});
const markup = readEarlyScreen(parsed);
void parsed.then(draw);

/** Draws the lock, or the screen that was shown last, while the app is loading. */
function draw(): void {
  const root = document.querySelector("#root");
  // The app is there already if the script was late.
  if (!root?.querySelector(".starting")) return;
  if (!showEarlyLock()) showEarlyScreen(root, markup);
}
