import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addNote } from "../actions/notes.ts";
import { readChangedRows } from "../database/changed-rows.ts";
import type { JournalEntry } from "../database/journal.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { wipeDatabase } from "../testing/node-device.ts";
import { aJobId } from "../testing/queueing.ts";
import { journalDrafts } from "./draft-journal.ts";
import { dropDraft, readDraft, saveDraft } from "./drafts.ts";
import { type FormDraft, readFormDraft, saveFormDraft } from "./form-drafts.ts";

const jobId = aJobId(1);

let fakeServer: FakeServer;
let phone: SignedInPhone;
/** The pauses that the phone waits for, in ms; a test ends them. */
let pauses: { readonly ms: number; readonly end: () => void }[];
let entries: JournalEntry[];

beforeEach(async () => {
  fakeServer = aFakeServer();
  pauses = [];
  entries = [];
  phone = await aSignedInPhone(fakeServer, {
    ports: (ports) => ({
      ...ports,
      pause: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })),
      openJournal: (ownerId) => {
        const journal = (ports.openJournal as NonNullable<typeof ports.openJournal>)(ownerId);
        if (ownerId === null) return journal;
        return {
          ...journal,
          async appendRows(rows) {
            const entry = await readChangedRows(phone.disk.indexedDB, rows);
            entries.push(entry);
            return journal.append(entry);
          },
        };
      },
    }),
  });
  const job = aJobRow({ jobId, status: "AccessGained", isSelected: true });
  await phone.device.database.job.put(job);
});
afterEach(() => phone.kill());

const type = (text: string) => saveDraft(phone.device, jobId, "note", { description: text });

/** The browser kills the page and wipes its database; the engineer signs in again. */
async function restart(): Promise<void> {
  phone.kill();
  wipeDatabase(phone.disk);
  phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
  expect(phone.start).toBe("restored");
}

const readNote = () => readDraft(phone.device, jobId, "note");

describe("A draft", () => {
  it("is restored after a wiped database once it has been on the screen for a second", async () => {
    await type("Flue joints");
    expect(pauses.map(({ ms }) => ms <= 1_000)).toEqual([true]);
    await journalDrafts(phone.device);
    await restart();
    expect(await readNote()).toEqual({ description: "Flue joints" });
  });

  it("of a form is restored with its answers and the place of the engineer", async () => {
    const draft: FormDraft = {
      answers: { make: "Example" },
      unfinished: [{ path: ["signature"], signature: "data:image/png;base64,AAAA" }],
      page: "appliances",
      panel: ["appliances", 2],
      camera: null,
      appliances: [aJobId(3)],
    };
    await saveFormDraft(phone.device, jobId, "record", draft);
    await journalDrafts(phone.device);
    await restart();
    expect(await readFormDraft(phone.device, jobId, "record")).toEqual(draft);
  });

  it("is journaled by itself, without another key or action", async () => {
    await type("Flue");
    pauses[0]?.end();
    await expect.poll(() => entries.length).toBe(1);
  });

  it("that is typed letter by letter is one entry with the last state", async () => {
    for (const text of ["F", "Fl", "Flu", "Flue"]) await type(text);
    await saveDraft(phone.device, jobId, "close", { step: 2 });
    expect(pauses).toHaveLength(1);
    expect(entries).toEqual([]);
    await journalDrafts(phone.device);
    expect(entries).toHaveLength(1);
    const drafts = entries[0]?.puts.filter(({ table }) => table === "draft") ?? [];
    const { sealing } = phone.device.database;
    expect(drafts.map(({ row }) => sealing?.open("draft", row))).toMatchObject([
      { kind: "note", values: { description: "Flue" } },
      { kind: "close", values: { step: 2 } },
    ]);
    await type("Flue joints");
    expect(pauses).toHaveLength(2);
  });

  it("is saved without waiting for the journal", async () => {
    const { database, ports } = phone.device;
    if (!database.journal) throw new Error("The database has no journal");
    database.journal = { ...database.journal, appendRows: () => new Promise<never>(() => {}) };
    const device = { ...phone.device, ports: { ...ports, pause: () => Promise.resolve() } };
    await saveDraft(device, jobId, "note", { description: "F" });
    await saveDraft(device, jobId, "note", { description: "Fl" });
    expect(await readNote()).toEqual({ description: "Fl" });
  });

  it("that was dropped is not restored", async () => {
    await type("Flue");
    await journalDrafts(phone.device);
    await dropDraft(phone.device, jobId, "note");
    await journalDrafts(phone.device);
    await restart();
    expect(await readNote()).toBeUndefined();
  });

  it.each([
    ["before the journal had its last state", true],
    ["after that", false],
  ])("that became a note is not restored, when it was saved %s", async (_when, isWaiting) => {
    await type("Flue");
    if (!isWaiting) await journalDrafts(phone.device);
    const answers = { description: "Flue cleared", isPublic: true };
    expect(await addNote(phone.device, jobId, answers)).toMatchObject({ ok: true });
    await journalDrafts(phone.device);
    await restart();
    expect(await readNote()).toBeUndefined();
    expect(await phone.device.database.engineeringNote.count()).toBe(1);
  });

  it("does not make later entries void: numbers of entries go on after a restored database", async () => {
    await type("Flue");
    await journalDrafts(phone.device);
    await restart();
    await type("Flue joints");
    await journalDrafts(phone.device);
    await restart();
    expect(await readNote()).toEqual({ description: "Flue joints" });
  });
});

it("Hours of typing keep the journal small", async () => {
  const longText = "x".repeat(100_000);
  for (let key = 0; key < 100; key += 1) {
    await type(`${longText}${key}`);
    await journalDrafts(phone.device);
  }
  await expect.poll(() => phone.disk.journals.get(owner)?.entries.length).toBeLessThan(2_500_000);
  await restart();
  expect(await readNote()).toEqual({ description: `${longText}99` });
});
