import { type NewAuditEntry, recordAudit } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";

/** What happened to an account or to one of its devices. */
export type AccountAction =
  | "account-disabled"
  | "account-enabled"
  | "password-changed"
  | "device-registered"
  | "device-approved"
  | "device-locked"
  | "device-unlocked"
  | "pin-changed"
  | "reset-code-made"
  | "refresh-token-reused"
  | "refresh-token-on-another-device";

export interface AccountEvent extends NewAuditEntry {
  readonly action: AccountAction;
  readonly objectType: "account" | "device" | "sign-in";
}

/** Records an event of an account in the transaction of the change. Call it last, as `recordAudit` says. */
export async function recordAccountEvent(transaction: Orm, event: AccountEvent): Promise<void> {
  await recordAudit(transaction, event);
}
