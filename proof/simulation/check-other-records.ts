import type { JobContent, Payload } from "@fieldfare/contract";
import { readAbsences, readMileage, refreshAbsences, refreshMileage } from "@fieldfare/device";
import { isEvidence, type ReceivedMessage } from "./check-messages.ts";
import type { Phone } from "./phone.ts";
import type { Scenario } from "./scenario-types.ts";

/**
 * Absences, favourites, mileage and collected parts are what the messages say in their order: nothing missing, nothing
 * extra.
 */
export async function checkOtherRecords(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  await checkAbsences(scenario, received);
  await checkFavourites(scenario, received);
  await checkMileage(scenario, received);
  await checkCollected(scenario, received);
}

async function checkAbsences(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  const requestedAbsences = new Set(
    pickPayloads(received, "AbsenceRequest").map(
      ({ payload: { id }, engineer }) => `${engineer} ${id}`,
    ),
  );
  const cancelled = new Set(
    pickPayloads(received, "AbsenceCancel").map(
      ({ payload: { absenceRequestId } }) => absenceRequestId,
    ),
  );
  const rows = await queryRows<{ id: string; key: string; isGone: boolean }>(
    scenario,
    `select absence_id as id, field_operative_id || ' ' || absence_id as key,
       removed_on is not null or cancel_status is not null as "isGone"
     from absence where field_operative_id = any($1::uuid[])`,
  );
  for (const { id, key, isGone } of rows) {
    if (!requestedAbsences.delete(key))
      scenario.reportViolation(`nobody requested the absence ${id}`);
    if (isGone !== cancelled.has(id))
      scenario.reportViolation(`the absence ${id} is ${isGone ? "" : "not "}cancelled`);
  }
  for (const key of requestedAbsences)
    scenario.reportViolation(`the absence ${key} was requested and is not stored`);
}

async function checkFavourites(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  const marked = new Map(
    pickPayloads(received, "ContactFavouriteChange").map(({ payload, engineer }) => [
      `${engineer} ${payload.contactId}`,
      payload.isFavourite,
    ]),
  );
  const rows = await queryRows<{ key: string; isFavourite: boolean }>(
    scenario,
    `select field_operative_id || ' ' || contact_id as key, is_favourite as "isFavourite"
     from contact_favourite where field_operative_id = any($1::uuid[])`,
  );
  compare(
    scenario,
    "the favourite",
    marked,
    new Map(rows.map((row) => [row.key, row.isFavourite])),
  );
}

async function checkMileage(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  const mileageChanges = [
    ...pickPayloads(received, "MileageAdd"),
    ...pickPayloads(received, "MileageUpdate"),
  ].sort((a, b) => Date.parse(a.payload.timestamp) - Date.parse(b.payload.timestamp));
  const removed = new Set(
    pickPayloads(received, "MileageRemove").map(
      ({ payload }) => payload.clientFieldOperativeMileageId,
    ),
  );
  const expected = new Map(
    mileageChanges.map(({ payload, engineer }) => [
      `${engineer} ${payload.clientFieldOperativeMileageId}`,
      removed.has(payload.clientFieldOperativeMileageId) ? null : payload.currentMileage,
    ]),
  );
  const rows = await queryRows<{ key: string; miles: number | null }>(
    scenario,
    `select field_operative_id || ' ' || client_field_operative_mileage_id as key,
       case when removed_on is null then current_mileage end as miles
     from mileage where field_operative_id = any($1::uuid[])`,
  );
  compare(scenario, "the mileage", expected, new Map(rows.map(({ key, miles }) => [key, miles])));
}

/** The collected quantity of an ordered part is the largest that a message says, a collection or the end of its job. */
async function checkCollected(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  const expected = new Map<string, number>();
  const expectAtLeast = (jobPartId: string, qty: number) =>
    expected.set(jobPartId, Math.max(expected.get(jobPartId) ?? 0, qty));
  for (const { type, payload, flags } of received) {
    // The parts of a job that was moved belong to the next engineer.
    if (isEvidence({ flags })) continue;
    if (type === "PartCollected") {
      const { jobPartId, qtyCollected } = payload as Payload<"PartCollected">;
      expectAtLeast(jobPartId, qtyCollected);
    }
    const { job } = payload as { job?: JobContent };
    for (const { jobPartId, qtyCollected } of job?.parts ?? [])
      if (expected.has(jobPartId)) expectAtLeast(jobPartId, qtyCollected);
  }
  const { rows } = await scenario.world.database.pool.query<{ id: string; qty: number }>(
    `select job_part_id as id, (row ->> 'qtyCollected')::integer as qty
     from job_part where job_part_id = any($1::uuid[])`,
    [[...expected.keys()]],
  );
  compare(scenario, "the collected part", expected, new Map(rows.map(({ id, qty }) => [id, qty])));
}

/** The phone shows the absences and mileage that the server has. */
export async function checkLists(scenario: Scenario, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const fetched = [await refreshAbsences(device), await refreshMileage(device)];
  if (fetched.some(({ ok }) => !ok))
    scenario.reportViolation(`${phone.name}: the lists cannot be fetched`);
  const parameters = [[phone.engineer.fieldOperativeId]];
  const absences = await scenario.world.database.pool.query<{ id: string }>(
    `select absence_id as id from absence where field_operative_id = any($1::uuid[]) and removed_on is null`,
    parameters,
  );
  const miles = await scenario.world.database.pool.query<{ id: string; miles: number }>(
    `select client_field_operative_mileage_id as id, current_mileage as miles
     from mileage where field_operative_id = any($1::uuid[]) and removed_on is null`,
    parameters,
  );
  const shownAbsences = (await readAbsences(device)).absences.map(({ id }) => [id, true] as const);
  const shownMileage = (await readMileage(device)).map(
    (row) => [row.clientFieldOperativeMileageId, row.currentMileage] as const,
  );
  const { name } = phone;
  compare(
    scenario,
    `${name}: the absence`,
    new Map(absences.rows.map(({ id }) => [id, true])),
    new Map(shownAbsences),
  );
  compare(
    scenario,
    `${name}: the mileage`,
    new Map(miles.rows.map((row) => [row.id, row.miles])),
    new Map(shownMileage),
  );
}

type OtherMessageType =
  | "AbsenceRequest"
  | "AbsenceCancel"
  | "ContactFavouriteChange"
  | "MileageAdd"
  | "MileageUpdate"
  | "MileageRemove";

function pickPayloads<T extends OtherMessageType>(received: readonly ReceivedMessage[], type: T) {
  return received
    .filter((message) => message.type === type)
    .map(({ payload, engineer }) => ({ payload: payload as unknown as Payload<T>, engineer }));
}

async function queryRows<R extends object>(scenario: Scenario, text: string): Promise<R[]> {
  const engineers = scenario.phones.map(({ engineer }) => engineer.fieldOperativeId);
  return (await scenario.world.database.pool.query<R>(text, [engineers])).rows;
}

function compare(
  scenario: Scenario,
  what: string,
  expected: ReadonlyMap<string, unknown>,
  found: ReadonlyMap<string, unknown>,
): void {
  for (const key of new Set([...expected.keys(), ...found.keys()]))
    if (expected.get(key) !== found.get(key))
      scenario.reportViolation(
        `${what} ${key} is ${String(found.get(key))} and should be ${String(expected.get(key))}`,
      );
}
