import { randomUUID } from "node:crypto";
import { signIn } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe("operatives", () => {
  it("can be requested to sign again", async () => {
    const { fieldOperativeId } = await server.addEngineer("Niaj");
    expect(await server.call(office.requestSignature, { params: { fieldOperativeId } })).toEqual({
      fieldOperativeId,
      requestSignature: true,
    });
    const operatives = await server.call(office.listOperatives);
    expect(operatives.map((operative) => operative.fieldOperativeId)).toContain(fieldOperativeId);
  });
});

describe("engineers' accounts", () => {
  const params = { fieldOperativeId: randomUUID() };
  const body = {
    name: "Rupert Field",
    email: `Rupert.${params.fieldOperativeId}@fieldfare.example`,
    password: "A-long-password",
    recordsMileage: true,
    mobileNumber: "07700900123",
    gasSafeIdCard: "0009123",
    perms: ["21#1"],
  };
  const signInWith = (password: string) =>
    server.request(signIn, { token: null, body: { email: body.email, password } });

  it("are added with a password, and can sign in", async () => {
    const { password: _password, ...without } = body;
    expect(await server.request(office.putOperative, { params, body: without })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "password" }] },
    });
    expect(await server.call(office.putOperative, { params, body })).toEqual({
      ...params,
      name: "Rupert Field",
      email: body.email.toLowerCase(),
      recordsMileage: true,
      mobileNumber: "07700900123",
      gasSafeIdCard: "0009123",
      disabledOn: null,
      perms: ["21#1", "18#1,2,3,4"],
      passwordSetOn: expect.any(String),
    });
    expect(await signInWith("A-long-password")).toMatchObject({
      status: 200,
      body: { recordsMileage: true },
    });
  });

  it("are changed by putting them again; fields that are left out keep their values", async () => {
    const { name, email } = { ...body, name: "Rupert Meadow" };
    await server.call(office.putOperative, { params, body: { name, email } });
    expect((await signInWith("A-long-password")).status).toBe(200);
    await server.call(office.putOperative, {
      params,
      body: { name, email, password: "Another-password" },
    });
    expect((await signInWith("A-long-password")).status).toBe(401);
    const operatives = await server.call(office.listOperatives);
    expect(operatives).toContainEqual({
      ...params,
      name: "Rupert Meadow",
      email: email.toLowerCase(),
      recordsMileage: true,
      mobileNumber: "07700900123",
      gasSafeIdCard: "0009123",
      disabledOn: null,
      perms: ["21#1", "18#1,2,3,4"],
      passwordSetOn: expect.any(String),
      resetCodeMadeOn: null,
    });
  });

  it("have their phones told when they may do something else, and not when their name changes", async () => {
    const { fieldOperativeId } = params;
    const readNotices = async () => {
      const commands = await server.call(office.listCommands, { query: { fieldOperativeId } });
      return commands.filter(({ type }) => type === "AccountNotice");
    };
    const { password: _password, ...without } = body;
    const put = (changes: object) =>
      server.call(office.putOperative, { params, body: { ...without, ...changes } });
    await put({});
    const { length: before } = await readNotices();
    await put({ name: "Rupert Fielding" });
    expect(await readNotices()).toHaveLength(before);
    await put({ perms: ["21#1,2"] });
    expect(await readNotices()).toHaveLength(before + 1);
    await put({ perms: ["18#1,2"], recordsMileage: false });
    const notices = await readNotices();
    expect(notices).toHaveLength(before + 2);
    expect(notices[0]).toMatchObject({
      notice: "permissions-changed",
      granted: [],
      withdrawn: ["plan", "addProperty", "addContact", "recordMileage"],
    });
    await put({});
  });

  it("are not changed over the change of somebody else", async () => {
    const read = async () => {
      const operatives = await server.call(office.listOperatives);
      const own = operatives.find(
        ({ fieldOperativeId }) => fieldOperativeId === params.fieldOperativeId,
      );
      if (!own) throw new Error("The engineer is not listed");
      const { fieldOperativeId: _id, disabledOn: _disabledOn, ...values } = own;
      return values;
    };
    const expected = await read();
    const put = (changes: object) =>
      server.request(office.putOperative, {
        params,
        body: { ...expected, ...changes, expected },
      });
    expect((await put({ mobileNumber: "07700900321" })).status).toBe(200);
    expect(await put({ perms: ["18#0"] })).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: "Meanwhile somebody has changed this engineer." },
    });
    expect(await read()).toEqual({ ...expected, mobileNumber: "07700900321" });
    // The same request again, whose first answer was lost.
    expect((await put({ mobileNumber: "07700900321" })).status).toBe(200);
    const { mobileNumber: _mobileNumber, ...others } = expected;
    expect(
      await server.request(office.putOperative, {
        params,
        body: { ...(await read()), perms: ["18#0"], expected: others },
      }),
    ).toMatchObject({ status: 200, body: { perms: ["18#0"], mobileNumber: "07700900321" } });
  });

  it("keep a password that somebody has set since the caller read the engineer", async () => {
    const readSetOn = async () => {
      const operatives = await server.call(office.listOperatives);
      return operatives.find((own) => own.fieldOperativeId === params.fieldOperativeId)
        ?.passwordSetOn;
    };
    const passwordSetOn = await readSetOn();
    const put = (password: string) =>
      server.request(office.putOperative, {
        params,
        body: { name: body.name, email: body.email, password, expected: { passwordSetOn } },
      });
    expect(await put("set-by-the-first")).toMatchObject({ status: 200 });
    const setOn = await readSetOn();
    expect(setOn).not.toBe(passwordSetOn);
    expect(await put("set-by-the-second")).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: expect.stringMatching(/^Meanwhile somebody has set another password, on .+\.$/),
      },
    });
    expect((await signInWith("set-by-the-first")).status).toBe(200);
    // The same request again, whose first answer was lost.
    expect(await put("set-by-the-first")).toMatchObject({ status: 200 });
    expect(await readSetOn()).toBe(setOn);
    const { name, email } = body;
    const unchecked = { name, email, password: "set-without-a-check" };
    await server.call(office.putOperative, { params, body: unchecked });
    expect((await signInWith("set-without-a-check")).status).toBe(200);
    // A change without a password does not ask when the password was set.
    const mobileNumber = "07700900111";
    expect(
      await server.request(office.putOperative, {
        params,
        body: { name, email, mobileNumber, expected: { passwordSetOn } },
      }),
    ).toMatchObject({ status: 200 });
  });

  it("never share an e-mail address", async () => {
    expect(
      await server.request(office.putOperative, {
        params: { fieldOperativeId: randomUUID() },
        body,
      }),
    ).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});
