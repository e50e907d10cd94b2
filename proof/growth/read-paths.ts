import { randomUUID } from "node:crypto";
import * as calls from "@fieldfare/contract";
import { type Call, header, mobileVersion } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { readClosedJob } from "../../apps/server/src/documents/closed-job.ts";
import { listDocuments } from "../../apps/server/src/documents/documents.ts";
import type { Database } from "../../apps/server/src/database/database.ts";
import { findRecordedAnswer } from "../../apps/server/src/database/recorded-answers.ts";
import { createTokens } from "../../apps/server/src/http/tokens.ts";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";

/** One thing that people or phones read, for each of the samples. */
export interface ReadPath {
  readonly name: string;
  /** Reads once, and returns how many characters the answer has. Throws when the answer is not what it should be. */
  readonly read: (sample: number) => Promise<number>;
}

interface FilledServer {
  readonly url: string;
  readonly database: Database;
}

interface Sample {
  readonly jobId: string;
  readonly reference: string;
  readonly messageId: string;
  readonly propertyId: string;
  readonly address: string;
  readonly postcode: string;
  readonly clientId: number;
  readonly tenant: string;
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  readonly day: string;
}

/** Above the time limits of the server, so that its own refusal comes first. */
const readLimitMs = 120_000;

/** Returns what the office and the phones read, on a server whose database was filled. */
export async function openReadPaths(server: FilledServer, samples: number): Promise<ReadPath[]> {
  const { database } = server;
  const chosen = await chooseSamples(database, samples);
  const sampleOf = (index: number) => {
    const sample = chosen[index % chosen.length];
    if (!sample) throw new Error("The database has no closed jobs");
    return sample;
  };
  const officeToken = await issueOfficeToken(database);
  const phones = new Map<string, string>();
  for (const { fieldOperativeId, deviceId } of chosen)
    if (!phones.has(deviceId))
      phones.set(deviceId, await issuePhoneToken(database, fieldOperativeId, deviceId));
  const { rows } = await database.pool.query<{
    entries: string;
    changed: string;
    dampCase: string;
    absence: string;
    absenceChanged: string;
    exported: string;
    exportChanged: string;
    mileage: string;
    imported: string;
    homes: string;
    event: string;
  }>(
    `select (select coalesce(max(sequence), 0) / 2 from audit_entry)::text as entries,
       (select to_char(changed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from job
         order by changed_on desc offset 100 limit 1) as changed,
       (select case_id::text from damp_case where closed_on is null limit 1) as "dampCase",
       (select absence_id::text from absence order by received_on desc limit 1) as absence,
       (select to_char(changed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from absence
         order by changed_on limit 1) as "absenceChanged",
       (select batch_id::text from device_export order by started_on desc limit 1) as exported,
       (select to_char(changed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from device_export
         order by changed_on limit 1) as "exportChanged",
       (select field_operative_mileage_id::text from mileage order by date_recorded desc limit 1) as mileage,
       (select import_id::text from reference_import order by uploaded_on desc limit 1) as imported,
       (select import_id::text from property_import order by uploaded_on desc limit 1) as homes,
       (select (last_sequence / 2)::text from event_position) as event`,
  );
  const [row] = rows;
  if (!row) throw new Error("The database has no answer");
  const { entries, changed, dampCase, absence, exported, imported, homes, event } = row;
  const { absenceChanged, exportChanged, mileage } = row;

  async function send(
    call: Call,
    { params = {}, query, body }: Parts,
    headers: Record<string, string>,
  ): Promise<{ readonly answer: unknown; readonly length: number }> {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ""),
    );
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    const response = await fetch(`${server.url}${path}${search}`, {
      method: call.method,
      // A server that hangs is named by the read that it hangs at.
      signal: AbortSignal.timeout(readLimitMs),
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${call.name} was answered ${response.status}: ${text}`);
    return { answer: JSON.parse(text), length: text.length };
  }

  const byOffice =
    (call: Call, parts: (sample: Sample) => Parts, mayBeEmpty = false) =>
    async (index: number) => {
      const { answer, length } = await send(call, parts(sampleOf(index)), {
        authorization: `Bearer ${officeToken}`,
      });
      if (!mayBeEmpty && Array.isArray(answer) && answer.length === 0)
        throw new Error(`${call.name} found nothing`);
      return length;
    };
  const byPhone = (call: Call, parts: (sample: Sample) => Parts) => async (index: number) => {
    const sample = sampleOf(index);
    const { length } = await send(call, parts(sample), {
      authorization: `Bearer ${phones.get(sample.deviceId) ?? ""}`,
      [header.deviceId]: sample.deviceId,
      [header.appVersion]: mobileVersion,
    });
    return length;
  };
  const page = { limit: "20" };
  const listJobs = (query: (sample: Sample) => Record<string, string>) =>
    byOffice(office.listJobs, (sample) => ({ query: { ...page, ...query(sample) } }));

  return [
    { name: "jobs, first page", read: listJobs(() => ({})) },
    {
      name: "jobs of an engineer",
      read: listJobs(({ fieldOperativeId }) => ({ fieldOperativeId })),
    },
    {
      name: "open jobs of a home",
      // The home may have none; the order is that of Raise a job.
      read: byOffice(
        office.listJobs,
        ({ propertyId }) => ({ query: { propertyId, open: "yes", order: "oldest", limit: "999" } }),
        true,
      ),
    },
    { name: "jobs on site", read: listJobs(() => ({ status: "OnSite" })) },
    { name: "closed jobs", read: listJobs(() => ({ status: "Closed" })) },
    {
      name: "cancelled jobs",
      // The work may have none.
      read: byOffice(office.listJobs, () => ({ query: { ...page, cancelled: "yes" } }), true),
    },
    { name: "jobs with an outcome", read: listJobs(() => ({ outcome: "1" })) },
    {
      name: "jobs without access",
      read: byOffice(office.listJobs, () => ({ query: { ...page, outcome: "no-access" } }), true),
    },
    {
      name: "jobs that lack a follow-on job",
      // Only the jobs of the last year are looked at, and the work may be older.
      read: byOffice(office.listJobs, () => ({ query: { ...page, followOn: "missing" } }), true),
    },
    { name: "jobs that changed", read: listJobs(() => ({ changedSince: changed })) },
    { name: "search, reference", read: listJobs(({ reference }) => ({ search: reference })) },
    { name: "search, address", read: listJobs(({ address }) => ({ search: address })) },
    { name: "search, postcode", read: listJobs(({ postcode }) => ({ search: postcode })) },
    { name: "search, tenant", read: listJobs(({ tenant }) => ({ search: tenant })) },
    {
      name: "search, two letters",
      read: byOffice(office.listJobs, () => ({ query: { ...page, search: "st" } })),
    },
    { name: "job page", read: byOffice(office.readJob, ({ jobId }) => ({ params: { jobId } })) },
    {
      name: "board of a day",
      read: byOffice(office.readBoard, ({ day }) => ({ query: { day } })),
    },
    { name: "board of today", read: byOffice(office.readBoard, () => ({ query: {} })) },
    {
      name: "jobs of a board",
      read: byOffice(office.readBoardJobs, ({ day, jobId }) => ({
        query: { day, jobIds: `${jobId},${jobId}` },
      })),
    },
    { name: "gas safety, weeks", read: byOffice(office.readGasSafetyWeeks, () => ({})) },
    {
      name: "gas safety, homes overdue",
      read: byOffice(office.listGasSafetyHomes, () => ({ query: page })),
    },
    {
      name: "gas safety, homes without a job",
      read: byOffice(office.listGasSafetyHomes, () => ({
        query: { ...page, group: "missing", raised: "no" },
      })),
    },
    {
      name: "access attempts",
      // Only the attempts of the last year begin a row, and the work may be older.
      read: byOffice(office.listAccessAttempts, () => ({ query: { atLeast: "1" } }), true),
    },
    {
      name: "defects and notices",
      read: byOffice(office.listSafetyFindings, () => ({ query: { limit: "20" } })),
    },
    {
      name: "search for homes",
      read: byOffice(office.listHomes, ({ address }) => ({ query: { search: address } })),
    },
    {
      name: "home page",
      read: byOffice(office.readHome, ({ propertyId }) => ({ params: { propertyId } })),
    },
    {
      name: "absences, a later page",
      read: byOffice(office.listAbsences, () => ({ query: { ...page, after: absence } })),
    },
    {
      name: "absences that changed",
      read: byOffice(office.listAbsences, () => ({
        query: { ...page, changedSince: absenceChanged },
      })),
    },
    {
      name: "absences of an engineer",
      read: byOffice(
        office.listAbsences,
        ({ fieldOperativeId }) => ({ query: { ...page, fieldOperativeId } }),
        true,
      ),
    },
    { name: "exports", read: byOffice(office.listExports, () => ({ query: page })) },
    {
      name: "exports, a later page",
      read: byOffice(office.listExports, () => ({ query: { ...page, after: exported } })),
    },
    {
      name: "exports that changed",
      read: byOffice(office.listExports, () => ({
        query: { ...page, changedSince: exportChanged },
      })),
    },
    { name: "mileage", read: byOffice(office.listMileage, () => ({ query: page })) },
    {
      name: "mileage, a later page",
      read: byOffice(office.listMileage, () => ({ query: { ...page, after: mileage } })),
    },
    {
      name: "mileage of an engineer",
      read: byOffice(
        office.listMileage,
        ({ fieldOperativeId }) => ({ query: { ...page, fieldOperativeId } }),
        true,
      ),
    },
    {
      name: "absence calendar",
      read: byOffice(office.readAbsenceCalendar, () => ({})),
    },
    {
      name: "device log",
      read: byOffice(office.listDeviceLog, ({ fieldOperativeId }) => ({
        query: { fieldOperativeId },
      })),
    },
    { name: "refused messages", read: byOffice(office.listRefusedMessages, () => ({})) },
    { name: "forms", read: byOffice(office.listForms, () => ({})) },
    {
      name: "form page",
      read: byOffice(office.readForm, () => ({
        params: { customFormId: formIds.gasSafetyRecord },
      })),
    },
    { name: "figures", read: byOffice(office.readFigures, () => ({ query: { weeks: "26" } })) },
    {
      name: "cases of damp and mould",
      read: byOffice(office.listDampCases, () => ({})),
    },
    {
      name: "closed cases of damp and mould",
      read: byOffice(office.listDampCases, () => ({ query: { state: "closed" } })),
    },
    {
      name: "case of damp and mould",
      read: byOffice(office.readDampCase, () => ({ params: { caseId: dampCase } })),
    },
    {
      name: "feed of events",
      read: byOffice(office.listEvents, () => ({ query: { after: event, limit: "100" } })),
    },
    {
      name: "imports, a later page",
      read: byOffice(office.listReferenceImports, () => ({ query: { ...page, after: imported } })),
    },
    {
      name: "imports of a table",
      read: byOffice(office.listReferenceImports, () => ({ query: { ...page, table: "parts" } })),
    },
    {
      name: "lines of an import",
      read: byOffice(office.listImportLines, () => ({
        params: { importId: imported },
        query: { ...page, outcome: "bad", cause: "missing", column: "partCode" },
      })),
    },
    {
      name: "bad lines of an import by cause",
      read: byOffice(office.groupImportLines, () => ({ params: { importId: imported } })),
    },
    {
      name: "imports of homes, a later page",
      read: byOffice(office.listPropertyImports, () => ({ query: { ...page, after: homes } })),
    },
    {
      name: "refused lines of an import of homes",
      read: byOffice(office.listRefusedLines, () => ({
        params: { importId: homes },
        query: { ...page, after: "5" },
      })),
    },
    { name: "saved views", read: byOffice(office.listJobViews, () => ({})) },
    {
      name: "answer of a repeated request",
      async read(index) {
        const keyHash = sampleOf(index).reference;
        const found = await findRecordedAnswer(database.orm, {
          keyHash,
          requestHash: "",
        });
        return JSON.stringify(found).length;
      },
    },
    { name: "audit", read: byOffice(office.listAudit, () => ({ query: { after: entries } })) },
    {
      name: "audit, newest first",
      read: byOffice(office.listAudit, () => ({ query: { order: "newest" } })),
    },
    {
      name: "commands of an engineer",
      read: byOffice(
        office.listCommands,
        ({ fieldOperativeId }) => ({ query: { fieldOperativeId, ...page } }),
        true,
      ),
    },
    { name: "poll", read: byPhone(calls.getJobs, () => ({})) },
    {
      name: "jobs after recovery",
      read: byPhone(calls.getJobs, () => ({ query: { recovery: "true" } })),
    },
    { name: "command poll", read: byPhone(calls.getCommands, () => ({})) },
    {
      name: "sync",
      read: byPhone(calls.sync, () => ({
        body: { warnSizeInMb: null, isFullSync: false, data: [{ type: "DomainData", date: null }] },
      })),
    },
    { name: "history", read: byPhone(calls.getJobHistory, ({ jobId }) => ({ params: { jobId } })) },
    {
      name: "planner",
      read: byPhone(calls.getPlannerAppointments, ({ day }) => ({
        params: { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` },
      })),
    },
    {
      name: "property search",
      read: byPhone(calls.searchProperty, ({ clientId, address }) => ({
        params: { clientId: String(clientId), term: address },
      })),
    },
    {
      name: "document filing",
      async read(index) {
        const { jobId, messageId } = sampleOf(index);
        await listDocuments(database, jobId);
        const closed = await readClosedJob(database, messageId, null);
        if (!closed) throw new Error("The closing is gone");
        return JSON.stringify(closed).length;
      },
    },
  ];
}

