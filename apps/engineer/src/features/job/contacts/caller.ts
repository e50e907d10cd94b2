import { useRouterState } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where a contact's screen leads back to, when another screen than the list opened it. */
    returnTo?: string;
    /** Whoever opened the contact leaves no choice who is the primary one. */
    isPrimaryFixed?: boolean;
  }
}

export interface Caller {
  readonly returnTo: string;
  readonly mayChangePrimary: boolean;
}

/** Who opened the contact, and what they allow; the list of contacts allows everything. */
export function useCaller(): Caller {
  const { returnTo, isPrimaryFixed } = useRouterState({ select: ({ location }) => location.state });
  const isInJob = typeof returnTo === "string" && returnTo.startsWith("/jobs/selected");
  return {
    returnTo: isInJob ? returnTo : "/jobs/selected/tenants",
    mayChangePrimary: isPrimaryFixed !== true,
  };
}
