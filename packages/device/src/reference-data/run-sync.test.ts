import { dataSets } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aFakeServer,
  aSignedInPhone,
  aToken,
  html,
  json,
  owner,
  type FakeServer,
  type SignedInPhone,
  readBodyText,
} from "../testing/fake-server.ts";
import { aJobRow } from "../testing/builders.ts";
import { wipeDatabase } from "../testing/node-device.ts";
import { areListsMissing } from "../reading/storage.ts";
import { readReference } from "./reference.ts";
import { runSync } from "./run-sync.ts";

interface SyncRequestBody {
  readonly warnSizeInMb: number | null;
  readonly isFullSync: boolean;
  readonly data: readonly { readonly type: string; readonly date: string | null }[];
}

let fakeServer: FakeServer;
let phone: SignedInPhone;
let syncRequests: SyncRequestBody[];
beforeEach(async () => {
  fakeServer = aFakeServer();
  syncRequests = [];
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

/** Answers the syncs with these, one after the other. */
function answerSyncsWith(...given: readonly (() => Response)[]) {
  const left = [...given];
  fakeServer.answer = (path, init) => {
    if (path !== "/api/sync") return undefined;
    syncRequests.push(JSON.parse(readBodyText(init)) as SyncRequestBody);
    return left.shift()?.() ?? json(emptyAnswer);
  };
}

const emptyAnswer = { syncSizeInMb: 0, isSyncRequired: false, isPartial: false, payload: [] };
const manufacturersAnswer =
  (date: string, names: readonly string[], isPartial = false) =>
  () =>
    json({
      syncSizeInMb: 1,
      isSyncRequired: true,
      isPartial,
      payload: [
        {
          type: "Manufacturer",
          date,
          isFull: true,
          rows: names.map((name, index) => ({ [dataSets.Manufacturer.key]: index + 1, name })),
          deletedIds: [],
        },
      ],
    });
const stagesAnswer = () =>
  json({
    syncSizeInMb: 1,
    isSyncRequired: true,
    isPartial: false,
    payload: [
      {
        type: "JobStage",
        date: "9",
        isFull: true,
        rows: [{ jobStageId: 1, name: "Survey", sortOrder: 1 }],
        deletedIds: [],
      },
    ],
  });
const findDate = (type: string, request: SyncRequestBody | undefined) =>
  request?.data.find((set) => set.type === type)?.date;
const names = async () =>
  (await readReference(phone.device, "Manufacturer")).map(({ name }) => name);

it("The lists are missing after the browser has wiped its database, until the next synchronisation", async () => {
  const storeJob = () => phone.device.database.job.put(aJobRow({ jobId: owner }));
  // A phone without jobs has just been installed and is loading them.
  expect(await areListsMissing(phone.device)).toBe(false);
  await storeJob();
  answerSyncsWith(manufacturersAnswer("5", ["Baxi"]), manufacturersAnswer("5", ["Baxi"]));
  await runSync(phone.device, { requestedBy: "sign-in" });
  expect(await areListsMissing(phone.device)).toBe(false);
  phone.kill();
  wipeDatabase(phone.disk);
  phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
  await storeJob();
  expect(await areListsMissing(phone.device)).toBe(true);
  await runSync(phone.device, { requestedBy: "start" });
  expect(await areListsMissing(phone.device)).toBe(false);
});

describe("A synchronisation", () => {
  it("stores what it gets and sends the dates back the next time", async () => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"]));
    expect(await runSync(phone.device, { requestedBy: "user" })).toEqual({
      code: "user-requested",
      sizeInMb: 1,
    });
    expect(await names()).toEqual(["Baxi"]);
    expect((await runSync(phone.device, { requestedBy: "start" })).code).toBe("not-required");
    expect(findDate("Manufacturer", syncRequests[0])).toBeNull();
    expect(findDate("Manufacturer", syncRequests[1])).toBe("5");
  });

  it("whose answer is cut at a set boundary asks again for the rest", async () => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"], true), stagesAnswer);
    expect(await runSync(phone.device, { requestedBy: "sign-in" })).toEqual({
      code: "auto-sync",
      sizeInMb: 2,
    });
    expect(findDate("Manufacturer", syncRequests[1])).toBe("5");
    expect(await readReference(phone.device, "JobStage")).toHaveLength(1);
  });

  it("that breaks off between two answers keeps the first and goes on from there", async () => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"], true), () => html(502));
    expect((await runSync(phone.device, { requestedBy: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
    answerSyncsWith(stagesAnswer);
    expect((await runSync(phone.device, { requestedBy: "user" })).code).toBe("user-requested");
    expect(findDate("Manufacturer", syncRequests.at(-1))).toBe("5");
  });

  it("larger than the warning is held back until the person agrees", async () => {
    const large = () => json({ ...emptyAnswer, syncSizeInMb: 40, isSyncRequired: true });
    answerSyncsWith(large);
    expect(await runSync(phone.device, { requestedBy: "user" })).toEqual({
      code: "large-payload",
      sizeInMb: 40,
    });
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"]));
    await runSync(phone.device, { requestedBy: "user", allowLarge: true });
    expect(syncRequests.map((request) => request.warnSizeInMb)).toEqual([5, null]);
    expect(await names()).toEqual(["Baxi"]);
  });

  it("in full ignores the dates that it holds", async () => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"]), manufacturersAnswer("6", ["Vaillant"]));
    await runSync(phone.device, { requestedBy: "user" });
    await runSync(phone.device, { requestedBy: "user", full: true });
    expect(syncRequests[1]?.isFullSync).toBe(true);
    expect(findDate("Manufacturer", syncRequests[1])).toBeNull();
    expect(await names()).toEqual(["Vaillant"]);
  });

  it("with a row that the contract refuses stores nothing of its set", async () => {
    answerSyncsWith(
      manufacturersAnswer("5", ["Baxi"]),
      manufacturersAnswer("6", ["Vaillant", 7 as unknown as string]),
    );
    await runSync(phone.device, { requestedBy: "user" });
    expect((await runSync(phone.device, { requestedBy: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
    await runSync(phone.device, { requestedBy: "user" });
    expect(findDate("Manufacturer", syncRequests[2])).toBe("5");
  });

  it.each([
    ["a captive portal", () => html()],
    ["a proxy's 403", () => html(403)],
    ["a 500", () => html(500)],
  ])("that meets %s fails and changes nothing", async (_name, answer) => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"]), answer);
    await runSync(phone.device, { requestedBy: "user" });
    expect((await runSync(phone.device, { requestedBy: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
  });

  it("renews an expired token once and goes on", async () => {
    let isExpired = true;
    fakeServer.answer = (path) => {
      if (path !== "/api/sync") return undefined;
      if (!isExpired) return manufacturersAnswer("5", ["Baxi"])();
      isExpired = false;
      return json({ title: "Sign in", status: 401, code: "unauthorised" }, 401);
    };
    expect((await runSync(phone.device, { requestedBy: "user" })).code).toBe("user-requested");
    expect(fakeServer.requestedPaths.filter((path) => path === "/api/auth/refresh")).toHaveLength(
      1,
    );
    expect(fakeServer.token).not.toBe(aToken(1));
  });

  it("is one at a time, however many ask", async () => {
    answerSyncsWith(manufacturersAnswer("5", ["Baxi"]));
    const results = await Promise.all([
      runSync(phone.device, { requestedBy: "start" }),
      runSync(phone.device, { requestedBy: "user" }),
    ]);
    expect(results.map(({ code }) => code)).toEqual(["auto-sync", "not-required"]);
  });
});
