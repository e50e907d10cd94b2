import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedOn } from "./changed-on.ts";
import type { MileageRecord } from "./mileage.ts";
import { mergeMileage } from "./mileage-merge.ts";

const time = (minute: number) => new Date(Date.UTC(2026, 6, 1, 8, minute)).toISOString();
const record = (id: string, of: Partial<MileageRecord> = {}): MileageRecord => ({
  clientFieldOperativeMileageId: id,
  fieldOperativeMileageId: 1,
  vehicleId: null,
  registration: "YK21 FLD",
  currentMileage: 1,
  previousMileage: null,
  dateRecorded: time(0),
  createdOn: time(0),
  modifiedOn: time(0),
  ...of,
});
const nothing: ReadonlySet<string> = new Set();

describe("Merging the server's list into the local one", () => {
  it("the server's copy replaces the local one if newer", () => {
    const newer = record("a", { modifiedOn: time(1), currentMileage: 2 });
    expect(mergeMileage([record("a")], [newer], nothing)).toEqual({ put: [newer], remove: [] });
    expect(mergeMileage([newer], [record("a")], nothing)).toEqual({ put: [], remove: [] });
    expect(mergeMileage([record("a")], [record("a")], nothing)).toEqual({ put: [], remove: [] });
  });

  it("newer compares the time, not its text", () => {
    const summer = record("a", { modifiedOn: "2026-07-01T09:30:00.000+01:00" });
    const own = record("a", { modifiedOn: "2026-07-01T08:45:00.000Z" });
    expect(mergeMileage([own], [summer], nothing)).toEqual({ put: [], remove: [] });
  });

  it("the server's copy replaces a local one that has no server id", () => {
    const own = record("a", { fieldOperativeMileageId: null, modifiedOn: time(5) });
    expect(mergeMileage([own], [record("a")], nothing).put).toEqual([record("a")]);
  });

  it("local records with a server id that the server's list lacks are deleted", () => {
    expect(mergeMileage([record("a")], [], nothing)).toEqual({ put: [], remove: ["a"] });
  });

  it("local records without a server id stay until the server has received them", () => {
    const own = [record("a", { fieldOperativeMileageId: null })];
    expect(mergeMileage(own, [], new Set(["a"]))).toEqual({ put: [], remove: [] });
    expect(mergeMileage(own, [], nothing)).toEqual({ put: [], remove: ["a"] });
  });

  it("server records that are missing here are added", () => {
    expect(mergeMileage([], [record("a")], nothing).put).toEqual([record("a")]);
  });
});

describe("Changes that the server has not received yet", () => {
  const unsettled = new Set(["a"]);

  it("a record removed here does not come back", () => {
    expect(mergeMileage([], [record("a"), record("b")], unsettled).put).toEqual([record("b")]);
  });

  it("an added record keeps what was entered, and gets its server id", () => {
    const own = record("a", {
      fieldOperativeMileageId: null,
      currentMileage: 7,
      modifiedOn: time(5),
    });
    expect(
      mergeMileage([own], [record("a", { fieldOperativeMileageId: 9 })], unsettled).put,
    ).toEqual([{ ...own, fieldOperativeMileageId: 9 }]);
  });

  it("an edit stays, unless another device has edited later", () => {
    const own = record("a", { currentMileage: 7, modifiedOn: time(5) });
    const later = record("a", { currentMileage: 8, modifiedOn: time(6) });
    expect(mergeMileage([own], [record("a")], unsettled).put).toEqual([]);
    expect(mergeMileage([own], [later], unsettled).put).toEqual([later]);
  });

  it("an edit of a record that was removed elsewhere is removed with it", () => {
    expect(mergeMileage([record("a")], [], unsettled).remove).toEqual(["a"]);
  });
});

/*
 * Every scenario of a device, a second device of the same engineer, a network that loses responses, and a server. The
 * server keeps the newer of two changes and never restores a removed record.
 */
type Message = { readonly kind: "put" | "remove"; readonly record: MileageRecord };

interface StoredRecord {
  readonly record: MileageRecord;
  readonly isRemoved: boolean;
}

class Server {
  readonly rows = new Map<string, StoredRecord>();
  private nextId = 1;

  receive({ kind, record: received }: Message) {
    const id = received.clientFieldOperativeMileageId;
    const known = this.rows.get(id);
    if (kind === "remove") {
      if (known) this.rows.set(id, { ...known, isRemoved: true });
      return;
    }
    const isOlder = known && Date.parse(received.modifiedOn) < Date.parse(known.record.modifiedOn);
    if (isOlder) return;
    const fieldOperativeMileageId = known?.record.fieldOperativeMileageId ?? this.nextId++;
    this.rows.set(id, {
      record: { ...received, fieldOperativeMileageId },
      isRemoved: known?.isRemoved ?? false,
    });
  }

  list(): readonly MileageRecord[] {
    return [...this.rows.values()].filter(({ isRemoved }) => !isRemoved).map((row) => row.record);
  }
}

