import { readField } from "@fieldfare/domain";
import { and, desc, eq, isNotNull, isNull, type SQL, sql, sum } from "drizzle-orm";
import type { DeviceKey, ReceivedWork } from "@fieldfare/contract";
import type { Database, Orm } from "../../database/database.ts";
import {
  appointment,
  device,
  fieldOperative,
  job,
  lane,
  tokenFamily,
} from "../../database/schema.ts";
import { readModel } from "./model.ts";

/** Finds a device by its id; null when there is none. */
export async function findDevice({ orm }: Pick<Database, "orm">, deviceId: string) {
  const [row] = await orm.select().from(device).where(eq(device.deviceId, deviceId));
  return row ?? null;
}

export type Device = typeof device.$inferSelect;

/** Whether the device was registered by a training build. */
export function isForTraining({ installation }: Device): boolean {
  return readField(installation, "isTraining") === true;
}

/** Finds the engineer's newest device for live work, among all of them or among those that are not locked. */
export async function newestDevice(
  { orm }: Pick<Database, "orm">,
  fieldOperativeId: string,
  { isLocked }: { readonly isLocked?: false } = {},
) {
  const [row] = await orm
    .select()
    .from(device)
    .where(
      and(
        eq(device.fieldOperativeId, fieldOperativeId),
        sql`${device.installation} ->> 'isTraining' is distinct from 'true'`,
        isLocked === undefined ? undefined : eq(device.locked, isLocked),
      ),
    )
    .orderBy(desc(device.registeredOn))
    .limit(1);
  return row ?? null;
}

export interface Registration {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
  readonly pinHash: string;
  /** Null keeps the stored one. */
  readonly publicKey: DeviceKey | null;
  /** Only for a device that is not registered yet. */
  readonly awaitsApproval: boolean;
  readonly installation: object;
  readonly installedOn: Date;
  /** Null keeps the stored signature. */
  readonly signature: string | null;
}

/**
 * Reads a device that is about to be registered. Another registration of the id waits until this transaction ends, and
 * then finds the device. So does a lock by the office.
 */
