import { isDeepStrictEqual } from "node:util";
import type { CallBody } from "@fieldfare/contract";
import type { AlertCode, putAlertCodes as call } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { lockSettings, readSetting, writeSetting } from "../../database/settings.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

/** The alerts until the provider sets others. They say what to do, and nothing about who lives at the home. */
const defaultAlertCodes: readonly AlertCode[] = [
  {
    code: "ASBESTOS",
    description: "Asbestos is recorded at this home. Read the register before you drill or cut.",
    severity: 2,
    alertEngineer: true,
  },
  {
    code: "CALL-FIRST",
    description: "Call the office before you go in.",
    severity: 1,
    alertEngineer: true,
  },
  {
    code: "DOG",
    description: "There is a dog at this home. Ask for it to be shut away before you go in.",
    severity: 1,
    alertEngineer: true,
  },
  {
    code: "PARKING",
    description: "Parking is restricted here.",
    severity: 0,
    alertEngineer: false,
  },
  {
    code: "TWO-PERSON",
    description: "Do not go in alone. Wait for your colleague.",
    severity: 2,
    alertEngineer: true,
  },
];

/** Reads the alerts that jobs name by their codes. */
export async function readAlertCodes(
  database: Pick<Database, "orm">,
): Promise<readonly AlertCode[]> {
  return (await readSetting(database, "alertCodes")) ?? defaultAlertCodes;
}

/** Replaces the alerts, with an audit entry. Refused if a code is there twice, or if they are not those that are expected. */
export async function putAlertCodes(
  { orm, record }: Change,
  { alertCodes, expected }: CallBody<typeof call>,
): Promise<{ alertCodes: AlertCode[] } | Refusal> {
  const codes = alertCodes.map(({ code }) => code);
  const repeated = codes.findIndex((code, index) => codes.indexOf(code) < index);
  if (repeated >= 0)
    return refuse("invalid", {
      issues: [{ path: `alertCodes.${repeated}.code`, message: "The code is repeated" }],
    });
  await lockSettings(orm);
  const before = await readAlertCodes({ orm });
  // A repeated request, whose first answer was lost, is done already.
  if (isDeepStrictEqual(before, alertCodes)) return { alertCodes };
  if (expected && !isDeepStrictEqual(before, expected))
    return refuse("conflict", { detail: "Meanwhile somebody has changed the alerts." });
  await writeSetting({ orm }, "alertCodes", alertCodes);
  record({
    action: "alert-codes-changed",
    objectType: "setting",
    objectId: "alertCodes",
    before: { alertCodes: before },
    after: { alertCodes },
  });
  return { alertCodes };
}
