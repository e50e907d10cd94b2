import type { Command } from "@fieldfare/contract";
import { autoRejectComment, type JobStatus } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeJob, retainJob } from "../actions/removal.ts";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import { aPeer, aSignedInPhone, owner, type Peer, type SignedInPhone } from "../testing/peer.ts";
import { aJobId } from "../testing/queueing.ts";
import { firstAppointment } from "../testing/server-job.ts";
import { pollCommands } from "./commands.ts";

const jobId = aJobId(1);
const commandId = "0190a000-0000-7000-8000-0000000000c1";

let peer: Peer;
let phone: SignedInPhone;
beforeEach(async () => {
  peer = aPeer();
  phone = await aSignedInPhone(peer);
});
afterEach(() => phone.kill());

async function aJob(status: JobStatus, ownerId = owner) {
  await phone.device.database.job.put(
    aJobRow({ jobId, ownerId, status, isSelected: status !== "New" && status !== "Closed" }),
  );
}

function cancel(given: { force?: boolean; appointment?: string } = {}): Command {
  return {
    messageId: commandId,
    type: "CancelJob",
    jobId,
    fieldOperativeAppointmentId: given.appointment ?? firstAppointment,
    force: given.force ?? false,
  };
}

async function receive(...commands: Peer["commands"]) {
  peer.commands = commands;
  await pollCommands(phone.device);
}

async function queued() {
  const rows = await phone.device.database.messageQueue.orderBy("id").toArray();
  return rows.map(({ type, payload }) => ({ type, ...(payload as Record<string, unknown>) }));
}

const acknowledged = (outcome: string) =>
  expect.objectContaining({ type: "CommandAcknowledgement", commandId, outcome });

describe("A request to remove a job", () => {
  it("that is not on the device is answered with not found", async () => {
    await receive(cancel());
    expect(await queued()).toEqual([acknowledged("not-found")]);
  });

  it("of another engineer is answered with not found and touches nothing", async () => {
    await aJob("New", aJobId(9));
    await receive(cancel({ force: true }));
    expect(await queued()).toEqual([acknowledged("not-found")]);
    expect(await phone.device.database.job.count()).toBe(1);
  });

  it("under another appointment is ignored", async () => {
    await aJob("New");
    await receive(cancel({ appointment: aJobId(8) }));
    expect(await queued()).toEqual([acknowledged("ignored")]);
    expect(await phone.device.database.job.count()).toBe(1);
  });

  it("that is New deletes it, tells the server, and leaves a log line with the cause", async () => {
    await aJob("New");
    await receive(cancel());
    expect(await queued()).toEqual([
      expect.objectContaining({ type: "JobRemove", jobId }),
      acknowledged("deleted"),
    ]);
    expect(await phone.device.database.job.count()).toBe(0);
    const [line] = await phone.device.database.log.toArray();
    expect(line?.message).toContain("FF1");
    expect(line?.message).toContain("still New");
  });

  it.each(["Travelling", "OnSite", "AccessGained", "Closed"] as const)(
    "that is forced deletes it even when it is %s",
    async (status) => {
      await aJob(status);
      await receive(cancel({ force: true }));
      expect(await queued()).toEqual([
        expect.objectContaining({ type: "JobRemove" }),
        acknowledged("deleted"),
      ]);
      expect(await phone.device.database.job.count()).toBe(0);
    },
  );

  it.each([
    ["AccessGained", 3],
    ["Closed", 4],
  ] as const)("that is %s is rejected by itself with reason %i", async (status, reason) => {
    await aJob(status);
    await receive(cancel());
    expect(await queued()).toEqual([
      expect.objectContaining({
        type: "RejectRemoveRequest",
        reason,
        comment: autoRejectComment,
      }),
      acknowledged("ignored"),
    ]);
    expect(await phone.device.database.job.count()).toBe(1);
  });

  it.each(["Travelling", "OnSite"] as const)(
    "that is %s asks the engineer, once however often it is asked",
    async (status) => {
      await aJob(status);
      await receive(cancel());
      await receive({ ...cancel(), messageId: aJobId(7) });
      expect(await phone.device.database.jobRemoval.count()).toBe(1);
      expect((await queued())[0]).toEqual(acknowledged("alert"));
    },
  );

  it("can be retained with a comment, which rejects it", async () => {
    await aJob("OnSite");
    await receive(cancel());
    const rejection = { reason: 1, comment: " Nearly done " } as const;
    expect(await retainJob(phone.device, jobId, { ...rejection, comment: " " })).toEqual({
      ok: false,
      refusal: "comment-missing",
    });
    expect(await retainJob(phone.device, jobId, rejection)).toMatchObject({ ok: true });
    expect((await queued()).at(-1)).toMatchObject({
      type: "RejectRemoveRequest",
      reason: 1,
      comment: "Nearly done",
    });
    expect(await phone.device.database.jobRemoval.count()).toBe(0);
  });

  it("can be granted: the job leaves, what was queued about it stays", async () => {
    await aJob("OnSite");
    await receive(cancel());
    expect(await removeJob(phone.device, jobId)).toMatchObject({ ok: true });
    expect((await queued()).map(({ type }) => type)).toEqual([
      "CommandAcknowledgement",
      "JobRemove",
    ]);
    expect(await phone.device.database.job.count()).toBe(0);
  });
});

