import { useSyncExternalStore } from "react";

let rem: number | null = null;

/** How many pixels a rem has now: 16 if the user has not chosen larger or smaller text. */
export function useRem(): number {
  return useSyncExternalStore(subscribe, read);
}

/** The style of the page is read once, and after that when it changes: reading it lays out the page. */
function read(): number {
  rem ??= measure();
  return rem;
}

function measure(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The browser has no event for another size of text, but reports that an element has become wider. */
function subscribe(onChange: () => void): () => void {
  const ruler = document.createElement("div");
  Object.assign(ruler.style, { position: "absolute", visibility: "hidden", width: "1rem" });
  document.body.append(ruler);
  const observer = new ResizeObserver(() => {
    rem = measure();
    onChange();
  });
  observer.observe(ruler);
  return () => {
    observer.disconnect();
    ruler.remove();
  };
}
