import { afterEach, describe, expect, it } from "vitest";
import { listDocuments } from "./documents/documents.ts";
import { openObjects } from "./objects/objects.ts";
import { readObjectSettings } from "./objects/settings.ts";
import { aClose } from "./testing/closings.ts";
import { startInProcessServer, type InProcessServer } from "./testing/in-process.ts";
import { aMessage, post } from "./testing/messages.ts";
import { createOffice } from "./testing/people.ts";
import { advanceTasks, listOpenTasks } from "./testing/tasks.ts";

let server: InProcessServer;

afterEach(() => server.close());

const pollsOften = { taskIntervalSeconds: 0.5 };

const until = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 15_000 });

/** An object store that the test can switch off. */
function anObjectStore() {
  const store = {
    isDown: false,
    stored: [] as string[],
    objects: {
      ...server.objects,
      async put(hash: string, bytes: Uint8Array) {
        if (store.isDown) throw Object.assign(new Error("down"), { code: "ECONNREFUSED" });
        await server.objects.put(hash, bytes);
        store.stored.push(hash);
      },
    },
  };
  return store;
}

describe("Without another message and without help", () => {
  it("every document is made once after the object store was down for ten minutes, with two servers of which one is restarted", async () => {
    server = await startInProcessServer({ filesDocuments: false, checksForms: false });
    const engineer = await server.installed();
    const closings = 3;
    for (let closing = 0; closing < closings; closing += 1)
      await post(engineer, aMessage("JobClose", aClose(await server.job(engineer))));
    const open = () => listOpenTasks(server.database, "documents");
    expect(await open()).toHaveLength(closings);

    const store = anObjectStore();
    store.isDown = true;
    const start = async () => {
      const started = await server.startAnother(
        { ...pollsOften, filesDocuments: true },
        store.objects,
      );
      await started.ready();
      return started;
    };
    const one = await start();
    await start();
    const failed = (attempts: number) =>
      Array.from({ length: closings }, () => ({ attempts, code: "ECONNREFUSED", isActive: false }));
    await until(open).toMatchObject(failed(1));
    await advanceTasks(server.database, 5);
    await until(open).toMatchObject(failed(2));
    await one.close();
    await start();
    await advanceTasks(server.database, 5);
    await until(open).toMatchObject(failed(3));

    store.isDown = false;
    await advanceTasks(server.database, 5);
    await until(open).toEqual([]);
    const documents = await server.rows("select sha256 from document where sha256 is not null");
    expect(documents).toHaveLength(closings);
    expect(store.stored.toSorted()).toEqual(
      documents.map(({ sha256 }) => String(sha256)).toSorted(),
    );
    expect(await server.rows("select kind from alarm")).toEqual([]);
  });

  it("a document can be read once the object store is back; until then the office hears what is away", async () => {
    server = await startInProcessServer({ filesDocuments: false, checksForms: false });
    const engineer = await server.installed();
    const job = await server.job(engineer);
    await post(engineer, aMessage("JobClose", aClose(job)));
    const [document] = await listDocuments(server.database, job.jobId);
    const path = `/api/office/documents/${document?.documentId}`;
    const nowhere = await openObjects(
      readObjectSettings(
        {
          OBJECTS_BUCKET: "evidence",
          OBJECTS_ENDPOINT: "http://127.0.0.1:1",
          OBJECTS_ACCESS_KEY_ID: "a-key",
          OBJECTS_SECRET_ACCESS_KEY: "a-secret",
        },
        "",
      ),
    );
    const app = await server.startAnother({}, nowhere);
    const office = await createOffice(app, server.database);
    expect(await office.get(path)).toMatchObject({
      status: 503,
      body: { title: "The store of photos and documents is not available" },
    });
    expect(await (await server.office()).get(path)).toMatchObject({ status: 200 });
  });

  it("forms are checked once the error has passed", async () => {
    server = await startInProcessServer({ filesDocuments: false, checksForms: false });
    const engineer = await server.installed();
    await post(engineer, aMessage("JobClose", aClose(await server.job(engineer))));
    await server.rows(
      "select add_task('form-checks', jsonb_build_object('messageId', message_id, 'jobId', job_id)) from job_closing",
    );
    const open = () => listOpenTasks(server.database, "form-checks");
    await server.rows("alter table job_form rename to job_form_away");
    const checking = await server.startAnother({ ...pollsOften, checksForms: true });
    await checking.ready();
    await until(open).toMatchObject([{ attempts: 1, code: "42P01", isActive: false }]);

    await server.rows("alter table job_form_away rename to job_form");
    await advanceTasks(server.database, 1);
    await until(open).toEqual([]);
    expect(await server.rows("select kind from alarm")).toEqual([]);
  });
});
