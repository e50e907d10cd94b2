/** The browser's event that offers to install the app, in browsers that have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
  interface Navigator {
    /** On an iPhone and iPad: whether the app runs from its icon. */
    readonly standalone?: boolean;
  }
}

let deferredPrompt: InstallPromptEvent | null = null;

/** Stores the browser's offer, which comes once and early, for the step that shows it. */
export function watchInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    deferredPrompt = event;
  });
}

/** Shows the browser's offer and returns the choice; "unavailable" if the browser has made no offer. */
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

/** True in a tab on an iPhone or iPad, where Safari deletes what is stored for a site that nobody opens. */
export function isDeletedWhenUnused(): boolean {
  return navigator.standalone === false;
}
