import { header } from "@fieldfare/contract";
import { readDeviceError } from "../api/request.ts";
import type { SharedDatabase } from "../database/database.ts";
import { isQuotaError } from "../database/unit.ts";
import type { SyncOutcome, SyncProgress, SyncRequest } from "../ports.ts";
import { type AnswerHead, MalformedAnswerError, readAnswer } from "./answer.ts";
import { storeSet } from "./store.ts";

/**
 * Fetches one sync answer and stores it. Each data set is committed together with its date, as soon
 * as its last row has arrived. Committed sets stay when the rest does not arrive: the next sync
 * asks for the rest only.
 */
export async function applySyncAnswer(
  database: SharedDatabase,
  fetchAnswer: (url: string, init: RequestInit) => Promise<Response>,
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
): Promise<SyncOutcome> {
  const stallTimer = createStallTimer();
  try {
    return await applyWithStallTimer(database, fetchAnswer, request, report, stallTimer);
  } finally {
    stallTimer.stop();
  }
}

/**
 * A connection that brings nothing for this long counts as dead: waiting on would hold up every
 * later sync.
 */
const stallMs = 60_000;

function createStallTimer() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, stallMs);
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(abort, stallMs);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

type StallTimer = ReturnType<typeof createStallTimer>;

async function applyWithStallTimer(
  database: SharedDatabase,
  fetchAnswer: (url: string, init: RequestInit) => Promise<Response>,
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
  stallTimer: StallTimer,
): Promise<SyncOutcome> {
  let response: Response;
  try {
    response = await fetchAnswer(request.url, {
      signal: stallTimer.signal,
      ...request.init,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
  } catch {
    return { kind: "network" };
  }
  const deviceError = readDeviceError(response.headers.get(header.deviceError));
  if (response.status !== 200 || deviceError)
    return { kind: "status", status: response.status, deviceError };
  if (!/\bjson\b/.test(response.headers.get("Content-Type") ?? ""))
    return { kind: "malformed", detail: "The answer is no JSON" };

  const storeQueue = createStoreQueue(database);
  let head: AnswerHead | null = null;
  let failure: unknown = null;
  try {
    head = await readBody(response, storeQueue, report, stallTimer);
  } catch (error) {
    failure = error;
  }
  const total = storeQueue.receivedRows();
  try {
    await storeQueue.finish((done) => report({ step: "store", done, total }));
  } catch (error) {
    if (isQuotaError(error)) return { kind: "storage-full" };
    throw error;
  }
  if (failure instanceof MalformedAnswerError)
    return { kind: "malformed", detail: failure.message };
  if (!head) return { kind: "network" };
  return {
    kind: "applied",
    sizeInMb: head.syncSizeInMb,
    isSyncRequired: head.isSyncRequired,
    isPartial: head.isPartial,
    rows: total,
  };
}

async function readBody(
  response: Response,
  storeQueue: StoreQueue,
  report: (progress: SyncProgress) => void,
  stallTimer: StallTimer,
): Promise<AnswerHead> {
  const size = Number(response.headers.get(header.syncSize));
  const total = Number.isFinite(size) && size > 0 ? size : null;
  const answer = readAnswer((set) => storeQueue.add(set));
  const reader = response.body?.getReader();
  let done = 0;
  let reportedBytes = 0;
  for (;;) {
    const piece = await reader?.read();
    stallTimer.restart();
    if (!piece || piece.done || storeQueue.hasFailed()) break;
    done += piece.value.byteLength;
    answer.push(piece.value);
    if (done - reportedBytes > 250_000) {
      reportedBytes = done;
      report({ step: "download", done, total });
    }
  }
  if (storeQueue.hasFailed()) await reader?.cancel();
  report({ step: "download", done, total });
  return answer.finish();
}

type StoreQueue = ReturnType<typeof createStoreQueue>;

/** Stores the sets one after the other while the next ones are still being read. */
function createStoreQueue(database: SharedDatabase) {
  let receivedRows = 0;
  let storedRows = 0;
  let failure: { readonly error: unknown } | null = null;
  let report: (storedRows: number) => void = () => undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    add(set: Parameters<typeof storeSet>[1]) {
      receivedRows += set.count;
      last = last.then(async () => {
        if (failure) return;
        try {
          await storeSet(database, set);
          storedRows += set.count;
          report(storedRows);
        } catch (error) {
          failure = { error };
        }
      });
    },
    receivedRows: () => receivedRows,
    hasFailed: () => failure !== null,
    /** Waits for all sets and throws the error of one that failed. */
    async finish(progress: (storedRows: number) => void) {
      report = progress;
      await last;
      if (failure) throw failure.error;
    },
  };
}
