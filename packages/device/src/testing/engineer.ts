import type {
  EngineeringNote,
  JobPart,
  PropertyAppliance,
  PropertyTenant,
} from "@fieldfare/contract";
import type { ImageRow, JobRow, OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { aJobRow } from "./builders.ts";
import { createDisk, openNodeDevice, selectEngineer } from "./node-device.ts";

export const ownerId = "0190a000-0000-7000-8000-000000000001";
export const jobId = "0190a000-0000-7000-8000-000000000011";
export const colleaguesJobId = "0190a000-0000-7000-8000-000000000012";
export const propertyId = "0190a000-0000-7000-8000-0000000000aa";
/** Returns the id of a record by its number, which may have two digits. */
export const entityId = (number: number) =>
  `0190a000-0000-7000-8000-0000000001${String(number).padStart(2, "0")}`;

/** Noon; `at(5)` is five minutes later. */
export function at(minutes = 0): string {
  return new Date(Date.UTC(2026, 2, 2, 12, minutes)).toISOString();
}

/** What a property and a job contain before the engineer writes anything. */
export interface EngineerSetup {
  readonly job?: Partial<JobRow>;
  readonly parts?: readonly JobPart[];
  readonly notes?: readonly EngineeringNote[];
  readonly appliances?: readonly PropertyAppliance[];
  readonly tenants?: readonly PropertyTenant[];
}

export interface Engineer {
  readonly device: Device;
  /** The clock stands still until a test moves it. */
  readonly moveTo: (minutes: number) => void;
  readonly job: () => Promise<JobRow>;
  /** The queued messages, oldest first. */
  readonly queued: () => Promise<readonly OutboxRow[]>;
  readonly images: () => Promise<readonly ImageRow[]>;
  readonly close: () => void;
}

/**
 * An engineer who is signed in and inside one of their jobs. Another engineer's job is on the
 * device too.
 */
export async function anEngineerInside(setup: EngineerSetup = {}): Promise<Engineer> {
  let now = new Date(at());
  const opened = await openNodeDevice({
    disk: createDisk(),
    fetch: () => Promise.reject(new TypeError("offline")),
    now: () => now,
  });
  const { device } = opened;
  const database = await selectEngineer(device, ownerId);
  await database.token.put({
    id: 1,
    tokenModel: null,
    claims: {
      id: ownerId,
      name: "Sam",
      email: "sam.taylor@fieldfare.example",
      userType: 1,
      perms: [],
      fieldOperativeId: ownerId,
      requestSignature: false,
      recordsMileage: false,
      exp: 0,
    },
    signedInOn: at(),
  });
  await database.job.bulkPut([
    aJobRow({ jobId, status: "AccessGained", isSelected: true, ...setup.job }),
  ]);
  const colleague = await device.engineers.open(entityId(99));
  await colleague?.job.put(aJobRow({ jobId: colleaguesJobId, status: "AccessGained" }));
  await database.jobPart.bulkPut([...(setup.parts ?? [])]);
  await database.engineeringNote.bulkPut([...(setup.notes ?? [])]);
  await database.propertyAppliance.bulkPut([...(setup.appliances ?? [])]);
  await database.propertyTenant.bulkPut([...(setup.tenants ?? [])]);
  return {
    device,
    moveTo(minutes) {
      now = new Date(at(minutes));
    },
    async job() {
      const row = await database.job.get(jobId);
      if (!row) throw new Error("The job is gone");
      return row;
    },
    queued: () => database.messageQueue.orderBy("id").toArray(),
    images: () => database.image.toArray(),
    close: () => opened.kill(),
  };
}
