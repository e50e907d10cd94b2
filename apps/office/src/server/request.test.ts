import { type Call, header } from "@fieldfare/contract";
import { lockDevice, makeResetCode, readAlertCodes } from "@fieldfare/contract/office";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as requests from "./request.ts";
import type { CallInput } from "./send-request.ts";

const device = { params: { deviceId: "0190a000-0000-7000-8000-000000000001" } };
const other = { params: { deviceId: "0190a000-0000-7000-8000-000000000002" } };

let keys: (string | null)[];
let answers: (() => Response)[];
let request: typeof requests.request;

async function fail<C extends Call>(call: C, input: CallInput<C>): Promise<void> {
  await expect(request(call, input)).rejects.toThrow(/./);
}

const lost = (): Response => {
  throw new TypeError("The line is gone");
};
const refused = () => new Response(JSON.stringify({ title: "No" }), { status: 409 });

beforeEach(async () => {
  keys = [];
  answers = [];
  vi.resetModules();
  vi.doMock("./session.ts", () => ({ readToken: () => Promise.resolve("token") }));
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get(header.idempotencyKey));
    return (answers.shift() ?? refused)();
  });
  ({ request } = await import("./request.ts"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("./session.ts");
});

it("a change whose answer was lost is sent again with its key", async () => {
  answers = [lost, () => new Response("", { status: 502 })];
  await fail(lockDevice, device);
  await fail(lockDevice, device);
  await fail(lockDevice, device);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

it("a change that was answered is another one when it is sent again", async () => {
  await fail(lockDevice, device);
  await fail(lockDevice, device);
  expect(new Set(keys).size).toBe(2);
});

it("who makes another change in between means a new one", async () => {
  answers = [lost];
  await fail(lockDevice, device);
  await fail(lockDevice, other);
  await fail(lockDevice, device);
  expect(new Set(keys).size).toBe(3);
});

it("a call that reads, and one whose answer is not recorded, have no key", async () => {
  await fail(readAlertCodes, {});
  await fail(makeResetCode, { params: { fieldOperativeId: device.params.deviceId } });
  expect(keys).toEqual([null, null]);
});
