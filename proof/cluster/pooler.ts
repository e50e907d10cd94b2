import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../free-port.ts";
import { queryOnce } from "./postgresql.ts";
import { type Programs, settings, waitUntil } from "./programs.ts";

interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

interface Pooler {
  readonly connectionString: string;
  /** Sends what connects from now on to this port. */
  leadTo(port: number): Promise<void>;
  /** Kills it and starts it again. */
  restart(): Promise<void>;
}

/**
 * Starts PgBouncer with the settings of `deploy/pgbouncer`, before the PostgreSQL at `port`. `mode` replaces the mode
 * of these settings.
 */
export async function startPooler(
  programs: Programs,
  {
    folder,
    log,
    login,
    port,
    mode,
  }: {
    readonly folder: string;
    readonly log: string;
    readonly login: Login;
    readonly port: number;
    readonly mode?: "transaction";
  },
): Promise<Pooler> {
  await mkdir(folder);
  const ownPort = await findFreePort();
  const { user, password, database } = login;
  const connectionString = `postgres://${user}:${password}@127.0.0.1:${ownPort}/${database}`;
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const namePrimary = (primary: number) =>
    write(
      "primary.ini",
      `listen_addr = 127.0.0.1
listen_port = ${ownPort}
auth_file = users.txt
${mode ? `pool_mode = ${mode}` : ""}

[databases]
${database} = host=127.0.0.1 port=${primary}
`,
    );
  const start = () =>
    programs.start({
      program: "pgbouncer",
      args: [join(settings, "pgbouncer/pgbouncer.ini")],
      folder,
      unprivileged: true,
      log,
    });
  await write("users.txt", `"${user}" "${password}"\n`);
  await namePrimary(port);
  let program = start();
  const untilAnswers = () =>
    waitUntil("PgBouncer", () => queryOnce(connectionString, "select 1"), { log });
  await untilAnswers();
  return {
    connectionString,
    async leadTo(primary) {
      await namePrimary(primary);
      program.signal("SIGHUP");
    },
    async restart() {
      await program.end("SIGKILL");
      program = start();
      await untilAnswers();
    },
  };
}
