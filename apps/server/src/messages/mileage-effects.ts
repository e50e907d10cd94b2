import type { Payload } from "@fieldfare/contract";
import type { MileageCorrection } from "@fieldfare/contract/office";
import type { BatchRow } from "./batch.ts";
import type { EffectContext } from "./effect-context.ts";

/** Merges several changes of one record in a group into one row, because an update omits unchanged fields. */
export function storeMileage(
  payload: Payload<"MileageAdd"> | Payload<"MileageUpdate">,
  context: EffectContext,
) {
  const { message, batch } = context;
  const { fieldOperativeId } = message;
  const id = payload.clientFieldOperativeMileageId;
  const key = `${fieldOperativeId} ${id}`;
  flagUnexpectedMileage(context);
  if ("correctionReason" in payload && payload.correctionReason)
    context.flag(`mileage-corrected: ${payload.correctionReason}`);
  const before = batch.mileages.get(key);
  if (before && Date.parse(before.modifiedOn) > Date.parse(payload.timestamp)) return;
  const { vehicle, currentMileage, previousVehicle, previousVehicleMileage } = payload;
  batch.mileages.set(key, {
    fieldOperativeId,
    clientFieldOperativeMileageId: id,
    vehicle,
    currentMileage,
    previousVehicle: previousVehicle ?? before?.previousVehicle ?? null,
    previousVehicleMileage: previousVehicleMileage ?? before?.previousVehicleMileage ?? null,
    dateRecorded: payload.dateRecorded,
    corrections: [...(before?.corrections ?? []), ...readCorrection(payload, before)],
    createdOn: before?.createdOn ?? payload.timestamp,
    modifiedOn: payload.timestamp,
  });
}

/** Returns the correction of a message that has a reason. Without an entry in the group, the stored one is the previous. */
function readCorrection(
  payload: Payload<"MileageAdd"> | Payload<"MileageUpdate">,
  before: BatchRow<"mileages"> | undefined,
): readonly MileageCorrection[] {
  if (!("correctionReason" in payload) || !payload.correctionReason) return [];
  return [
    {
      correctedOn: new Date(payload.timestamp).toISOString(),
      reason: payload.correctionReason,
      previousMileage: before?.currentMileage ?? null,
      previousRegistration: before?.vehicle.registration ?? null,
    },
  ];
}

/** Flags mileage of an engineer who records none. It is recorded all the same: the profile may have changed since. */
export function flagUnexpectedMileage({ recordsMileage, flag }: EffectContext) {
  if (!recordsMileage) flag("mileage-not-expected");
}
