import type { DocumentCode } from "./document-content.ts";

/** The evidence of access attempts is about several visits: its number is that of the last one. */
export type DocumentKind = "job-sheet" | "gas-safety-record" | "warning-notice" | "access-attempts";

/** The visit that a document is about, and where the document can be verified. */
export interface DocumentVisit {
  readonly formattedJobId: string;
  readonly fieldOperativeAppointmentId: string;
  /** The address at which people reach the server, without a slash at its end; null: documents have no code. */
  readonly publicUrl: string | null;
}

const prefixes: Readonly<Record<DocumentKind, string>> = {
  "job-sheet": "J",
  "gas-safety-record": "G",
  "warning-notice": "W",
  "access-attempts": "A",
};

/** Crockford's base 32, without letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const digits = 16;

/**
 * Returns the number of a document: `G-K7QM-3V9T-0XHC-5RWB`. Phone and server derive it separately from the random
 * bits of the appointment's id, so that nobody can guess the number of another document.
 */
export function documentNumber(kind: DocumentKind, fieldOperativeAppointmentId: string): string {
  const hex = fieldOperativeAppointmentId.replaceAll("-", "").slice(-20);
  let rest = BigInt(`0x${hex}`);
  let number = "";
  for (let place = 0; place < digits; place += 1) {
    number = `${alphabet[Number(rest % 32n)] ?? ""}${number}`;
    rest /= 32n;
  }
  return grouped(`${prefixes[kind]}${number}`);
}

/** Returns the number as it is filed, however it was typed; null if it cannot be one. */
export function readDocumentNumber(typed: string): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s.\-\u2010-\u2015]/g, "");
  const number = plain.charAt(0) + plain.slice(1).replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const isNumber = new RegExp(`^[JGWA][${alphabet}]{${digits}}$`).test(number);
  return isNumber ? grouped(number) : null;
}

function grouped(number: string): string {
  const groups = number.slice(1).match(/.{4}/g) ?? [];
  return [number.charAt(0), ...groups].join("-");
}

/** Returns the code to print on a document; empty if the server has no public address. */
export function documentCode(
  kind: DocumentKind,
  { fieldOperativeAppointmentId, publicUrl }: DocumentVisit,
): { readonly code?: DocumentCode } {
  if (publicUrl === null) return {};
  const number = documentNumber(kind, fieldOperativeAppointmentId);
  return { code: { number, address: `${publicUrl}/verify/${number}` } };
}
