import { formatOfficeTime } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { isSameMoment } from "../../http/same-moment.ts";

/** Refuses to replace a password that somebody has set since the caller read when it was set; null: nobody has. */
export function refuseOtherPassword(
  passwordSetOn: string | null | undefined,
  expected: { readonly passwordSetOn?: string | null | undefined },
): Refusal | null {
  if (expected.passwordSetOn === undefined) return null;
  const present = passwordSetOn ?? null;
  if (isSameMoment(present, expected.passwordSetOn)) return null;
  const when = present === null ? "" : `, on ${formatOfficeTime(new Date(present))}`;
  return refuse("conflict", { detail: `Meanwhile somebody has set another password${when}.` });
}
