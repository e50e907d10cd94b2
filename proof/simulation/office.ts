import { randomUUID } from "node:crypto";
import { type Call, type CallAnswer, type JobPart, z } from "@fieldfare/contract";
import * as calls from "@fieldfare/contract/office";
import type { Random } from "@fieldfare/device/testing";
import type { Clock, Engineer, RunningServer, World } from "./world.ts";

/** A job that the office raised, or an engineer raised on site. */
interface OfficeJob {
  readonly jobId: string;
  readonly title: string;
  /** Ids of all engineers to whom it was ever assigned. */
  readonly engineers: Set<string>;
}

export interface Office {
  readonly jobs: Map<string, OfficeJob>;
  raise(engineer: Engineer, random: Random): Promise<string>;
  request<C extends Call>(
    call: C,
    input?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; value: CallAnswer<C> | null }>;
}

/**
 * Creates an office that calls the server with this token. A request throws on a status from 500 on; for any other than
 * 200 its value is null.
 */
export function createOffice(
  { database }: World,
  server: RunningServer,
  token: string,
  clock: Clock,
): Office {
  const jobs = new Map<string, OfficeJob>();
  const request: Office["request"] = async (call, { params = {}, query, body } = {}) => {
    const path = call.path.replace(/:(\w+)/g, (_whole, name: string) => params[name] ?? "");
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    const answer = await fetch(`${server.origin()}${path}${search}`, {
      method: call.method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await answer.json();
    if (answer.status >= 500) throw new Error(`${call.name} answered ${answer.status}`);
    if (answer.status !== 200) return { status: answer.status, value: null };
    return { status: 200, value: z.parse(call.response, value) as CallAnswer<typeof call> };
  };

  return {
    jobs,
    request,
    async raise(engineer, random) {
      const number = jobs.size + 1;
      const title = `FF-${number}`;
      const { value } = await request(calls.createJob, {
        body: {
          formattedJobId: `${title}-${engineer.fieldOperativeId.slice(0, 6)}`,
          fieldOperativeId: engineer.fieldOperativeId,
          appointmentDateTime: new Date(clock.now + number * 600_000).toISOString(),
          jobCategoryId: 2,
          jobDetailTypeId: 21,
          categoryName: "Gas repair",
          detailTypeName: "No heating",
          property: {
            addressLine1: `${number} Example Street`,
            postcode: "LS1 1AA",
            notifications: random.chance(0.5)
              ? [{ code: "DOG", description: "A dog", severity: 1, alertEngineer: true }]
              : [],
            tenants: [{ fullName: "Jo Tenant", isPrimaryTenant: true }],
          },
        },
      });
      if (!value) throw new Error("The office could not raise a job");
      if (random.chance(0.4)) await orderPart(database, value.jobId);
      jobs.set(value.jobId, {
        jobId: value.jobId,
        title,
        engineers: new Set([engineer.fieldOperativeId]),
      });
      return title;
    },
  };
}

/** Adds an ordered part to the job, as the office's purchasing system would. */
async function orderPart({ pool }: World["database"], jobId: string): Promise<void> {
  const jobPartId = randomUUID();
  const part: JobPart = {
    jobPartId,
    jobId,
    usageType: 1,
    usageStatus: "Requested",
    status: "Collect",
    qty: 3,
    qtyCollected: 0,
    qtyUsed: 0,
    qtyRequired: 3,
    shortDescription: "Fan",
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: "2026-05-29T09:00:00.000Z",
    partUnitTypeId: null,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: 7,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
  };
  await pool.query("insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)", [
    jobPartId,
    jobId,
    JSON.stringify(part),
  ]);
}
