import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createIntake } from "../messages/intake.ts";
import { openDatabase } from "./database.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { openTraining } from "./training.ts";

/** What PgBouncer takes from a client that connects, besides the name of the program. */
const taken = new Set(["user", "database", "client_encoding", "application_name"]);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("every connection has its settings behind a pooler that refuses them from a client that connects", async () => {
  const pooler = await startStrictPooler(new URL(database.connectionString));
  const live = openDatabase(pooler.connectionString);
  const office = openDatabase(pooler.connectionString, { statementMs: 10_000 });
  const training = openTraining(live);
  const intake = createIntake(live, 1, () => undefined);
  const read = async (pool: typeof live.pool, setting: string) =>
    (await pool.query<{ value: string }>("select current_setting($1) as value", [setting])).rows[0]
      ?.value;

  expect(await read(live.pool, "statement_timeout")).toBe("1min");
  expect(await read(live.pool, "lock_timeout")).toBe("20s");
  expect(await read(live.pool, "jit")).toBe("off");
  expect(await read(office.pool, "statement_timeout")).toBe("10s");
  expect(await read(training.pool, "search_path")).toBe("training");
  expect(await read(intake.pool, "enable_seqscan")).toBe("off");
  expect(await read(intake.pool, "lock_timeout")).toBe("5s");

  await Promise.all([live.close(), office.close(), training.close(), intake.close()]);
  await pooler.stop();
});

/** Passes connections on, except those that send a setting with their first message. */
async function startStrictPooler(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.once("data", (first) => {
      // Eight bytes of length and version, then names and values that end with a zero.
      const words = first.subarray(8).toString().split("\0");
      const names = words.filter((word, index) => index % 2 === 0 && word !== "");
      if (!names.every((name) => taken.has(name))) return client.destroy();
      upstream.write(first);
      client.pipe(upstream).pipe(client);
      return undefined;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, not on a path.
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.port = String(port);
  return {
    connectionString: url.href,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
