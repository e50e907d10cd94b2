import { createHash, createPublicKey, verify } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type DeviceKey, deviceKey, header, signedText } from "@fieldfare/contract";
import { exportLines } from "../export/content.ts";
import { signInToDevice } from "../session/sign-in.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  ownerEmail,
  readBodyText,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { openNodeDevice, wipeDatabase } from "../testing/node-device.ts";
import { isSignInNeeded } from "../session/token.ts";
import { renewToken } from "./call.ts";

interface Signed {
  readonly path: string;
  readonly key: DeviceKey | null;
  readonly isRight: boolean;
}

let fakeServer: FakeServer;
let phone: SignedInPhone;
/** The requests that had a signature, or none and should have had one. */
let requests: Signed[];

beforeEach(async () => {
  fakeServer = aFakeServer();
  requests = [];
  fakeServer.answer = (path, init) => {
    if (path.startsWith("/api/auth/") && path !== "/api/auth/ping") requests.push(read(path, init));
    return undefined;
  };
  phone = await aSignedInPhone(fakeServer);
});

function read(path: string, init: RequestInit): Signed {
  const headers = new Headers(init.headers);
  const named = headers.get(header.deviceKey);
  if (named === null) return { path, key: null, isRight: false };
  const key = deviceKey.parse(JSON.parse(Buffer.from(named, "base64url").toString()));
  const text = signedText({
    method: init.method ?? "",
    path,
    bodyHash: createHash("sha256").update(readBodyText(init)).digest("hex"),
    token: null,
  });
  const isRight = verify(
    "sha256",
    Buffer.from(text),
    { key: createPublicKey({ key, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(headers.get(header.deviceSignature) ?? "", "base64url"),
  );
  return { path, key, isRight };
}

const refresh = (of = phone) => renewToken(of.device, fakeServer.token);
const signIn = (of = phone) =>
  signInToDevice(of.device, { email: ownerEmail, password: fakeServer.password });

describe("the key of an installation", () => {
  it("signs sign-ins and refreshes, the same in every process and after a restart", async () => {
    await refresh();
    const worker = await openNodeDevice({
      disk: phone.disk,
      fetch: fakeServer.fetch,
      journal: false,
    });
    await renewToken(worker.device, fakeServer.token);
    worker.kill();
    phone.kill();
    const restarted = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch });
    await signIn({ ...restarted, disk: phone.disk });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/auth/refresh",
      "/api/auth/refresh",
      "/api/auth/token",
    ]);
    expect(requests.every(({ isRight }) => isRight)).toBe(true);
    expect(new Set(requests.map(({ key }) => key?.x)).size).toBe(1);
  });

  it("is made once when page and service worker need it at once", async () => {
    const worker = await openNodeDevice({
      disk: phone.disk,
      fetch: fakeServer.fetch,
      journal: false,
    });
    await Promise.all([signIn(), renewToken(worker.device, fakeServer.token), refresh()]);
    expect(new Set(requests.map(({ key }) => key?.x)).size).toBe(1);
  });

  it("cannot be read out, and is in no export and no journal", async () => {
    await refresh();
    const row = await phone.device.database.deviceKey.get(1);
    expect(row?.privateKey.extractable).toBe(false);
    const lines: string[] = [];
    for await (const line of exportLines(phone.device)) lines.push(line);
    expect(lines.join("")).not.toContain("deviceKey");
    phone.kill();
    wipeDatabase(phone.disk);
    const restored = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch });
    expect(restored.start).toBe("restored");
    expect(await restored.device.database.deviceKey.count()).toBe(0);
  });

  it("is a new one after a loss of the database, and the next sign-in names it", async () => {
    await refresh();
    // The journal restores everything else that names this device.
    await phone.device.database.deviceKey.clear();
    expect(await signIn()).toMatchObject({ ok: true });
    const [before, after] = requests;
    expect(after?.isRight).toBe(true);
    expect(after?.key?.x).not.toBe(before?.key?.x);
  });

  it("that the server refuses leads to a sign-in", async () => {
    fakeServer.answer = (path) =>
      path === "/api/auth/refresh" ? refusal(403, "signature-mismatch") : undefined;
    await refresh();
    expect(await isSignInNeeded(phone.device)).toBe(true);
    expect(await signIn()).toMatchObject({ ok: true });
    expect(await isSignInNeeded(phone.device)).toBe(false);
  });

  it("that a full phone cannot store leaves the request unsigned", async () => {
    const full = new DOMException("The device is full", "QuotaExceededError");
    vi.spyOn(phone.device.database.deviceKey, "put").mockRejectedValue(full);
    expect(await refresh()).toMatchObject({ ok: true });
    expect(requests).toEqual([{ path: "/api/auth/refresh", key: null, isRight: false }]);
  });
});
