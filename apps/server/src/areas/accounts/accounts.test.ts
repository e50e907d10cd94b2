import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OfficeRole } from "@fieldfare/contract/office";
import type { Caller } from "../../testing/caller.ts";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";
import { password as officePassword } from "../../testing/people.ts";

let server: InProcessServer;
let administrator: Caller;

beforeAll(async () => {
  server = await startInProcessServer();
  administrator = await server.office();
});
afterAll(() => server.close());

const first = "chosen-by-somebody-else";
const own = "chosen-by-the-owner";

interface NewAccount {
  readonly accountId: string;
  readonly email: string;
  readonly path: string;
}

async function addAccount(roles: readonly OfficeRole[] = ["planner"]): Promise<NewAccount> {
  const accountId = randomUUID();
  const email = `${accountId.slice(0, 8)}@office.example`;
  const path = `/api/office/accounts/${accountId}`;
  const body = { name: "Jamie", email, roles, password: first };
  expect((await administrator.put(path, body)).status).toBe(200);
  return { accountId, email, path };
}

async function signIn({ email }: Pick<NewAccount, "email">, password: string) {
  const answer = await server.anonymous.post("/api/office/token", { email, password });
  const { tokenModel, mustChangePassword } = answer.body as {
    tokenModel?: { token: string; refreshToken: string };
    mustChangePassword?: boolean;
  };
  return { ...answer, mustChangePassword, caller: server.anonymous.with({ ...tokenModel }) };
}

/** Signs in with the first password and chooses another one. */
async function begin(account: NewAccount): Promise<Caller> {
  const { caller } = await signIn(account, first);
  const body = { password: first, newPassword: own };
  const { status, body: answer } = await caller.post("/api/office/account/password", body);
  expect(status).toBe(200);
  return server.anonymous.with((answer as { tokenModel: { token: string } }).tokenModel);
}

async function auditOf({ accountId }: NewAccount) {
  return server.rows(
    `select action, actor_name, before, after from audit_entry
      where object_id = $1 order by sequence`,
    [accountId],
  );
}

const claimsOf = ({ token = "" }: Caller) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { id: string };

