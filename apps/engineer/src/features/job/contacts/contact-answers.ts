import { isGbPhone } from "@fieldfare/device";
import { type ContactAnswers, contactFaults, type PropertyContact } from "@fieldfare/domain";
import type { FormErrors } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { words } from "./words.ts";

/** `others`: the contacts of the property beside this one. */
export function checkContact(
  answers: ContactAnswers,
  others: readonly PropertyContact[],
): FormErrors<ContactAnswers> {
  const spoken = words().faults;
  const faults = contactFaults(answers, { others, isGbPhone });
  const entries = Object.entries(faults).map(([field, fault]) => [field, spoken[fault]]);
  return Object.fromEntries(entries) as FormErrors<ContactAnswers>;
}

/** What was being written, or `original` where nothing was. */
export function parseAnswers(kept: Kept, original: ContactAnswers): ContactAnswers {
  if (!kept.has("fullName")) return original;
  return {
    fullName: kept.text("fullName"),
    contactType: kept.number("contactType"),
    emailAddress: kept.text("emailAddress"),
    contactMethodType: kept.number("contactMethodType") ?? 0,
    mobile: kept.text("mobile"),
    home: kept.text("home"),
    alt: kept.text("alt"),
    isPrimaryTenant: kept.flag("isPrimaryTenant"),
  };
}
