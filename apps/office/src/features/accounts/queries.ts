import type { CallAnswer } from "@fieldfare/contract";
import { listAccounts } from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ownAccountKey } from "../../server/account.ts";
import { request } from "../../server/request.ts";

export type Account = CallAnswer<typeof listAccounts>[number];

/** Loads all accounts of the office, disabled ones too, again every 15 seconds: an open dialog says what others change. */
export function useAccounts() {
  return useQuery({
    refetchInterval: 15_000,
    queryKey: ["accounts"],
    queryFn: ({ signal }) => request(listAccounts, { signal }),
  });
}

/** Loads the accounts again, and the user's own, which may be among them. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["accounts", ownAccountKey].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  };
}
