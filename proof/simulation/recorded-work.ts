import { canonicalJson, type JobContent } from "@fieldfare/contract";
import type { ImageRow, JobRow } from "@fieldfare/device";
import type { Change } from "@fieldfare/device/testing";

export type RecordKind = "note" | "part" | "appliance" | "contact" | "SOR" | "form" | "photo";

/** One record that an engineer made in a job, in its last state in the local database. */
interface RecordedItem {
  readonly kind: RecordKind;
  readonly id: string;
  readonly jobId: string;
  readonly appointmentId: string;
  readonly process: string;
  /** A form has every state that was written, because an older draft may be the one that is sent. */
  readonly states: readonly string[];
  /** The action that wrote it has resolved, so the screen showed it as saved. */
  readonly isSaved: boolean;
}

/** What a phone showed as recorded, independent of the code under test. */
export interface RecordedWork {
  /** Reads one committed transaction of one process. */
  recordTransaction(process: string, changes: readonly Change[]): void;
  markSaved(process: string): void;
  recordDatabaseLoss(): void;
  recordTotalLoss(): void;
  /** The phone was wiped: what was saved in visits that had not ended must be at the office too. */
  recordWipe(): void;
  /** What was saved in jobs that are closed on the phone, or no longer on it. */
  listSavedInEndedJobs(): readonly RecordedItem[];
}

/** Creates the list of one phone's recorded work, which is empty. */
export function createRecordedWork(): RecordedWork {
  const records = new Map<string, RecordedItem>();
  const jobs = new Map<string, JobRow>();

  const storeRecord = (
    process: string,
    kind: RecordKind,
    id: string,
    job: JobRow | undefined,
    row: unknown,
  ) => {
    if (!job) return;
    const state = canonicalJson(row);
    const before = records.get(`${kind} ${id}`);
    const { jobId, fieldOperativeAppointmentId: appointmentId } = job;
    if (before?.states.at(-1) === state && before.appointmentId === appointmentId) return;
    const states = kind === "form" ? [...(before?.states ?? []), state] : [state];
    const record = { kind, id, jobId, appointmentId, process, states, isSaved: false };
    records.set(`${kind} ${id}`, record);
  };

  const storeRecordsOfJob = (process: string, before: JobRow | undefined, job: JobRow) => {
    const known = new Set(
      [...(before?.customForms ?? []), ...(before?.plannedSors ?? [])].map(canonicalJson),
    );
    const isNew = (row: unknown) => !known.has(canonicalJson(row));
    for (const form of job.customForms)
      if (form.addedByUser && isNew(form))
        storeRecord(process, "form", `${job.jobId} ${form.customFormId}`, job, pickAnswers(form));
    for (const sor of job.plannedSors)
      if (sor.usageType === 2 && isNew(sor))
        storeRecord(process, "SOR", `${job.jobId} ${sor.sorCodeId}`, job, sor);
  };

  return {
    recordTransaction(process, changes) {
      const findChanges = (table: string) => changes.filter((change) => change.table === table);
      const puts = <R>(table: string) =>
        findChanges(table).flatMap((change) => change.puts.map(({ row }) => row as R));
      const jobPuts = puts<JobRow>("job");
      const before = new Map(jobPuts.map(({ jobId }) => [jobId, jobs.get(jobId)]));
      const departedJobIds = findChanges("job").flatMap(({ deletedKeys }) =>
        deletedKeys.map(String),
      );
      for (const job of jobPuts) jobs.set(job.jobId, job);
      // Rows that come from the server or are deleted with their job are not the engineer's work.
      const isAssigned = jobPuts.some(
        ({ jobId, fieldOperativeAppointmentId }) =>
          before.get(jobId)?.fieldOperativeAppointmentId !== fieldOperativeAppointmentId,
      );
      for (const jobId of departedJobIds) if (!before.has(jobId)) jobs.delete(jobId);
      if (isAssigned || departedJobIds.length > 0) return;

      for (const row of puts<JobContent["notes"][number]>("engineeringNote"))
        storeRecord(process, "note", row.engineeringNoteId, jobs.get(row.jobId), row);
      for (const row of puts<JobContent["parts"][number]>("jobPart"))
        if (row.addedByFieldOp)
          storeRecord(process, "part", row.jobPartId, jobs.get(row.jobId), row);
      const findWorkingJob = (propertyId: string) =>
        [...jobs.values()].find(
          ({ status, property }) => status === "AccessGained" && property.propertyId === propertyId,
        );
      for (const row of puts<JobContent["propertyAssets"][number]>("propertyAppliance"))
        if (row.addedByEngineer)
          storeRecord(
            process,
            "appliance",
            row.propertyAssetId,
            findWorkingJob(row.propertyId),
            row,
          );
      for (const row of puts<JobContent["tenants"][number]>("propertyTenant"))
        if (row.addedByEngineer)
          storeRecord(
            process,
            "contact",
            row.propertyTenantId,
            findWorkingJob(row.propertyId),
            row,
          );
      for (const job of jobPuts) storeRecordsOfJob(process, before.get(job.jobId), job);
      for (const row of puts<ImageRow>("image"))
        storeRecord(process, "photo", row.imageId, jobs.get(row.jobId), row.sha256);

      const deleteRecords = (kind: RecordKind, table: string) => {
        for (const { deletedKeys } of findChanges(table))
          for (const key of deletedKeys) records.delete(`${kind} ${String(key)}`);
      };
      deleteRecords("part", "jobPart");
      deleteRecords("appliance", "propertyAppliance");
      deleteRecords("contact", "propertyTenant");
      deleteRecords("photo", "image");
    },
    markSaved(process) {
      for (const [key, record] of records)
        if (record.process === process && !record.isSaved)
          records.set(key, { ...record, isSaved: true });
    },
    recordDatabaseLoss() {
      for (const [key, record] of records) if (!record.isSaved) records.delete(key);
    },
    recordTotalLoss() {
      records.clear();
      jobs.clear();
    },
    recordWipe: () => jobs.clear(),
    listSavedInEndedJobs: () =>
      [...records.values()].filter((record) => {
        const job = jobs.get(record.jobId);
        const isOpen =
          job !== undefined &&
          job.status !== "Closed" &&
          job.fieldOperativeAppointmentId === record.appointmentId;
        return record.isSaved && !isOpen;
      }),
  };
}

/** The answers alone: the time of saving differs when the last answers come from a draft. */
export function pickAnswers({ previousAnswers, completedForm }: JobContent["customForms"][number]) {
  return { previousAnswers, completedForm };
}
