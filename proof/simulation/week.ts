import type { JobContent, Payload } from "@fieldfare/contract";
import {
  addMileage,
  cancelAbsence,
  type Device,
  markFavourite,
  readAbsences,
  readMileage,
  readPartsToCollect,
  receivePart,
  refreshAbsences,
  refreshMileage,
  removeMileage,
  requestAbsence,
  updateMileage,
} from "@fieldfare/device";
import type { Random } from "@fieldfare/device/testing";
import { blankMileage } from "@fieldfare/domain";
import type { Phone } from "./phone.ts";
import { isEvidence, type Received } from "./records.ts";
import type { Story, Tap } from "./scene.ts";

type WeekTap = Pick<Tap, "name" | "weight"> & {
  readonly run: (device: Device, random: Random) => ReturnType<Tap["run"]>;
};

const contactIds = [1, 2, 3].map((n) => `0193b3f0-0000-7000-8000-00000000000${n}`);

/** What an engineer taps beside his jobs: the parts that they wait for, absences, mileage, contacts. */
const taps: readonly WeekTap[] = [
  {
    name: "collect a part",
    weight: 2,
    async run(device, random) {
      const places = await readPartsToCollect(device);
      const parts = places.flatMap(({ orders }) => orders.flatMap(({ parts: lying }) => lying));
      if (parts.length === 0) return nothing;
      return receivePart(device, random.pick(parts).jobPartId, String(1 + random.below(2)));
    },
  },
  {
    name: "mark a contact",
    weight: 1,
    run: (device, random) => markFavourite(device, random.pick(contactIds), random.chance(0.6)),
  },
  {
    name: "ask for an absence",
    weight: 1,
    run(device, random) {
      const day = Date.UTC(2026, 6, 1 + random.below(60));
      const [dateFrom, dateTo] = [day, day + random.below(4) * 86_400_000].map((at) =>
        new Date(at).toISOString().slice(0, 10),
      ) as [string, string];
      const type = random.pick(["holiday", "unpaid"] as const);
      return requestAbsence(device, type, { dateFrom, dateTo, comment: "" });
    },
  },
  {
    name: "cancel an absence",
    weight: 0.6,
    async run(device, random) {
      const { absences } = await readAbsences(device);
      if (absences.length === 0) return nothing;
      return cancelAbsence(device, random.pick(absences).id, "Plans changed");
    },
  },
  {
    name: "record mileage",
    weight: 1,
    async run(device, random) {
      const [last] = await readMileage(device);
      return addMileage(device, {
        ...blankMileage,
        currentMileage: String((last?.currentMileage ?? 40_000) + random.below(50)),
        registration: "YK21 FLD",
      });
    },
  },
  {
    name: "change mileage",
    weight: 0.6,
    async run(device, random) {
      const record = await drawMileage(device, random);
      if (!record) return nothing;
      const typed = String(record.currentMileage + random.below(3));
      return updateMileage(device, record.clientFieldOperativeMileageId, typed);
    },
  },
  {
    name: "remove mileage",
    weight: 0.4,
    async run(device, random) {
      const record = await drawMileage(device, random);
      return record ? removeMileage(device, record.clientFieldOperativeMileageId) : nothing;
    },
  },
];

export function drawWeekTap(random: Random): WeekTap {
  let left = random.next() * taps.reduce((sum, tap) => sum + tap.weight, 0);
  return taps.find((tap) => (left -= tap.weight) < 0) ?? random.pick(taps);
}

const nothing = { ok: false, refusal: "nothing-there" } as const;

async function drawMileage(device: Device, random: Random) {
  const records = await readMileage(device);
  return records.length === 0 ? null : random.pick(records);
}

/** The tables hold what the messages say in their order of arrival: no more, no less, nothing twice. */
export async function checkWeek(story: Story, received: readonly Received[]): Promise<void> {
  await checkAbsences(story, received);
  await checkFavourites(story, received);
  await checkMileage(story, received);
  await checkCollected(story, received);
}

async function checkAbsences(story: Story, received: readonly Received[]): Promise<void> {
  const asked = new Set(
    payloads(received, "AbsenceRequest").map(
      ({ payload: { id }, engineer }) => `${engineer} ${id}`,
    ),
  );
  const cancelled = new Set(
    payloads(received, "AbsenceCancel").map(
      ({ payload: { absenceRequestId } }) => absenceRequestId,
    ),
  );
  const rows = await rowsOf<{ id: string; key: string; isGone: boolean }>(
    story,
    `select absence_id as id, field_operative_id || ' ' || absence_id as key,
       removed_on is not null or cancel_status is not null as "isGone"
     from absence where field_operative_id = any($1::uuid[])`,
  );
  for (const { id, key, isGone } of rows) {
    if (!asked.delete(key)) story.violated(`nobody asked for the absence ${id}`);
    if (isGone !== cancelled.has(id))
      story.violated(`the absence ${id} is ${isGone ? "" : "not "}cancelled`);
  }
  for (const key of asked) story.violated(`the absence ${key} was asked for and is not there`);
}

