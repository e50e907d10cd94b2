import { z } from "@fieldfare/contract";
import { parsePhone } from "@fieldfare/device";
import { type ContactAnswers, validateContact, type PropertyContact } from "@fieldfare/domain";
import type { AnswersSchema } from "../../../phone/drafts.ts";
import { describeIssues, type FormErrors } from "../../../ui/form.tsx";
import { strings } from "./strings.ts";

export const contactSchema: AnswersSchema<ContactAnswers> = z.object({
  fullName: z.string(),
  contactType: z.nullable(z.number()),
  emailAddress: z.string(),
  contactMethodType: z.number(),
  mobile: z.string(),
  home: z.string(),
  alt: z.string(),
  isPrimaryTenant: z.boolean(),
});

/** Validates the answers. `others` are the property's other contacts: a full name must be unique among them. */
export function checkContact(
  answers: ContactAnswers,
  others: readonly PropertyContact[],
): FormErrors<ContactAnswers> {
  return describeIssues(validateContact(answers, { others, parsePhone }), strings().issues);
}
