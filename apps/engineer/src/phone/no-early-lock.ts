import { useLayoutEffect } from "react";
import { removeEarlyLock } from "./early-lock.ts";

/** Removes the early lock when a screen is drawn that takes the place of the app. */
export function useNoEarlyLock(): void {
  useLayoutEffect(() => void removeEarlyLock(), []);
}
