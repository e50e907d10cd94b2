import { header } from "@fieldfare/contract";
import { readDeviceError } from "../api/request.ts";
import type { DeviceDatabase } from "../database/database.ts";
import { isQuotaError } from "../database/unit.ts";
import type { SyncOutcome, SyncProgress, SyncRequest } from "../ports.ts";
import { type AnswerHead, NonsenseError, readAnswer } from "./answer.ts";
import { storeSet } from "./store.ts";

/**
 * Fetches one sync answer and stores it: each data set and its date land together, as soon as its last
 * row is there. What has landed stays when the rest does not come: the next sync asks for the rest alone.
 */
export async function applySyncAnswer(
  database: DeviceDatabase,
  fetchAnswer: (url: string, init: RequestInit) => Promise<Response>,
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
): Promise<SyncOutcome> {
  const stall = watchForStall();
  try {
    return await applyWatched(database, fetchAnswer, request, report, stall);
  } finally {
    stall.end();
  }
}

/** A line that brings nothing for this long is dead: waiting on would hold up every later sync. */
const stallMs = 60_000;

function watchForStall() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, stallMs);
  return {
    signal: controller.signal,
    moved() {
      clearTimeout(timer);
      timer = setTimeout(abort, stallMs);
    },
    end() {
      clearTimeout(timer);
    },
  };
}

type Stall = ReturnType<typeof watchForStall>;

async function applyWatched(
  database: DeviceDatabase,
  fetchAnswer: (url: string, init: RequestInit) => Promise<Response>,
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
  stall: Stall,
): Promise<SyncOutcome> {
  let response: Response;
  try {
    response = await fetchAnswer(request.url, {
      signal: stall.signal,
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
    return { kind: "nonsense", detail: "The answer is no JSON" };

  const storing = beginStoring(database);
  let head: AnswerHead | null = null;
  let failure: unknown = null;
  try {
    head = await readBody(response, storing, report, stall);
  } catch (error) {
    failure = error;
  }
  const total = storing.taken();
  try {
    await storing.finish((done) => report({ step: "store", done, total }));
  } catch (error) {
    if (isQuotaError(error)) return { kind: "storage-full" };
    throw error;
  }
  if (failure instanceof NonsenseError) return { kind: "nonsense", detail: failure.message };
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
  storing: Storing,
  report: (progress: SyncProgress) => void,
  stall: Stall,
): Promise<AnswerHead> {
  const size = Number(response.headers.get(header.syncSize));
  const total = Number.isFinite(size) && size > 0 ? size : null;
  const answer = readAnswer((set) => storing.add(set));
  const reader = response.body?.getReader();
  let done = 0;
  let told = 0;
  for (;;) {
    const piece = await reader?.read();
    stall.moved();
    if (!piece || piece.done || storing.hasFailed()) break;
    done += piece.value.byteLength;
    answer.push(piece.value);
    if (done - told > 250_000) {
      told = done;
      report({ step: "download", done, total });
    }
  }
  if (storing.hasFailed()) await reader?.cancel();
  report({ step: "download", done, total });
  return answer.finish();
}

type Storing = ReturnType<typeof beginStoring>;

/** Stores one set after the other while the next ones are still read. */
function beginStoring(database: DeviceDatabase) {
  let taken = 0;
  let stored = 0;
  let failure: { readonly error: unknown } | null = null;
  let report: (stored: number) => void = () => undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    add(set: Parameters<typeof storeSet>[1]) {
      taken += set.count;
      last = last.then(async () => {
        if (failure) return;
        try {
          await storeSet(database, set);
          stored += set.count;
          report(stored);
        } catch (error) {
          failure = { error };
        }
      });
    },
    taken: () => taken,
    hasFailed: () => failure !== null,
    /** Waits for all and throws what one of them failed with. */
    async finish(progress: (stored: number) => void) {
      report = progress;
      await last;
      if (failure) throw failure.error;
    },
  };
}
