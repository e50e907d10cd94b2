import { afterAll, beforeAll, expect, it } from "vitest";
import { getMileage } from "@fieldfare/contract";
import { listMileage } from "@fieldfare/contract/office";
import {
  addMileage,
  drain,
  readMileage,
  refreshMileage,
  removeMileage,
  updateMileage,
} from "@fieldfare/device";
import {
  createDisk,
  openNodeDevice,
  selectEngineer,
  type Random,
  seededRandom,
} from "@fieldfare/device/testing";
import { blankMileage } from "@fieldfare/domain";
import {
  startTestServer,
  type TestEngineer,
  type TestServer,
} from "../../apps/server/src/testing/server.ts";

/*
 * Two phones of one engineer, the real server and a network that loses answers. However adding, changing,
 * removing, sending and fetching interleave, both phones end with the list of the server.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const day = Date.UTC(2026, 6, 1, 8);

interface Phone {
  readonly add: () => Promise<unknown>;
  readonly edit: (which: number) => Promise<unknown>;
  readonly remove: (which: number) => Promise<unknown>;
  readonly send: () => Promise<unknown>;
  /** The server records what is sent, and its answers are lost. */
  readonly sendAndLoseAnswer: () => Promise<unknown>;
  readonly fetchList: () => Promise<unknown>;
  /** Fetches the list and runs `action` after the server has answered and before the phone has the list. */
  readonly fetchWhile: (action: () => Promise<unknown>) => Promise<unknown>;
  readonly setClock: (minute: number) => void;
  readonly shown: () => Promise<readonly { id: string; miles: number }[]>;
  /** Client ids of the queued removals. */
  readonly removing: () => Promise<readonly string[]>;
  readonly close: () => void;
}

async function openPhone(engineer: TestEngineer, number: number): Promise<Phone> {
  let now = new Date(day);
  let losesAnswers = false;
  let duringFetch: (() => Promise<unknown>) | null = null;
  const opened = await openNodeDevice({
    disk: createDisk(),
    baseUrl: server.origin,
    random: seededRandom(number),
    now: () => now,
    async fetch(url, init) {
      const response = await fetch(url, init);
      const { pathname } = new URL(url);
      if (pathname === getMileage.path && duringFetch) {
        const work = duringFetch;
        duringFetch = null;
        await work();
      }
      if (losesAnswers && pathname.startsWith(`${getMileage.path}/`)) throw new TypeError("lost");
      return response;
    },
  });
  const { device } = opened;
  const database = await selectEngineer(device, engineer.fieldOperativeId);
  await database.setting.update(1, {
    installationDate: now.toISOString(),
    deviceId: engineer.deviceId,
  });
  await database.token.put({
    id: 1,
    tokenModel: { token: engineer.token, refreshToken: "none", expiresOn: now.toISOString() },
    claims: {
      id: engineer.fieldOperativeId,
      name: "Ann",
      email: engineer.email,
      userType: 1,
      perms: [],
      fieldOperativeId: engineer.fieldOperativeId,
      requestSignature: false,
      recordsMileage: true,
      exp: 0,
    },
    signedInOn: now.toISOString(),
  });
  const pickRecord = async (which: number) => {
    const rows = await readMileage(device);
    return rows[which % Math.max(rows.length, 1)];
  };
  return {
    add: async () => {
      const [newest] = await readMileage(device);
      return addMileage(device, {
        ...blankMileage,
        currentMileage: String((newest?.currentMileage ?? 0) + 100),
        registration: "YK21 FLD",
      });
    },
    edit: async (which) => {
      const row = await pickRecord(which);
      return (
        row &&
        updateMileage(device, row.clientFieldOperativeMileageId, String(row.currentMileage + 1))
      );
    },
    remove: async (which) => {
      const row = await pickRecord(which);
      return row && removeMileage(device, row.clientFieldOperativeMileageId);
    },
    send: () => drain(device),
    async sendAndLoseAnswer() {
      losesAnswers = true;
      await drain(device);
      losesAnswers = false;
    },
    fetchList: () => refreshMileage(device),
    fetchWhile(action) {
      duringFetch = action;
      return refreshMileage(device);
    },
    setClock(minute) {
      now = new Date(day + minute * 60_000);
    },
    shown: async () =>
      (await readMileage(device)).map((row) => ({
        id: row.clientFieldOperativeMileageId,
        miles: row.currentMileage,
      })),
    removing: async () =>
      (await database.messageQueue.toArray())
        .filter(({ type }) => type === "MileageRemove")
        .map(
          ({ payload }) =>
            (payload as { clientFieldOperativeMileageId: string }).clientFieldOperativeMileageId,
        ),
    close: () => opened.kill(),
  };
}

const actions = ["add", "edit", "remove", "send", "sendAndLoseAnswer", "fetchList"] as const;
interface Action {
  readonly kind: (typeof actions)[number];
  readonly which: number;
  readonly minute: number;
}

/** Each action sets its phone's clock, so that the clocks jump and differ. */
const drawAction = (random: Random): Action => ({
  kind: random.pick(actions),
  which: random.below(4),
  minute: random.below(600),
});

async function perform(phone: Phone, { kind, which, minute }: Action) {
  phone.setClock(minute);
  await phone[kind](which);
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

it.each(seeds)("scenario %i: two phones and the server end with the same list", async (seed) => {
  const random = seededRandom(seed);
  const engineer = await server.addEngineer("Ann");
  const second = await server.addPhone(engineer);
  const phones = [await openPhone(engineer, 2 * seed), await openPhone(second, 2 * seed + 1)];
  for (let step = 0; step < 20; step += 1) {
    const phone = random.pick(phones);
    const firstAction = drawAction(random);
    const concurrentAction = drawAction(random);
    if (
      firstAction.kind === "fetchList" &&
      concurrentAction.kind !== "fetchList" &&
      random.chance(0.5)
    )
      await phone.fetchWhile(() => perform(phone, concurrentAction));
    else await perform(phone, firstAction);
    const ids = (await phone.shown()).map(({ id }) => id);
    for (const id of await phone.removing()) expect(ids).not.toContain(id);
  }
  for (const phone of phones) await phone.send();
  for (const phone of phones) await phone.fetchList();
  const rows = await server.call(listMileage, {
    query: { fieldOperativeId: engineer.fieldOperativeId },
  });
  const serverList = rows.map((row) => ({
    id: row.clientFieldOperativeMileageId,
    miles: row.currentMileage,
  }));
  for (const phone of phones) expect(await phone.shown()).toEqual(serverList);
  for (const phone of phones) phone.close();
});
