import type { SyncedType } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import type { SyncProgress } from "../ports.ts";
import { createDisk, type NodeDevice, openNodeDevice } from "../testing/index.ts";
import { applySyncAnswer } from "./apply.ts";
import { findReference, readReference } from "./reference.ts";
import { openSearch } from "./search.ts";

interface SentSet {
  readonly type: SyncedType;
  readonly date: string;
  readonly isFull?: boolean;
  readonly rows: readonly object[];
  readonly deletedIds?: readonly number[];
}

const opened: NodeDevice[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) device.kill();
});

describe("a sync answer", () => {
  it.each(["lines", "whole"] as const)("is stored the same, read as %s", async (layout) => {
    const { device } = await aDevice();
    const sent = [
      { type: "Part", date: "5", rows: parts(3_000) },
      { type: "JobStage", date: "6", rows: [] },
      { type: "Sor", date: "7", rows: [aSor(2), aSor(1)] },
    ] as const;
    const { outcome, progress } = await apply(device, formatAnswer(sent, layout));
    expect(outcome).toMatchObject({ kind: "applied", sizeInMb: 3, isPartial: false, rows: 3_002 });
    expect(await readReference(device, "Part")).toEqual(parts(3_000));
    expect(await readReference(device, "Sor")).toEqual([aSor(1), aSor(2)]);
    expect(await findReference(device, "Part", 2_345)).toEqual(aPart(2_345));
    expect(await device.shared.table("part").count()).toBeGreaterThan(2);
    const syncRows = await device.shared.synchronisedData.toArray();
    expect(syncRows.map(({ type, date, rows }) => [type, date, rows])).toEqual([
      ["JobStage", "6", 0],
      ["Part", "5", 3_000],
      ["Sor", "7", 2],
    ]);
    expect(progress.at(-1)).toEqual({ step: "store", done: 3_002, total: 3_002 });
  });

  it("is searched over all its pieces, and over what changed later", async () => {
    const { device } = await aDevice();
    await apply(device, formatAnswer([{ type: "Part", date: "1", rows: parts(3_000) }], "lines"));
    const changed = { ...aPart(7), description: "Brand new WIDGET" };
    const changes = {
      type: "Part",
      date: "2",
      isFull: false,
      rows: [changed],
      deletedIds: [8],
    } as const;
    await apply(device, formatAnswer([changes], "lines"));
    const index = await openSearch(device.shared, "Part");
    expect(index.find("part 2999 ", 30)).toEqual([2_999]);
    expect(index.find("new widget", 30)).toEqual([7]);
    expect(index.find("part 8 –", 30)).toEqual([]);
    expect(await findReference(device, "Part", 7)).toEqual(changed);
    expect(await findReference(device, "Part", 8)).toBeUndefined();
  });

  it("replaces what was there when it is full", async () => {
    const { device } = await aDevice();
    await apply(device, formatAnswer([{ type: "Part", date: "1", rows: parts(3_000) }], "lines"));
    await apply(device, formatAnswer([{ type: "Part", date: "2", rows: parts(10) }], "whole"));
    expect(await readReference(device, "Part")).toEqual(parts(10));
    expect((await openSearch(device.shared, "Part")).find("part 2999 ", 30)).toEqual([]);
  });

  it.each(["lines", "whole"] as const)(
    "stores nothing of a set with a row that the contract refuses, read as %s",
    async (layout) => {
      const { device } = await aDevice();
      const rows = [...parts(2_000), { ...aPart(2_001), partCode: 5 }];
      const { outcome } = await apply(
        device,
        formatAnswer([{ type: "Part", date: "1", rows }], layout),
      );
      expect(outcome).toMatchObject({ kind: "malformed" });
      expect((outcome as { detail: string }).detail).toContain("Part, row 2000");
      expect(await device.shared.table("part").count()).toBe(0);
      expect(await device.shared.synchronisedData.count()).toBe(0);
    },
  );

  it("keeps the sets that were complete when it breaks off", async () => {
    const { device } = await aDevice();
    const sets = [
      { type: "Sor", date: "1", rows: [aSor(1)] },
      { type: "Part", date: "1", rows: parts(2_000) },
    ] as const;
    const text = formatAnswer(sets, "lines");
    const { outcome } = await apply(device, text.slice(0, -1_000));
    expect(outcome.kind).toBe("malformed");
    const syncRows = await device.shared.synchronisedData.toArray();
    expect(syncRows.map(({ type }) => type)).toEqual(["Sor"]);
    expect(await device.shared.table("part").count()).toBe(0);
  });

  it.each(["{", "[]", "<html>", '{"payload":[\n]}', ""])("is malformed as %j", async (text) => {
    const { device } = await aDevice();
    expect((await apply(device, text)).outcome.kind).toBe("malformed");
  });

  it("that needs no sync stores nothing", async () => {
    const { device } = await aDevice();
    const text = '{"syncSizeInMb":40,"isSyncRequired":true,"isPartial":false,"payload":[]}';
    expect((await apply(device, text)).outcome).toEqual({
      kind: "applied",
      sizeInMb: 40,
      isSyncRequired: true,
      isPartial: false,
      rows: 0,
    });
  });
});

async function aDevice() {
  const device = await openNodeDevice({
    disk: createDisk(),
    fetch: () => Promise.reject(new Error("Nothing is fetched here")),
  });
  opened.push(device);
  return device;
}

async function apply({ shared: database }: NodeDevice["device"], text: string) {
  const progress: SyncProgress[] = [];
  const init = { method: "POST", headers: {}, body: "{}" };
  const outcome = await applySyncAnswer(
    database,
    () =>
      Promise.resolve(
        new Response(inPieces(text), { headers: { "Content-Type": "application/json" } }),
      ),
    { url: "/", init, databaseName: database.name, now: "" },
    (step) => progress.push(step),
  );
  return { outcome, progress };
}

/** Splits the text into pieces that end in the middle of lines and letters. */
function inPieces(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 33_333));
      at += 33_333;
    },
  });
}

function formatAnswer(sets: readonly SentSet[], layout: "lines" | "whole"): string {
  const full = sets.map((set) => ({ isFull: true, deletedIds: [], ...set }));
  if (layout === "whole") return JSON.stringify({ ...head, payload: full });
  const setTexts = full.map(({ rows, deletedIds, ...set }) => {
    const lines = rows.map(
      (row, index) =>
        JSON.stringify(row) + (index === rows.length - 1 ? "" : index % 50 ? "," : ",\n"),
    );
    return `${JSON.stringify(set).slice(0, -1)},"rows":[\n${lines.join("")}\n],"deletedIds":${JSON.stringify(deletedIds)}}`;
  });
  return `${JSON.stringify(head).slice(0, -1)},"payload":[\n${setTexts.join(",\n")}\n]}`;
}

const head = { syncSizeInMb: 3, isSyncRequired: true, isPartial: false };

function aPart(partId: number) {
  const description = `Part ${partId} – é 😀 "quoted"\n of the long kind that fills a block after a while`;
  return {
    partId,
    partCode: `P${partId}`,
    description,
    partCategoryId: 1,
    partUnitTypeId: 1,
    manufacturerPartCode: null,
  };
}

function parts(count: number) {
  return Array.from({ length: count }, (_, index) => aPart(index + 1));
}

function aSor(sorCodeId: number) {
  return { sorCodeId, code: `GA${sorCodeId}`, description: "Renew", unit: "each" };
}
