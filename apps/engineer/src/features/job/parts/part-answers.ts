import { z } from "@fieldfare/contract";
import { type PartAnswers, type PartUpdate, validatePart } from "@fieldfare/domain";
import type { AnswersSchema } from "../../../phone/drafts.ts";
import type { FormErrors } from "../../../ui/form.tsx";
import { strings } from "./strings.ts";

/** The path of the list of parts. */
export const partsPath = "/jobs/selected/parts";

export const partSchema: AnswersSchema<PartAnswers> = z.object({
  shortDescription: z.string(),
  quantity: z.string(),
  isPartRequired: z.boolean(),
  isVanStock: z.boolean(),
  comments: z.string(),
  catalogue: z.nullable(
    z.object({
      partUnitTypeId: z.nullable(z.number()),
      manufacturerPartCode: z.nullable(z.string()),
      internalPartCode: z.nullable(z.string()),
    }),
  ),
});

export const partUpdateSchema: AnswersSchema<PartUpdate> = z.object({
  quantity: z.string(),
  isVanStock: z.boolean(),
});

/** Returns the texts of the issues, by field. */
export function checkPart(answers: PartAnswers): FormErrors<PartAnswers> {
  const text = strings().issues;
  const { shortDescription, quantity, comments } = validatePart(answers);
  return {
    ...(shortDescription && { shortDescription: text.shortDescription }),
    ...(quantity && { quantity: text.quantity }),
    ...(comments && { comments: text.comments }),
  };
}
