import type { VisitNeeds } from "@fieldfare/contract/office";

/** What is chosen and typed of what a visit needs. An empty text stands for nothing. */
export interface NeedsDraft {
  readonly requiredForms: readonly string[];
  readonly alertCodes: readonly string[];
  readonly keySafe: { readonly location: string; readonly code: string };
  readonly visitContacts: readonly ContactDraft[];
  readonly attachmentIds: readonly string[];
}

export interface ContactDraft {
  readonly fullName: string;
  readonly role: string;
  readonly telephone: string;
  readonly emailAddress: string;
}

export const emptyContact: ContactDraft = {
  fullName: "",
  role: "",
  telephone: "",
  emailAddress: "",
};

export const emptyNeeds: NeedsDraft = {
  requiredForms: [],
  alertCodes: [],
  keySafe: { location: "", code: "" },
  visitContacts: [],
  attachmentIds: [],
};

/** The fields with what a job has. */
export function makeNeeds(needs: VisitNeeds): NeedsDraft {
  return {
    requiredForms: needs.requiredForms,
    alertCodes: needs.alertCodes,
    keySafe: { location: needs.keySafe?.location ?? "", code: needs.keySafe?.code ?? "" },
    visitContacts: needs.visitContacts.map((contact) => ({
      fullName: contact.fullName,
      role: contact.role ?? "",
      telephone: contact.telephone ?? "",
      emailAddress: contact.emailAddress ?? "",
    })),
    attachmentIds: needs.attachmentIds,
  };
}

/** What the server takes. Contacts in which nothing is typed are left out. */
export function readNeeds(draft: NeedsDraft): VisitNeeds {
  const location = draft.keySafe.location.trim() || null;
  const code = draft.keySafe.code.trim() || null;
  return {
    requiredForms: [...draft.requiredForms],
    // The server answers with them in this order.
    alertCodes: draft.alertCodes.toSorted(),
    keySafe: location === null && code === null ? null : { location, code },
    visitContacts: draft.visitContacts.filter(isTyped).map((contact) => ({
      fullName: contact.fullName.trim(),
      role: contact.role.trim() || null,
      telephone: contact.telephone.trim() || null,
      emailAddress: contact.emailAddress.trim() || null,
    })),
    attachmentIds: [...draft.attachmentIds],
  };
}

/** The names of the needs that a job has. */
export function listNeeds(needs: VisitNeeds): (keyof VisitNeeds)[] {
  return needKeys.filter((name) => {
    const value = needs[name];
    return Array.isArray(value) ? value.length > 0 : value !== null;
  });
}

/** The names of what a visit needs, in the order in which they are shown. */
export const needKeys = [
  "requiredForms",
  "alertCodes",
  "keySafe",
  "visitContacts",
  "attachmentIds",
] as const satisfies readonly (keyof VisitNeeds)[];

/** Whether a contact has no name, although something else of it is typed. */
export function isNameless(contact: ContactDraft): boolean {
  return isTyped(contact) && contact.fullName.trim() === "";
}

function isTyped(contact: ContactDraft): boolean {
  return Object.values(contact).some((text: string) => text.trim() !== "");
}
