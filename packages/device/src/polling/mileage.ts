import { getMileage } from "@fieldfare/contract";
import { done, mergeMileage, readTextField } from "@fieldfare/domain";
import { act } from "../actions/act.ts";
import { readOwnMileage } from "../actions/mileage.ts";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import type { EngineerDatabase } from "../database/database.ts";
import type { OutboxRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { isInstalled } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";
import { logError } from "./log.ts";

/**
 * Fetches the server's list and merges it into the local one. A failure is only logged; the local
 * list stays. One list is fetched at a time, so that an older one never replaces a newer one.
 */
export function refreshMileage(device: Device): Promise<Answer<true>> {
  const own = forCurrentEngineer(device);
  return device.ports.locks.hold("fieldfare-mileage", () => fetchAndMerge(own));
}

async function fetchAndMerge(device: Device): Promise<Answer<true>> {
  const signedIn = await device.engineer?.token.get(1);
  if (!signedIn?.claims.recordsMileage) return { ok: true, value: true };
  // Before the PIN the local list cannot be read.
  if (device.engineer?.sealing?.isLocked) return { ok: true, value: true };
  const { database } = device;
  // The server refuses a browser without an installation, and a refused device counts as locked.
  if (!(await isInstalled(device))) return { ok: true, value: true };
  const lastQueued = (await database.counter.get("message"))?.value ?? 0;
  const waitingIds = collectMileageIds(await readMileageMessages(database.messageQueue));
  const token = await ensureToken(device);
  const answer = token.ok ? await callServer(device, getMileage, {}) : token;
  if (!answer.ok) {
    if (answer.failure.kind !== "network")
      await logError(device, `The mileage was not answered: ${answer.failure.kind}`, "mileage");
    return answer;
  }
  await act(device, ["mileage", "sentMessage"], async (actor) => {
    // The list may lack entries that were sent meanwhile.
    const sentSince = (await readMileageMessages(actor.unit.database.sentMessage)).filter(
      (row) => row.deviceSequence > lastQueued,
    );
    const unsettledIds = new Set([
      ...waitingIds,
      ...collectMileageIds(sentSince),
      ...collectMileageIds(await readMileageMessages(actor.unit.database.messageQueue)),
    ]);
    const { put, remove } = mergeMileage(await readOwnMileage(actor), answer.value, unsettledIds);
    for (const row of put) await actor.unit.put("mileage", row);
    for (const id of remove) await actor.unit.remove("mileage", id);
    return done(true);
  });
  return { ok: true, value: true };
}

const mileageTypes: ReadonlySet<string> = new Set(["MileageAdd", "MileageUpdate", "MileageRemove"]);

async function readMileageMessages(
  table: EngineerDatabase["messageQueue"] | EngineerDatabase["sentMessage"],
): Promise<readonly OutboxRow[]> {
  const rows: readonly OutboxRow[] = await table.toArray();
  return rows.filter((row) => mileageTypes.has(row.type));
}

function collectMileageIds(rows: readonly OutboxRow[]): readonly string[] {
  return rows.flatMap(
    ({ payload }) => readTextField(payload, "clientFieldOperativeMileageId") ?? [],
  );
}
