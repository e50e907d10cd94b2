import { toDialString } from "../people/contact-list.ts";
import { compareContacts } from "../work/contact-order.ts";
import { prefers } from "../work/contacts.ts";

interface CallableContact {
  readonly propertyTenantId: string;
  readonly fullName: string;
  readonly isPrimaryTenant: boolean;
  readonly flagDeleted: boolean;
  readonly contactMethodType: number;
  readonly phones: readonly { readonly phoneType: string; readonly number: string }[];
  readonly createdOn: string;
}

/** Whom to call before a visit, and on which number. */
export interface NumberToCall {
  readonly name: string;
  readonly number: string;
  /** The number as a `tel:` link takes it. */
  readonly digits: string;
}

const phoneOrder = ["Mobile", "Home", "Alt"];

/**
 * Returns the number to call before a visit: that of the contact with whom the job was raised, else of the primary
 * contact, else of a contact who prefers calls, else of the one who was named first; never of one who has left. A mobile
 * number comes before others. Returns null if no number can be dialled.
 */
export function numberToCall(
  contacts: readonly CallableContact[],
  contactId?: string | null,
): NumberToCall | null {
  const rank = (contact: CallableContact) =>
    (contact.propertyTenantId === contactId ? 4 : 0) +
    (contact.isPrimaryTenant ? 2 : 0) +
    (prefers(contact.contactMethodType, "phone") ? 1 : 0);
  const present = contacts
    .filter(({ flagDeleted }) => !flagDeleted)
    .sort((a, b) => rank(b) - rank(a) || compareContacts(a, b));
  for (const { fullName, phones } of present) {
    const inOrder = phones.toSorted(
      (a, b) => phoneOrder.indexOf(a.phoneType) - phoneOrder.indexOf(b.phoneType),
    );
    for (const { number } of inOrder) {
      const digits = toDialString(number);
      if (digits !== null) return { name: fullName, number, digits };
    }
  }
  return null;
}
