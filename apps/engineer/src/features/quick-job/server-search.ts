import { useCallback, useEffect, useRef, useState } from "react";

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: { readonly kind: string } };

class NoAnswerError extends Error {}

/** How long somebody must have stopped typing before the server is asked. */
const debounceMs = 250;

/**
 * A search that the server answers: only the last question of fast typing is asked. `trouble` says why the last one
 * had no answer.
 */
export function useServerSearch<T>(ask: (typed: string) => Promise<Answer<readonly T[]>>) {
  const [problem, setProblem] = useState<"offline" | "failed" | null>(null);
  useBackOnline(() => setProblem(null));
  const latest = useRef(0);
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  const search = useCallback(async (typed: string): Promise<readonly T[] | null> => {
    latest.current += 1;
    const number = latest.current;
    await new Promise((resolve) => setTimeout(resolve, debounceMs));
    if (number !== latest.current) return null;
    const answer = await latestAsk.current(typed.trim());
    if (number !== latest.current) return null;
    if (answer.ok) {
      setProblem(null);
      return answer.value;
    }
    setProblem(answer.failure.kind === "network" ? "offline" : "failed");
    // Nobody was asked: to say that nothing matches would be untrue.
    throw new NoAnswerError();
  }, []);
  return { search, problem };
}

/** What was said about a missing signal is over when it is back. */
export function useBackOnline(onBackOnline: () => void): void {
  const latest = useRef(onBackOnline);
  useEffect(() => {
    latest.current = onBackOnline;
  });
  useEffect(() => {
    const notify = () => latest.current();
    addEventListener("online", notify);
    return () => removeEventListener("online", notify);
  }, []);
}
