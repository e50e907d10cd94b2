import { useCallback, useEffect, useRef, useState } from "react";

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: { readonly kind: string } };

class Unanswered extends Error {}

/** How long somebody must have stopped typing before the server is asked. */
const stillMs = 250;

/**
 * A search that the server answers: only the last question of fast typing is asked. `trouble` says why the last one
 * had no answer.
 */
export function useServerSearch<T>(ask: (typed: string) => Promise<Answer<readonly T[]>>) {
  const [trouble, setTrouble] = useState<"offline" | "failed" | null>(null);
  useBackOnline(() => setTrouble(null));
  const latest = useRef(0);
  const asking = useRef(ask);
  asking.current = ask;
  const search = useCallback(async (typed: string): Promise<readonly T[] | null> => {
    latest.current += 1;
    const number = latest.current;
    await new Promise((still) => setTimeout(still, stillMs));
    if (number !== latest.current) return null;
    const answer = await asking.current(typed.trim());
    if (number !== latest.current) return null;
    if (answer.ok) {
      setTrouble(null);
      return answer.value;
    }
    setTrouble(answer.failure.kind === "network" ? "offline" : "failed");
    // Nobody was asked: to say that nothing matches would be untrue.
    throw new Unanswered();
  }, []);
  return { search, trouble };
}

/** What was said about a missing signal is over when it is back. */
export function useBackOnline(heed: () => void): void {
  const latest = useRef(heed);
  useEffect(() => {
    latest.current = heed;
  });
  useEffect(() => {
    const tell = () => latest.current();
    addEventListener("online", tell);
    return () => removeEventListener("online", tell);
  }, []);
}
