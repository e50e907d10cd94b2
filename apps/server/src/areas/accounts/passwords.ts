import { and, eq, isNull } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { type AuditSource, makeChange, recordAudit } from "../../database/audit.ts";
import { account } from "../../database/schema.ts";
import { hashCredential, verifyCredential } from "../../database/secrets.ts";
import { refuseOtherPassword } from "../auth/other-password.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { forgetFailuresAnywhere } from "../auth/attempts.ts";
import { endReasons, endSessionsOfAccount } from "../auth/sessions.ts";
import { buildAttemptKeys, startFamily, withinLimit } from "../auth/sign-in.ts";
import { personById } from "../auth/store.ts";
import {
  findAccount,
  lockAccounts,
  type OfficeAccount,
  readAccount,
  readPasswordHash,
} from "./office.ts";

/**
 * Gives an account a password that its owner has to change. It is refused if somebody has set another one since the
 * caller read the account.
 */
export async function resetPassword(
  { database, config }: Pick<Server, "database" | "config">,
  source: AuditSource,
  accountId: string,
  { password, expected }: CallBody<typeof office.resetPassword>,
): Promise<OfficeAccount | Refusal> {
  if (source.actor?.id === accountId)
    return refuse("conflict", { detail: "Change your own password with the present one" });
  // A repeated request, whose first answer was lost, is done already.
  const isPresent =
    expected !== undefined &&
    (await verifyCredential(password, await readPasswordHash(database, accountId)));
  const passwordHash = await hashCredential(password);
  return makeChange(database, source, async ({ orm: transaction }) => {
    await lockAccounts(transaction);
    const own = await findAccount(transaction, accountId);
    if (!own) return refuse("not-found");
    if (own.usesOidc)
      return refuse("conflict", { detail: "This person signs in with OpenID Connect" });
    const refusal = !isPresent && expected && refuseOtherPassword(own.passwordSetOn, expected);
    if (refusal) return refusal;
    const values = { passwordHash, passwordSetOn: config.now(), mustChangePassword: true };
    await transaction.update(account).set(values).where(eq(account.accountId, accountId));
    await endSessionsOfAccount(transaction, accountId, config.now(), endReasons.passwordChanged);
    await forgetFailuresAnywhere(transaction, own.email);
    await recordAudit(transaction, {
      action: "password-reset",
      source,
      objectType: "account",
      objectId: accountId,
      before: { mustChangePassword: own.mustChangePassword },
      after: { mustChangePassword: true },
    });
    return readAccount(transaction, accountId);
  });
}

/** Changes the password of the caller. Wrong ones count with those of the sign-in. */
export async function changeOwnPassword(
  server: Server,
  source: AuditSource,
  { password, newPassword }: CallBody<typeof office.changeOwnPassword>,
): Promise<CallAnswer<typeof office.changeOwnPassword> | Refusal> {
  const { database, config } = server;
  const person = source.actor && (await personById(database.orm, source.actor.id));
  if (!person) return refuse("forbidden");
  const { accountId, email } = person;
  const keys = buildAttemptKeys(server, { email, address: source.address }, null);
  const proven = await withinLimit(server, keys, async () =>
    (await verifyCredential(password, person.passwordHash)) ? true : null,
  );
  if (isRefusal(proven)) return proven;
  if (newPassword === password)
    return refuse("invalid", {
      issues: [{ path: "newPassword", message: "Choose another password than the present one" }],
    });
  const passwordHash = await hashCredential(newPassword);
  const isChanged = await database.orm.transaction(async (transaction) => {
    const changed = await transaction
      .update(account)
      .set({ passwordHash, passwordSetOn: config.now(), mustChangePassword: false })
      .where(
        and(
          eq(account.accountId, accountId),
          eq(account.passwordHash, person.passwordHash),
          isNull(account.disabledOn),
        ),
      )
      .returning({ accountId: account.accountId });
    if (changed.length === 0) return false;
    await endSessionsOfAccount(transaction, accountId, config.now(), endReasons.passwordChanged);
    await recordAudit(transaction, {
      action: "password-changed",
      source,
      objectType: "account",
      objectId: accountId,
      before: { mustChangePassword: person.mustChangePassword },
      after: { mustChangePassword: false },
    });
    return true;
  });
  // The password was changed, or the account disabled, while this one was checked.
  if (!isChanged) return refuse("unauthorised");
  const tokenModel = await startFamily(
    server,
    { ...person, passwordHash },
    { isPasswordGiven: true },
  );
  return isRefusal(tokenModel) ? tokenModel : { tokenModel };
}
