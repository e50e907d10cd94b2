import type { CallAnswer } from "@fieldfare/contract";
import { readOwnAccount } from "@fieldfare/contract/office";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { isAllowed, type NeedsPermission } from "./permissions.ts";
import { request } from "./request.ts";
import { useSessionState } from "./session.ts";

type OwnAccount = CallAnswer<typeof readOwnAccount>;

/** The first part of the key of the user's account. It is loaded again when the server says that something is missing. */
export const ownAccountKey = "own-account";

/** How the account of a user is loaded, and under which key it is kept. */
function ownAccountQuery(userId: string) {
  return queryOptions({
    queryKey: [ownAccountKey, userId],
    queryFn: ({ signal }) => request(readOwnAccount, { signal }),
    staleTime: 60_000,
  });
}

/** Loads the account of the user who has just signed in, before anything is drawn. */
export function loadOwnAccount(queries: QueryClient, userId: string): Promise<OwnAccount> {
  return queries.fetchQuery(ownAccountQuery(userId));
}

/** The account of the user, with its permissions as the server has them now. */
export function useOwnAccount() {
  const session = useSessionState();
  const userId = "user" in session ? session.user.id : "";
  return useQuery({ ...ownAccountQuery(userId), enabled: userId !== "" });
}

/** Returns whether the user may make a call. What is not allowed is not shown; the server refuses it as well. */
export function useMay(): (call: NeedsPermission) => boolean {
  const { data } = useOwnAccount();
  return (call) => isAllowed(call, data?.permissions ?? []);
}
