import { type PartAnswers, partFaults } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { words } from "./words.ts";

export function checkPart(answers: PartAnswers): FormErrors<PartAnswers> {
  const spoken = words().faults;
  const { shortDescription, quantity, comments } = partFaults(answers);
  return {
    ...(shortDescription && { shortDescription: spoken.shortDescription }),
    ...(quantity && { quantity: spoken.quantity }),
    ...(comments && { comments: spoken.comments }),
  };
}

export function parseAnswers(kept: Kept): PartAnswers {
  const catalogue = kept.inner("catalogue");
  return {
    shortDescription: kept.text("shortDescription"),
    quantity: kept.text("quantity"),
    isPartRequired: kept.flag("isPartRequired"),
    isVanStock: kept.flag("isVanStock"),
    comments: kept.text("comments"),
    catalogue: catalogue.has("internalPartCode")
      ? {
          partUnitTypeId: catalogue.number("partUnitTypeId"),
          manufacturerPartCode: catalogue.text("manufacturerPartCode") || null,
          internalPartCode: catalogue.text("internalPartCode") || null,
        }
      : null,
  };
}
