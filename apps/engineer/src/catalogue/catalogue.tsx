import { type ReactNode, useId } from "react";
import styles from "./catalogue.module.css";
import { parts } from "./parts.tsx";
import { screenParts } from "./screen-parts.tsx";

export const themes = ["light", "night", "sunlight"] as const;

/** One frame for each theme, because themes, dialogs and toasts belong to a whole page. */
export function AllThemes() {
  return (
    <div className={styles.themes}>
      {themes.map((theme) => (
        <iframe key={theme} className={styles.theme} title={theme} src={`?theme=${theme}`} />
      ))}
    </div>
  );
}

/** Every part with its states. A part that fills the screen has a frame of its own. */
export function AllParts({ theme }: { theme: (typeof themes)[number] }) {
  return (
    <main className={styles.page}>
      <h1>{`Components, ${theme} theme`}</h1>
      {Object.entries(parts).map(([name, Examples]) => (
        <Part key={name} name={name}>
          <Examples />
        </Part>
      ))}
      {Object.keys(screenParts).map((name) => (
        <Part key={name} name={name}>
          <iframe
            className={styles.screen}
            title={`${name}, example`}
            src={`?theme=${theme}&part=${encodeURIComponent(name)}`}
            loading="lazy"
          />
        </Part>
      ))}
    </main>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

/** Draws the example of a part that fills the screen. If no part has the name, a text says so. */
export function OnePart({ name }: { name: string }) {
  const Example = screenParts[name];
  return Example ? <Example /> : <p>{`There is no part with the name ${name}.`}</p>;
}
