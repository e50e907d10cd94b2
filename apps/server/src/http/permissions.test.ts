import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  hasPermission,
  officePermissionNames,
  officePermissions,
  officeRoles,
  permissionString,
} from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../testing/in-process.ts";

const guide = join(import.meta.dirname, "../../../../docs/integration.md");

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer({ documentation: true });
});
afterAll(() => server.close());

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly "x-permission"?: string;
}

async function readOfficeRoutes() {
  const { body } = await server.anonymous.get("/api/openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => path.startsWith("/api/office/") || "x-permission" in operation)
      .filter(([, operation]) => operation.security?.length !== 0)
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

/** Sends a request without a body: the guard answers before the body is read. */
async function request(caller: Caller, method: string, path: string) {
  const url = path.replaceAll(/\{\w+\}/g, randomUUID());
  if (method === "GET") return caller.get(url);
  if (method === "DELETE") return caller.delete(url);
  return method === "PUT" ? caller.put(url, {}) : caller.post(url, {});
}

describe("every call of the office", () => {
  it("names a permission of the table", async () => {
    const routes = await readOfficeRoutes();
    expect(routes.length).toBeGreaterThan(40);
    const known = ["none", ...officePermissionNames.map(permissionString)];
    const unknown = routes.filter((route) => !known.includes(route["x-permission"] ?? ""));
    expect(unknown).toEqual([]);
  });

  it.each([...officeRoles.map((role) => [role]), []])(
    "is answered for the role %s exactly when the table of the guide says so",
    async (role) => {
      const allowed = role === undefined ? [] : await readGuide(role);
      const caller = await server.office(role === undefined ? [] : [role]);
      for (const { operationId, method, path, ...route } of await readOfficeRoutes()) {
        const permission = route["x-permission"] ?? "";
        const { status, body } = await request(caller, method, path);
        const { code, issues } = body as { code?: string; issues?: unknown };
        const isAllowed = permission === "none" || allowed.includes(permission);
        expect({
          operationId,
          refusal: code === "permission-missing" ? { status, issues } : null,
        }).toEqual({
          operationId,
          refusal: isAllowed
            ? null
            : { status: 403, issues: [{ path: "permission", message: permission }] },
        });
      }
    },
  );

  it("says which permission is missing", async () => {
    const viewer = await server.office(["viewer"]);
    const { status, body } = await viewer.post(`/api/office/jobs/${randomUUID()}/assign`, {});
    expect({ status, body }).toMatchObject({
      status: 403,
      body: {
        code: "permission-missing",
        detail: "This needs the permission to assign a job to an engineer (Job, Allocate; 13#12)",
      },
    });
  });

  it("follows the roles of this moment, at every server and with tokens from before", async () => {
    const caller = await server.office(["viewer"]);
    const other = caller.with({}, await server.startAnother());
    const { id } = claimsOf(caller);
    const setRoles = (roles: string) =>
      server.rows(`update account set roles = '${roles}' where account_id = $1`, [id]);
    expect((await other.get("/api/office/mileage")).status).toBe(403);
    await setRoles("{viewer,supervisor}");
    expect((await other.get("/api/office/mileage")).status).toBe(200);
    await setRoles("{a-role-of-a-later-build}");
    expect((await other.get("/api/office/jobs")).status).toBe(403);
  });

  it("is refused to a session that was ended", async () => {
    const caller = await server.office();
    await server.rows("update token_family set revoked_on = now() where account_id = $1", [
      claimsOf(caller).id,
    ]);
    expect((await caller.get("/api/office/jobs")).status).toBe(401);
  });
});

describe("wiping the phones of somebody who leaves", () => {
  it("needs the permission to wipe besides that to disable", async () => {
    const engineer = await server.engineer();
    const path = `/api/office/operatives/${engineer.fieldOperativeId}/disable`;
    const integration = await server.office(["integration"]);
    expect(await integration.post(path, { wipeDevices: true })).toMatchObject({
      status: 403,
      body: { code: "permission-missing", issues: [{ path: "permission", message: "11#5" }] },
    });
    expect((await integration.post(path, {})).status).toBe(200);
  });
});

describe("the token of an office account", () => {
  it("names the permissions, so that an app shows what they allow", async () => {
    const { perms } = claimsOf(await server.office(["planner"]));
    expect(perms).toContain("13#12");
    expect(perms).not.toContain("11#5");
  });
});

describe("the table of the guide", () => {
  it("is the one of the code", async () => {
    expect(await readFile(guide, "utf8")).toContain(describeTable());
  });
});

function claimsOf({ token = "" }: Caller) {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as { id: string; perms: string[] };
}

/** The table that stands in the guide. */
function describeTable(): string {
  const heads = ["Permission", "Area, action", "Allows to", ...officeRoles];
  const rows = officePermissionNames.map((name) => [
    `\`${permissionString(name)}\``,
    name.replace(".", ", "),
    officePermissions[name].allows,
    ...officeRoles.map((role) => (hasPermission(role, name) ? "yes" : "")),
  ]);
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** The permissions that a role has by the guide. */
async function readGuide(role: (typeof officeRoles)[number]): Promise<string[]> {
  const lines = (await readFile(guide, "utf8")).split("\n").map((line) => line.split(" | "));
  const column = 3 + officeRoles.indexOf(role);
  return lines
    .filter((cells) => cells.length === 3 + officeRoles.length && /^\| `\d+#/.test(cells[0] ?? ""))
    .filter((cells) => cells[column]?.trim().startsWith("yes"))
    .map(([first = ""]) => first.replaceAll(/[^\d#]/g, ""));
}
