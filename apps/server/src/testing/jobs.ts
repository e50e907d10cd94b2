import type { CallBody } from "@fieldfare/contract";
import { createJob } from "@fieldfare/contract/office";
import type { TestEngineer, TestServer } from "./server.ts";

type Draft = CallBody<typeof createJob>;

/** Builds a job that the office may raise. `more` holds what matters to the test. */
export function aDraft(more: Partial<Draft> = {}): Draft {
  return { ...(createJob.example as unknown as Draft), ...more };
}

/** Creates a job that is assigned to the engineer, and returns its ids. */
export async function assignedJob(server: TestServer, { fieldOperativeId }: TestEngineer) {
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({ fieldOperativeId }),
  });
  if (fieldOperativeAppointmentId === null) throw new Error("Nobody was given the job");
  return { jobId, fieldOperativeAppointmentId };
}