describe("an account that an administrator adds", () => {
  it("is answered nothing until its owner has chosen another password", async () => {
    const account = await addAccount();
    const { caller, mustChangePassword } = await signIn(account, first);
    expect(mustChangePassword).toBe(true);
    expect(await caller.get("/api/office/jobs")).toMatchObject({
      status: 403,
      body: { code: "password-change-needed" },
    });
    expect((await caller.get("/api/office/account")).body).toMatchObject({
      accountId: account.accountId,
      roles: ["planner"],
      mustChangePassword: true,
      permissions: expect.arrayContaining(["13#12"]),
    });
    const begun = await begin(account);
    expect((await begun.get("/api/office/jobs")).status).toBe(200);
    expect((await signIn(account, first)).status).toBe(401);
    expect((await signIn(account, own)).mustChangePassword).toBe(false);
  });

  it("needs a password of ten characters, a role, and an address of its own", async () => {
    const { email } = await addAccount();
    const path = `/api/office/accounts/${randomUUID()}`;
    const body = { name: "A", email: "new@office.example", roles: ["planner"], password: first };
    const { password: _password, ...without } = body;
    const refused = [
      [{ ...body, password: "too-short" }, 400],
      [{ ...body, password: " ".repeat(10) }, 400],
      [without, 400],
      [{ ...body, roles: [] }, 400],
      [{ ...body, roles: ["owner"] }, 400],
      [{ ...body, email }, 409],
    ] as const;
    for (const [given, status] of refused)
      expect((await administrator.put(path, given)).status).toBe(status);
  });

  it("is changed by putting it again, and what changed is recorded", async () => {
    const account = await addAccount();
    const caller = await begin(account);
    const { email } = account;
    const changed = { name: "Jamie Shaw", email, roles: ["viewer"] };
    expect((await administrator.put(account.path, changed)).body).toMatchObject(changed);
    expect((await administrator.put(account.path, changed)).status).toBe(200);
    expect((await caller.post(`/api/office/jobs/${randomUUID()}/assign`, {})).status).toBe(403);
    expect((await caller.get("/api/office/jobs")).status).toBe(200);
    expect(await auditOf(account)).toEqual([
      {
        action: "account-added",
        actor_name: "Office",
        before: null,
        after: { name: "Jamie", email, roles: ["planner"] },
      },
      {
        action: "password-changed",
        actor_name: "Jamie",
        before: { mustChangePassword: true },
        after: { mustChangePassword: false },
      },
      {
        action: "account-changed",
        actor_name: "Office",
        before: { name: "Jamie", email, roles: ["planner"] },
        after: changed,
      },
    ]);
  });

  it("is not changed over what another administrator has changed since it was read", async () => {
    const { email, path } = await addAccount(["planner", "viewer"]);
    const seen = { name: "Jamie", email, roles: ["planner", "viewer"], disabledOn: null };
    const body = { name: "Jamie", email, roles: ["planner", "viewer"] };
    const put = (changes: object, expected: object = seen) =>
      administrator.put(path, { ...body, ...changes, expected });
    const [one, other] = await Promise.all([put({ name: "One" }), put({ name: "Other" })]);
    const [saved, refused] = one.status === 200 ? [one, other] : [other, one];
    expect(saved.status).toBe(200);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: "Meanwhile somebody has changed this account." },
    });
    const { name } = saved.body as { name: string };
    // The same once more, whose first answer was lost.
    expect((await put({ name })).status).toBe(200);
    expect((await put({ name, roles: ["viewer"] })).status).toBe(409);
    const now = { ...seen, name, roles: ["viewer", "planner"] };
    expect((await put({ name, roles: ["viewer"] }, now)).status).toBe(200);
    await administrator.post(`${path}/disable`, {});
    expect((await put({ name: "Third" }, { ...now, roles: ["viewer"] })).status).toBe(409);
    // What is absent is not compared.
    expect((await put({ name: "Third" }, { name })).status).toBe(200);
    expect((await administrator.put(path, { ...body, name: "Fourth" })).status).toBe(200);
  });

  it("may be put again with the same password, and gets no other one that way", async () => {
    const account = await addAccount();
    const body = { name: "Jamie", email: account.email, roles: ["planner"] };
    expect((await administrator.put(account.path, { ...body, password: first })).status).toBe(200);
    expect((await administrator.put(account.path, { ...body, password: own })).status).toBe(400);
    expect((await signIn(account, first)).status).toBe(200);
  });

  it("is never an engineer's", async () => {
    const { accountId, email } = await server.engineer();
    const path = `/api/office/accounts/${accountId}`;
    const body = { name: "Sam", email, roles: ["viewer"] };
    expect((await administrator.put(path, body)).status).toBe(409);
    for (const [step, given] of [
      ["disable", {}],
      ["password", { password: first }],
    ] as const)
      expect((await administrator.post(`${path}/${step}`, given)).status).toBe(404);
    const { body: accounts } = await administrator.get("/api/office/accounts");
    expect(accounts).not.toContainEqual(expect.objectContaining({ accountId }));
  });
});

describe("a disabled account", () => {
  it("has no session left, at any server, until it is enabled", async () => {
    const account = await addAccount();
    const caller = await begin(account);
    const other = caller.with({}, await server.startAnother());
    const { body } = await administrator.post(`${account.path}/disable`, {});
    expect(body).toMatchObject({ disabledOn: expect.any(String) });
    expect((await administrator.post(`${account.path}/disable`, {})).body).toEqual(body);
    expect((await other.get("/api/office/jobs")).status).toBe(403);
    const { refreshToken } = caller;
    expect((await caller.post("/api/auth/refresh", { refreshToken })).status).toBe(403);
    expect((await signIn(account, own)).status).toBe(403);
    await administrator.post(`${account.path}/enable`, {});
    expect((await signIn(account, own)).status).toBe(200);
    expect((await other.get("/api/office/jobs")).status).toBe(401);
    const actions = (await auditOf(account)).map(({ action }) => action);
    expect(actions.slice(2)).toEqual(["account-disabled", "account-enabled"]);
  });
});

