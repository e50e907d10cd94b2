import { afterEach, describe, expect, it, vi } from "vitest";
import { pollIntervalMs } from "./database/background-work.ts";
import { aClose } from "./testing/closings.ts";
import { startInProcessServer, type InProcessServer } from "./testing/in-process.ts";
import { aMessage, post } from "./testing/messages.ts";

let server: InProcessServer;

afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Moves the times for which documents and form checks wait back by ten minutes, then triggers the next poll. */
async function advanceTenMinutes() {
  for (const table of ["job_closing", "form_check_due"])
    await server.rows(
      `update ${table} set next_attempt_on = next_attempt_on - interval '10 minutes'`,
    );
  vi.advanceTimersByTime(pollIntervalMs);
}

describe("Without a restart and without another message", () => {
  it("a document is made once the object store is back", async () => {
    server = await startInProcessServer({ filesDocuments: false, checksForms: false });
    const engineer = await server.installed();
    await post(engineer, aMessage("JobClose", aClose(await server.job(engineer))));
    const closing = async () =>
      (await server.rows("select attempts, error_code, filed_on from job_closing"))[0];
    let isDown = true;
    const objects = {
      ...server.objects,
      put: (hash: string, bytes: Uint8Array) =>
        isDown
          ? Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED" }))
          : server.objects.put(hash, bytes),
    };

    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const filing = await server.startAnother({ filesDocuments: true }, objects);
    await filing.ready();
    const failed = { error_code: "ECONNREFUSED", filed_on: null };
    await vi.waitFor(async () => expect(await closing()).toMatchObject(failed), 15_000);

    isDown = false;
    await advanceTenMinutes();
    await vi.waitFor(
      async () =>
        expect(await closing()).toMatchObject({ attempts: 2, filed_on: expect.any(Date) }),
      15_000,
    );
    expect(await server.rows("select name from document where sha256 is not null")).toHaveLength(1);
  });

  it("forms are checked once the error has passed", async () => {
    server = await startInProcessServer({ filesDocuments: false, checksForms: false });
    const engineer = await server.installed();
    await post(engineer, aMessage("JobClose", aClose(await server.job(engineer))));
    await server.rows(
      "insert into form_check_due (message_id, job_id) select message_id, job_id from job_closing",
    );
    const due = () => server.rows("select error_code from form_check_due");
    await server.rows("alter table form_check rename to form_check_away");

    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const checking = await server.startAnother({ checksForms: true });
    await checking.ready();
    await vi.waitFor(async () => expect(await due()).toEqual([{ error_code: "42P01" }]), 15_000);

    await server.rows("alter table form_check_away rename to form_check");
    await advanceTenMinutes();
    await vi.waitFor(async () => expect(await due()).toEqual([]), 15_000);
  });
});
