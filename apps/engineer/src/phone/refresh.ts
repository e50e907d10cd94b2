import type { Device } from "@fieldfare/device";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "./device.tsx";

export type Freshness = "loading" | "fresh" | "offline" | "failed";

type Refresh = (
  device: Device,
) => Promise<
  { readonly ok: true } | { readonly ok: false; readonly failure: { readonly kind: string } }
>;

/**
 * Fetches data when the screen opens, when the network is back and when queued messages were sent. Until then the screen
 * shows the stored data. `refresh` must be the same function on every render.
 */
export function useRefresh(refresh: Refresh): { freshness: Freshness; retry: () => void } {
  const device = useDevice();
  const [freshness, setFreshness] = useState<Freshness>("loading");
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    let isActive = true;
    setFreshness("loading");
    void refresh(device)
      .then((answer): Freshness => {
        if (answer.ok) return "fresh";
        return answer.failure.kind === "network" ? "offline" : "failed";
      })
      .catch((): Freshness => "failed")
      .then((result) => {
        if (isActive) setFreshness(result);
      });
    return () => {
      isActive = false;
    };
  }, [device, refresh, attempt]);
  useEffect(() => {
    addEventListener("online", retry);
    const stop = device.events.on((event) => {
      if (event.kind === "drained" && event.sent > 0) retry();
    });
    return () => {
      removeEventListener("online", retry);
      stop();
    };
  }, [device, retry]);
  return { freshness, retry };
}
