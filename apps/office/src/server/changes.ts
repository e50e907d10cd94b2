import { z } from "@fieldfare/contract";
import { officeChange, type OfficeChange, watchChanges } from "@fieldfare/contract/office";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { readEventStream } from "./event-stream.ts";
import { requestStream } from "./request.ts";

/** Whether changes arrive at once, or since when they do not. */
export type LiveState =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  | { readonly kind: "not-live"; readonly since: number };

/** Null: changes may have been missed, so everything has to be read again. */
type ChangeHandler = (change: OfficeChange | null) => void;

/** The server says every 15 seconds that it is there. */
const silenceMs = 45_000;
const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** The code of a screen has arrived by then, or the user has gone elsewhere. */
const earlyMs = 60_000;

let state: LiveState = { kind: "connecting" };
const watchers = new Set<() => void>();
const handlers = new Set<ChangeHandler>();
let running: AbortController | null = null;

/** How long a screen waits for the changes: what it reads before they arrive has to be read again. */
const connectingMs = 1_000;

/**
 * Follows the changes that the server reports, while the tab is visible: a browser has few connections to a server, and a
 * hidden tab needs none.
 *
 * @param isFollowed false for a user who may not: the server would refuse it again and again
 */
export function useChanges(handle: ChangeHandler, isFollowed = true): LiveState {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    if (!isFollowed) return undefined;
    return followChanges((change) => latest.current(change));
  }, [isFollowed]);
  return useSyncExternalStore(subscribe, readLiveState);
}

/** Follows the changes until the function that it returns is called. */
export function followChanges(handler: ChangeHandler): () => void {
  handlers.add(handler);
  replaceEarly(handler);
  startOrStop();
  return () => {
    handlers.delete(handler);
    startOrStop();
    // The next screen begins to follow them in the same task: for it they have not been live since the same time.
    queueMicrotask(forgetUnfollowed);
  };
}

export function readLiveState(): LiveState {
  return state;
}

/** Whether a screen reads now: changes arrive, they are not expected soon, or it has waited for them long enough. */
export function useMayRead(live: LiveState): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), connectingMs);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited || live.kind !== "connecting";
}

/** Whether a change is of this job, or of what was recorded of it. */
export function isOfJob({ jobIds, recordedJobIds }: OfficeChange, jobId: string): boolean {
  return [jobIds, recordedJobIds].some((ids) => ids === null || ids.includes(jobId));
}

/** Follows the changes for a screen that is not drawn yet; null: none is expected. */
let early: { readonly handle: ChangeHandler; hasMissed: boolean } | null = null;

/**
 * Begins to follow the changes for a screen that is about to be drawn. What it reads once this resolves is as new as the
 * changes: if more arrive before it is drawn, it is told to read everything again. Without a screen it ends after a minute.
 * It resolves after a second also when changes do not arrive.
 */
export async function connectChanges(): Promise<void> {
  if (handlers.size > 0) return;
  const waiting = { hasMissed: false, handle: () => void (waiting.hasMissed = true) };
  early = waiting;
  handlers.add(waiting.handle);
  startOrStop();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, connectingMs);
    const stop = subscribe(finish);
    function finish() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
  waiting.hasMissed = false;
  setTimeout(() => {
    if (early !== waiting) return;
    handlers.delete(waiting.handle);
    early = null;
    startOrStop();
    forgetUnfollowed();
  }, earlyMs);
}

/** A screen follows the changes from here on. Its parts begin to do so in the same task: each is told what was missed. */
function replaceEarly(handler: ChangeHandler): void {
  const replaced = early;
  if (!replaced) return;
  handlers.delete(replaced.handle);
  if (replaced.hasMissed) handler(null);
  queueMicrotask(() => {
    if (early === replaced) early = null;
  });
}

document.addEventListener("visibilitychange", startOrStop);

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setState(next: LiveState): void {
  // Since when it is not live counts from the first failure on.
  if (next.kind === "not-live" && state.kind === "not-live") return;
  state = next;
  for (const watcher of watchers) watcher();
}

/** Nobody knows whether changes arrive while nobody follows them. */
function forgetUnfollowed(): void {
  if (handlers.size === 0) setState({ kind: "connecting" });
}

function startOrStop(): void {
  const isWanted = handlers.size > 0 && document.visibilityState === "visible";
  if (isWanted && !running) {
    running = new AbortController();
    if (state.kind === "live") setState({ kind: "connecting" });
    void follow(running.signal);
  } else if (!isWanted && running) {
    running.abort();
    running = null;
  }
}

async function follow(stopped: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  while (!stopped.aborted) {
    const wasLive = await readOnce(stopped).catch(() => false);
    if (stopped.aborted) return;
    setState({ kind: "not-live", since: Date.now() });
    retryMs = wasLive ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs);
    await new Promise((resolve) => void setTimeout(resolve, retryMs));
  }
}

/** Reads one stream to its end. Returns whether it was live. */
async function readOnce(stopped: AbortSignal): Promise<boolean> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  stopped.addEventListener("abort", stop);
  let silence = setTimeout(stop, silenceMs);
  let wasLive = false;
  try {
    const { body } = await requestStream(watchChanges, { signal: attempt.signal });
    if (!body) return false;
    const events = readEventStream(body, () => {
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
    });
    for await (const { event, data } of events) {
      if (stopped.aborted || event === "ended") return wasLive;
      if (event === "live") {
        wasLive = true;
        setState({ kind: "live" });
        tell(null);
      } else if (event === "not-live") setState({ kind: "not-live", since: Date.now() });
      else if (event === "changed") tell(z.parse(officeChange, data));
    }
    return wasLive;
  } catch {
    return wasLive;
  } finally {
    clearTimeout(silence);
    stopped.removeEventListener("abort", stop);
    attempt.abort();
  }
}

function tell(change: OfficeChange | null): void {
  for (const handler of handlers) handler(change);
}
