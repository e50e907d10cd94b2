import { connect } from "node:net";
import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";

let server: TestServer;
let sam: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ config: { propertyImportMegabytes: 1 } });
  sam = await server.addEngineer("sam");
});
afterAll(() => server.stop());

const part = (name: string, more = "") =>
  `--part\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
const filler = "x".repeat(65_536);

/** How a body begins, and what then comes for ever. */
interface Attack {
  readonly type: string;
  readonly head: string;
  readonly more: string;
}

const form = (head: string, more: string): Attack => ({
  type: "multipart/form-data; boundary=part",
  head,
  more,
});

const attacks = {
  "fields without end": form("", `${part("message")}1\r\n`.repeat(1_000)),
  "a field without end": form(part("message"), filler),
  "a file without end": form(part("file", '; filename="homes.csv"'), `uprn\n${filler}`),
  "another file without end": form(part("other", '; filename="homes.csv"'), `uprn\n${filler}`),
  "headers of a part without end": form("--part\r\n", `x-more: ${filler}\r\n`),
  "no part": form("", filler),
} as const;

const engineer = () => ({
  authorization: `Bearer ${sam.token}`,
  [header.deviceId]: sam.deviceId,
});
const officeCaller = () => ({ authorization: `Bearer ${server.officeToken}` });

describe.each([
  { path: "/api/job/image", caller: engineer },
  { path: "/api/device/export/chunk", caller: engineer },
  { path: "/api/office/imports/properties", caller: officeCaller },
  { path: "/verify/1", caller: () => ({}) },
])("$path", ({ path, caller }) => {
  it.each(Object.entries(attacks))("refuses %s, and ends the connection", async (_what, attack) => {
    expect(await sendForEver(path, attack, caller())).toContain("HTTP/1.1 413 ");
  });

  // A call that has all it wants answers it.
  it.each([
    ["files", form("", `${part("file", '; filename="a"')}1\r\n`.repeat(1_000))],
    ["bytes after the end of the form", form(`${part("message")}1\r\n--part--\r\n`, filler)],
  ])("ends the connection on which %s never end", async (_what, attack) => {
    expect(await sendForEver(path, attack, caller())).not.toContain("HTTP/1.1 5");
  });
});

it("A file that is refused for its beginning does not hold up its connection", async () => {
  const file = form(part("file", '; filename="homes.csv"'), `a,b\n${filler}`);
  const answer = await sendForEver("/api/office/imports/properties", file, officeCaller());
  expect(answer).toContain("HTTP/1.1 400 ");
});

const json: Attack = { type: "application/json", head: '{"a":"', more: filler };
const fields = attacks["fields without end"];

it.each([
  ["a call that reads no form", "/api/job/status", fields, engineer],
  ["a caller without a token", "/api/office/imports/properties", fields, () => ({})],
  ["an address that nothing answers", "/api/nothing", fields, () => ({})],
  ["a caller who sends JSON without a token", "/api/office/jobs", json, () => ({})],
  ["a caller who sends JSON", "/api/office/jobs", json, officeCaller],
  [
    "a machine that signs in",
    "/api/oauth/token",
    { type: "application/x-www-form-urlencoded", head: "grant_type=", more: filler },
    () => ({}),
  ],
])("The connection of %s ends", async (_who, path, attack, caller) => {
  expect(await sendForEver(path, attack, caller())).not.toContain("HTTP/1.1 5");
});

/** Sends until the server ends the connection, and returns what it has answered. */
async function sendForEver(
  path: string,
  { type, head, more }: Attack,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString("latin1")));
  // The server resets the connection while bytes are under way.
  socket.on("error", () => undefined);
  socket.on("end", () => socket.destroy());
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    `content-type: ${type}`,
    "transfer-encoding: chunked",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${head && toChunk(head)}`);
  const chunk = toChunk(more);
  const sendMore = () => {
    if (socket.writable) socket.write(chunk, sendMore);
  };
  sendMore();
  await closed;
  return answer;
}

function toChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}
