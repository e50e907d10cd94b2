import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonSchema } from "./http/openapi/schemas.ts";
import {
  type DocumentedCall,
  readDocumentedCalls,
  type Request,
  send,
} from "./testing/documented-calls.ts";
import { type InProcessServer, startInProcessServer } from "./testing/in-process.ts";

/** How many requests each call gets. */
const requestsPerCall = 8;

let server: InProcessServer;
let calls: readonly DocumentedCall[];
let officeToken: string;
/** Ids that exist, so that requests get past the look-up. */
let knownIds: readonly string[];

beforeAll(async () => {
  server = await startInProcessServer({
    documentation: true,
    requestsPerMinute: 1_000_000,
    verificationsPerMinute: 1_000_000,
    maxWaitSeconds: 0,
  });
  calls = (await readDocumentedCalls(server.app)).filter(({ isTraining }) => !isTraining);
  officeToken = (await server.office()).token ?? "";
  const target = await server.installed();
  const job = await server.job(target);
  knownIds = [target.fieldOperativeId, target.deviceId, ...Object.values(job)];
});
afterAll(() => server.close());

it("No request that is made from the schemas, or nearly so, ends in an error of the server", async () => {
  const faults: string[] = [];
  for (const call of calls) {
    // Whoever sends what a call takes may lose the phone or the account with it.
    const { ids, ...credentials } = await newCaller(call);
    const requests = fc.sample(requestFor(call, [...knownIds, ...ids]), requestsPerCall);
    for (const request of requests) {
      const answer = await send(server.app, call, { ...credentials, ...request });
      // 503: the provider of addresses, or of images, is not there.
      if (answer.status >= 500 && answer.status !== 503)
        faults.push(`${call.name} ${JSON.stringify(request)}: ${answer.body}`);
    }
  }
  expect(faults).toEqual([]);
}, 240_000);

async function newCaller({ audience }: DocumentedCall) {
  if (audience === "open") return { ids: [] };
  if (audience === "office") return { ids: [], token: officeToken };
  const { caller, deviceId, ...engineer } = await server.installed();
  const job = await server.job(engineer);
  return { ids: [deviceId, ...Object.values(job)], token: caller.token, deviceId };
}

/** What is most often forgotten: nothing, too much, another type, and text that a database cannot store. */
const oddValues = fc.constantFrom<unknown[]>(
  null,
  "",
  " ",
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
  "__proto__",
  "';--",
  0,
  -1,
  1e308,
  2 ** 31,
  2 ** 53,
  0.1,
  true,
  [],
  {},
  [[[]]],
  "2026-02-30",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999-14:00",
  "00000000-0000-0000-0000-000000000000",
);

function requestFor(call: DocumentedCall, ids: readonly string[]): fc.Arbitrary<Request> {
  const context = { components: call.components, ids, depth: 0 };
  const from = (place: "path" | "query"): fc.Arbitrary<Record<string, string>> => {
    const parameters = call.parameters.filter((parameter) => parameter.in === place);
    const values = Object.fromEntries(
      parameters.map(({ name, schema }) => [name, valueFor(schema, context).map(toParameter)]),
    );
    return fc.record(values, place === "path" ? {} : { requiredKeys: [] }) as fc.Arbitrary<
      Record<string, string>
    >;
  };
  const body = call.body ? valueFor(call.body.schema, context) : fc.constant(null);
  return fc.record({
    params: from("path"),
    query: from("query"),
    body: body.map((value) => JSON.stringify(value ?? null)),
  });
}

/** An empty part of a path is another path. */
function toParameter(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return ["", ".", ".."].includes(text) ? "-" : text.slice(0, 400).toWellFormed();
}

interface Context {
  readonly components: DocumentedCall["components"];
  readonly ids: readonly string[];
  readonly depth: number;
}

/** Values that fit the schema, and now and then one that does not. */
function valueFor(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: fittingValue(schema, context) },
    { weight: 1, arbitrary: oddValues },
  );
}

function fittingValue(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const { components, depth } = context;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return valueFor(components[name] ?? {}, { ...context, depth: depth + 1 });
  }
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return fc.oneof(...variants.map((variant) => valueFor(variant, context)));
  const types = [schema.type ?? "null"].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, context)));
}

function valueOfType(type: string, schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 2_147_483_647 } = schema;
  switch (type) {
    case "object": {
      const { properties = {}, required = [] } = schema;
      const inside = { ...context, depth: context.depth + 1 };
      const fields = Object.entries(properties).map(([name, property]) => [
        name,
        typeof property === "boolean" ? oddValues : valueFor(property, inside),
      ]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    case "array": {
      const { items, minItems = 0 } = schema;
      if (typeof items !== "object" || Array.isArray(items) || context.depth > 5)
        return fc.constant([]);
      const inside = { ...context, depth: context.depth + 1 };
      return fc.array(valueFor(items, inside), { minLength: minItems, maxLength: minItems + 2 });
    }
    case "string":
      return textFor(schema, context);
    case "integer":
      return fc.integer({ min: minimum, max: Math.min(maximum, 2_147_483_647) });
    case "number":
      return fc.oneof(
        fc.double({ min: minimum, max: maximum, noNaN: true }),
        fc.constantFrom(0, 1),
      );
    case "boolean":
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function textFor(
  { format, pattern, minLength = 0, maxLength = 200 }: JsonSchema,
  { ids }: Context,
): fc.Arbitrary<string> {
  if (format === "uuid") return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === "date-time")
    return fc
      .date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === "date")
    return fc
      .date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === "email") return fc.constantFrom("a@fieldfare.example", "B@fieldfare.example");
  if (format === "uri") return fc.constant("https://push.example/1");
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: "grapheme" });
}
