import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../database/database.ts";
import { recordSigningKeys, renewEpoch } from "../../database/settings.ts";
import { loadForms } from "../../forms/load.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());

/** What was recorded while `work` ran. Nobody is named: the server did it by itself. */
async function entriesOf(work: () => Promise<unknown>) {
  const [last] = await server.rows("select coalesce(max(sequence), 0) as last from audit_entry");
  await work();
  const rows = await server.rows(
    `select action, actor_id, address, object_type, object_id, before, after from audit_entry
      where sequence > $1 order by sequence`,
    [last?.["last"]],
  );
  return rows.map(({ actor_id, address, ...row }) => {
    expect({ actor_id, address }).toEqual({ actor_id: null, address: null });
    return row;
  });
}

describe("what the server changes by itself has an audit entry", () => {
  it("the first start makes the keys for push messages", async () => {
    const [entry] = await server.rows("select * from audit_entry where action = 'push-keys-added'");
    expect(entry).toMatchObject({ actor_id: null, after: { publicKey: expect.any(String) } });
    expect(JSON.stringify(entry)).not.toContain("privateKey");
    expect(await entriesOf(() => server.startAnother())).toEqual([]);
  });

  it("the first start after a restore", async () => {
    const entries = await entriesOf(() => renewEpoch(server.database));
    expect(entries).toMatchObject([
      { action: "data-restored", object_type: "setting", object_id: "epoch" },
    ]);
  });

  it("a start with other signing keys, by their ids", async () => {
    const start = (token: string[]) => () =>
      recordSigningKeys(server.database, { token, document: ["d1"] });
    expect(await entriesOf(start(["t1"]))).toHaveLength(1);
    expect(await entriesOf(start(["t1"]))).toEqual([]);
    expect(await entriesOf(start(["t2", "t1"]))).toMatchObject([
      {
        action: "signing-keys-changed",
        before: { token: ["t1"], document: ["d1"] },
        after: { token: ["t2", "t1"], document: ["d1"] },
      },
    ]);
  });

  it("a key that an earlier version kept in the database is removed, without its value", async () => {
    await server.rows(`insert into setting (key, value) values ('tokenKey', '"secret value"')`);
    const entries = await entriesOf(() => server.startAnother());
    expect(entries).toMatchObject([{ action: "setting-removed", object_id: "tokenKey" }]);
    expect(JSON.stringify(entries)).not.toContain("secret value");
  });

  it("forms that are loaded at a start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fieldfare-forms-"));
    const form = {
      customFormId: randomUUID(),
      version: 1,
      name: "Record",
      description: "What was seen",
      isSubForm: false,
      jobCategoryId: 1,
      jobDetailTypeId: null,
      jobStageId: null,
      usageRequirement: 3,
      content: { pages: [{ name: "page", elements: [{ type: "text", name: "seen" }] }] },
    };
    await writeFile(join(folder, "form.json"), JSON.stringify(form));
    const database = openDatabase(server.database.connectionString, { connections: 1 });
    const load = () => loadForms(database, folder, new Date("2026-01-05T09:00:00Z"));
    const entries = await entriesOf(load);
    expect(entries).toMatchObject([
      { action: "data-changed", object_type: "data-set", object_id: "CustomForm" },
    ]);
    expect(await entriesOf(load)).toEqual([]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});