async function checkFavourites(story: Story, received: readonly Received[]): Promise<void> {
  const marked = new Map(
    payloads(received, "ContactFavouriteChange").map(({ payload, engineer }) => [
      `${engineer} ${payload.contactId}`,
      payload.isFavourite,
    ]),
  );
  const rows = await rowsOf<{ key: string; isFavourite: boolean }>(
    story,
    `select field_operative_id || ' ' || contact_id as key, is_favourite as "isFavourite"
     from contact_favourite where field_operative_id = any($1::uuid[])`,
  );
  compare(story, "the favourite", marked, new Map(rows.map((row) => [row.key, row.isFavourite])));
}

async function checkMileage(story: Story, received: readonly Received[]): Promise<void> {
  const told = [...payloads(received, "MileageAdd"), ...payloads(received, "MileageUpdate")].sort(
    (a, b) => Date.parse(a.payload.timestamp) - Date.parse(b.payload.timestamp),
  );
  const removed = new Set(
    payloads(received, "MileageRemove").map(({ payload }) => payload.clientFieldOperativeMileageId),
  );
  const expected = new Map(
    told.map(({ payload, engineer }) => [
      `${engineer} ${payload.clientFieldOperativeMileageId}`,
      removed.has(payload.clientFieldOperativeMileageId) ? null : payload.currentMileage,
    ]),
  );
  const rows = await rowsOf<{ key: string; miles: number | null }>(
    story,
    `select field_operative_id || ' ' || client_field_operative_mileage_id as key,
       case when removed_on is null then current_mileage end as miles
     from mileage where field_operative_id = any($1::uuid[])`,
  );
  compare(story, "the mileage", expected, new Map(rows.map(({ key, miles }) => [key, miles])));
}

/** What was told last of an ordered part, by its collection or by the end of its job, is what the office reads. */
async function checkCollected(story: Story, received: readonly Received[]): Promise<void> {
  const expected = new Map<string, number>();
  for (const { type, payload, flags } of received) {
    // A moved job's parts are the next engineer's.
    if (isEvidence({ flags })) continue;
    if (type === "PartCollected") {
      const { jobPartId, qtyCollected } = payload as Payload<"PartCollected">;
      expected.set(jobPartId, qtyCollected);
    }
    const { job } = payload as { job?: JobContent };
    for (const { jobPartId, qtyCollected } of job?.parts ?? [])
      if (expected.has(jobPartId)) expected.set(jobPartId, qtyCollected);
  }
  const { rows } = await story.world.database.pool.query<{ id: string; qty: number }>(
    `select job_part_id as id, (row ->> 'qtyCollected')::integer as qty
     from job_part where job_part_id = any($1::uuid[])`,
    [[...expected.keys()]],
  );
  compare(story, "the collected part", expected, new Map(rows.map(({ id, qty }) => [id, qty])));
}

/** The lists that the server hands out are what the phone shows. */
export async function checkLists(story: Story, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const fetched = [await refreshAbsences(device), await refreshMileage(device)];
  if (fetched.some(({ ok }) => !ok)) story.violated(`${phone.name}: the lists cannot be fetched`);
  const of = [[phone.engineer.fieldOperativeId]];
  const absences = await story.world.database.pool.query<{ id: string }>(
    `select absence_id as id from absence where field_operative_id = any($1::uuid[]) and removed_on is null`,
    of,
  );
  const miles = await story.world.database.pool.query<{ id: string; miles: number }>(
    `select client_field_operative_mileage_id as id, current_mileage as miles
     from mileage where field_operative_id = any($1::uuid[]) and removed_on is null`,
    of,
  );
  const shown = (await readAbsences(device)).absences.map(({ id }) => [id, true] as const);
  const recorded = (await readMileage(device)).map(
    (row) => [row.clientFieldOperativeMileageId, row.currentMileage] as const,
  );
  const { name } = phone;
  compare(
    story,
    `${name}: the absence`,
    new Map(absences.rows.map(({ id }) => [id, true])),
    new Map(shown),
  );
  compare(
    story,
    `${name}: the mileage`,
    new Map(miles.rows.map((row) => [row.id, row.miles])),
    new Map(recorded),
  );
}

type WeekType =
  | "AbsenceRequest"
  | "AbsenceCancel"
  | "ContactFavouriteChange"
  | "MileageAdd"
  | "MileageUpdate"
  | "MileageRemove";

function payloads<T extends WeekType>(received: readonly Received[], type: T) {
  return received
    .filter((message) => message.type === type)
    .map(({ payload, engineer }) => ({ payload: payload as unknown as Payload<T>, engineer }));
}

async function rowsOf<R extends object>(story: Story, text: string): Promise<R[]> {
  const engineers = story.phones.map(({ engineer }) => engineer.fieldOperativeId);
  return (await story.world.database.pool.query<R>(text, [engineers])).rows;
}

function compare(
  story: Story,
  what: string,
  expected: ReadonlyMap<string, unknown>,
  found: ReadonlyMap<string, unknown>,
): void {
  for (const key of new Set([...expected.keys(), ...found.keys()]))
    if (expected.get(key) !== found.get(key))
      story.violated(
        `${what} ${key} is ${String(found.get(key))} and should be ${String(expected.get(key))}`,
      );
}
