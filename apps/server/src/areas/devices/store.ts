import { and, desc, eq, isNotNull, isNull, sql, sum } from "drizzle-orm";
import type { ReceivedWork } from "@fieldfare/contract";
import type { Database, Orm } from "../../database/database.ts";
import {
  appointment,
  device,
  fieldOperative,
  job,
  lane,
  tokenFamily,
} from "../../database/schema.ts";

export async function findDevice({ orm }: Database, deviceId: string) {
  const [row] = await orm.select().from(device).where(eq(device.deviceId, deviceId));
  return row ?? null;
}

export type Device = typeof device.$inferSelect;

export function isForTraining({ installation }: Device): boolean {
  return (installation as { isTraining?: boolean }).isTraining === true;
}

/** Of those for live work. */
export async function newestDevice({ orm }: Database, fieldOperativeId: string) {
  const [row] = await orm
    .select()
    .from(device)
    .where(
      and(
        eq(device.fieldOperativeId, fieldOperativeId),
        sql`${device.installation} ->> 'isTraining' is distinct from 'true'`,
      ),
    )
    .orderBy(desc(device.registeredOn))
    .limit(1);
  return row ?? null;
}

interface Registration {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
  readonly pinHash: string;
  readonly installation: object;
  readonly installedOn: Date;
  /** Null leaves the one that is known. */
  readonly signature: string | null;
}

/** False when the device id became somebody else's, or was locked, in the meantime. */
export async function storeDevice(orm: Orm, registration: Registration): Promise<boolean> {
  const { signature, fieldOperativeId, ...row } = registration;
  const stored = await orm
    .insert(device)
    .values({ ...row, fieldOperativeId })
    .onConflictDoUpdate({
      target: device.deviceId,
      set: {
        pinHash: row.pinHash,
        installation: row.installation,
        installedOn: row.installedOn,
        pinFailedCount: 0,
        pinChangedOn: sql`now()`,
        registeredOn: sql`now()`,
      },
      setWhere: sql`${device.fieldOperativeId} = ${fieldOperativeId} and not ${device.locked}`,
    })
    .returning({ deviceId: device.deviceId });
  if (stored.length === 0) return false;
  if (signature === null) return true;
  await orm
    .update(fieldOperative)
    .set({ signature, signatureUpdatedOn: sql`now()`, requestSignature: false })
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  return true;
}

/** From now on the sign-in's refresh tokens work on this device alone. */
export async function bindSignIn(orm: Orm, familyId: string, deviceId: string) {
  await orm.update(tokenFamily).set({ deviceId }).where(eq(tokenFamily.familyId, familyId));
}

/**
 * How far the server has come with a device. The last numbers of its lanes add up to its messages:
 * reading them needs no look at the messages themselves.
 */
export async function readReceivedWork(
  { orm }: { readonly orm: Orm },
  { deviceId, fieldOperativeId }: Pick<Device, "deviceId" | "fieldOperativeId">,
): Promise<ReceivedWork> {
  const [counted] = await orm
    .select({ messages: sum(lane.lastNumber).mapWith(Number) })
    .from(lane)
    .where(eq(lane.deviceId, deviceId));
  const [step] = await orm
    .select({
      formattedJobId: job.formattedJobId,
      status: job.status,
      changedOn: job.stateChangedOn,
    })
    .from(appointment)
    .innerJoin(job, eq(job.fieldOperativeAppointmentId, appointment.fieldOperativeAppointmentId))
    .where(
      and(
        eq(appointment.fieldOperativeId, fieldOperativeId),
        isNull(appointment.endedOn),
        isNotNull(job.stateChangedOn),
      ),
    )
    .orderBy(desc(job.stateChangedOn))
    .limit(1);
  const { changedOn = null } = step ?? {};
  return {
    messages: counted?.messages ?? 0,
    lastStep: step && changedOn ? { ...step, changedOn: changedOn.toISOString() } : null,
  };
}

export async function storePin(
  orm: Orm,
  deviceId: string,
  fieldOperativeId: string,
  pinHash: string,
): Promise<boolean> {
  const changed = await orm
    .update(device)
    .set({ pinHash, pinFailedCount: 0, pinChangedOn: sql`now()` })
    .where(and(eq(device.deviceId, deviceId), eq(device.fieldOperativeId, fieldOperativeId)))
    .returning({ deviceId: device.deviceId });
  return changed.length > 0;
}