interface Parts {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}

/** Closed jobs from the whole time, each with a tenant. */
async function chooseSamples({ pool }: Database, samples: number): Promise<Sample[]> {
  const { rows } = await pool.query<Sample>(
    `with closed as (select count(*) as jobs from job where status = 'Closed')
     select j.job_id as "jobId", j.formatted_job_id as reference, c.message_id as "messageId",
       p.property_id as "propertyId", p.address_line_1 as address, p.postcode, p.client_id as "clientId", t.row ->> 'fullName' as tenant,
       j.field_operative_id as "fieldOperativeId", d.device_id as "deviceId",
       to_char(j.appointment_date_time, 'YYYY-MM-DD') as day
     from closed, generate_series(0, $1::integer - 1) k
     join lateral (
       select * from job where formatted_job_id = 'FF' || 100000 + 1 + floor(mod(k * 0.6180339::numeric, 1) * closed.jobs)::integer) j on true
     join job_closing c on c.job_id = j.job_id
     join property p on p.property_id = j.property_id
     join property_tenant t on t.property_id = p.property_id and (t.row ->> 'isPrimaryTenant')::boolean
     join device d on d.field_operative_id = j.field_operative_id`,
    [samples],
  );
  return rows;
}

const tokens = createTokens(testTokenKeys, () => new Date());
const expiresOn = new Date(Date.now() + 86_400_000);

