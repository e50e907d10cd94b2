import { type PartAnswers, validatePart } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { strings } from "./strings.ts";

export function checkPart(answers: PartAnswers): FormErrors<PartAnswers> {
  const text = strings().issues;
  const { shortDescription, quantity, comments } = validatePart(answers);
  return {
    ...(shortDescription && { shortDescription: text.shortDescription }),
    ...(quantity && { quantity: text.quantity }),
    ...(comments && { comments: text.comments }),
  };
}

export function parseAnswers(saved: DraftReader): PartAnswers {
  const catalogue = saved.inner("catalogue");
  return {
    shortDescription: saved.text("shortDescription"),
    quantity: saved.text("quantity"),
    isPartRequired: saved.flag("isPartRequired"),
    isVanStock: saved.flag("isVanStock"),
    comments: saved.text("comments"),
    catalogue: catalogue.has("internalPartCode")
      ? {
          partUnitTypeId: catalogue.number("partUnitTypeId"),
          manufacturerPartCode: catalogue.text("manufacturerPartCode") || null,
          internalPartCode: catalogue.text("internalPartCode") || null,
        }
      : null,
  };
}
