import { randomUUIDv7 } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  install,
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aMessage, post } from "../../testing/messages.ts";

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

describe("the commands of a device", () => {
  async function command(fieldOperativeId: string, type = "DataDump") {
    const commandId = randomUUIDv7();
    await server.rows(
      "insert into command (command_id, field_operative_id, type, body) values ($1, $2, $3, '{}')",
      [commandId, fieldOperativeId, type],
    );
    return commandId;
  }

  async function commandIds(engineer: InstalledEngineer) {
    const { body } = await engineer.caller.get("/api/command");
    return (body as { commands: { messageId: string }[] }).commands.map(
      ({ messageId }) => messageId,
    );
  }

  function acknowledgement(commandId: string) {
    return aMessage("CommandAcknowledgement", {
      commandId,
      outcome: "done",
      acknowledgedOn: "2026-11-21T10:00:00.000Z",
    });
  }

  it("are those not yet acknowledged, oldest first, whatever their type", async () => {
    const first = await command(sam.fieldOperativeId);
    const second = await command(sam.fieldOperativeId, "SomethingNew");
    expect(await commandIds(sam)).toEqual([first, second]);
    await post(sam, acknowledgement(first));
    expect(await commandIds(sam)).toEqual([second]);
  });

  it("of another engineer can be neither read nor acknowledged", async () => {
    const alex = await server.installed();
    const theirs = await command(alex.fieldOperativeId);
    expect(await commandIds(sam)).toEqual([]);
    expect(await post(sam, acknowledgement(theirs))).toMatchObject({ status: 404 });
    expect(await commandIds(alex)).toEqual([theirs]);
  });

  it("do not include those created before it was registered that another device has acknowledged", async () => {
    const done = await command(sam.fieldOperativeId);
    const open = await command(sam.fieldOperativeId);
    await post(sam, acknowledgement(done));
    const later = await install(server.app, sam);
    const fetched = await commandIds(later);
    expect(fetched).toContain(open);
    expect(fetched).not.toContain(done);
  });

  it("include the comments on open jobs for a phone that replaces another one", async () => {
    const job = await server.job(sam);
    const planner = await server.office();
    const { body } = await planner.post("/api/office/commands", {
      fieldOperativeId: sam.fieldOperativeId,
      type: "JobUpdate",
      jobId: job.jobId,
      fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
      details: "The gate code is 4711",
      isComment: true,
    });
    const { commandId } = body as { commandId: string };
    await post(sam, acknowledgement(commandId));
    expect(await commandIds(sam)).not.toContain(commandId);
    const later = await install(server.app, sam);
    expect(await commandIds(later)).toContain(commandId);
    await server.rows("update job set status = 'Closed' where job_id = $1", [job.jobId]);
    expect(await commandIds(later)).not.toContain(commandId);
  });

  it("are looked for from the oldest open one on, however many are done", async () => {
    const done = await command(sam.fieldOperativeId);
    const open = await command(sam.fieldOperativeId);
    const age = "update command set created_on = now() - $2::interval where command_id = $1";
    await server.rows(age, [done, "5 years"]);
    await server.rows(age, [open, "3 days"]);
    await post(sam, acknowledgement(done));
    const readDoneUntil = async () => {
      const [row] = await server.rows(
        `select commands_done_until = (select created_on from command where command_id = $2) as "isAtOpen",
           commands_done_until between now() - interval '1 hour' and now() as "isRecent"
         from device where device_id = $1`,
        [sam.deviceId, open],
      );
      return row;
    };
    expect(await commandIds(sam)).toEqual([open]);
    expect(await readDoneUntil()).toEqual({ isAtOpen: true, isRecent: false });
    expect(await commandIds(sam)).toEqual([open]);
    await post(sam, acknowledgement(open));
    expect(await commandIds(sam)).toEqual([]);
    expect(await readDoneUntil()).toEqual({ isAtOpen: false, isRecent: true });
    const next = await command(sam.fieldOperativeId);
    expect(await commandIds(sam)).toEqual([next]);
  });
});
