import { defineStrings } from "../ui/language.ts";
import styles from "./home-screen-steps.module.css";

/** Where a browser without an offer can install the app: by its button "Share", by its menu, or it does not say. */
type WayToInstall = "share" | "menu" | "unknown";

const steps: Record<WayToInstall, readonly string[]> = {
  share: ["Press Share", "Select 'Add to Home Screen'", "Tap 'Add' top right"],
  menu: [
    "Open the menu of the browser",
    "Select the entry that has 'Install' or 'Add to Home screen'",
    "If there is none, the app is installed already, or this browser cannot install it here. Then it works in a tab: save a bookmark",
  ],
  unknown: [
    "Open the menu of the browser. Firefox on Android has 'Install' or 'Add to Home screen' in it, Safari on a Mac 'Add to Dock'",
    "Other browsers cannot install the app. It works in a tab: save a bookmark",
  ],
};

const strings = defineStrings({ en: { steps } });

/** How the app is put on the home screen where the browser does not offer it, as far as this browser can do that. */
export function HomeScreenSteps() {
  return (
    <ol className={styles.steps}>
      {strings().steps[findWayToInstall()].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** A browser that makes offers can also install by its menu. Safari on an iPhone or iPad has its own property. */
function findWayToInstall(): WayToInstall {
  if (navigator.standalone !== undefined) return "share";
  return "onbeforeinstallprompt" in window ? "menu" : "unknown";
}
