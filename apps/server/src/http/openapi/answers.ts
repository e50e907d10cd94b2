import { type Call, header, type problem, problemCode, type z } from "@fieldfare/contract";
import { officeProblemCode } from "@fieldfare/contract/office";
import { problems, type ProblemCode } from "../problem.ts";
import { takesRepeatKey } from "../repeated-requests.ts";
import type { RouteOptions } from "../routes.ts";
import { describe } from "./descriptions.ts";
import { documentedSchemas } from "./documented-schemas.ts";
import { buildExample } from "./examples.ts";
import { everyAnswer, headerReferences, type Reference } from "./headers.ts";
import { binaryAnswers, eventStreams, ownRefusals, takesRecorded } from "./operations.ts";
import type { JsonSchema, SchemaWriter } from "./schemas.ts";

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** Builds the answer of a call that was done. */
export function buildAnswer(call: Call, name: string, writer: SchemaWriter): Answer {
  const headers = headerReferences({
    ...everyAnswer,
    ...(name === "ping" && {
      [header.deviceError]: "DeviceError",
      [header.deviceWipe]: "DeviceWipe",
    }),
    ...(call.givesVersion && { [header.version]: "Version" }),
    ...(takesRepeatKey(call) && { [header.idempotencyReplayed]: "Replayed" }),
    ...(name === "sync" && { [header.syncSize]: "SyncSize" }),
  });
  const events = eventStreams[name];
  if (events) {
    const { description, example } = events;
    const content = { "text/event-stream": { schema: { type: "string" as const }, example } };
    return { description, headers, content };
  }
  const types = binaryAnswers[name];
  if (types) {
    const schema: JsonSchema = { type: "string", format: "binary" };
    return {
      description: "The bytes.",
      headers,
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    };
  }
  const written = describe(
    writer.write(documentedSchemas[name]?.response ?? call.response, "output"),
    [name, "answer"],
  );
  const example = buildExample(written, [name, "answer"], writer.components);
  return {
    description: "It was done, or this is what was asked for.",
    headers,
    content: { "application/json": { schema: written, example } },
  };
}

/** The codes that each caller and each input can be refused with, and those of the call itself, by status. */
export function buildRefusals(
  call: Call,
  name: string,
  options: RouteOptions,
  problemSchema: JsonSchema,
): Record<string, Answer> {
  const byStatus = Map.groupBy(
    possibleRefusals(call, name, options),
    (code): number => problems[code][0],
  );
  // A body of another type has the code of any other body that cannot be read, also where the call takes none.
  if (call.method !== "GET") byStatus.set(415, ["invalid"]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        buildRefusal(status, codes, problemSchema, refusalType(options)),
      ]),
  );
}

/** OAuth has its own errors. */
function refusalType({ hasOauthErrors }: RouteOptions): string {
  return hasOauthErrors ? "application/json" : "application/problem+json";
}

/** The codes that a call can be refused with. */
function possibleRefusals(call: Call, name: string, { isTraining }: RouteOptions): ProblemCode[] {
  const codes = new Set<ProblemCode>(["too-many-attempts", "unexpected", "unavailable"]);
  // Every call of the office refuses a filter that it does not know.
  if (call.params || call.query || call.body || call.audience === "office") codes.add("invalid");
  if (call.body) codes.add("too-large");
  // A locked phone and a disabled account may still send what was recorded.
  const takesFromAnyone = takesRecorded(name) && !isTraining;
  if (call.audience !== "open") {
    codes.add("unauthorised");
    codes.add("forbidden");
    if (!takesFromAnyone) codes.add("account-disabled");
  }
  if (call.audience === "office" && call.permission !== "none") codes.add("permission-missing");
  if (call.audience === "office" && !call.mayKeepPassword) codes.add("password-change-needed");
  if (call.audience === "engineer" && !call.withoutDevice) {
    codes.add("device-unknown");
    codes.add("device-unapproved");
    if (!takesFromAnyone) codes.add("device-locked");
  }
  if (call.isSigned) codes.add("signature-mismatch");
  if (takesRepeatKey(call)) codes.add("key-reused");
  if (call.takesVersion) codes.add("stale");
  for (const code of ownRefusals(name)) codes.add(code);
  return Object.values({ ...problemCode, ...officeProblemCode }).filter((code) => codes.has(code));
}

function buildRefusal(
  status: number,
  codes: readonly ProblemCode[],
  problemSchema: JsonSchema,
  type: string,
): Answer {
  const mayRetry = status === 429 || status === 503;
  const isAboutDevice = codes.some((code) => code.startsWith("device-"));
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code][1]}.`).join("\n\n"),
    headers: headerReferences({
      ...everyAnswer,
      ...(mayRetry && { "Retry-After": "RetryAfter" }),
      ...(status === 401 && { "WWW-Authenticate": "Authenticate" }),
      ...(isAboutDevice && { [header.deviceError]: "DeviceError" }),
    }),
    content: {
      [type]: {
        schema: problemSchema,
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleProblem(status, code) }]),
        ),
      },
    },
  };
}

function exampleProblem(status: number, code: ProblemCode): z.output<typeof problem> {
  return {
    title: problems[code][1],
    status,
    code,
    ...(code === "invalid" && {
      issues: [
        { path: "property.postcode", message: "Too big: expected string to have <=10 characters" },
      ],
    }),
    ...(code === "permission-missing" && { issues: [{ path: "permission", message: "13#12" }] }),
    ...(code === "lane-gap" && { expectedLaneNumber: 3 }),
    ...(code === "confirmation-needed" && {
      confirmation: {
        token: "b3BlbiBzZXNhbWU",
        expiresOn: "2026-11-23T09:10:00.000Z",
        lost: { messages: 3, images: 1, drafts: 1 },
        reportedOn: "2026-11-23T08:58:00.000Z",
      },
    }),
    requestId: "4bf92f3577b34da6a3ce929d0e0e4736",
  };
}
