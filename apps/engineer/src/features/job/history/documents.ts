import { type Device, type HistoryDocuments, readHistoryDocuments } from "@fieldfare/device";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";

export type Documents =
  | { readonly state: "loading" | "offline" | "failed" }
  | ({ readonly state: "ready" } & HistoryDocuments);

/** What the server has of a completed job; asked again on demand and when the network comes back. */
export function useDocuments(jobId: string): { documents: Documents; retry: () => void } {
  const device = useDevice();
  const [documents, setDocuments] = useState<Documents>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    let isWanted = true;
    setDocuments({ state: "loading" });
    const show = (found: Documents) => {
      if (isWanted) setDocuments(found);
    };
    void read(device, jobId).then(show, (surprise: unknown) => {
      show({ state: "failed" });
      throw surprise;
    });
    return () => {
      isWanted = false;
    };
  }, [device, jobId, attempt]);
  const isOffline = documents.state === "offline";
  useEffect(() => {
    if (!isOffline) return undefined;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isOffline, retry]);
  return { documents, retry };
}

async function read(device: Device, jobId: string): Promise<Documents> {
  const answer = await readHistoryDocuments(device, jobId);
  if (answer.ok) return { state: "ready", ...answer.value };
  return { state: answer.failure.kind === "network" ? "offline" : "failed" };
}
