import { afterEach, beforeEach, expect, it } from "vitest";
import { aJobRow } from "../testing/builders.ts";
import { at, jobId } from "../testing/engineer.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aForm, anEntry } from "../testing/form-builders.ts";
import { runSync } from "../reference-data/run-sync.ts";
import { readUnopenableForms } from "./job-forms.ts";

const emptyAnswer = { syncSizeInMb: 0, isSyncRequired: false, isPartial: false, payload: [] };
const { customFormId } = aForm();

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

const sync = () => runSync(phone.device, { requestedBy: "user" });
const readForms = () => readUnopenableForms(phone.device, jobId);

/** Stores a job with a form; the job's time may be of another clock than the sync's. */
const storeJob = (storedOn: string) =>
  phone.device.database.job.put(aJobRow({ jobId, storedOn, customForms: [anEntry()] }));

function answerSync(answer: () => Promise<Response> | Response) {
  fakeServer.answer = (path) => (path === "/api/sync" ? answer() : undefined);
}

const formAnswer = () =>
  json({
    syncSizeInMb: 1,
    isSyncRequired: true,
    isPartial: false,
    payload: [{ type: "CustomForm", date: "1", isFull: true, rows: [aForm()], deletedIds: [] }],
  });

it.each([
  ["long before", at(-600_000)],
  ["long after", at(600_000)],
])(
  "A form of a job that was stored %s the sync by the clock can be opened or not by what the sync brought",
  async (_name, storedOn) => {
    answerSync(() => json(emptyAnswer));
    await sync();
    await storeJob(storedOn);
    expect(await readForms()).toEqual([]);
    await sync();
    expect(await readForms()).toEqual([customFormId]);
    answerSync(formAnswer);
    await sync();
    expect(await readForms()).toEqual([]);
  },
);

it("A sync that was under way when the job was stored says nothing about its forms", async () => {
  answerSync(async () => {
    await storeJob(at());
    return json(emptyAnswer);
  });
  await sync();
  expect(await readForms()).toEqual([]);
});
