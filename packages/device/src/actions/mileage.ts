import {
  changedOn,
  correctionFault,
  done,
  firstFault,
  isMileageEditable,
  type MileageAnswers,
  mileageFaults,
  mileageOf,
  mileageUpdateFaults,
  neighboursOf,
  parseMileage,
  refused,
  type RegistrationFormat,
  type Result,
  sortMileage,
} from "@fieldfare/domain";
import type { MileageRow } from "../database/rows.ts";
import type { Unit } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";
import { type Actor, act } from "./act.ts";

const tables = ["mileage", "draft"] as const;

/** `formats`: what the office allows besides the usual format of a registration. */
export function addMileage(
  device: Device,
  answers: MileageAnswers,
  formats: readonly RegistrationFormat[] = [],
) {
  return act(device, tables, async (actor) => {
    const previous = sortMileage(await ownMileage(actor))[0] ?? null;
    const fault = firstFault(mileageFaults(answers, previous, formats));
    if (fault) return refused(fault);
    const { previousVehicle, ...told } = mileageOf(answers, previous);
    const at = actor.at.toISOString();
    const row: MileageRow = {
      ...told,
      clientFieldOperativeMileageId: newId(device.ports),
      fieldOperativeMileageId: null,
      dateRecorded: at,
      createdOn: at,
      modifiedOn: at,
      ownerId: actor.ownerId,
    };
    await actor.unit.put("mileage", row);
    await actor.unit.remove("draft", [actor.ownerId, "mileage"]);
    await queueMessage(device, actor.unit, "MileageAdd", headOf(row), {
      type: "add",
      ...contentOf(row),
      ...(previousVehicle && {
        previousVehicle,
        previousVehicleMileage: told.previousMileage,
      }),
    });
    return done(row);
  });
}

/** Another current mileage, as typed; after the day of the entry with the reason for it. */
export function updateMileage(device: Device, id: string, typed: string, reason = "") {
  return act(device, tables, async (actor) => {
    const before = await own(actor, id);
    if (!before.ok) return before;
    const missing = correctionFault(before.value, reason, actor.at);
    if (missing) return refused(missing);
    const around = neighboursOf(sortMileage(await ownMileage(actor)), before.value);
    const fault = firstFault(mileageUpdateFaults(typed, before.value, around));
    if (fault) return refused(fault);
    const row: MileageRow = {
      ...before.value,
      currentMileage: parseMileage(typed) ?? before.value.currentMileage,
      modifiedOn: changedOn(before.value, actor.at).toISOString(),
    };
    await actor.unit.put("mileage", row);
    await actor.unit.remove("draft", [actor.ownerId, `mileage:${id}`]);
    await queueMessage(device, actor.unit, "MileageUpdate", headOf(row), {
      type: "update",
      ...contentOf(row),
      fieldOperativeMileageId: row.fieldOperativeMileageId,
      ...(reason.trim() !== "" && { correctionReason: reason.trim() }),
    });
    return done(row);
  });
}

export function removeMileage(device: Device, id: string) {
  return act(device, tables, async (actor) => {
    const before = await editable(actor, id);
    if (!before.ok) return before;
    const { clientFieldOperativeMileageId, fieldOperativeMileageId } = before.value;
    await actor.unit.remove("mileage", id);
    await actor.unit.remove("draft", [actor.ownerId, `mileage:${id}`]);
    await queueMessage(device, actor.unit, "MileageRemove", headOf(before.value), {
      type: "remove",
      timestamp: changedOn(before.value, actor.at).toISOString(),
      clientFieldOperativeMileageId,
      fieldOperativeMileageId,
    });
    return done(true);
  });
}

async function editable(
  actor: Actor,
  id: string,
): Promise<Result<MileageRow, "not-found" | "not-editable">> {
  const row = await own(actor, id);
  if (!row.ok) return row;
  return isMileageEditable(row.value, actor.at) ? row : refused("not-editable");
}

async function own(actor: Actor, id: string): Promise<Result<MileageRow, "not-found">> {
  const row = await actor.unit.database.mileage.get(id);
  return row?.ownerId === actor.ownerId ? done(row) : refused("not-found");
}

export function ownMileage(of: { readonly unit: Unit; readonly ownerId: string }) {
  return of.unit.database.mileage.where("ownerId").equals(of.ownerId).toArray();
}

/** Adding, changing and removing a record keep their order; another record does not wait for them. */
function headOf({ ownerId, clientFieldOperativeMileageId }: MileageRow) {
  return { ownerId, sequence: `mileage:${clientFieldOperativeMileageId}` };
}

function contentOf(row: MileageRow) {
  return {
    timestamp: row.modifiedOn,
    clientFieldOperativeMileageId: row.clientFieldOperativeMileageId,
    dateRecorded: row.dateRecorded,
    currentMileage: row.currentMileage,
    vehicle: { vehicleId: row.vehicleId, registration: row.registration },
  };
}
