import {
  addMileage,
  cancelAbsence,
  type Device,
  markFavourite,
  readAbsences,
  readMileage,
  readPartsToCollect,
  receivePart,
  removeMileage,
  requestAbsence,
  updateMileage,
} from "@fieldfare/device";
import type { Random } from "@fieldfare/device/testing";
import { blankMileage } from "@fieldfare/domain";
import type { Tap } from "./scenario-types.ts";

type OtherTap = Pick<Tap, "name" | "weight"> & {
  readonly run: (device: Device, random: Random) => ReturnType<Tap["run"]>;
};

const contactIds = [1, 2, 3].map((n) => `0193b3f0-0000-7000-8000-00000000000${n}`);

/** What an engineer taps outside a job: parts to collect, absences, mileage, contacts. */
const taps: readonly OtherTap[] = [
  {
    name: "collect a part",
    weight: 2,
    async run(device, random) {
      const places = await readPartsToCollect(device);
      const parts = places.flatMap(({ orders }) =>
        orders.flatMap(({ parts: waitingParts }) => waitingParts),
      );
      if (parts.length === 0) return nothingToDo;
      return receivePart(device, random.pick(parts).jobPartId, String(1 + random.below(2)));
    },
  },
  {
    name: "mark a contact",
    weight: 1,
    run: (device, random) => markFavourite(device, random.pick(contactIds), random.chance(0.6)),
  },
  {
    name: "request an absence",
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
      if (absences.length === 0) return nothingToDo;
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
      const record = await pickMileage(device, random);
      if (!record) return nothingToDo;
      const typed = String(record.currentMileage + random.below(3));
      return updateMileage(device, record.clientFieldOperativeMileageId, typed);
    },
  },
  {
    name: "remove mileage",
    weight: 0.4,
    async run(device, random) {
      const record = await pickMileage(device, random);
      return record ? removeMileage(device, record.clientFieldOperativeMileageId) : nothingToDo;
    },
  },
];

/** Draws a tap outside a job. A tap with twice the weight is drawn twice as often. */
export function drawOtherTap(random: Random): OtherTap {
  let remaining = random.next() * taps.reduce((sum, tap) => sum + tap.weight, 0);
  return taps.find((tap) => (remaining -= tap.weight) < 0) ?? random.pick(taps);
}

const nothingToDo = { ok: false, refusal: "nothing-there" } as const;

async function pickMileage(device: Device, random: Random) {
  const records = await readMileage(device);
  return records.length === 0 ? null : random.pick(records);
}
