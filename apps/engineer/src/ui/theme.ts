import { useSyncExternalStore } from "react";
import { themeKey } from "./theme-key.ts";

export const themeChoices = ["system", "light", "night", "sunlight"] as const;

export type ThemeChoice = (typeof themeChoices)[number];

const listeners = new Set<() => void>();
const prefersNight = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");

/** Applies the chosen theme, and follows the system's theme while "system" is chosen. */
export function startTheme(): void {
  for (const query of [prefersNight, prefersContrast]) query.addEventListener("change", apply);
  apply();
}

/** Changes the theme now, and keeps the choice in this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Storage may be full or blocked: the choice then lasts until the page closes.
    unsavedChoice = choice;
  }
  apply();
  for (const listener of listeners) listener();
}

/** The theme that was chosen, "system" included. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readThemeChoice);
}

let unsavedChoice: ThemeChoice | null = null;

function readThemeChoice(): ThemeChoice {
  if (unsavedChoice) return unsavedChoice;
  try {
    const saved = localStorage.getItem(themeKey);
    return themeChoices.find((choice) => choice === saved) ?? "system";
  } catch {
    return "system";
  }
}

function apply(): void {
  const choice = readThemeChoice();
  const theme = choice === "system" ? systemTheme() : choice;
  document.documentElement.dataset["theme"] = theme;
  const header = getComputedStyle(document.documentElement).getPropertyValue("--header").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", header);
}

function systemTheme(): "light" | "night" | "sunlight" {
  if (prefersContrast.matches && !prefersNight.matches) return "sunlight";
  return prefersNight.matches ? "night" : "light";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
