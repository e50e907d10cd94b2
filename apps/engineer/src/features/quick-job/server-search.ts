import { type Answer, type CallFailure, type Disallowed, readDisallowed } from "@fieldfare/device";
import { useCallback, useEffect, useRef, useState } from "react";

export type SearchProblem = "offline" | "failed" | Disallowed;

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
export function describeFailure(failure: CallFailure): SearchProblem {
  if (failure.kind === "network") return "offline";
  return readDisallowed(failure) ?? "failed";
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
