import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../free-port.ts";
import { type Program, type Programs, settings, waitUntil } from "./programs.ts";

/** OpenStack Swift with its S3 layer, as processes of this machine. */
export interface Store {
  /** The variables with which a server uses it. */
  readonly variables: Readonly<Record<`OBJECTS_${string}`, string>>;
  /** Kills its processes. What it has confirmed stays on its disk. */
  kill(): Promise<void>;
  /** Starts it, and waits until it answers. */
  start(): Promise<void>;
}

const parts = ["account", "container", "object"] as const;
const secret = "a-secret-of-the-drill";

/** Starts the store with an empty bucket. Its data are in `folder`, which has to take extended attributes. */
export async function startStore(
  programs: Programs,
  { folder, log }: { readonly folder: string; readonly log: string },
): Promise<Store> {
  await mkdir(join(folder, "nodes/disk"), { recursive: true });
  const [proxy, cache] = [await findFreePort(), await findFreePort()];
  const places: { readonly part: string; readonly port: number }[] = [];
  for (const part of parts) places.push({ part, port: await findFreePort() });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write("swift.conf", describeCluster());
  for (const { part, port } of places)
    await write(`${part}.conf`, describePart(folder, part, port));
  await write("proxy.conf", describeProxy(folder, { proxy, cache }));
  const env = { SWIFT_CONF_FILE: join(folder, "swift.conf") };
  await programs.run({
    program: "python3.11",
    args: ["-c", makeRings, ...places.map(({ part, port }) => `${part}=${port}`)],
    folder,
    env,
  });

  const variables = {
    OBJECTS_BUCKET: "fieldfare",
    OBJECTS_ENDPOINT: `http://127.0.0.1:${proxy}`,
    OBJECTS_ACCESS_KEY_ID: "fieldfare:server",
    OBJECTS_SECRET_ACCESS_KEY: secret,
  };
  let running: readonly Program[] = [];
  const store: Store = {
    variables,
    async kill() {
      await Promise.all(running.map((program) => program.end("SIGKILL")));
    },
    async start() {
      const startServer = (part: string) =>
        programs.start({
          program: "python3.11",
          args: [join(programs.root, `usr/bin/swift-${part}-server`), `${part}.conf`],
          folder,
          env,
          log,
        });
      const behind = [
        programs.start({
          program: "memcached",
          args: ["-l", "127.0.0.1", "-p", String(cache), "-U", "0"],
          unprivileged: true,
          log,
        }),
        ...parts.map(startServer),
      ];
      running = behind;
      // The proxy creates and finds a bucket before the server of the objects answers, and refuses its objects then.
      await Promise.all(
        places.map(({ part, port }) =>
          waitUntil(`Swift's ${part} server`, () => fetch(`http://127.0.0.1:${port}/`), {
            seconds: 120,
            log,
          }),
        ),
      );
      running = [...behind, startServer("proxy")];
      // It creates the bucket the first time, and afterwards finds it.
      await waitUntil("Swift", () => createBucket(programs, variables), { seconds: 120, log });
    },
  };
  await store.start();
  return store;
}

function createBucket(programs: Programs, variables: Store["variables"]): Promise<void> {
  const script = join(settings, "create-bucket.mjs");
  return programs.run({ program: process.execPath, args: [script], env: variables });
}

/** One storage policy, with one copy of everything on one disk. */
function describeCluster(): string {
  return `[swift-hash]
swift_hash_path_suffix = fieldfare

[storage-policy:0]
name = one-copy
default = yes
`;
}

const makeRings = `
import sys
from swift.common.ring import RingBuilder
for place in sys.argv[1:]:
    part, port = place.split("=")
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "disk", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(part + ".ring.gz")
`;

function describeServer(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
workers = 0
log_level = WARNING
`;
}

function describePart(folder: string, part: string, port: number): string {
  return `${describeServer(folder, port)}devices = ${join(folder, "nodes")}
mount_check = false

[pipeline:main]
pipeline = ${part}-server

[app:${part}-server]
use = egg:swift#${part}
`;
}

/** The user and the secret belong to the S3 layer's access key. */
function describeProxy(folder: string, ports: { readonly proxy: number; readonly cache: number }) {
  return `${describeServer(folder, ports.proxy)}
[pipeline:main]
pipeline = catch_errors cache bulk s3api tempauth slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_fieldfare_server = ${secret} .admin

${["catch_errors", "bulk", "slo", "dlo"].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join("\n")}`;
}
