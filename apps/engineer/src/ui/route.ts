import type { ComponentType } from "react";

/** One address of the app and the screen that is loaded when somebody goes there. */
export interface ScreenRoute {
  /** Such as "/jobs/selected/forms/$formId". */
  readonly path: string;
  readonly screen: () => Promise<ComponentType>;
  /** `open` needs nobody signed in, `signed-in-only` no installation; left out: both are needed. */
  readonly access?: "open" | "signed-in-only";
  /** For whom the screen is; whoever it is not for is led home. Left out: for everybody. */
  readonly gate?: (user: GateUser) => boolean;
}

interface GateUser {
  readonly perms: readonly string[];
  readonly recordsMileage: boolean;
}