describe("A command", () => {
  it("that is delivered twice is applied and acknowledged once", async () => {
    await aJob("New");
    await receive(cancel(), cancel());
    await receive(cancel());
    await drain(phone.device);
    expect(peer.received.map(({ type }) => type)).toEqual(["JobRemove", "CommandAcknowledgement"]);
  });

  it("is applied once when two tabs poll at the same time", async () => {
    await aJob("New");
    peer.commands = [cancel()];
    await Promise.all([pollCommands(phone.device), pollCommands(phone.device)]);
    expect((await queued()).map(({ type }) => type)).toEqual([
      "JobRemove",
      "CommandAcknowledgement",
    ]);
  });

  it("of a type that is not known is logged and acknowledged as unsupported, and stops no other", async () => {
    await aJob("New");
    await receive({ messageId: aJobId(6), type: "DanceOnTheTable" }, cancel());
    expect((await queued()).map((message) => message.type)).toEqual([
      "CommandAcknowledgement",
      "JobRemove",
      "CommandAcknowledgement",
    ]);
    expect((await queued())[0]).toMatchObject({ commandId: aJobId(6), outcome: "unsupported" });
    const log = await phone.device.database.log.toArray();
    expect(log[0]?.message).toContain("DanceOnTheTable");
  });

  it("that is known but not complete is acknowledged as unsupported", async () => {
    await receive({ messageId: commandId, type: "CancelJob" });
    expect(await queued()).toEqual([acknowledged("unsupported")]);
  });

  it("is not applied for a colleague who signed in while it was under way", async () => {
    await aJob("New");
    peer.commands = [cancel({ force: true })];
    peer.answer = (path) => {
      if (path !== "/api/command") return undefined;
      return (async () => {
        const token = await phone.device.database.token.get(1);
        if (token) await phone.device.database.token.put({ ...token, ownerId: aJobId(9) });
        return new Response(JSON.stringify({ commands: peer.commands }), {
          headers: { "Content-Type": "application/json" },
        });
      })();
    };
    await pollCommands(phone.device);
    expect(await queued()).toEqual([]);
    expect(await phone.device.database.job.count()).toBe(1);
  });

  it("with news of a job is kept with the job and shown", async () => {
    await aJob("OnSite");
    await receive({
      messageId: commandId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId: firstAppointment,
      details: "The tenant is back at four",
    });
    expect((await phone.device.database.job.get(jobId))?.officeUpdates).toMatchObject([
      { commandId, details: "The tenant is back at four" },
    ]);
    expect(await queued()).toEqual([acknowledged("alert")]);
  });

  it.each([
    ["Closed", "closed"],
    ["none", "not-found"],
  ] as const)("with news of a job that is %s is answered with %s", async (status, outcome) => {
    if (status !== "none") await aJob(status);
    await receive({
      messageId: commandId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId: firstAppointment,
      details: "Late",
    });
    expect(await queued()).toEqual([acknowledged(outcome)]);
  });
});