class Phone {
  readonly rows = new Map<string, MileageRecord>();
  readonly queue: Message[] = [];
  /** Client ids of messages that got a receipt since the current list was requested. */
  private readonly acknowledged = new Set<string>();
  private pendingRequest: {
    readonly list: readonly MileageRecord[];
    readonly queuedIds: readonly string[];
  } | null = null;
  private readonly server: Server;

  constructor(server: Server) {
    this.server = server;
  }

  add(id: string, minute: number) {
    if (this.rows.has(id) || this.server.rows.has(id)) return;
    const at = time(minute);
    const created = record(id, {
      fieldOperativeMileageId: null,
      currentMileage: minute,
      dateRecorded: at,
      createdOn: at,
      modifiedOn: at,
    });
    this.rows.set(id, created);
    this.queue.push({ kind: "put", record: created });
  }

  edit(id: string, minute: number) {
    const before = this.rows.get(id);
    if (!before) return;
    const modifiedOn = changedOn(before, new Date(time(minute))).toISOString();
    const edited = { ...before, currentMileage: minute, modifiedOn };
    this.rows.set(id, edited);
    this.queue.push({ kind: "put", record: edited });
  }

  remove(id: string) {
    const before = this.rows.get(id);
    if (!before) return;
    this.rows.delete(id);
    this.queue.push({ kind: "remove", record: before });
  }

  send(isAnswerLost: boolean) {
    const [message] = this.queue;
    if (!message) return;
    this.server.receive(message);
    if (isAnswerLost) return;
    this.queue.shift();
    this.acknowledged.add(message.record.clientFieldOperativeMileageId);
  }

  requestList() {
    this.acknowledged.clear();
    this.pendingRequest = { list: this.server.list(), queuedIds: this.queuedIds() };
  }

  receiveList() {
    if (!this.pendingRequest) return;
    const unsettled = new Set([
      ...this.pendingRequest.queuedIds,
      ...this.queuedIds(),
      ...this.acknowledged,
    ]);
    const { put, remove } = mergeMileage(
      [...this.rows.values()],
      this.pendingRequest.list,
      unsettled,
    );
    for (const row of put) this.rows.set(row.clientFieldOperativeMileageId, row);
    for (const id of remove) this.rows.delete(id);
    this.pendingRequest = null;
  }

  private queuedIds(): readonly string[] {
    return this.queue.map((message) => message.record.clientFieldOperativeMileageId);
  }
}

const ids = ["a", "b", "c"] as const;
const step = fc.record({
  who: fc.constantFrom(0, 1),
  does: fc.constantFrom("add", "edit", "remove", "send", "send without answer", "ask", "answer"),
  id: fc.constantFrom(...ids),
  // Clocks jump and differ.
  minute: fc.nat(59),
});

const scenarios = fc.array(step, { maxLength: 60, size: "max" });

function runStep(
  phones: readonly [Phone, Phone],
  { who, does, id, minute }: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  const phone = phones[who];
  // Each device creates its own ids.
  if (does === "add") phone.add(`${id}${who}`, minute);
  else if (does === "edit") phone.edit(`${id}${(who + minute) % 2}`, minute);
  else if (does === "remove") phone.remove(`${id}${(who + minute) % 2}`);
  else if (does === "ask") phone.requestList();
  else if (does === "answer") phone.receiveList();
  else phone.send(does === "send without answer");
}

/** Returns the client ids of the last local changes that are not shown although the server has nothing newer. */
function findLost(phone: Phone, server: Server): readonly string[] {
  const last = new Map(
    phone.queue.map((message) => [message.record.clientFieldOperativeMileageId, message]),
  );
  return [...last]
    .filter(([id, { kind, record: done }]) => {
      const shown = phone.rows.get(id);
      if (kind === "remove") return shown !== undefined;
      if (!shown) return !server.rows.get(id)?.isRemoved;
      const isNewer = Date.parse(shown.modifiedOn) > Date.parse(done.modifiedOn);
      return !isNewer && shown.currentMileage !== done.currentMileage;
    })
    .map(([id]) => id);
}

describe("Any interleaving of local edits, queue states and server lists", () => {
  it("always shows the last local change, unless the server has a newer one", () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const server = new Server();
        const phones = [new Phone(server), new Phone(server)] as const;
        for (const each of scenario) {
          runStep(phones, each);
          for (const phone of phones) expect(findLost(phone, server)).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("ends with the server's records once all is sent and the list has arrived", () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const server = new Server();
        const phones = [new Phone(server), new Phone(server)] as const;
        for (const each of scenario) runStep(phones, each);
        for (const phone of phones) {
          phone.receiveList();
          while (phone.queue.length > 0) phone.send(false);
        }
        for (const phone of phones) {
          phone.requestList();
          phone.receiveList();
          const byId = (rows: Iterable<MileageRecord>) =>
            [...rows].sort((a, b) =>
              a.clientFieldOperativeMileageId < b.clientFieldOperativeMileageId ? -1 : 1,
            );
          expect(byId(phone.rows.values())).toEqual(byId(server.list()));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
