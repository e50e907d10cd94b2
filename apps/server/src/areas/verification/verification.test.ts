import { createHash } from "node:crypto";
import { compactVerify, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  downloadDocumentAsPdf,
  getJobHistory,
  header,
  listDocumentKeys,
  verifyDocument,
} from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { documentNumber } from "@fieldfare/documents";
import { readPdfText } from "@fieldfare/documents/testing";
import { newKeySet, parseDocumentKeys } from "../../documents/document-keys.ts";
import { aClose } from "../../testing/closings.ts";
import { startInProcessServer } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { verify } from "./verify.ts";

let server: TestServer;
let keySet: string;
let number: string;
let file: Buffer;

beforeAll(async () => {
  keySet = await newKeySet();
  server = await startTestServer({ documentKeys: await parseDocumentKeys(keySet, "Keys") });
  await server.call(office.putBusiness, {
    body: {
      name: "Fieldfare Heating <Leeds>",
      address: "1 High Street, LS1 1AA",
      telephone: null,
      gasSafeRegistration: null,
    },
  });
  const engineer = await server.addEngineer("Gale");
  const raised = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId: engineer.fieldOperativeId, formattedJobId: "FF77" }),
  });
  const job = {
    jobId: raised.jobId,
    fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
  };
  await server.send(engineer, "JobClose", aClose(job, {}));
  const { token, deviceId } = engineer;
  const { documents } = await server.call(getJobHistory, {
    token,
    deviceId,
    params: { jobId: job.jobId },
  });
  const path = downloadDocumentAsPdf.path.replace(":documentId", documents[0]?.documentId ?? "");
  const answer = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${token}`, [header.deviceId]: deviceId },
  });
  file = Buffer.from(await answer.arrayBuffer());
  number = documentNumber("job-sheet", job.fieldOperativeAppointmentId);
});

afterAll(() => server.stop());

const hashBytes = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const alterFile = () => Buffer.concat([file, Buffer.from("\n")]);
const verifyNumber = (typed: string, query?: { sha256: string }) =>
  server.call(verifyDocument, {
    token: null,
    params: { number: encodeURIComponent(typed) },
    ...(query && { query }),
  });

async function page(typed: string, sent?: Buffer) {
  const body = new FormData();
  if (sent) body.set("file", new Blob([new Uint8Array(sent)]), "document.pdf");
  const answer = await fetch(
    `${server.origin}/verify/${encodeURIComponent(typed)}`,
    sent ? { method: "POST", body } : {},
  );
  return { answer, text: await answer.text() };
}

describe("a document of the server", () => {
  it("shows its number and the address of its verification page", async () => {
    const [text] = await readPdfText(file);
    expect(text).toContain(`Document number ${number}.`);
    expect(text).toContain(`${server.origin}/verify/${number}`);
    expect(text).toContain(`Job sheet FF77 \u00B7 Document number ${number} Page 1`);
  });

  it("is found by its number, however that is typed, and its hash shows that it is unchanged", async () => {
    expect(await verifyNumber(number)).toMatchObject({ status: "known" });
    const sloppy = ` ${number.toLowerCase().replaceAll("-", " ").replaceAll("0", "o")}`;
    expect(await verifyNumber(sloppy)).toMatchObject({ status: "known" });
    expect(await verifyNumber(number, { sha256: hashBytes(file) })).toMatchObject({
      status: "unchanged",
    });
    expect(await verifyNumber(number, { sha256: hashBytes(alterFile()) })).toMatchObject({
      status: "different",
    });
  });

  it("is described without personal data", async () => {
    expect(await verifyNumber(number)).toEqual({
      status: "known",
      document: {
        number,
        name: "Job sheet FF77",
        completedOn: expect.any(String) as string,
        issuedBy: "Fieldfare Heating <Leeds>",
        signature: expect.any(String) as string,
      },
    });
    const { text } = await page(number);
    for (const personal of ["Gale", "Example Street", "Pat"]) expect(text).not.toContain(personal);
  });

  it("has a signature that others can check with the published keys", async () => {
    const { document } = await verifyNumber(number);
    const { keys } = await server.call(listDocumentKeys, { token: null });
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const key = await importJWK(keys[0] ?? {}, "EdDSA");
    const { payload } = await compactVerify(document?.signature ?? "", key);
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      number,
      name: "Job sheet FF77",
      sha256: hashBytes(file),
    });
  });

  it("stays genuine after the key was rotated, as long as the old public key is published", async () => {
    const question = { number, sha256: hashBytes(file) };
    const [old] = (JSON.parse(keySet) as { keys: { d?: string }[] }).keys;
    const [current] = (JSON.parse(await newKeySet()) as { keys: object[] }).keys;
    const { d: _, ...withoutPrivatePart } = old ?? {};
    const buildKeys = (...keys: object[]) => parseDocumentKeys(JSON.stringify({ keys }), "Keys");
    const rotated = await buildKeys(current ?? {}, withoutPrivatePart);
    expect(await verify(server.database, rotated, question)).toMatchObject({ status: "unchanged" });
    const without = await buildKeys(current ?? {});
    expect(await verify(server.database, without, question)).toMatchObject({
      status: "unconfirmed",
    });
    await expect(buildKeys(withoutPrivatePart)).rejects.toThrow("private");
  });

  it("is not confirmed when its row in the database was changed", async () => {
    const keys = await parseDocumentKeys(keySet, "Keys");
    const forged = hashBytes(alterFile());
    const { pool } = server.database;
    await pool.query("update document_signature set sha256 = $2 where number = $1", [
      number,
      forged,
    ]);
    const answer = await verify(server.database, keys, { number, sha256: forged });
    await pool.query("update document_signature set sha256 = $2 where number = $1", [
      number,
      hashBytes(file),
    ]);
    expect(answer).toMatchObject({ status: "unconfirmed" });
  });
});

describe("the page of a document", () => {
  it("compares an uploaded file, and does not claim a forgery when it differs", async () => {
    expect((await page(number)).text).toContain("<h1>We know this document</h1>");
    expect((await page(number, file)).text).toContain("<h1>Genuine and unchanged</h1>");
    const { text } = await page(number, alterFile());
    expect(text).toContain("<h1>This is not the file that we have</h1>");
    expect(text).toContain("Ask Fieldfare Heating &lt;Leeds&gt; for a copy");
    expect(text).not.toMatch(/forge|fake|fraud/i);
    expect((await page(number, Buffer.alloc(0))).text).toContain("<h1>We know this document</h1>");
  });

  it("says what to do when the number is unknown", async () => {
    for (const typed of ["J-0000-0000-0000-0000", "<script>alert(1)</script>", "%"]) {
      const { answer, text } = await page(typed);
      expect(answer.status).toBe(200);
      expect(text).toContain("<h1>We do not know this document</h1>");
      expect(text).toContain("Ask the business that is named on the document.");
      expect(text).not.toContain("<script>");
    }
    expect(await verifyNumber("J-0000-0000-0000-0000")).toEqual({
      status: "unknown",
      document: null,
    });
  });

  it("accepts a typed number, and runs no script", async () => {
    const empty = await fetch(`${server.origin}/verify`);
    expect(await empty.text()).toContain("<h1>Check a document</h1>");
    expect(empty.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src/);
    const typed = await fetch(`${server.origin}/verify?number=${number}`, { redirect: "manual" });
    expect(typed.headers.get("location")).toBe(`/verify/${number}`);
  });

  it("limits the requests of one address per minute", async () => {
    const limited = await startInProcessServer({ verificationsPerMinute: 2 });
    for (const url of ["/verify/J-1", "/api/verify/J-1"]) {
      const answers = [];
      for (let time = 0; time < 3; time += 1)
        answers.push((await limited.app.inject({ url })).statusCode);
      expect(answers).toEqual([200, 200, 429]);
    }
    await limited.close();
  });
});
