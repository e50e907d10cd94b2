import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import "./test-cluster.ts";

export type TestDatabase = { readonly connectionString: string; drop(): Promise<void> };

/** The starting content of a test's database: created once per run under its name, then copied. */
export type Template = {
  /** Lower case letters, digits and underscores. */
  readonly name: string;
  prepare(connectionString: string): Promise<void>;
};

/** Creates a real PostgreSQL database for one test file. Call `drop` at the end. */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asSuperuser(async (session) => {
    if (template) await ensureTemplate(session, template);
    await session.query(
      `create database ${name} owner fieldfare ${template ? `template ${template.name}` : ""}`,
    );
  });
  return {
    connectionString: buildConnectionString(name),
    drop: () =>
      asSuperuser(async (session) => {
        await session.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** Test files run in several processes: the first one creates the template, the others wait for it. */
async function ensureTemplate(session: Client, template: Template): Promise<void> {
  await session.query("select pg_advisory_lock(hashtext($1))", [template.name]);
  const found = await session.query("select 1 from pg_database where datname = $1", [
    template.name,
  ]);
  if (!found.rowCount) {
    const draft = `${template.name}_draft`;
    await session.query(`drop database if exists ${draft} with (force)`);
    await session.query(`create database ${draft} owner fieldfare`);
    await template.prepare(buildConnectionString(draft));
    await session.query(`alter database ${draft} rename to ${template.name}`);
  }
  await session.query("select pg_advisory_unlock(hashtext($1))", [template.name]);
}

async function asSuperuser(work: (session: Client) => Promise<void>): Promise<void> {
  const session = new Client({ connectionString: inject("postgres").superuser });
  await session.connect();
  await work(session).finally(() => session.end());
}

function buildConnectionString(database: string): string {
  const address = new URL(inject("postgres").owner);
  address.pathname = database;
  return address.href;
}
