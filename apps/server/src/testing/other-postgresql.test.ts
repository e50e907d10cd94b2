import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sync } from "@fieldfare/contract";
import { readData, readJob } from "@fieldfare/contract/office";
import { assignedJob } from "./jobs.ts";
import { installedPostgresql, searched, startPostgresql } from "./other-postgresql.ts";
import { startTestServer } from "./server.ts";

type InstalledVersion = { readonly version: string; readonly bin: string | null };

const installed: readonly InstalledVersion[] = installedPostgresql();
const none: InstalledVersion = { version: `(not tried: nothing under ${searched})`, bin: null };

describe("A PostgreSQL of the operator's own", () => {
  it.for<InstalledVersion>(installed.length > 0 ? installed : [none])(
    "version $version: migrates, records a message once and serves the demo",
    { timeout: 60_000 },
    async ({ bin }, { skip }) => {
      if (bin === null) {
        skip();
        return;
      }
      const postgresql = await startPostgresql(bin);
      const { connectionString } = postgresql;
      const server = await startTestServer({ connectionString, withDemo: true });
      try {
        const engineer = await server.addEngineer("Sam");
        const job = await assignedJob(server, engineer);
        const messageId = randomUUID();
        const change = {
          ...job,
          currentStatus: "Travelling" as const,
          changeTimestamp: "2026-11-21T09:00:00.000Z",
        };
        const sent = () => server.send(engineer, "JobStatusChange", change, messageId);
        expect(await sent()).toMatchObject({ status: 200, body: { outcome: "recorded" } });
        expect(await sent()).toMatchObject({ status: 200, body: { outcome: "already-recorded" } });
        const read = await server.call(readJob, { params: { jobId: job.jobId } });
        expect(read.job.status).toBe("Travelling");
        expect(read.messages).toHaveLength(1);

        const stages = await server.call(readData, { params: { type: "JobStage" } });
        expect(stages.rows).toHaveLength(4);
        const synced = await server.call(sync, {
          token: engineer.token,
          deviceId: engineer.deviceId,
          body: {
            warnSizeInMb: null,
            isFullSync: true,
            data: [{ type: "Part", date: null }],
          },
        });
        expect(synced.payload).toMatchObject([{ type: "Part", isFull: true }]);
      } finally {
        await server.stop();
        await postgresql.stop();
      }
    },
  );
});
