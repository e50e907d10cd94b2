import { useRouterState } from "@tanstack/react-router";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { surveyPath } from "../close/survey-path.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The screen that Back opens, when a screen other than the contact list opened this one. */
    returnTo?: PlainPath;
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
  const { returnTo, isPrimaryFixed } = useRouterState({ select: ({ location }) => location.state });
  return {
    // The browser stores the state: a page that an earlier version opened may have any value in it.
    returnTo: returnTo === surveyPath ? surveyPath : "/jobs/selected/tenants",
    mayChangePrimary: isPrimaryFixed !== true,
  };
}
