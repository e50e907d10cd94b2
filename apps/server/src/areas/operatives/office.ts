import { randomUUIDv7 } from "node:crypto";
import { asc, eq, or } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { account, fieldOperative } from "../../database/schema.ts";
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

export function listOperatives({
  orm,
}: Database): Promise<CallAnswer<typeof office.listOperatives>> {
  return orm
    .select({
      fieldOperativeId: fieldOperative.fieldOperativeId,
      name: account.name,
      email: account.email,
      recordsMileage: fieldOperative.recordsMileage,
      mobileNumber: fieldOperative.mobileNumber,
      gasSafeIdCard: fieldOperative.gasSafeIdCard,
    })
    .from(fieldOperative)
    .innerJoin(account, eq(account.fieldOperativeId, fieldOperative.fieldOperativeId))
    .orderBy(asc(account.name));
}

/** Adds or changes an engineer. An e-mail address belongs to one account; a new engineer needs a password. */
export async function putOperative(
  database: Database,
  fieldOperativeId: string,
  {
    name,
    email,
    password,
    recordsMileage,
    mobileNumber,
    gasSafeIdCard,
    perms,
  }: CallBody<typeof office.putOperative>,
): Promise<CallAnswer<typeof office.putOperative> | Refusal> {
  const passwordHash = password === undefined ? null : await hashSecret(password);
  return database.orm.transaction(async (transaction) => {
    const rows = await transaction
      .select()
      .from(account)
      .where(or(eq(account.fieldOperativeId, fieldOperativeId), eq(account.email, email)));
    const own = rows.find((row) => row.fieldOperativeId === fieldOperativeId);
    if (rows.some((row) => row !== own)) {
      return refuse("conflict", { detail: "Another account has this e-mail address" });
    }
    const hash = passwordHash ?? own?.passwordHash;
    if (hash === undefined) {
      return refuse("invalid", {
        issues: [{ path: "password", message: "A new engineer needs a password" }],
      });
    }
    const [operative] = await transaction
      .insert(fieldOperative)
      .values({
        fieldOperativeId,
        recordsMileage: recordsMileage ?? false,
        mobileNumber: mobileNumber ?? null,
        gasSafeIdCard: gasSafeIdCard ?? null,
      })
      .onConflictDoUpdate({
        target: fieldOperative.fieldOperativeId,
        set: {
          fieldOperativeId,
          ...(recordsMileage !== undefined && { recordsMileage }),
          ...(mobileNumber !== undefined && { mobileNumber }),
          ...(gasSafeIdCard !== undefined && { gasSafeIdCard }),
        },
      })
      .returning();
    const changes = {
      name,
      email,
      passwordHash: hash,
      ...(perms !== undefined && { perms }),
    };
    await transaction
      .insert(account)
      .values({ accountId: randomUUIDv7(), userType: 1, fieldOperativeId, ...changes })
      .onConflictDoUpdate({ target: account.fieldOperativeId, set: changes });
    return {
      fieldOperativeId,
      name,
      email,
      recordsMileage: operative?.recordsMileage ?? false,
      mobileNumber: operative?.mobileNumber ?? null,
      gasSafeIdCard: operative?.gasSafeIdCard ?? null,
    };
  });
}

export async function requestSignature(
  { orm }: Database,
  fieldOperativeId: string,
): Promise<CallAnswer<typeof office.requestSignature> | Refusal> {
  const [row] = await orm
    .update(fieldOperative)
    .set({ requestSignature: true })
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId))
    .returning({
      fieldOperativeId: fieldOperative.fieldOperativeId,
      requestSignature: fieldOperative.requestSignature,
    });
  return row ?? refuse("not-found");
}
