import { type Device, type HistoryDocuments, readHistoryDocuments } from "@fieldfare/device";
import { useCallback, useState } from "react";
import { type Freshness, useRefresh } from "../../../phone/refresh.ts";

interface Documents {
  /** Undefined until the server has responded. */
  readonly found: HistoryDocuments | undefined;
  readonly freshness: Freshness;
  readonly retry: () => void;
}

/** Reads the documents and images of a completed job from the server. */
export function useDocuments(jobId: string): Documents {
  const [found, setFound] = useState<HistoryDocuments>();
  const refresh = useCallback(
    async (device: Device) => {
      const answer = await readHistoryDocuments(device, jobId);
      if (answer.ok) setFound(answer.value);
      return answer;
    },
    [jobId],
  );
  return { found, ...useRefresh(refresh) };
}
