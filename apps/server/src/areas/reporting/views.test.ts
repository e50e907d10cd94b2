import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createJob } from "@fieldfare/contract/office";
import { formIds } from "@fieldfare/domain";
import { aClose, aForm, aNoAccess, aNote, aPart, aSor } from "../../testing/closings.ts";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

const docs = join(import.meta.dirname, "../../../../../docs");

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
  engineer = await server.addEngineer("Rita");
});
afterAll(() => server.stop());

/** Every column of the views, as `schema.view.column type`, in the order of the columns. */
async function listColumns(): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ column: string }>(
    `select concat(table_schema, '.', table_name, '.', column_name, ' ',
         case when data_type = 'ARRAY' then 'text[]' when data_type = 'timestamp with time zone' then 'timestamptz'
           else data_type end) as column
       from information_schema.columns where table_schema in ('reporting', 'reporting_personal')
      order by table_schema, table_name, ordinal_position`,
  );
  return rows.map(({ column }) => column);
}

/** The columns that docs/reporting.md describes, in the same form. */
async function listDocumented(): Promise<string[]> {
  const text = await readFile(join(docs, "reporting.md"), "utf8");
  const columns: string[] = [];
  let view = "";
  for (const line of text.split("\n")) {
    view = /^### `([\w.]+)`/.exec(line)?.[1] ?? view;
    const [, column, type, meaning] = /^\| `(\w+)` \| ([\w []+\]?) \| (.*) \|$/.exec(line) ?? [];
    if (column && meaning?.trim()) columns.push(`${view}.${column} ${type}`);
  }
  return columns;
}

describe("What a warehouse may rely on", () => {
  it("docs/reporting.md describes each column of the views and no other", async () => {
    expect((await listDocumented()).toSorted()).toEqual((await listColumns()).toSorted());
  });

  it("no column is removed, renamed, moved or given another type", async () => {
    const listed = await readFile(join(import.meta.dirname, "columns.txt"), "utf8");
    const promised = listed.split("\n").filter(Boolean);
    // A new column goes to the end of its view, and its line is added to the list.
    expect(await listColumns()).toEqual(promised);
  });

  it("no view has a secret, and only the personal views have what people typed freely", async () => {
    const secrets = /pin|password|hash$|token|secret|signature|public_key|e?mail|phone|mobile/;
    const columns = (await listColumns()).map((column) => column.split(" ")[0] ?? "");
    expect(columns.filter((column) => secrets.test(column.split(".").at(-1) ?? ""))).toEqual([]);
    const texts = columns.filter((column) =>
      /(details|notes|hold_description|comment)$/.test(column),
    );
    expect(texts.every((column) => column.startsWith("reporting_personal."))).toBe(true);
  });
});

async function read(view: string, jobId: string) {
  const { rows } = await server.database.pool.query(
    `select * from ${view} where job_id = $1 order by 1, 2`,
    [jobId],
  );
  return rows as Record<string, unknown>[];
}

