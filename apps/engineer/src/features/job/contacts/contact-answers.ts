import { isGbPhone } from "@fieldfare/device";
import { type ContactAnswers, validateContact, type PropertyContact } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { strings } from "./strings.ts";

/** `others` are the property's other contacts: a full name must be unique among them. */
export function checkContact(
  answers: ContactAnswers,
  others: readonly PropertyContact[],
): FormErrors<ContactAnswers> {
  const text = strings().issues;
  const issues = validateContact(answers, { others, isGbPhone });
  const entries = Object.entries(issues).map(([field, issue]) => [field, text[issue]]);
  return Object.fromEntries(entries) as FormErrors<ContactAnswers>;
}

/** Reads the answers from the draft; returns `original` when the draft is empty. */
export function parseAnswers(saved: DraftReader, original: ContactAnswers): ContactAnswers {
  if (!saved.has("fullName")) return original;
  return {
    fullName: saved.text("fullName"),
    contactType: saved.number("contactType"),
    emailAddress: saved.text("emailAddress"),
    contactMethodType: saved.number("contactMethodType") ?? 0,
    mobile: saved.text("mobile"),
    home: saved.text("home"),
    alt: saved.text("alt"),
    isPrimaryTenant: saved.flag("isPrimaryTenant"),
  };
}
