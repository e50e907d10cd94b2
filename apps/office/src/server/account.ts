import { readOwnAccount } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { isAllowed, type NeedsPermission } from "./permissions.ts";
import { request } from "./request.ts";
import { useSessionState } from "./session.ts";

/** The first part of the key of the user's account. It is loaded again when the server says that something is missing. */
export const ownAccountKey = "own-account";

/** The account of the user, with its permissions as the server has them now. */
export function useOwnAccount() {
  const session = useSessionState();
  const userId = "user" in session ? session.user.id : "";
  return useQuery({
    queryKey: [ownAccountKey, userId],
    queryFn: ({ signal }) => request(readOwnAccount, { signal }),
    enabled: userId !== "",
    staleTime: 60_000,
  });
}

/** Returns whether the user may make a call. What is not allowed is not shown; the server refuses it as well. */
export function useMay(): (call: NeedsPermission) => boolean {
  const { data } = useOwnAccount();
  return (call) => isAllowed(call, data?.permissions ?? []);
}
