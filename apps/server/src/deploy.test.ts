import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as yaml from "yaml";
import { healthLive, healthReady, z } from "@fieldfare/contract";
import { parseDocumentKeys } from "./documents/document-keys.ts";
import { readEnvironment, variableNames } from "./environment.ts";
import { parseEscrowKeys } from "./http/escrow-keys.ts";
import { parseTokenKeys } from "./http/token-keys.ts";
import { readObjectSettings } from "./objects/settings.ts";

const root = resolve(import.meta.dirname, "../../..");
const deploy = join(root, "deploy");
const read = (path: string) => readFile(join(deploy, path), "utf8");

const service = z.object({
  image: z.optional(z.string()),
  environment: z.optional(z.record(z.string(), z.string())),
  env_file: z.optional(z.string()),
  volumes: z.optional(z.array(z.string())),
  depends_on: z.optional(z.record(z.string(), z.unknown())),
  command: z.optional(z.array(z.string())),
  entrypoint: z.optional(z.array(z.string())),
});
const compose = z.object({ services: z.record(z.string(), service) });

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});

/** Variables of the object store, which `objects/settings.ts` reads. */
const objectVariables = /^OBJECTS_(BUCKET|ENDPOINT|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY)$/;
const isKnown = (name: string) => variableNames.includes(name) || objectVariables.test(name);

let secrets = "";

beforeAll(async () => {
  secrets = await mkdtemp(join(tmpdir(), "fieldfare-secrets-"));
  const script = join(root, "scripts/make-secrets.ts");
  const made = spawnSync(process.execPath, [script, "https://fieldfare.example.org", secrets]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
});
afterAll(() => rm(secrets, { recursive: true }));

async function readVariables(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, "utf8")).split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

async function readCompose() {
  const { services } = compose.parse(yaml.parse(await read("compose.yaml"), { merge: true }));
  const find = (name: string) => {
    const found = services[name];
    if (!found) throw new Error(`compose.yaml has no service ${name}`);
    return found;
  };
  return { services, find };
}

/** The variables that the container file sets. */
async function readImageVariables(): Promise<Record<string, string>> {
  const [, line = ""] = /^ENV (.+)$/m.exec(await read("Containerfile")) ?? [];
  return Object.fromEntries(
    line.split(" ").map((pair): [string, string] => {
      const [name = "", value = ""] = pair.split("=");
      return [name, value];
    }),
  );
}

