import { defineStrings } from "../ui/language.ts";
import { type BrowserKind, findBrowserKind } from "./browser-kind.ts";
import styles from "./home-screen-steps.module.css";

const steps: Record<BrowserKind, readonly string[]> = {
  iphone: ["Press Share", "Select 'Add to Home Screen'", "Tap 'Add' top right"],
  chromium: [
    "Open the menu of the browser",
    "Select the entry that has 'Install' or 'Add to Home screen'",
    "If there is none, the app is installed already, or this browser cannot install it here. Then it works in a tab: save a bookmark",
  ],
  other: [
    "Open the menu of the browser. Firefox on Android has 'Install' or 'Add to Home screen' in it, Safari on a Mac 'Add to Dock'",
    "Other browsers cannot install the app. It works in a tab: save a bookmark",
  ],
};

const strings = defineStrings({ en: { steps } });

/** How the app is put on the home screen where the browser does not offer it, as far as this browser can do that. */
export function HomeScreenSteps() {
  return (
    <ol className={styles.steps}>
      {strings().steps[findBrowserKind()].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
