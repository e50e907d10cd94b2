import { dataSets } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aPeer,
  aSignedInPhone,
  aToken,
  html,
  json,
  type Peer,
  type SignedInPhone,
  textOf,
} from "../testing/peer.ts";
import { readReference } from "./reference.ts";
import { runSync } from "./run.ts";

interface Asked {
  readonly warnSizeInMb: number | null;
  readonly isFullSync: boolean;
  readonly data: readonly { readonly type: string; readonly date: string | null }[];
}

let peer: Peer;
let phone: SignedInPhone;
let asked: Asked[];
beforeEach(async () => {
  peer = aPeer();
  asked = [];
  phone = await aSignedInPhone(peer);
});
afterEach(() => phone.kill());

/** Answers the syncs one after the other with these. */
function answers(...given: readonly (() => Response)[]) {
  const left = [...given];
  peer.answer = (path, init) => {
    if (path !== "/api/sync") return undefined;
    asked.push(JSON.parse(textOf(init)) as Asked);
    return left.shift()?.() ?? json(nothing);
  };
}

const nothing = { syncSizeInMb: 0, isSyncRequired: false, isPartial: false, payload: [] };
const makers =
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
const stages = () =>
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
const dateOf = (type: string, request: Asked | undefined) =>
  request?.data.find((set) => set.type === type)?.date;
const names = async () =>
  (await readReference(phone.device, "Manufacturer")).map(({ name }) => name);

describe("A synchronisation", () => {
  it("stores what it gets and sends the dates back the next time", async () => {
    answers(makers("5", ["Baxi"]));
    expect(await runSync(phone.device, { asked: "user" })).toEqual({
      code: "user-requested",
      sizeInMb: 1,
    });
    expect(await names()).toEqual(["Baxi"]);
    expect((await runSync(phone.device, { asked: "start" })).code).toBe("not-required");
    expect(dateOf("Manufacturer", asked[0])).toBeNull();
    expect(dateOf("Manufacturer", asked[1])).toBe("5");
  });

  it("whose answer is cut at a set boundary asks again for the rest", async () => {
    answers(makers("5", ["Baxi"], true), stages);
    expect(await runSync(phone.device, { asked: "sign-in" })).toEqual({
      code: "auto-sync",
      sizeInMb: 2,
    });
    expect(dateOf("Manufacturer", asked[1])).toBe("5");
    expect(await readReference(phone.device, "JobStage")).toHaveLength(1);
  });

  it("that breaks off between two answers keeps the first and goes on from there", async () => {
    answers(makers("5", ["Baxi"], true), () => html(502));
    expect((await runSync(phone.device, { asked: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
    answers(stages);
    expect((await runSync(phone.device, { asked: "user" })).code).toBe("user-requested");
    expect(dateOf("Manufacturer", asked.at(-1))).toBe("5");
  });

  it("larger than the warning is held back until the person agrees", async () => {
    const large = () => json({ ...nothing, syncSizeInMb: 40, isSyncRequired: true });
    answers(large);
    expect(await runSync(phone.device, { asked: "user" })).toEqual({
      code: "large-payload",
      sizeInMb: 40,
    });
    answers(makers("5", ["Baxi"]));
    await runSync(phone.device, { asked: "user", allowLarge: true });
    expect(asked.map((request) => request.warnSizeInMb)).toEqual([5, null]);
    expect(await names()).toEqual(["Baxi"]);
  });

  it("in full forgets the dates that it holds", async () => {
    answers(makers("5", ["Baxi"]), makers("6", ["Vaillant"]));
    await runSync(phone.device, { asked: "user" });
    await runSync(phone.device, { asked: "user", full: true });
    expect(asked[1]?.isFullSync).toBe(true);
    expect(dateOf("Manufacturer", asked[1])).toBeNull();
    expect(await names()).toEqual(["Vaillant"]);
  });

  it("with a row that the contract refuses stores nothing of its set", async () => {
    answers(makers("5", ["Baxi"]), makers("6", ["Vaillant", 7 as unknown as string]));
    await runSync(phone.device, { asked: "user" });
    expect((await runSync(phone.device, { asked: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
    await runSync(phone.device, { asked: "user" });
    expect(dateOf("Manufacturer", asked[2])).toBe("5");
  });

  it.each([
    ["a captive portal", () => html()],
    ["a proxy's 403", () => html(403)],
    ["a 500", () => html(500)],
  ])("that meets %s fails and changes nothing", async (_name, answer) => {
    answers(makers("5", ["Baxi"]), answer);
    await runSync(phone.device, { asked: "user" });
    expect((await runSync(phone.device, { asked: "user" })).code).toBe("error");
    expect(await names()).toEqual(["Baxi"]);
  });

  it("renews an expired token once and goes on", async () => {
    let isExpired = true;
    peer.answer = (path) => {
      if (path !== "/api/sync") return undefined;
      if (!isExpired) return makers("5", ["Baxi"])();
      isExpired = false;
      return json({ title: "Sign in", status: 401, code: "unauthorised" }, 401);
    };
    expect((await runSync(phone.device, { asked: "user" })).code).toBe("user-requested");
    expect(peer.asked.filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
    expect(peer.token).not.toBe(aToken(1));
  });

  it("is one at a time, however many ask", async () => {
    answers(makers("5", ["Baxi"]));
    const results = await Promise.all([
      runSync(phone.device, { asked: "start" }),
      runSync(phone.device, { asked: "user" }),
    ]);
    expect(results.map(({ code }) => code)).toEqual(["auto-sync", "not-required"]);
  });
});
