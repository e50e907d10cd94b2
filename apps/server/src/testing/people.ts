import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { OfficeRole } from "@fieldfare/contract/office";
import type { Database } from "../database/database.ts";
import { account, appointment, fieldOperative, job, property } from "../database/schema.ts";
import { propertyPermission } from "@fieldfare/domain";
import { hashCredential } from "../database/secrets.ts";
import { type Caller, createCaller } from "./caller.ts";

export const password = "Fieldfare-1";
const passwordHash = hashCredential(password);

export interface Engineer {
  readonly fieldOperativeId: string;
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
}

/** Inserts an engineer with an account. Nobody is signed in, and there is no phone yet. */
export async function createEngineer({ orm }: Database): Promise<Engineer> {
  const fieldOperativeId = randomUUID();
  const accountId = randomUUID();
  const email = `${accountId.slice(0, 8)}@fieldfare.example`;
  await orm.insert(fieldOperative).values({ fieldOperativeId });
  await orm.insert(account).values({
    accountId,
    name: "An engineer",
    email,
    passwordHash: await passwordHash,
    userType: 1,
    perms: ["21#1", propertyPermission],
    fieldOperativeId,
  });
  return { fieldOperativeId, accountId, email, password };
}

/** Inserts an office account, by default an administrator's, and returns a caller that is signed in with it. */
export async function createOffice(
  app: FastifyInstance,
  { orm }: Database,
  roles: readonly OfficeRole[] = ["administrator"],
): Promise<Caller> {
  const accountId = randomUUID();
  const email = `${accountId.slice(0, 8)}@office.example`;
  await orm.insert(account).values({
    accountId,
    name: "Office",
    email,
    passwordHash: await passwordHash,
    userType: 2,
    roles: [...roles],
  });
  const answer = await createCaller(app, {}).post("/api/office/token", { email, password });
  const { tokenModel } = answer.body as { tokenModel: { token: string; refreshToken: string } };
  return createCaller(app, tokenModel);
}

export interface TestJob {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly propertyId: string;
}

/** Creates an untouched job that is assigned to `engineer`. */
export async function createJob({ orm }: Database, engineer: Engineer): Promise<TestJob> {
  const ids = {
    jobId: randomUUID(),
    fieldOperativeAppointmentId: randomUUID(),
    propertyId: randomUUID(),
  };
  await orm.insert(property).values({
    propertyId: ids.propertyId,
    addressLine1: "1 Example Street",
    postcode: "LS1 1AA",
  });
  const appointmentDateTime = new Date("2026-11-21T09:00:00.000Z");
  await orm.insert(job).values({
    ...ids,
    formattedJobId: ids.jobId.slice(0, 8),
    appointmentDateTime,
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
  });
  await orm.insert(appointment).values({
    fieldOperativeAppointmentId: ids.fieldOperativeAppointmentId,
    jobId: ids.jobId,
    fieldOperativeId: engineer.fieldOperativeId,
    appointmentDateTime,
  });
  return ids;
}
