import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startInProcessServer } from "../../testing/in-process.ts";
import type { OpenApiDocument, Operation } from "./document.ts";

const linter = join(import.meta.dirname, "../../../../../node_modules/@redocly/cli/bin/cli.js");
const rules = join(import.meta.dirname, "redocly.yaml");

let folder: string;
let documents: Record<string, OpenApiDocument>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-openapi-"));
  const server = await startInProcessServer({ documentation: true });
  const read = async (url: string): Promise<OpenApiDocument> =>
    (await server.app.inject(url)).json();
  documents = {
    live: await read("/api/openapi.json"),
    training: await read("/api/openapi-training.json"),
  };
  await server.close();
});

afterAll(() => rm(folder, { recursive: true }));

interface Finding {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Runs the public linter over a document. */
async function lint(document: OpenApiDocument, name: string): Promise<string[]> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(document));
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [linter, "lint", file, "--config", rules, "--format", "json", "--max-problems", "1000"],
      {
        maxBuffer: 50_000_000,
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
      (_error, stdout) => resolve(stdout),
    );
  });
  const { problems } = JSON.parse(output) as { problems: Finding[] };
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ""}: ${message}`,
  );
}

describe("The OpenAPI document", () => {
  it.each(["live", "training"])("%s has no error and no warning of the linter", async (name) => {
    const document = documents[name];
    expect(document && (await lint(document, name))).toEqual([]);
  });

  it("puts every call in a group", () => {
    const without = operations().filter(({ tags }) => tags.length === 0);
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});

function operations(): Operation[] {
  return Object.values(documents).flatMap(({ paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods)),
  );
}
