import { useCallback, useEffect, useRef, useState } from "react";

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: { readonly kind: string; readonly status?: number } };

export type SearchProblem = "offline" | "not-allowed" | "failed";

class NoAnswerError extends Error {}

/** Milliseconds without typing before the search is sent. */
const debounceMs = 250;

/**
 * Searches on the server. During fast typing only the last search is sent. `problem` says why the last one had no
 * answer.
 */
export function useServerSearch<T>(ask: (typed: string) => Promise<Answer<readonly T[]>>) {
  const [problem, setProblem] = useState<SearchProblem | null>(null);
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
    setProblem(describeFailure(answer.failure));
    // The server did not answer: an empty list would wrongly say that nothing matches.
    throw new NoAnswerError();
  }, []);
  return { search, problem };
}

/** Why a request had no answer. */
export function describeFailure({
  kind,
  status,
}: {
  readonly kind: string;
  readonly status?: number;
}): SearchProblem {
  if (kind === "network") return "offline";
  return kind === "problem" && status === 403 ? "not-allowed" : "failed";
}

/** Calls `onBackOnline` when the network is back, so that a notice about it can go. */
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