describe("The views show what was recorded", () => {
  it("of a job with its visit, steps, SORs, parts, notes and forms", async () => {
    const job = await assignedJob(server, engineer);
    const record = aForm(job, formIds.gasSafetyRecord, {
      completedForm: {
        recordNumber: "R-17",
        inspectionDate: "2026-11-21",
        occupierName: "Una Tenant",
        tightnessTest: "pass",
        appliances: [
          {
            type: "Gas fire",
            make: "Valor",
            finalCo: 12,
            hasDefect: "yes",
            classification: "AR",
            defect: "No flue flow",
            safeToUse: "no",
          },
        ],
        receivedBySignature: "data:image/png;base64,AAAA",
      },
    });
    const step = {
      ...job,
      currentStatus: "Travelling",
      changeTimestamp: "2026-11-21T09:00:00.000Z",
    } as const;
    expect((await server.send(engineer, "JobStatusChange", step)).status).toBe(200);
    const close = aClose(job, {
      job: {
        customForms: [record],
        notes: [aNote(job, { isPublic: false, description: "Una was upset" })],
        parts: [aPart(job)],
        plannedSors: [aSor(job, { qtyUsed: 2 })],
      },
    });
    expect((await server.send(engineer, "JobClose", close)).status).toBe(200);

    expect(await read("reporting.jobs", job.jobId)).toMatchObject([
      {
        status: "Closed",
        outcome_id: close.outcome.outcomeId,
        engineer_id: engineer.fieldOperativeId,
      },
    ]);
    expect(await read("reporting.visits", job.jobId)).toMatchObject([
      {
        is_current: true,
        ending: "JobClose",
        ended_on: new Date(close.changeTimestamp),
        appointment_on: expect.any(Date),
      },
    ]);
    const steps = await read("reporting.status_steps", job.jobId);
    expect(steps.find(({ step: name }) => name === "Travelling")).toMatchObject({
      device_time: new Date(step.changeTimestamp),
      server_time: expect.any(Date),
      device_id: engineer.deviceId,
    });
    expect(await read("reporting.sors", job.jobId)).toMatchObject([{ quantity_used: "2" }]);
    expect(await read("reporting.parts", job.jobId)).toMatchObject([
      { description: "Fan", quantity_used: "1", is_added_by_engineer: true },
    ]);
    const [note] = await read("reporting.notes", job.jobId);
    expect(note).toMatchObject({ is_public: false, characters: 13 });
    expect(note).not.toHaveProperty("description");
    expect(await read("reporting_personal.note_texts", job.jobId)).toMatchObject([
      { description: "Una was upset" },
    ]);
    expect(await read("reporting.gas_safety_records", job.jobId)).toMatchObject([
      { record_number: "R-17", tightness_test: "pass", appliances: 1, is_reduced: false },
    ]);
    expect(await read("reporting.gas_safety_appliances", job.jobId)).toMatchObject([
      { make: "Valor", final_co_ppm: "12", classification: "AR", has_defect: true },
    ]);
    const answers = await read("reporting.form_answers", job.jobId);
    const answer = (question: string, field: string | null = null) =>
      answers.find((one) => one.question === question && one.field === field);
    expect(answer("tightnessTest")).toMatchObject({ value_text: "pass", is_withheld: false });
    expect(answer("appliances", "finalCo")).toMatchObject({ entry: 1, value_number: "12" });
    expect(answer("occupierName")).toMatchObject({ value_text: null, is_withheld: true });
    const personal = await read("reporting_personal.form_answers", job.jobId);
    expect(personal.find(({ question }) => question === "occupierName")).toMatchObject({
      value_text: "Una Tenant",
    });
    expect(JSON.stringify(personal)).not.toContain("base64");
    expect(JSON.stringify(await dump("reporting"))).not.toContain("Una");
  });

  it("of an attempt without access", async () => {
    const job = await assignedJob(server, engineer);
    await server.send(engineer, "JobNoAccess", aNoAccess(job, { notes: "Neighbour says away" }));
    const [attempt] = await read("reporting.no_access_attempts", job.jobId);
    expect(attempt).toMatchObject({ engineer_id: engineer.fieldOperativeId, images: 1 });
    expect(await read("reporting_personal.no_access_texts", job.jobId)).toMatchObject([
      { notes: "Neighbour says away" },
    ]);
  });

  it("also where stored values have other shapes than today's", async () => {
    const { jobId } = await server.call(createJob, { body: aDraft() });
    const odd = JSON.stringify({ qty: "two", qtyUsed: null, completedForm: [1], jobPartId: 3 });
    const { pool } = server.database;
    await pool.query("insert into job_sor (job_id, sor_code_id, row) values ($1, 1, $2)", [
      jobId,
      odd,
    ]);
    await pool.query("insert into job_form (job_id, custom_form_id, row) values ($1, $2, $3)", [
      jobId,
      formIds.gasSafetyRecord,
      odd,
    ]);
    await pool.query(
      "insert into engineering_note (engineering_note_id, job_id, row) values ($1, $2, $3)",
      [randomUUID(), jobId, odd],
    );
    await pool.query(
      `insert into absence (absence_id, field_operative_id, type, days, requested_on)
       values ($1, $1, 'sickness', '[{"dateFrom": "2026-01-05", "dateTo": "2026-01-06"}]', now())`,
      [randomUUID()],
    );
    expect(await read("reporting.sors", jobId)).toMatchObject([{ quantity_planned: null }]);
    const everything = { ...(await dump("reporting")), ...(await dump("reporting_personal")) };
    expect(Object.keys(everything).length).toBeGreaterThan(20);
    expect(JSON.stringify(everything["reporting.absences"])).not.toContain("sickness");
  });
});

/** Every row of every view of a schema. */
async function dump(schema: string): Promise<Record<string, unknown[]>> {
  const { rows: views } = await server.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.views where table_schema = $1",
    [schema],
  );
  const content: Record<string, unknown[]> = {};
  for (const { name } of views) {
    const { rows } = await server.database.pool.query(`select * from ${schema}.${name}`);
    content[`${schema}.${name}`] = rows;
  }
  return content;
}

it("The roles of docs/operations.md read the views that they are for, and nothing else", async () => {
  const text = await readFile(join(docs, "operations.md"), "utf8");
  const recipe = /```sql\n(create role warehouse [^`]*)```/.exec(text)?.[1] ?? "";
  // Roles belong to the whole cluster, which other tests share.
  const suffix = randomUUID().slice(0, 8);
  const statements = recipe.replaceAll(/\bwarehouse(_personal)?\b/g, `warehouse$1_${suffix}`);
  const superuser = new URL(inject("postgres").superuser);
  superuser.pathname = new URL(server.database.connectionString).pathname;
  const session = new pg.Client({ connectionString: superuser.href });
  await session.connect();
  try {
    await session.query(statements);
    const as = async (role: string, query: string) => {
      await session.query(`begin; set local role ${role}_${suffix}`);
      return session
        .query(query)
        .then(
          () => "read",
          (error: unknown) => (error instanceof Error ? error.message : "failed"),
        )
        .finally(() => session.query("rollback"));
    };
    expect(await as("warehouse", "select * from reporting.jobs")).toBe("read");
    expect(await as("warehouse", "select * from reporting.form_answers")).toBe("read");
    const personal = "select * from reporting_personal.note_texts";
    expect(await as("warehouse", personal)).toContain("permission denied");
    expect(await as("warehouse_personal", personal)).toBe("read");
    expect(await as("warehouse_personal", "select * from reporting.jobs")).toBe("read");
    for (const role of ["warehouse", "warehouse_personal"]) {
      expect(await as(role, "select pin_hash from device")).toContain("permission denied");
      expect(await as(role, "delete from reporting.sors")).toContain("permission denied");
    }
  } finally {
    for (const role of ["warehouse", "warehouse_personal"])
      await session
        .query(`drop owned by ${role}_${suffix}; drop role ${role}_${suffix}`)
        .catch(() => undefined);
    await session.end();
  }
});
