import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../testing/caller.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../testing/in-process.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
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
  ])("because it %s is refused with what to do", async (_why, body) => {
    expect(await send(path, body, headers())).toMatchObject({
      status: 400,
      body: {
        code: "invalid",
        issues: [{ path: "", message: "The form is not whole. Send it again from the beginning" }],
      },
    });
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
