import { expect, it } from "vitest";
import { listAttempts } from "./attempts-csv.ts";

it("writes each attempt with its dates as spreadsheets sort them, in London", () => {
  const attempt = {
    jobId: "0190a000-0000-7000-8000-000000000001",
    formattedJobId: "FF1",
    categoryName: "Gas servicing",
    detailTypeName: "Service",
    endedOn: "2026-09-27T08:50:00.000Z",
    receivedOn: "2026-11-12T09:50:07.000Z",
    engineerName: "Sam Taylor",
    reason: "No answer",
    notes: "Rang twice",
    photos: 1,
  };
  const home = {
    propertyId: "0190a000-0000-7000-8000-000000000002",
    address: "1 Elm Grove, LS8 1YY",
    postcode: "LS8 1YY",
    uprn: null,
    lastAccessOn: null,
    gasDueOn: null,
    attempts: [attempt],
    document: null,
  };
  expect(listAttempts([home])).toEqual([
    [
      "1 Elm Grove, LS8 1YY",
      "",
      "2026-09-27 09:50:00",
      "2026-11-12 09:50:07",
      "FF1",
      "Sam Taylor",
      "No answer",
      "Rang twice",
      "1",
    ],
  ]);
});
