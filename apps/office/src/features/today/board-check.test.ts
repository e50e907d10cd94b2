import { type CallAnswer, z } from "@fieldfare/contract";
import { readBoard } from "@fieldfare/contract/office";
import { describe, expect, it } from "vitest";
import { isBoard } from "./board-check.generated.ts";

const id = "0198f3a0-0000-7000-8000-000000000001";
const moment = "2026-11-27T09:30:00.000Z";

const job: CallAnswer<typeof readBoard>["jobs"][number] = {
  jobId: id,
  formattedJobId: "FF100001",
  fieldOperativeId: id,
  fieldOperativeAppointmentId: id,
  appointmentDateTime: moment,
  clientPreferredTimeName: "AM",
  status: "OnSite",
  statusTimestamps: { Travelling: moment, OnSite: moment },
  cancelledOn: null,
  hold: { holdReasonId: 1, holdDescription: "Waiting for a part", timestamp: moment },
  address: "1 Oak Street",
  postcode: "LS1 1AA",
  categoryName: "Gas",
  detailTypeName: "Service",
  jobPriority: null,
  isOnPhone: true,
  cancellationRequestedOn: null,
  removal: { requestedOn: moment, force: false },
  earlierVisit: { fieldOperativeAppointmentId: id, fieldOperativeId: id, endedOn: moment },
};

const board: CallAnswer<typeof readBoard> = {
  day: "2026-11-27",
  at: moment,
  engineers: [
    {
      fieldOperativeId: id,
      name: "Sam Taylor",
      isDisabled: false,
      absences: [{ absenceId: id, type: "holiday", status: 2 }],
      devices: [
        {
          deviceId: id,
          name: null,
          locked: false,
          lastContactOn: moment,
          unsentMessages: 3,
          unsentSince: moment,
          blockedKeys: 0,
        },
      ],
    },
  ],
  jobs: [job],
  movedJobs: [job],
  hasMoreUnassigned: false,
  dampCases: [
    {
      caseId: id,
      propertyId: id,
      address: "1 Oak Street",
      clock: "works",
      dueOn: moment,
      job: {
        jobId: id,
        formattedJobId: "FF100002",
        appointmentDateTime: moment,
        fieldOperativeId: null,
        detailTypeName: "Damp and mould",
      },
    },
  ],
  issues: [
    {
      kind: "overrun",
      jobId: id,
      otherJobId: null,
      fieldOperativeId: id,
      deviceId: null,
      caseId: null,
      since: moment,
    },
  ],
};

const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  3,
  2 ** 53,
  Number.NaN,
  "",
  "x",
  "x".repeat(5_000),
  "Nonsense",
  id.toUpperCase(),
  "2026-11-27",
  "2026-02-30",
  "2026-11-27T09:30:00+01:00",
  "2026-11-27T25:30:00Z",
  "0001-01-01T00:00:00Z",
  [],
  [null],
  {},
  { Nonsense: moment },
];

/** Returns the value once for each place in it and each odd value, with the odd value in that place. */
function withOddValues(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [...oddValues];
  const entries = Object.entries(value);
  return [
    ...oddValues,
    ...entries.flatMap(([key, part]) =>
      withOddValues(part).map((odd) => {
        const changed = { ...value, [key]: odd };
        return Array.isArray(value) ? Object.values(changed) : changed;
      }),
    ),
  ];
}

describe("the compiled check of a board", () => {
  it("accepts a full board", () => {
    expect(isBoard(board)).toBe(true);
  });

  it("accepts no board that the contract refuses or changes", () => {
    const odd = withOddValues(board);
    const accepted = odd.filter((one) => isBoard(one));
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(odd.length);
    for (const one of accepted) expect(z.parse(readBoard.response, one)).toEqual(one);
  });
});
