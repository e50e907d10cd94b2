import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import type { Caller } from "../testing/caller.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../testing/in-process.ts";
import { aLog } from "../testing/log.ts";
import { readFileBytes, readForm } from "./uploads.ts";

const log = aLog();
let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer(log.config);
  office = await server.office();
  sam = await server.installed();
});
afterAll(() => server.close());

const engineerHeaders = () => ({
  authorization: `Bearer ${sam.caller.token}`,
  [header.deviceId]: sam.deviceId,
});
const officeHeaders = () => ({ authorization: `Bearer ${office.token}` });

async function send(path: string, body: string, headers: Readonly<Record<string, string>>) {
  const answer = await server.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "multipart/form-data; boundary=part", ...headers },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

const beginPart = (name: string, fileName: string) =>
  `--part\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
const homes = "uprn,line1,postcode\r\n100000000001,1 Acacia Avenue,AB1 2CD\r\n";

describe.each([
  { path: "/api/office/imports/properties", name: "file", headers: officeHeaders },
  { path: "/api/job/image", name: "image", headers: engineerHeaders },
  { path: "/api/device/export/chunk", name: "chunk", headers: engineerHeaders },
  { path: "/verify/1", name: "file", headers: () => ({}) },
])("A form for $path that is not whole", ({ path, name, headers }) => {
  it.each([
    ["ends within a file", `${beginPart(name, "homes.csv")}${homes}`],
    [
      "ends at a boundary that is not the last",
      `${beginPart(name, "homes.csv")}${homes}\r\n--part\r\n`,
    ],
    ["ends within the headings of a part", "--part\r\ncontent-disposition: form-data"],
    ["has no part", "no part"],
    ["ends within a field", '--part\r\ncontent-disposition: form-data; name="other"\r\n\r\ntext'],
    [
      "names a part `__proto__`",
      '--part\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--part--\r\n',
    ],
    [
      "has a part that is not the JSON it is said to be",
      '--part\r\ncontent-disposition: form-data; name="other"\r\ncontent-type: application/json\r\n\r\n{\r\n--part--\r\n',
    ],
  ])("because it %s is refused with what to do", async (_why, body) => {
    expect(await send(path, body, headers())).toMatchObject({
      status: 400,
      body: {
        code: "invalid",
        issues: [{ path: "", message: "The form is not whole. Send it again from the beginning" }],
      },
    });
  });

  it.each([
    ["no", "multipart/form-data"],
    ["too long a", `multipart/form-data; boundary=${"b".repeat(300)}`],
  ])("because it has %s boundary is refused with what to do", async (_which, type) => {
    const answer = await send(path, "--part--", { ...headers(), "content-type": type });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  it("is logged with the reason", async () => {
    log.lines.length = 0;
    await send(path, `${beginPart(name, "homes.csv")}${homes}`, headers());
    expect(log.read()).toContainEqual(
      expect.objectContaining({
        level: "info",
        msg: "the body of a request cannot be read",
        err: expect.objectContaining({ message: expect.stringContaining("Unexpected end") }),
      }),
    );
  });
});

it("A form of an image that is not whole is a refused message, which the office sees", async () => {
  const key = randomUUID();
  await send("/api/job/image", beginPart("image", "photo.jpg"), {
    ...engineerHeaders(),
    [header.idempotencyKey]: key,
  });
  expect(
    await server.rows("select type, code, reason from refused_message where message_id = $1", [
      key,
    ]),
  ).toEqual([
    {
      type: "JobImage",
      code: "invalid",
      reason: "The form is not whole. Send it again from the beginning",
    },
  ]);
});

describe("An error that is not of the form", () => {
  const diskFull = () =>
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from("uprn");
    throw diskFull();
  }

  it.each([
    ["of what reads its parts", () => readForm(() => Promise.reject(diskFull()))],
    [
      "of its file",
      async () => {
        for await (const _ of readFileBytes(failing()));
      },
    ],
  ])("%s is unexpected, and logged as an error", async (_where, read) => {
    const app = await server.startAnother();
    app.post("/api/form", read);
    log.lines.length = 0;
    const answer = await app.inject({ method: "POST", url: "/api/form" });
    expect(answer.json()).toMatchObject({ status: 500, code: "unexpected" });
    expect(log.read()).toContainEqual(
      expect.objectContaining({
        level: "error",
        err: expect.objectContaining({ message: "ENOSPC: no space left on device, write" }),
      }),
    );
  });
});

it.each([
  ["as it is", 'filename="homes\0.csv"'],
  ["encoded", "filename*=utf-8''homes%00.csv"],
])("A file name with a NUL (%s) is refused with its name", async (_how, fileName) => {
  const body = `--part\r\ncontent-disposition: form-data; name="file"; ${fileName}\r\n\r\n${homes}\r\n--part--\r\n`;
  expect(await send("/api/office/imports/properties", body, officeHeaders())).toMatchObject({
    status: 400,
    body: {
      code: "invalid",
      issues: [
        {
          path: "file",
          message: "The file name has a character that cannot be stored. Rename the file",
        },
      ],
    },
  });
});
