import { useRouterState } from "@tanstack/react-router";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { useCallingScreen } from "../record/calling-screen.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The calling screen does not allow the engineer to change the primary contact. */
    isPrimaryFixed?: boolean;
  }
}

export interface Caller {
  readonly returnTo: PlainPath;
  readonly mayChangePrimary: boolean;
}

/** Reads which screen opened the contact, and what it allows. The contact list allows everything. */
export function useCaller(): Caller {
  const { isPrimaryFixed } = useRouterState({ select: ({ location }) => location.state });
  return {
    returnTo: useCallingScreen("/jobs/selected/tenants"),
    mayChangePrimary: isPrimaryFixed !== true,
  };
}
