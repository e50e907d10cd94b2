import { createHash } from "node:crypto";
import {
  type Device,
  dropDraft,
  type EngineerDatabase,
  readJobCards,
  readOutbox,
  saveDraft,
} from "@fieldfare/device";
import { canonicalJson } from "@fieldfare/contract";
import type { NodeDevice } from "@fieldfare/device/testing";
import { isWorking } from "@fieldfare/domain";
import { journalDrafts } from "../../packages/device/src/drafts/draft-journal.ts";
import type { Phone } from "./phone.ts";
import type { Scenario } from "./scenario-types.ts";

/** Checks the rules that hold on a phone after every step. */
export async function checkPhone(scenario: Scenario, phone: Phone): Promise<void> {
  const node = phone.running("page");
  if (!node) return;
  const databases = await openEngineers(phone, node.device);
  const queue = (await Promise.all(databases.map((one) => one.messageQueue.toArray()))).flat();
  const blockedRows = (await Promise.all(databases.map((one) => one.parkedLane.toArray()))).flat();
  const queuedIds = new Set(queue.map((row) => row.messageId));
  for (const entry of phone.oracle.entries.values())
    if (entry.isSaved && !entry.isReceipted && !entry.mayBeLost && !queuedIds.has(entry.messageId))
      scenario.reportViolation(
        `${phone.name}: ${entry.type} ${entry.messageId} was saved and is neither sent nor queued`,
      );
  for (const { job } of databases.filter(isReadable))
    if ((await job.filter((row) => isWorking(row)).count()) > 1)
      scenario.reportViolation(`${phone.name}: two jobs are being worked on at once`);
  for (const blockedRow of blockedRows)
    if (!phone.refusedOrderingKeys.has(blockedRow.lane))
      scenario.reportViolation(
        `${phone.name}: blocked without a refusal: ${blockedRow.type} ${blockedRow.code} ${blockedRow.detail}`,
      );
  await checkOwnership(scenario, phone, node.device);
}

/** Opens the databases of all engineers who have one on this phone, or had one before it was wiped. */
async function openEngineers(
  { disk }: Phone,
  { engineers }: Device,
): Promise<readonly EngineerDatabase[]> {
  const prefix = "fieldfare-";
  const names = (await disk.indexedDB.databases()).map(({ name = "" }) => name);
  const stored = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const ids = new Set([...stored, ...[...disk.journals.keys()].filter((id) => id !== "")]);
  const databases = await Promise.all([...ids].map((id) => engineers.open(id)));
  return databases.filter((database) => database !== null);
}

/** Another engineer of the phone has to enter the PIN first. */
function isReadable({ sealing }: EngineerDatabase): boolean {
  return !sealing?.isLocked;
}

/** An engineer must not see, or send, what belongs to another. */
export async function checkOwnership(
  scenario: Scenario,
  phone: Phone,
  device: Device,
): Promise<void> {
  const { engineer } = device;
  if (!engineer || (await engineer.token.count()) === 0) return;
  const { ownerId } = engineer;
  if (!isReadable(engineer)) return;
  const operative = scenario.phones.find(({ engineer }) => engineer.accountId === ownerId)?.engineer
    .fieldOperativeId;
  for (const card of await readJobCards(device))
    if (!operative || !scenario.office.jobs.get(card.jobId)?.engineers.has(operative))
      scenario.reportViolation(
        `${phone.name}: ${card.formattedJobId} is shown to another engineer`,
      );
  const { messages } = await readOutbox(device);
  const isOthers = ({ messageId }: { readonly messageId: string }) =>
    (phone.oracle.entries.get(messageId)?.ownerId ?? ownerId) !== ownerId;
  if (messages.some(isOthers))
    scenario.reportViolation(`${phone.name}: the outbox shows messages of another engineer`);
}

/** What the journal must restore after the database was wiped: each row by its key. */
export type StoredState = Readonly<Record<"exact" | "atLeast", ReadonlyMap<string, string>>>;

/**
 * Reads what a phone has stored, of all its engineers. Only rows that stay readable after a restart are in `exact`;
 * messages and unsent images are always in `atLeast`.
 */
export async function readStoredState(phone: Phone, { device }: NodeDevice): Promise<StoredState> {
  const exact = new Map<string, string>();
  const atLeast = new Map<string, string>();
  for (const database of await openEngineers(phone, device)) {
    // Only the tab's own engineer is still signed in after a restart.
    const staysReadable = isReadable(database) && phone.disk.heldKeys.has(database.ownerId);
    await addStoredState(database, { exact, atLeast }, staysReadable);
  }
  return { exact, atLeast };
}

async function addStoredState(
  database: EngineerDatabase,
  { exact, atLeast }: Readonly<Record<"exact" | "atLeast", Map<string, string>>>,
  staysReadable: boolean,
): Promise<void> {
  for (const row of await database.messageQueue.toArray())
    atLeast.set(`message ${row.messageId}`, canonicalJson(row.payload));
  for (const row of await database.image.toArray())
    if (row.state !== "sent") atLeast.set(`image ${row.imageId}`, row.sha256);
  for (const { imageId, bytes } of await database.imageBytes.toArray())
    if (atLeast.has(`image ${imageId}`))
      atLeast.set(
        `bytes ${imageId}`,
        createHash("sha256").update(new Uint8Array(bytes)).digest("hex"),
      );
  if (!staysReadable) return;
  for (const row of await database.job.toArray()) exact.set(`job ${row.jobId}`, canonicalJson(row));
  for (const row of await database.engineeringNote.toArray())
    exact.set(`note ${row.engineeringNoteId}`, canonicalJson(row));
  for (const row of await database.jobPart.toArray())
    exact.set(`part ${row.jobPartId}`, canonicalJson(row));
  for (const row of await database.draft.toArray())
    exact.set(`draft ${row.jobId} ${row.kind}`, canonicalJson(row));
}

/** Types into a screen of each job, as long as it takes the journal to follow, and clears a screen. */
export async function typeDrafts({ device }: NodeDevice): Promise<void> {
  for (const { jobId, status } of await readJobCards(device)) {
    if (status === "Closed") continue;
    await saveDraft(device, jobId, "note", { description: "Flue" });
    await saveDraft(device, jobId, "hold", { explanation: "Wait" });
    await saveDraft(device, jobId, "note", { description: "Flue joints checked" });
    await dropDraft(device, jobId, "hold");
  }
  await journalDrafts(device);
}

/** Messages and images that were already sent may come back, and are sent again; nothing else may differ. */
export function compareStoredState(
  scenario: Scenario,
  phone: Phone,
  before: StoredState,
  after: StoredState,
): void {
  for (const [key, row] of before.exact)
    if (after.exact.get(key) !== row)
      scenario.reportViolation(`${phone.name}: ${key} was not restored from the journal as it was`);
  for (const key of after.exact.keys())
    if (!before.exact.has(key))
      scenario.reportViolation(`${phone.name}: ${key} was restored although it had been deleted`);
  for (const [key, row] of before.atLeast)
    if (after.atLeast.get(key) !== row)
      scenario.reportViolation(`${phone.name}: ${key} was not restored from the journal`);
}

/** Returns true if the device was full. Dexie wraps the browser's error, so the inner errors are searched too. */
export function isQuotaError(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error;) {
    if (cause.name === "QuotaExceededError") return true;
    const { inner } = cause as { inner?: unknown };
    cause = inner !== cause ? inner : undefined;
  }
  return false;
}
