import { useEffect, useState } from "react";

const intervalMs = 30_000;

/** The present time in ms. It is drawn again twice a minute, so that ages stay right. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
