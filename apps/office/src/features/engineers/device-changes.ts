import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useChanges } from "../../server/changes.ts";
import { limitCalls } from "../../server/limit-calls.ts";
import { readAgain } from "../../server/read-again.ts";

/** Phones report all the time what they have not sent: the devices of all are read for that at most so often. */
const limitMs = 5_000;

/**
 * Reads devices, commands and engineers again when the server says that a device or an engineer has changed, such as by a
 * lock in another tab. It draws nothing. It is only for users who may follow the changes: the server would refuse others again and again.
 */
export function DeviceChanges() {
  const queries = useQueryClient();
  const reads = useMemo(
    () =>
      limitCalls(
        () =>
          Promise.all(
            ["devices", "commands", "operatives"].map((key) => readAgain(queries, [key])),
          ),
        limitMs,
      ),
    [queries],
  );
  useEffect(() => reads.stop, [reads]);
  useChanges((change) => {
    const isShown = change?.kinds.some((kind) => kind === "devices" || kind === "engineers");
    if (isShown !== false) reads.call();
  });
  return null;
}
