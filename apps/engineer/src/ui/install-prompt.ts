/** The browser's own offer to put the app on the home screen, where it makes one. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

let deferredPrompt: InstallPromptEvent | null = null;

/** The offer comes once, early: it is kept for the step that asks for it. */
export function watchInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    deferredPrompt = event as InstallPromptEvent;
  });
}

/** Shows the browser's offer and answers what was chosen; "unavailable" where the browser makes none. */
export async function promptInstall(): Promise<"accepted" | "dismissed" | "unavailable"> {
  const prompt = deferredPrompt;
  if (!prompt) return "unavailable";
  deferredPrompt = null;
  await prompt.prompt();
  return (await prompt.userChoice).outcome;
}

/** True when the app runs from its icon. */
export function runsAsApp(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
