import { readBuildName, readName } from "./early-handover.ts";

/** The screen that the page draws before the app (`app/early-screen.ts`). */
export const earlyScreenId = "early-screen";

/** What a stored screen must have been drawn for: the same build, engineer, address and languages. */
export function describeContext(ownerId: string, languages: readonly string[]): string {
  const { pathname, search } = location;
  return [readBuildName(), ownerId, pathname, search, ...languages].join(" ");
}

/** Where a tap is repeated in the app: alerts and notices may have changed. */
const tapAreas = "main, footer, header > :first-child";

const controls = "button, a";

/**
 * Returns the buttons and links that a tap can be repeated on and that have the same name in the same card, in their order. The button
 * that opens the next job has the same name for each job; its card names the home.
 */
export function listAlike(screen: Element, control: Element): readonly HTMLElement[] {
  return [...screen.querySelectorAll<HTMLElement>(controls)].filter(
    (each) =>
      each.tagName === control.tagName &&
      readName(each) === readName(control) &&
      readCard(each) === readCard(control) &&
      each.closest(tapAreas) !== null &&
      each.closest("[inert]") === null,
  );
}

function readCard(control: Element): string | undefined {
  return control.closest("section")?.textContent;
}
