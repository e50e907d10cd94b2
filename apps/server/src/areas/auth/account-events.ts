import type { AccountNotice } from "@fieldfare/contract";
import { type NewAuditEntry, recordAudit } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { storeCommand } from "../commands/store.ts";
import { readDeviceName } from "../devices/store.ts";

/** What is no news to the engineer: a device of an earlier build has a key now, or the own phone has asked for its data key. */
type OfficeEvent = (typeof officeEvents)[number];
const officeEvents = ["device-key-added", "data-key-opened", "data-key-refused"] as const;

export interface AccountEvent extends NewAuditEntry {
  readonly action: AccountNotice | OfficeEvent;
  readonly objectType: "account" | "device" | "sign-in";
  /** True: only the office hears of it. The first phone of an engineer is no news to the engineer. */
  readonly isQuiet?: boolean;
}

/**
 * Records what happened to an account or to one of its devices, for the office, and tells the engineer's phones, in the
 * transaction of the change. Call it last, as `recordAudit` says.
 */
export async function recordAccountEvent(
  transaction: Orm,
  { isQuiet = false, ...event }: AccountEvent,
  at: Date,
): Promise<void> {
  const { action, fieldOperativeId, objectType, objectId } = event;
  if (fieldOperativeId && isNotice(action) && !isQuiet)
    await storeCommand(transaction, fieldOperativeId, "AccountNotice", {
      notice: action,
      happenedOn: at.toISOString(),
      deviceName: objectType === "device" ? await readDeviceName(transaction, objectId) : undefined,
      // For the phone itself it is no other phone.
      ...(isAboutOtherPhone(action) && { exceptDeviceId: objectId }),
    });
  await recordAudit(transaction, event);
}

function isAboutOtherPhone(action: AccountNotice): boolean {
  return action === "device-registered" || action === "device-approved";
}

function isNotice(action: AccountEvent["action"]): action is AccountNotice {
  return !officeEvents.some((event) => event === action);
}
