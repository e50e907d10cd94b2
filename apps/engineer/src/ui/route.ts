import type { ComponentType } from "react";

/** One address of the app and the function that loads its screen. */
export interface ScreenRoute {
  /** Such as "/jobs/selected/forms/$formId". */
  readonly path: string;
  readonly screen: () => Promise<ComponentType>;
  /** `open` needs no sign-in, `signed-in-only` no installation. Without it both are needed. */
  readonly access?: "open" | "signed-in-only";
  /** Whether this user may open the screen; other users are sent to home. Without it everybody may. */
  readonly gate?: (user: GateUser) => boolean;
}

interface GateUser {
  readonly perms: readonly string[];
  readonly recordsMileage: boolean;
}