export async function findDeviceToRegister(orm: Orm, deviceId: string): Promise<Device | null> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${deviceId}, 2))`);
  const [row] = await orm.select().from(device).where(eq(device.deviceId, deviceId)).for("update");
  return row ?? null;
}

/** Stores the registration. Null when the device id has meanwhile been registered by another engineer, or locked. */
export async function storeDevice(
  orm: Orm,
  registration: Registration,
): Promise<{ readonly awaitsApproval: boolean } | null> {
  const { signature, fieldOperativeId, ...row } = registration;
  const [stored] = await orm
    .insert(device)
    .values({ ...row, fieldOperativeId, lastContactOn: sql`now()` })
    .onConflictDoUpdate({
      target: device.deviceId,
      set: {
        pinHash: row.pinHash,
        installation: row.installation,
        installedOn: row.installedOn,
        pinFailedCount: 0,
        pinChangedOn: sql`now()`,
        registeredOn: sql`now()`,
        lastContactOn: sql`now()`,
      },
      setWhere: sql`${device.fieldOperativeId} = ${fieldOperativeId} and not ${device.locked}`,
    })
    .returning({ awaitsApproval: device.awaitsApproval });
  if (!stored) return null;
  if (signature === null) return stored;
  await orm
    .update(fieldOperative)
    .set({ signature, signatureUpdatedOn: sql`now()`, requestSignature: false })
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  return stored;
}

/** Binds the sign-in to a device: its refresh tokens then work on this device only. */
export async function bindSignIn(orm: Orm, familyId: string, deviceId: string) {
  await orm.update(tokenFamily).set({ deviceId }).where(eq(tokenFamily.familyId, familyId));
}

/** Servers of earlier builds do not list the open visits; this one does. */
interface AllReceivedWork extends ReceivedWork {
  readonly openVisits: NonNullable<ReceivedWork["openVisits"]>;
}

/**
 * Reads how much of a device's work the server has received. The last numbers of its ordering keys add up to the number
 * of its messages, so the messages themselves are not read.
 */
export async function readReceivedWork(
  { orm }: { readonly orm: Orm },
  { deviceId, fieldOperativeId }: Pick<Device, "deviceId" | "fieldOperativeId">,
): Promise<AllReceivedWork> {
  const [counted] = await orm
    .select({ messages: sum(lane.lastNumber).mapWith(Number) })
    .from(lane)
    .where(eq(lane.deviceId, deviceId));
  const [lastStep] = await readSteps(orm, fieldOperativeId).limit(1);
  const openVisits = await readSteps(orm, fieldOperativeId, eq(job.status, "AccessGained"));
  return {
    messages: counted?.messages ?? 0,
    lastStep: lastStep ? { ...lastStep, changedOn: lastStep.changedOn.toISOString() } : null,
    openVisits: openVisits.map(({ formattedJobId, changedOn }) => ({
      formattedJobId,
      changedOn: changedOn.toISOString(),
    })),
  };
}

/** The last step of each current appointment of an engineer that fits `condition`, latest first. */
function readSteps(orm: Orm, fieldOperativeId: string, condition?: SQL) {
  return orm
    .select({
      formattedJobId: job.formattedJobId,
      status: job.status,
      changedOn: sql<Date>`${job.stateChangedOn}`.mapWith(job.stateChangedOn),
    })
    .from(appointment)
    .innerJoin(job, eq(job.fieldOperativeAppointmentId, appointment.fieldOperativeAppointmentId))
    .where(
      and(
        eq(appointment.fieldOperativeId, fieldOperativeId),
        isNull(appointment.endedOn),
        isNotNull(job.stateChangedOn),
        condition,
      ),
    )
    .orderBy(desc(job.stateChangedOn));
}

/** Stores the hash of a PIN of this engineer's device. False: the engineer has no such device. */
export async function storePin(
  orm: Orm,
  deviceId: string,
  fieldOperativeId: string,
  pinHash: string,
): Promise<boolean> {
  const changed = await orm
    .update(device)
    .set({ pinHash, pinFailedCount: 0, pinChangedOn: sql`now()` })
    .where(
      and(
        eq(device.deviceId, deviceId),
        eq(device.fieldOperativeId, fieldOperativeId),
        eq(device.locked, false),
      ),
    )
    .returning({ deviceId: device.deviceId });
  return changed.length > 0;
}

/** Reads the last signature of an engineer; null if none was given. */
export async function readSignature(orm: Orm, fieldOperativeId: string): Promise<string | null> {
  const [row] = await orm
    .select({ signature: fieldOperative.signature })
    .from(fieldOperative)
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  return row?.signature ?? null;
}

/** Reads a device. Its row stays locked until the transaction ends. */
export async function lockDeviceRow(orm: Orm, deviceId: string) {
  const [row] = await orm
    .select({
      deviceId: device.deviceId,
      locked: device.locked,
      unsentMessages: device.unsentMessages,
      unsentReportedOn: device.unsentReportedOn,
      registeredOn: device.registeredOn,
      awaitsApproval: device.awaitsApproval,
      fieldOperativeId: device.fieldOperativeId,
      name: device.name,
      publicKey: device.publicKey,
      pinFailedCount: device.pinFailedCount,
      unlockedOn: device.unlockedOn,
      lastContactOn: device.lastContactOn,
    })
    .from(device)
    .where(eq(device.deviceId, deviceId))
    .for("update");
  return row ?? null;
}

/** What the office calls a device, else its model. Undefined: it has neither, or does not exist. */
export async function readDeviceName(orm: Orm, deviceId: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ name: device.name, installation: device.installation })
    .from(device)
    .where(eq(device.deviceId, deviceId));
  return row && (row.name ?? readModel(row) ?? undefined);
}