async function issueOfficeToken({ pool }: Database): Promise<string> {
  const id = randomUUID();
  const email = `${id}@fieldfare.example`;
  await pool.query(
    `insert into account (account_id, name, email, password_hash, user_type, roles)
     values ($1, 'Office', $2, '', 2, '{administrator}')`,
    [id, email],
  );
  const familyId = randomUUID();
  await pool.query("insert into token_family (family_id, account_id) values ($1, $2)", [
    familyId,
    id,
  ]);
  return tokens.issue({ ...claims(id, email), userType: 2, familyId }, expiresOn);
}

async function issuePhoneToken({ pool }: Database, fieldOperativeId: string, deviceId: string) {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `update account set perms = $2 where field_operative_id = $1
     returning account_id as id, email`,
    [fieldOperativeId, phonePermissions],
  );
  const { id, email } = rows[0] ?? { id: "", email: "" };
  return tokens.issue({ ...claims(id, email), userType: 1, fieldOperativeId, deviceId }, expiresOn);
}

/** To see the planner, and to search for properties. */
const phonePermissions = ["21#1", "18#2"];

function claims(id: string, email: string) {
  return {
    id,
    name: "Growth",
    email,
    perms: phonePermissions,
    requestSignature: false,
    recordsMileage: true,
    familyId: randomUUID(),
    fieldOperativeId: null,
  };
}
