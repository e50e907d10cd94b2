import { type AlertCode, putAlertCodes } from "@fieldfare/contract/office";
import { useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAlertCodes } from "../../server/visit-needs/queries.ts";
import { useAction } from "../../server/use-action.ts";

/**
 * Stores the list of alerts with a change. If somebody else has changed the list since it was read, it is read again,
 * and the change may be tried once more.
 */
export function usePutAlerts(onSaved: () => void) {
  const queries = useQueryClient();
  const { data: alerts = [] } = useAlertCodes();
  const { mutate, isPending, error } = useAction({
    mutationFn: (change: (alerts: readonly AlertCode[]) => readonly AlertCode[]) =>
      request(putAlertCodes, { body: { alertCodes: [...change(alerts)], expected: [...alerts] } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["alert-codes"] });
      onSaved();
    },
    onError: async (failure) => {
      if (isConflict(failure)) await queries.invalidateQueries({ queryKey: ["alert-codes"] });
    },
  });
  return {
    alerts,
    put: mutate,
    isPending,
    /** Somebody else has changed the list. */
    isStale: isConflict(error),
    error: isConflict(error) ? null : error,
  };
}