describe("a password that an administrator resets", () => {
  it("stays if the next administrator has not read of it", async () => {
    const account = await addAccount();
    const { body: accounts } = await administrator.get("/api/office/accounts");
    const read = (accounts as { accountId: string; passwordSetOn: string }[]).find(
      ({ accountId }) => accountId === account.accountId,
    );
    const expected = { passwordSetOn: read?.passwordSetOn };
    const reset = (password: string, more: object = { expected }) =>
      administrator.post(`${account.path}/password`, { password, ...more });
    expect(await reset("set-by-the-first")).toMatchObject({ status: 200 });
    expect(await reset("set-by-the-second")).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: expect.stringMatching(/^Meanwhile somebody has set another password, on .+\.$/),
      },
    });
    expect((await signIn(account, "set-by-the-first")).status).toBe(200);
    // The same request again, whose first answer was lost.
    expect(await reset("set-by-the-first")).toMatchObject({ status: 200 });
    expect(await reset("set-without-a-check", {})).toMatchObject({ status: 200 });
  });

  it("ends all sessions and has to be changed", async () => {
    const account = await addAccount();
    const caller = await begin(account);
    const reset = { password: "after-it-was-forgotten" };
    expect((await administrator.post(`${account.path}/password`, reset)).body).toMatchObject({
      mustChangePassword: true,
    });
    expect((await caller.get("/api/office/jobs")).status).toBe(401);
    const again = await signIn(account, reset.password);
    expect((await again.caller.get("/api/office/jobs")).status).toBe(403);
    const entries = await auditOf(account);
    expect(entries.at(-1)).toMatchObject({ action: "password-reset", actor_name: "Office" });
    expect(JSON.stringify(entries)).not.toMatch(/argon2|forgotten/);
  });

  it("is not one's own: that needs the present one", async () => {
    const path = `/api/office/accounts/${claimsOf(administrator).id}/password`;
    expect((await administrator.post(path, { password: own })).status).toBe(409);
  });
});

describe("one's own password", () => {
  it("is changed with the present one only, and guesses are limited as in the sign-in", async () => {
    const account = await addAccount();
    const caller = await begin(account);
    const change = (password: string, newPassword = "another-one-of-mine") =>
      caller.post("/api/office/account/password", { password, newPassword });
    expect((await change(own, own)).status).toBe(400);
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await change("a guess")).status).toBe(401);
    expect((await change(own)).status).toBe(429);
    expect((await signIn(account, own)).status).toBe(429);
    await administrator.post(`${account.path}/password`, { password: first });
    expect((await signIn(account, first)).status).toBe(200);
  });

  it("changes once when it is changed twice at the same time", async () => {
    const account = await addAccount();
    const caller = await begin(account);
    const answers = await Promise.all(
      ["one-of-two-passwords", "two-of-two-passwords"].map((newPassword) =>
        caller.post("/api/office/account/password", { password: own, newPassword }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 401]);
    expect((await caller.get("/api/office/jobs")).status).toBe(401);
  });
});

describe("the last administrator", () => {
  it("keeps the role and is not disabled, also when two take it from each other at once", async () => {
    await server.rows("update account set roles = '{viewer}' where user_type = 2");
    const [one, two] = [await server.office(), await server.office()];
    const path = (caller: Caller) => `/api/office/accounts/${claimsOf(caller).id}`;
    const answers = await Promise.all([
      one.post(`${path(two)}/disable`, {}),
      two.post(`${path(one)}/disable`, {}),
    ]);
    // The second one is refused as the last administrator, or its own account was disabled before it was read.
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([
      [200, 409],
      [200, 403],
    ]).toContainEqual(statuses);
    const left = answers[0].status === 200 ? one : two;
    const demoted = { name: "A", email: "last@office.example", roles: ["viewer"] };
    for (const answer of [
      await left.post(`${path(left)}/disable`, {}),
      await left.put(path(left), demoted),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
    const kept = { ...demoted, roles: ["viewer", "administrator"] };
    expect((await left.put(path(left), kept)).status).toBe(200);
  });
});

describe("an account with a password as integrations have used so far", () => {
  it("goes on to work", async () => {
    const { id } = claimsOf(administrator);
    const rows = await server.rows("select email from account where account_id = $1", [id]);
    const { status, mustChangePassword } = await signIn(
      { email: String(rows[0]?.email) },
      officePassword,
    );
    expect({ status, mustChangePassword }).toEqual({ status: 200, mustChangePassword: false });
  });
});
