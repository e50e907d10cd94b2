import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startInProcessServer } from "../../testing/in-process.ts";
import { descriptions } from "./description-texts.ts";
import { findKey } from "./descriptions.ts";
import type { OpenApiDocument, Operation } from "./document.ts";
import { type JsonSchema, mapProperties } from "./schemas.ts";

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
  it.each(["live", "training"])(
    "%s has no error and no warning of the linter",
    async (name) => {
      const document = documents[name];
      expect(document && (await lint(document, name))).toEqual([]);
    },
    120_000,
  );

  it("puts every call in a group", () => {
    const without = operations().filter(({ tags }) => tags.length === 0);
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("says what each property and each parameter is, and nothing of others", () => {
    const places = Object.values(documents).flatMap(listProperties);
    expect(places.length).toBeGreaterThan(1000);
    const without = places.filter(({ isDescribed }) => !isDescribed);
    expect(without.map(({ path }) => path.join("."))).toEqual([]);
    const used = new Set(places.map(({ path }) => findKey(descriptions, path)));
    expect(Object.keys(descriptions).filter((key) => !used.has(key))).toEqual([]);
  });

  it("has an example for every answer but bytes, which fits its schema", () => {
    const answers = operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        Object.values(content).map((media) => ({ at: `${operationId} ${status}`, media })),
      ),
    );
    const without = answers.filter(
      ({ media }) => !("example" in media || media.examples || media.schema?.format === "binary"),
    );
    expect(without.map(({ at }) => at)).toEqual([]);
  });
});

interface Place {
  readonly path: readonly string[];
  readonly isDescribed: boolean;
}

/** Lists every property and parameter of a document, with the path that its description is looked up by. */
function listProperties({ paths, components }: OpenApiDocument): Place[] {
  const places: Place[] = [];
  const add = (schema: JsonSchema | undefined, owner: readonly string[]) =>
    mapProperties(schema ?? {}, owner, (property, path) => {
      places.push({ path, isDescribed: property.description !== undefined });
      return property;
    });
  for (const [name, schema] of Object.entries(components.schemas)) add(schema, [name]);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, parameters, requestBody, responses } = operation;
    const name = operationId.replace(/^emulate(.)/, (_, first: string) => first.toLowerCase());
    for (const parameter of parameters)
      if ("name" in parameter)
        places.push({
          path: [name, parameter.name],
          isDescribed: parameter.description !== undefined,
        });
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
      add(schema, [name, type === "multipart/form-data" ? "parts" : "body"]);
    for (const { schema } of Object.values(responses["200"]?.content ?? {}))
      add(schema, [name, "answer"]);
  }
  return places;
}

function operations(): Operation[] {
  return Object.values(documents).flatMap(({ paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods)),
  );
}
