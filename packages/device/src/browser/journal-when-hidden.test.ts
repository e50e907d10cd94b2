import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { aJobRow } from "../testing/builders.ts";
import { aFakeServer, aSignedInPhone, owner, type SignedInPhone } from "../testing/fake-server.ts";
import { wipeDatabase } from "../testing/node-device.ts";
import { aJobId } from "../testing/queueing.ts";
import { journalWhenHidden } from "./journal-when-hidden.ts";

const jobId = aJobId(1);
const answers = { reason: null, details: "Waiting for the part" };
const server = aFakeServer();
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });

let phone: SignedInPhone;

beforeEach(async () => {
  vi.stubGlobal("document", page);
  // The pause after a key never ends.
  const pause = () => new Promise<never>(() => {});
  phone = await aSignedInPhone(server, { ports: (ports) => ({ ...ports, pause }) });
  const job = aJobRow({ jobId, status: "AccessGained", isSelected: true });
  await phone.device.database.job.put(job);
});
afterEach(() => {
  vi.unstubAllGlobals();
  phone.kill();
});

it("The reason of a hold that was typed just before the app was hidden is restored after a wiped database", async () => {
  const report = vi.fn<(error: unknown) => void>();
  const stop = journalWhenHidden(phone.device, report);
  await saveDraft(phone.device, jobId, "hold", answers);
  const readSize = () => phone.disk.journals.get(owner)?.entries.length;
  const before = readSize();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(readSize).not.toBe(before);
  stop();
  phone.kill();
  wipeDatabase(phone.disk);
  phone = await aSignedInPhone(server, { disk: phone.disk });
  expect(phone.start).toBe("restored");
  expect(await readDraft(phone.device, jobId, "hold")).toEqual(answers);
  expect(report).not.toHaveBeenCalled();
});
