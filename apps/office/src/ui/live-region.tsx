import { VisuallyHidden } from "@mantine/core";
import { useSyncExternalStore } from "react";

let text = "";
const listeners = new Set<() => void>();

/** Says something to users of screen readers, without moving the focus. */
export function announce(message: string): void {
  text = message;
  for (const listener of listeners) listener();
}

/** Holds the text of `announce` for screen readers. The page has one; nobody sees it. */
export function LiveRegion() {
  const message = useSyncExternalStore(subscribe, () => text);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {message}
    </VisuallyHidden>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
