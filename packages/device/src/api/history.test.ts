import { afterEach, expect, test } from "vitest";
import { createDisk, type NodeDevice, openNodeDevice } from "../testing/index.ts";
import { downloadPaper, downloadPicture, readHistoryDocuments } from "./history.ts";

const ownerId = "0190a000-0000-7000-8000-000000000001";
const documentId = "0190a000-0000-7000-8000-0000000000d1";

let phone: NodeDevice | undefined;
afterEach(() => phone?.kill());

test("a paper is fetched by its id, the token in a header and not in the address", async () => {
  const asked: Request[] = [];
  const device = await aPhone((request) => {
    asked.push(request);
    return new Response("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
  });
  const answer = await downloadPaper(device, documentId);
  expect(answer.ok && (await answer.value.text())).toBe("%PDF-1.7");
  expect(asked.map(({ url }) => url)).toEqual([
    `http://server.example/document/downloadaspdf/${documentId}`,
  ]);
  expect(asked[0]?.headers.get("Authorization")).toBe("Bearer sams-token");
});

test("a portal's page is neither a picture nor a paper", async () => {
  const device = await aPhone(
    () => new Response("<p>Sign in</p>", { headers: { "Content-Type": "text/html" } }),
  );
  const nonsense = { ok: false, failure: { kind: "nonsense", status: 200 } };
  expect(await downloadPicture(device, documentId)).toEqual(nonsense);
  expect(await downloadPaper(device, documentId)).toEqual(nonsense);
});

test("without a network there is a network failure, not a surprise", async () => {
  const device = await aPhone(() => Promise.reject(new TypeError("offline")));
  const failed = { ok: false, failure: { kind: "network" } };
  expect(await readHistoryDocuments(device, documentId)).toEqual(failed);
  expect(await downloadPicture(device, documentId)).toEqual(failed);
});

async function aPhone(answer: (request: Request) => Response | Promise<Response>) {
  phone = await openNodeDevice({
    disk: createDisk(),
    baseUrl: "http://server.example",
    fetch: async (input, init) => answer(new Request(input, init)),
  });
  const { device } = phone;
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
    ownerId,
    signedInOn: "2026-01-05T08:00:00.000Z",
  });
  return device;
}
