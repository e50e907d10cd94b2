import {
  changedOn,
  validateCorrection,
  done,
  firstIssue,
  isMileageEditable,
  type MileageAnswers,
  validateMileage,
  buildMileage,
  validateMileageUpdate,
  findNeighbours,
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

/** Records a mileage. `formats` are the registration formats that the office allows besides the usual one. */
export function addMileage(
  device: Device,
  answers: MileageAnswers,
  formats: readonly RegistrationFormat[] = [],
) {
  return act(device, tables, async (actor) => {
    const previous = sortMileage(await readOwnMileage(actor))[0] ?? null;
    const issue = firstIssue(validateMileage(answers, previous, formats));
    if (issue) return refused(issue);
    const { previousVehicle, ...entry } = buildMileage(answers, previous);
    const at = actor.at.toISOString();
    const row: MileageRow = {
      ...entry,
      clientFieldOperativeMileageId: newId(device.ports),
      fieldOperativeMileageId: null,
      dateRecorded: at,
      createdOn: at,
      modifiedOn: at,
    };
    await actor.unit.put("mileage", row);
    await actor.unit.remove("draft", [actor.ownerId, "mileage"]);
    await queueMessage(device, actor.unit, "MileageAdd", buildMileageHead(row), {
      type: "add",
      ...buildMileageContent(row),
      ...(previousVehicle && {
        previousVehicle,
        previousVehicleMileage: entry.previousMileage,
      }),
    });
    return done(row);
  });
}

/**
 * Changes the current mileage to the typed text. After the day of the entry a reason is required.
 */
export function updateMileage(device: Device, id: string, enteredMileage: string, reason = "") {
  return act(device, tables, async (actor) => {
    const before = await findOwnMileage(actor, id);
    if (!before.ok) return before;
    const correctionIssue = validateCorrection(before.value, reason, actor.at);
    if (correctionIssue) return refused(correctionIssue);
    const neighbours = findNeighbours(sortMileage(await readOwnMileage(actor)), before.value);
    const issue = firstIssue(validateMileageUpdate(enteredMileage, before.value, neighbours));
    if (issue) return refused(issue);
    const row: MileageRow = {
      ...before.value,
      currentMileage: parseMileage(enteredMileage) ?? before.value.currentMileage,
      modifiedOn: changedOn(before.value, actor.at).toISOString(),
    };
    await actor.unit.put("mileage", row);
    await actor.unit.remove("draft", [actor.ownerId, `mileage:${id}`]);
    await queueMessage(device, actor.unit, "MileageUpdate", buildMileageHead(row), {
      type: "update",
      ...buildMileageContent(row),
      fieldOperativeMileageId: row.fieldOperativeMileageId,
      ...(reason.trim() !== "" && { correctionReason: reason.trim() }),
    });
    return done(row);
  });
}

/**
 * Removes an entry by its `clientFieldOperativeMileageId`. One of an earlier day is
 * refused.
 */
export function removeMileage(device: Device, id: string) {
  return act(device, tables, async (actor) => {
    const before = await findEditableMileage(actor, id);
    if (!before.ok) return before;
    const { clientFieldOperativeMileageId, fieldOperativeMileageId } = before.value;
    await actor.unit.remove("mileage", id);
    await actor.unit.remove("draft", [actor.ownerId, `mileage:${id}`]);
    await queueMessage(device, actor.unit, "MileageRemove", buildMileageHead(before.value), {
      type: "remove",
      timestamp: changedOn(before.value, actor.at).toISOString(),
      clientFieldOperativeMileageId,
      fieldOperativeMileageId,
    });
    return done(true);
  });
}

async function findEditableMileage(
  actor: Actor,
  id: string,
): Promise<Result<MileageRow, "not-found" | "not-editable">> {
  const row = await findOwnMileage(actor, id);
  if (!row.ok) return row;
  return isMileageEditable(row.value, actor.at) ? row : refused("not-editable");
}

async function findOwnMileage(actor: Actor, id: string): Promise<Result<MileageRow, "not-found">> {
  const row = await actor.unit.database.mileage.get(id);
  return row ? done(row) : refused("not-found");
}

/** Reads all entries on this phone, within a transaction. */
export function readOwnMileage(context: { readonly unit: Unit }) {
  return context.unit.database.mileage.toArray();
}

/** The changes of one record keep their order; other records do not wait for them. */
function buildMileageHead({ clientFieldOperativeMileageId }: MileageRow) {
  return { sequence: `mileage:${clientFieldOperativeMileageId}` };
}

function buildMileageContent(row: MileageRow) {
  return {
    timestamp: row.modifiedOn,
    clientFieldOperativeMileageId: row.clientFieldOperativeMileageId,
    dateRecorded: row.dateRecorded,
    currentMileage: row.currentMileage,
    vehicle: { vehicleId: row.vehicleId, registration: row.registration },
  };
}
