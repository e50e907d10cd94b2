import type { KeyboardEvent } from "react";

/** Moves the focus from the link of one row of a table to that of the next with the arrow keys, Home and End. */
export function moveThroughRows(event: KeyboardEvent<HTMLTableElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("tbody [data-row-link]")];
  const index = links.findIndex((link) => link === document.activeElement);
  if (index === -1) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: links.length - 1,
  };
  const target = targets[event.key];
  const link = target === undefined ? undefined : links[target];
  if (!link) return;
  event.preventDefault();
  link.focus();
}
