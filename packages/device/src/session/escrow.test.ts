import {
  compactDecrypt,
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
} from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  changePin,
  type EscrowKey,
  escrowKey,
  header,
  openDataKey,
  sealedDataKey,
} from "@fieldfare/contract";
import { addNote } from "../actions/notes.ts";
import { decodeEntries } from "../database/journal-format.ts";
import { runMaintenance } from "../polling/poll.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  owner,
  ownerEmail,
  readBodyText,
  refusal,
} from "../testing/fake-server.ts";
import {
  type Disk,
  type NodeDevice,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { drain } from "../outbox/sender.ts";
import { changeForgottenPin } from "./forgotten-pin.ts";
import { failedSignIns } from "./lock-out.ts";
import { signInToDevice } from "./sign-in.ts";
import { unlock } from "./unlock.ts";

const pin = "280451";
const newPin = "917364";
const password = "Fieldfare-1";
const [closedId, openId] = [aJobId(7), aJobId(8)];

interface ServerKey {
  readonly published: EscrowKey;
  readonly privateKey: CryptoKey;
}

let fakeServer: FakeServer;
let phone: NodeDevice;
let disk: Disk;
let serverKeys: ServerKey[];
/** What the server answers instead of the data key. */
let refuseCopy: (() => Response) | null;
let copyRequests: RequestInit[];

beforeEach(async () => {
  refuseCopy = null;
  copyRequests = [];
  serverKeys = [await makeServerKey("2026-11")];
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  fakeServer.answer = (path, init) => {
    if (path === changePin.path) {
      fakeServer.password = newPin;
      return json({ status: "ok" });
    }
    return path === openDataKey.path ? openCopy(init) : undefined;
  };
  const signedIn = await aSignedInPhone(fakeServer);
  phone = signedIn;
  disk = signedIn.disk;
  await phone.device.database.job.bulkPut([
    aJobRow({ jobId: closedId, status: "Closed" }),
    aJobRow({ jobId: openId, status: "AccessGained", isSelected: true }),
  ]);
  await addNote(phone.device, openId, { description: "Flue joints checked", isPublic: true });
  publish(serverKeys[0]);
});
afterEach(() => phone.kill());

async function makeServerKey(kid: string): Promise<ServerKey> {
  const { publicKey, privateKey } = await generateKeyPair("ECDH-ES", { crv: "P-256" });
  return { published: escrowKey.parse({ ...(await exportJWK(publicKey)), kid }), privateKey };
}

function publish(key: ServerKey | undefined): void {
  const { ports } = phone.device;
  ports.storeClientSettings({ ...ports.clientSettings(), escrowKey: key?.published ?? null });
}

/** As the server does, without the checks that its own tests have. */
async function openCopy(init: RequestInit): Promise<Response> {
  copyRequests.push(init);
  if (refuseCopy) return refuseCopy();
  const { sealed } = openDataKey.body.parse(JSON.parse(readBodyText(init)));
  const { kid } = decodeProtectedHeader(sealed);
  const key = serverKeys.find(({ published }) => published.kid === kid);
  if (!key) return refusal(422, "data-key-not-opened");
  const { plaintext } = await compactDecrypt(sealed, key.privateKey);
  const content = sealedDataKey.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  return content.accountId === owner && content.deviceId === owner
    ? json({ dataKey: content.dataKey })
    : refusal(422, "data-key-not-opened");
}

const signIn = (entered = pin) => signInToDevice(phone.device, { email: ownerEmail, pin: entered });

/** Ends the app, and starts it as somebody does who holds the phone. */
async function startLocked(): Promise<void> {
  phone.kill();
  disk.heldKeys.clear();
  phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
}

const isLocked = () => phone.device.database.sealing?.isLocked;
const readClosed = () => phone.device.database.job.get(closedId);

async function readKid(): Promise<string | undefined> {
  const row = await phone.device.database.sealKey.get("escrow");
  return row && decodeProtectedHeader(new TextDecoder().decode(row.key)).kid;
}

async function expectEverything(): Promise<void> {
  expect(await readClosed()).toMatchObject({ status: "Closed" });
  expect(await phone.device.database.job.get(openId)).toMatchObject({ status: "AccessGained" });
  expect(phone.events.map(({ kind }) => kind)).not.toContain("data-key-lost");
}

describe("The copy of the data key", () => {
  it("is stored at the sign-in, in the journal too, and does not name the key", async () => {
    await signIn();
    expect(await readKid()).toBe("2026-11");
    const entries = decodeEntries(disk.journals.get(owner)?.entries ?? new Uint8Array());
    const names = entries.flatMap(({ puts }) =>
      puts
        .filter(({ table }) => table === "sealKey")
        .map(({ row }) => (row as { name: string }).name),
    );
    expect(new Set(names)).toEqual(new Set(["check", "escrow", "send"]));
  });

  it("is not stored while the server has no key, and is at the next unlock", async () => {
    publish(undefined);
    await signIn();
    expect(await readKid()).toBeUndefined();
    await startLocked();
    publish(serverKeys[0]);
    await unlock(phone.device, { pin });
    expect(await readKid()).toBe("2026-11");
  });

  it("is made anew in the hourly maintenance when the server has another key, and only then", async () => {
    await signIn();
    const first = await phone.device.database.sealKey.get("escrow");
    await runMaintenance(phone.device);
    expect(await phone.device.database.sealKey.get("escrow")).toEqual(first);
    publish(await makeServerKey("2027-02"));
    await runMaintenance(phone.device);
    expect(await readKid()).toBe("2027-02");
  });
});

describe("A PIN that was changed elsewhere", () => {
  beforeEach(async () => {
    await signIn();
    await queueStatuses(phone.device, [1]);
    await startLocked();
    fakeServer.password = newPin;
  });

  it("opens everything after a sign-in, and from then on without the server", async () => {
    const queued = await readQueued(phone.device);
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    await expectEverything();
    expect(await readQueued(phone.device)).toEqual(queued);
    await startLocked();
    fakeServer.isOnline = false;
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
    await expectEverything();
    expect(copyRequests).toHaveLength(1);
  });

  it("asks with the token of the new sign-in, signed with the key of the phone", async () => {
    await signIn(newPin);
    const headers = new Headers(copyRequests[0]?.headers);
    expect(headers.get("Authorization")).toBe(`Bearer ${fakeServer.token}`);
    expect(headers.get(header.deviceId)).toBe(owner);
    expect(headers.get(header.deviceSignature)).toMatch(/^[\w-]{86}$/);
  });

  it("opens everything after the database was lost too", async () => {
    phone.kill();
    wipeDatabase(disk);
    phone = await openNodeDevice({ disk, fetch: fakeServer.fetch });
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    await expectEverything();
  });

  it("is refused without a network as the specification says, and changes nothing", async () => {
    fakeServer.isOnline = false;
    expect(await signIn(newPin)).toMatchObject({ ok: false, refusal: "offline-bad-credentials" });
    expect(copyRequests).toEqual([]);
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    await expectEverything();
  });

  it.each([
    [
      "the network breaks off",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
    ["the server is busy", () => refusal(503, "unavailable")],
    ["a gateway answers", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["it was asked too often", () => refusal(429, "too-many-attempts")],
  ])(
    "changes nothing when %s while the copy is asked for, and the next sign-in opens it",
    async (_name, answer) => {
      refuseCopy = answer;
      expect(await signIn(newPin)).toEqual({ ok: false, refusal: "network" });
      expect(isLocked()).toBe(true);
      refuseCopy = null;
      expect(await signIn(newPin)).toMatchObject({ ok: true });
      await expectEverything();
    },
  );

  it("opens nothing with a copy that no key of the server opens: the phone says so, fetches the jobs again and has lost nothing unsent", async () => {
    const queued = await readQueued(phone.device);
    serverKeys = [await makeServerKey("2027-02")];
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    expect(phone.events).toContainEqual({ kind: "data-key-lost", ownerId: owner });
    expect(await readQueued(phone.device)).toEqual(queued);
    expect(await readClosed()).toBeUndefined();
    expect(await phone.device.database.job.get(openId)).toMatchObject({ status: "AccessGained" });
    expect(await phone.device.database.setting.get(1)).toMatchObject({ recoveryPending: true });
  });

  it.each([401, 403, 404, 422])(
    "is no dead end when the server refuses with %s",
    async (status) => {
      refuseCopy = () => refusal(status, "forbidden");
      expect(await signIn(newPin)).toMatchObject({ ok: true });
      expect(phone.events).toContainEqual({ kind: "data-key-lost", ownerId: owner });
      expect(isLocked()).toBe(false);
    },
  );

  it("is no dead end when the server answers with another key", async () => {
    refuseCopy = () => json({ dataKey: `${"A".repeat(43)}=` });
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    expect(phone.events).toContainEqual({ kind: "data-key-lost", ownerId: owner });
    publish(serverKeys[0]);
    await runMaintenance(phone.device);
    refuseCopy = null;
    await startLocked();
    fakeServer.password = pin;
    expect(await signIn(pin)).toMatchObject({ ok: true });
    expect(phone.events.map(({ kind }) => kind)).not.toContain("data-key-lost");
  });
});

describe("A forgotten PIN", () => {
  it("at a start costs nothing once the server has taken the proof", async () => {
    await signIn();
    await startLocked();
    const answers = { email: ownerEmail, pin: newPin, again: newPin, proof: { code: "48210937" } };
    expect(await changeForgottenPin(phone.device, answers)).toMatchObject({ ok: true });
    await expectEverything();
    await startLocked();
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
    await expectEverything();
  });

  it("asks for the new one again when the server was busy in between", async () => {
    await signIn();
    await startLocked();
    refuseCopy = () => refusal(503, "unavailable");
    const answers = { email: ownerEmail, pin: newPin, again: newPin, proof: { code: "48210937" } };
    expect(await changeForgottenPin(phone.device, answers)).toEqual({ ok: true, value: null });
    await startLocked();
    refuseCopy = null;
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    await expectEverything();
  });

  it("is told to need the network without one", async () => {
    await signIn();
    await startLocked();
    fakeServer.isOnline = false;
    const answers = { email: ownerEmail, pin: newPin, again: newPin, proof: { code: "48210937" } };
    expect(await changeForgottenPin(phone.device, answers)).toEqual({
      ok: false,
      refusal: "offline",
    });
  });
});

describe("A sign-in with the password", () => {
  beforeEach(async () => {
    await signIn();
    await startLocked();
    fakeServer.password = password;
  });
  const signInByPassword = () => signInToDevice(phone.device, { email: ownerEmail, password });

  it("opens everything with the copy", async () => {
    expect(await signInByPassword()).toMatchObject({ ok: true });
    expect(isLocked()).toBe(false);
    await expectEverything();
  });

  it("waits for the PIN when the server cannot be asked", async () => {
    refuseCopy = () => refusal(503, "unavailable");
    expect(await signInByPassword()).toMatchObject({ ok: true });
    expect(isLocked()).toBe(true);
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    await expectEverything();
  });
});

describe("A stored sign-in that is damaged", () => {
  beforeEach(async () => {
    await signIn();
    await queueStatuses(phone.device, [1]);
    await damage();
    await startLocked();
  });

  /** Changes one bit of what the PIN opens. */
  async function damage(): Promise<void> {
    const { login } = phone.device.shared;
    const row = await login.get(ownerEmail);
    if (!row?.offlineLogin) throw new Error("No sign-in is stored");
    const bytes = new Uint8Array(row.offlineLogin.sealed.slice(0));
    bytes[9] = (bytes[9] ?? 0) ^ 4;
    await login.put({ ...row, offlineLogin: { ...row.offlineLogin, sealed: bytes.buffer } });
  }
  const failures = () => failedSignIns(phone.device, ownerEmail);

  it("is told without a network as what it is, costs no try, and what waits is sent", async () => {
    fakeServer.isOnline = false;
    for (const tried of [pin, newPin])
      expect(await unlock(phone.device, { pin: tried })).toEqual({ ok: false, refusal: "damaged" });
    expect(await signIn()).toEqual({ ok: false, refusal: "offline-damaged" });
    expect(await failures()).toMatchObject({ count: 0 });
    fakeServer.isOnline = true;
    const waiting = (await readQueued(phone.device)).length;
    expect(waiting).toBeGreaterThan(0);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: waiting });
  });

  it("is stored again by the PIN as soon as there is a network: the server opens its copy, and nothing is lost", async () => {
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(copyRequests).toHaveLength(1);
    await expectEverything();
    await startLocked();
    fakeServer.isOnline = false;
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    await expectEverything();
  });

  it("opens nothing with a wrong PIN, which the server counts", async () => {
    expect(await unlock(phone.device, { pin: newPin })).toEqual({ ok: false, refusal: "wrong" });
    expect(isLocked()).toBe(true);
    expect(await failures()).toMatchObject({ count: 1 });
  });

  it("changes nothing while the server cannot open its copy", async () => {
    refuseCopy = () => refusal(503, "unavailable");
    expect(await unlock(phone.device, { pin })).toEqual({ ok: false, refusal: "damaged" });
    refuseCopy = null;
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    await expectEverything();
  });
});

it("A sign-in that an earlier build stored is checked for damage from the next unlock on", async () => {
  await signIn();
  const { login } = phone.device.shared;
  const row = await login.get(ownerEmail);
  if (!row?.offlineLogin) throw new Error("No sign-in is stored");
  const { hash, ...earlier } = row.offlineLogin;
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await login.update(ownerEmail, { offlineLogin: earlier });
  await startLocked();
  fakeServer.isOnline = false;
  expect(await unlock(phone.device, { pin: newPin })).toEqual({ ok: false, refusal: "wrong" });
  expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
  const renewed = (await phone.device.shared.login.get(ownerEmail))?.offlineLogin;
  expect(renewed?.hash).toMatch(/^[0-9a-f]{64}$/);
});
