import { useRouterState } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The screen that Back opens, when a screen other than the contact list opened this one. */
    returnTo?: string;
    /** The calling screen does not allow the engineer to change the primary contact. */
    isPrimaryFixed?: boolean;
  }
}

export interface Caller {
  readonly returnTo: string;
  readonly mayChangePrimary: boolean;
}

/** Reads which screen opened the contact, and what it allows. The contact list allows everything. */
export function useCaller(): Caller {
  const { returnTo, isPrimaryFixed } = useRouterState({ select: ({ location }) => location.state });
  const isInJob = typeof returnTo === "string" && returnTo.startsWith("/jobs/selected");
  return {
    returnTo: isInJob ? returnTo : "/jobs/selected/tenants",
    mayChangePrimary: isPrimaryFixed !== true,
  };
}
