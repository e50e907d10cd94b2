import { defineStrings } from "../ui/language.ts";
import styles from "./home-screen-steps.module.css";

const strings = defineStrings({
  en: { steps: ["Press Share", "Select 'Add to Home Screen'", "Tap 'Add' top right"] },
});

/** How the app is put on the home screen where the browser does not offer it. */
export function HomeScreenSteps() {
  return (
    <ol className={styles.steps}>
      {strings().steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
