import { afterEach, expect, test } from "vitest";
import { createDisk, type NodeDevice, openNodeDevice, selectEngineer } from "../testing/index.ts";
import { getProperty } from "@fieldfare/contract";
import { poll } from "../polling/poll.ts";
import { refreshClientSettings } from "../session/client-settings.ts";
import { callServer } from "./call.ts";
import { downloadPdf, downloadImage, readHistoryDocuments } from "./history.ts";

const ownerId = "0190a000-0000-7000-8000-000000000001";
const documentId = "0190a000-0000-7000-8000-0000000000d1";

let phone: NodeDevice | undefined;
afterEach(() => phone?.kill());

test("a document is fetched by its id, the token in a header and not in the address", async () => {
  const requests: Request[] = [];
  const device = await aPhone((request) => {
    requests.push(request);
    return new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
  });
  const answer = await downloadPdf(device, documentId);
  expect(answer.ok && (await answer.value.text())).toBe("%PDF-1.7");
  expect(requests.map(({ url }) => url)).toEqual([
    `http://server.example/document/downloadaspdf/${documentId}`,
  ]);
  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer sams-token");
});

test("an expired token is renewed for a document too", async () => {
  const requests: string[] = [];
  const device = await aPhone((request) => {
    const { pathname } = new URL(request.url);
    const token = request.headers.get("Authorization") ?? "";
    requests.push([pathname, token].join(" ").trim());
    if (pathname === "/api/auth/refresh") {
      const model = { token: "new", refreshToken: "r2", expiresOn: "2026-01-05T10:00:00.000Z" };
      return Response.json(model);
    }
    if (token === "Bearer sams-token")
      return Response.json(
        { title: "Sign in first", status: 401, code: "unauthorised" },
        { status: 401, headers: { "Content-Type": "application/problem+json" } },
      );
    return new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
  });
  expect(await downloadPdf(device, documentId)).toMatchObject({ ok: true });
  const path = `/document/downloadaspdf/${documentId}`;
  expect(requests).toEqual([
    `${path} Bearer sams-token`,
    "/api/auth/refresh",
    `${path} Bearer new`,
  ]);
});

test("the server's settings reach the device: the admin base, the sizes of a synchronisation", async () => {
  const requests: string[] = [];
  const settings = {
    supportPhone: null,
    standaloneOnly: false,
    adminPath: "/admin",
    sync: { warnSizeInMb: 2, minSizeInMb: 1, maxSizeInMb: 12 },
    blockPolling: true,
    lockAfterMinutes: null,
    publicUrl: "https://fieldfare.example",
    escrowKey: { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43), kid: "2026-11" },
    providerSignIn: true,
  };
  const device = await aPhone((request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    if (pathname === "/api/client-settings") return Response.json(settings);
    return new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
  });
  expect(await refreshClientSettings(device)).toEqual(settings);
  await downloadPdf(device, documentId);
  await downloadImage(device, documentId);
  await callServer(device, getProperty, { params: { propertyId: documentId } });
  // The poll fetches nothing of the history.
  await poll(device);
  expect(requests).toEqual([
    "/api/client-settings",
    `/admin/document/downloadaspdf/${documentId}`,
    `/admin/document/download/${documentId}`,
    `/admin/Property/${documentId}`,
  ]);
  expect((await device.shared.setting.get(1))?.sync.config).toEqual({
    onStart: true,
    ...settings.sync,
  });
});

test("a server of an earlier version leaves the default settings", async () => {
  const device = await aPhone(() =>
    Response.json({ supportPhone: "01632 960100", standaloneOnly: true }),
  );
  expect(await refreshClientSettings(device)).toMatchObject({
    supportPhone: "01632 960100",
    adminPath: "",
    sync: { warnSizeInMb: 5, minSizeInMb: 0, maxSizeInMb: 30 },
    blockPolling: false,
    lockAfterMinutes: 15,
  });
});

test("a portal's page is neither an image nor a document", async () => {
  const device = await aPhone(
    () => new Response("<p>Sign in</p>", { headers: { "Content-Type": "text/html" } }),
  );
  const malformed = { ok: false, failure: { kind: "malformed", status: 200 } };
  expect(await downloadImage(device, documentId)).toEqual(malformed);
  expect(await downloadPdf(device, documentId)).toEqual(malformed);
});

test("without a network the result is a network failure, not an exception", async () => {
  const device = await aPhone(() => Promise.reject(new TypeError("offline")));
  const failed = { ok: false, failure: { kind: "network" } };
  expect(await readHistoryDocuments(device, documentId)).toEqual(failed);
  expect(await downloadImage(device, documentId)).toEqual(failed);
});

async function aPhone(answer: (request: Request) => Response | Promise<Response>) {
  phone = await openNodeDevice({
    disk: createDisk(),
    baseUrl: "http://server.example",
    fetch: async (input, init) => answer(new Request(input, init)),
  });
  const { device } = phone;
  await selectEngineer(device, ownerId);
  await device.database.token.put({
    id: 1,
    tokenModel: {
      token: "sams-token",
      refreshToken: "r",
      expiresOn: "2026-01-05T09:00:00.000Z",
    },
    claims: {
      id: ownerId,
      name: "Sam",
      email: "sam.taylor@fieldfare.example",
      userType: 1,
      perms: [],
      fieldOperativeId: ownerId,
      requestSignature: false,
      recordsMileage: false,
      exp: 0,
    },
    signedInOn: "2026-01-05T08:00:00.000Z",
  });
  return device;
}
