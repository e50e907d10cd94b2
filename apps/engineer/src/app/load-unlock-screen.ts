import type { ComponentType } from "react";
import { StartFailed } from "./start-failed.tsx";

let loading: Promise<ComponentType> | null = null;

/** Loads the lock's screen once. Without it the app stays closed, and another start is offered. */
export function loadUnlockScreen(): Promise<ComponentType> {
  loading ??= import("../features/unlock/unlock-screen.tsx").then(
    (module) => module.UnlockScreen,
    () => StartFailed,
  );
  return loading;
}
