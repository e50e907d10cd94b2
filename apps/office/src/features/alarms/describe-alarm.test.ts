import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { alarmKinds, describeAlarm } from "./describe-alarm.ts";

const raisedOn = "2026-11-23T09:00:00.000Z";
const operations = join(import.meta.dirname, "../../../../../docs/operations.md");

it("knows every alarm of the operations guide", async () => {
  const guide = await readFile(operations, "utf8");
  const table = guide.split("\n## Alarms")[1]?.split("\n## ")[0] ?? "";
  const kinds = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, kind]) => kind);
  expect(new Set(Object.keys(alarmKinds))).toEqual(new Set(kinds));
});

it("says what a phone that lost its data had made, what has arrived, and what was open", () => {
  const details = {
    deviceId: "d",
    fieldOperativeId: "f",
    queuedMessages: 12,
    receivedMessages: 9,
    lastStep: { formattedJobId: "J-1", status: "OnSite", changedOn: raisedOn },
    openVisits: ["J-1", 7],
  };
  expect(
    describeAlarm({
      alarmId: 1,
      kind: "device-data-lost",
      details,
      raisedOn,
      formattedJobId: null,
      isSettled: false,
    }),
  ).toMatchObject({
    text: "The phone had made 12 messages. 9 have arrived. The last step that arrived is OnSite of J-1.",
    fieldOperativeId: "f",
    deviceId: "d",
    jobId: null,
    openVisits: ["J-1"],
  });
});

it.each(["moved-job-kept", "moved-visit-ended"])(
  "says of the alarm %s that nothing is left to do once the job was given back",
  (kind) => {
    const alarm = { alarmId: 1, kind, details: {}, formattedJobId: null, raisedOn };
    expect(describeAlarm({ ...alarm, isSettled: true }).advice).toBe(
      "Nothing. The job was given back to this engineer meanwhile, and the visit counts.",
    );
    expect(describeAlarm({ ...alarm, isSettled: false }).advice).not.toContain("Nothing");
  },
);

it.each([...Object.keys(alarmKinds), "of-a-later-server"])(
  "shows the alarm %s also without any details",
  (kind) => {
    for (const details of [null, {}, { lastStep: null, usedOn: 7 }, "text"]) {
      const { title, text, openVisits } = describeAlarm({
        alarmId: 1,
        kind,
        details,
        raisedOn,
        formattedJobId: null,
        isSettled: false,
      });
      expect(title).not.toBe("");
      expect(text).not.toContain("undefined");
      expect(openVisits).toEqual([]);
    }
  },
);