describe("The containers", () => {
  it("give a server variables that it knows and accepts, with keys that it can read", async () => {
    const { find } = await readCompose();
    const given = await readVariables(join(secrets, "server.env"));
    for (const name of ["server-1", "server-2"]) {
      const { environment = {}, env_file: file } = find(name);
      expect(file).toBe("secrets/server.env");
      expect(
        [...Object.keys(given), ...Object.keys(environment)].filter((each) => !isKnown(each)),
      ).toEqual([]);
      const variables = { ...(await readImageVariables()), ...given, ...environment };
      expect(readEnvironment(variables, root)).toMatchObject({
        host: "0.0.0.0",
        port: 4600,
        dataFolder: "/data",
        config: { trustProxy: 1, publicUrl: "https://fieldfare.example.org" },
      });
      expect(readObjectSettings(variables, "/data")).toMatchObject({
        kind: "bucket",
        endpoint: "http://store:8333",
        pathStyle: true,
      });
    }
    expect(parseTokenKeys(given["TOKEN_KEYS"] ?? "", "TOKEN_KEYS")).toHaveLength(1);
    await parseDocumentKeys(given["DOCUMENT_KEYS"] ?? "", "DOCUMENT_KEYS");
    await parseEscrowKeys(given["ESCROW_KEYS"] ?? "", "ESCROW_KEYS");
  });

  it("use the same password on both sides", async () => {
    const server = await readVariables(join(secrets, "server.env"));
    const postgresql = await readVariables(join(secrets, "postgresql.env"));
    const { password, host } = new URL(server["DATABASE_URL"] ?? "");
    expect(host).toBe("pooler:6432");
    expect(postgresql["FIELDFARE_PASSWORD"]).toBe(password);
    expect(await readFile(join(secrets, "users.txt"), "utf8")).toBe(`"fieldfare" "${password}"\n`);
    expect(await readFile(join(secrets, "s3.json"), "utf8")).toContain(
      server["OBJECTS_SECRET_ACCESS_KEY"],
    );
  });

  it("mount and run files that exist, and depend on services that exist", async () => {
    const { services } = await readCompose();
    const all = Object.values(services);
    const needs = all.flatMap(({ depends_on: needed = {} }) => Object.keys(needed));
    expect(needs.filter((name) => !services[name])).toEqual([]);
    const sources = all
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""))
      .filter((source) => source.startsWith("./") && source !== "./certificate.pem");
    const find = (source: string) =>
      source.startsWith("./secrets/")
        ? join(secrets, source.slice("./secrets/".length))
        : join(deploy, source);
    expect(sources.filter((source) => !existsSync(find(source)))).toEqual([]);
    const programs = all
      .flatMap(({ entrypoint = [] }) => entrypoint)
      .map((program) => join(deploy, program.replace("/etc/postgresql", "postgresql")));
    expect(programs).toHaveLength(2);
    for (const program of programs) expect((await stat(program)).mode & 0o111).toBe(0o111);
  });

  it("use the settings that npm run cluster tests: those of the proxy, the pooler and the pair", async () => {
    const { find } = await readCompose();
    expect(find("proxy").volumes).toContain(
      "./haproxy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro",
    );
    const proxy = await read("haproxy/haproxy.cfg");
    const named = new Set([...proxy.matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name));
    expect(new Set(Object.keys(find("proxy").environment ?? {}))).toEqual(named);
    expect(proxy).toContain(`uri ${healthReady.path}`);
    expect(find("pooler").volumes).toContain("./pgbouncer:/etc/pgbouncer:ro");
    expect(await read("pgbouncer/pgbouncer.ini")).toContain("pool_mode = session");
    for (const name of ["postgresql-1", "postgresql-2"]) {
      expect(find(name).command).toContain("--config-file=/etc/postgresql/postgresql.conf");
      expect(find(name).command).toContain("--hba-file=/etc/postgresql/pg_hba.conf");
      expect(find(name).command).toContain(`--cluster-name=${name}`);
    }
    expect(find("postgresql-2").entrypoint).toEqual(["/etc/postgresql/start-standby.sh"]);
    expect(find("synchronous").environment).toMatchObject({ STANDBY: "postgresql-2" });
  });

  it("copy and start what the repository has", async () => {
    const file = await read("Containerfile");
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
    for (const [, name = ""] of file.matchAll(/npm run (\w+)/g))
      expect(scripts).toHaveProperty(name);
    const copied = [...file.matchAll(/^COPY --from=build \/fieldfare\/(\S+)/gm)].map(
      ([, path = ""]) => path,
    );
    const isBuilt = (path: string) => path === "node_modules" || path.endsWith("/dist");
    expect(copied.filter((path) => !isBuilt(path) && !existsSync(join(root, path)))).toEqual([]);
    expect(file).toContain('CMD ["node", "apps/server/src/main.ts"]');
    expect(file).toContain(`http://127.0.0.1:4600${healthLive.path}`);
    expect(file).toMatch(/^USER node$/m);
  });
});

describe("The manifests of Kubernetes", () => {
  it("name variables, ports and paths that the server has, and leave it the time to stop", async () => {
    const documents = yaml
      .parseAllDocuments(await read("kubernetes/server.yaml"))
      .map((document) => document.toJS());
    const kinds = documents.map((document) => z.object({ kind: z.string() }).parse(document).kind);
    expect(kinds).toEqual(
      expect.arrayContaining(["Service", "PodDisruptionBudget", "NetworkPolicy", "Ingress"]),
    );
    const { template } = deployment.parse(documents[0]).spec;
    const [container] = template.spec.containers;
    expect(container.env.filter(({ name }) => !isKnown(name))).toEqual([]);
    const variables = {
      ...(await readImageVariables()),
      ...(await readVariables(join(secrets, "server.env"))),
      ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
    };
    const { port, drainSeconds, shutdownSeconds } = readEnvironment(variables, root);
    expect(container.ports).toEqual([{ name: "http", containerPort: port }]);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      drainSeconds + shutdownSeconds,
    );
    const path = (each: z.infer<typeof probe>) => `${each.httpGet.port} ${each.httpGet.path}`;
    expect(path(container.startupProbe)).toBe(`http ${healthLive.path}`);
    expect(path(container.livenessProbe)).toBe(`http ${healthLive.path}`);
    expect(path(container.readinessProbe)).toBe(`http ${healthReady.path}`);
  });
});
