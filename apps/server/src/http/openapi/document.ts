import { createHash } from "node:crypto";
import {
  type Call,
  canonicalJson,
  header,
  problem,
  problemCode,
  productVersion,
  z,
} from "@fieldfare/contract";
import {
  type OfficePermissionName,
  officeProblemCode,
  permissionString,
} from "@fieldfare/contract/office";
import { readField } from "@fieldfare/domain";
import { problems, type ProblemCode } from "../problem.ts";
import { takesRepeatKey } from "../repeated-requests.ts";
import type { RouteOptions } from "../routes.ts";
import { describe } from "./descriptions.ts";
import { buildExample } from "./examples.ts";
import {
  answersUnavailable,
  binaryAnswers,
  eventStreams,
  multipartBodies,
  oauthCalls,
  isMessage,
  takesRecorded,
  ownRefusals,
  redirects,
  requestExamples,
  tags,
} from "./operations.ts";
import { documentedSchemas } from "./documented-schemas.ts";
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from "./schemas.ts";

/** A route as it was registered: `path` has the prefix of the server. */
export interface DocumentedRoute {
  readonly call: Call;
  readonly options: RouteOptions;
  readonly path: string;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Of a call of the office: the permission that it needs, as `area#action`, or `none`. */
  readonly "x-permission"?: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [part: string]: unknown;
  };
  readonly [field: string]: unknown;
}

interface DocumentOptions {
  readonly title: string;
  readonly description: string;
  /** The address of the server. */
  readonly url: string;
}

/** Builds the OpenAPI document of the routes. */
export function buildDocument(
  routes: readonly DocumentedRoute[],
  { title, description, url }: DocumentOptions,
): OpenApiDocument {
  const writer = createSchemaWriter();
  const problemSchema = describe(writer.write(problem, "output"), ["Problem"]);
  const usedTags = new Set<string>();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of sortByTag(routes)) {
    const operation = buildOperation(route, writer, problemSchema);
    for (const tag of operation.tags) usedTags.add(tag);
    const path = documentedPath(route.path);
    paths[path] = { ...paths[path], [route.call.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: productVersion,
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "The operator of this server", url: `${url.replace(/\/$/, "")}/api/docs` },
    },
    servers: [{ url, description: "This server" }],
    tags: tags
      .filter(({ name }) => usedTags.has(name))
      .map(({ name, description: about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...writer.components].map(([name, schema]) => [name, describe(schema, [name])]),
      ),
      headers: keepUsed(answerHeaders, "headers", paths),
      parameters: keepUsed(requestHeaders, "parameters", paths),
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([audience]) =>
          routes.some(({ call }) => call.audience === audience),
        ),
      ),
    },
  };
}

const securitySchemes = {
  engineer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token of a field engineer, from `/api/auth/token`.",
  },
  office: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The token of an account of the office, from `/api/office/token`, or of a machine, from `/api/oauth/token`.",
  },
} as const;

function keepUsed(parts: object, kind: string, paths: OpenApiDocument["paths"]): object {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** The path as the document writes it. */
function documentedPath(path: string): string {
  const plain = path.replaceAll(/:(\w+)/g, "{$1}");
  return plain.length > 1 ? plain.replace(/\/$/, "") : plain;
}

function sortByTag(routes: readonly DocumentedRoute[]): DocumentedRoute[] {
  return routes.toSorted((a, b) => tagIndex(a.path) - tagIndex(b.path));
}

function tagIndex(path: string): number {
  const plain = documentedPath(path);
  const index = tags.findIndex(({ paths }) => paths.test(plain));
  return index === -1 ? tags.length : index;
}

function buildOperation(
  { call, options, path }: DocumentedRoute,
  writer: SchemaWriter,
  problemSchema: JsonSchema,
): Operation {
  const tag = tags[tagIndex(path)];
  const name = plainName(call, options);
  const body = buildBody(call, name, options, writer);
  return {
    operationId: call.name,
    summary: call.summary,
    description: describeAccess(call, options),
    tags: tag ? [tag.name] : [],
    security: call.audience === "open" ? [] : [{ [call.audience]: [] }],
    ...(call.audience === "office" && {
      "x-permission": call.permission === "none" ? "none" : permissionString(call.permission),
    }),
    parameters: buildParameters(call, name, writer),
    ...(body && { requestBody: body }),
    responses: {
      ...(redirects.has(name)
        ? { "303": { description: "The browser goes on.", headers: redirectHeaders, content: {} } }
        : { "200": buildAnswer(call, name, writer) }),
      ...(call.answersUnchanged && {
        "304": {
          description: "Nothing has changed since.",
          headers: headerReferences({ ...everyAnswer, [header.version]: "Version" }),
          content: {},
        },
      }),
      ...buildRefusals(call, name, options, problemSchema),
      ...(answersUnavailable.has(name) && {
        "503": {
          ...buildAnswer(call, name, writer),
          description: "It is not available.",
        },
      }),
    },
  };
}

/** The name of the live call, which a call on training data has too. */
function plainName({ name }: Call, { isTraining }: RouteOptions): string {
  if (!isTraining && !name.startsWith("emulate")) return name;
  const plain = name.replace(/^emulate/, "");
  return `${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
}

function describeAccess(call: Call, { perMinute }: RouteOptions): string {
  const sentences = [`${call.summary}.`];
  if (call.audience === "open") sentences.push("No token is needed.");
  if (call.audience === "office") sentences.push(describePermission(call.permission));
  if (call.audience === "engineer")
    sentences.push(
      call.withoutDevice
        ? "For field engineers, also before their phone is registered."
        : "For field engineers, on a registered phone.",
    );
  if (call.isSigned) sentences.push("A phone that has a device key signs the request with it.");
  if (perMinute !== undefined)
    sentences.push(`At most ${perMinute} requests per minute from one address.`);
  return sentences.join(" ");
}

function describePermission(name: OfficePermissionName | "none"): string {
  if (name === "none") return "For everybody with an account of the office.";
  const permission = `\`${permissionString(name)}\` (${name.replace(".", ", ")})`;
  return `For the office, with the permission ${permission}.`;
}

function buildParameters(
  call: Call,
  name: string,
  writer: SchemaWriter,
): (Parameter | Reference)[] {
  const fields = (
    [
      ["params", "path"],
      ["query", "query"],
    ] as const
  ).flatMap(([part, place]) => {
    const schema = call[part];
    if (!schema) return [];
    const written = describe(writer.write(schema, "input"), [name]);
    return Object.entries(written.properties ?? {}).map(([field, property]): Parameter => {
      const { description, ...rest } = typeof property === "boolean" ? {} : property;
      const isRequired = place === "path" || (written.required ?? []).includes(field);
      return {
        name: field,
        in: place,
        required: isRequired,
        ...(description !== undefined && { description }),
        schema: rest,
        ...(isRequired && { example: buildExample(rest, [name, field], writer.components) }),
      };
    });
  });
  return [...fields, ...headerParameters(call, name)];
}

function headerParameters(call: Call, name: string): Reference[] {
  const names: string[] = [];
  if (call.audience === "engineer")
    names.push(call.withoutDevice ? "OptionalDeviceId" : "DeviceId");
  if (call.audience === "open" && (call.isSigned || call.name === "ping"))
    names.push("OptionalDeviceId");
  if (call.audience === "engineer") names.push("AppVersion", "DeviceTime");
  if (call.isSigned) names.push("DeviceKey", "DeviceSignature");
  if (isMessage(name)) names.push("IdempotencyKey");
  if (takesRepeatKey(call)) names.push("RepeatKey");
  if (call.takesVersion) names.push("IfMatch");
  if (call.answersUnchanged) names.push("IfNoneMatch");
  return [...names, "RequestId"].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const uuid = { type: "string", format: "uuid" } as const;

const requestHeaders: Readonly<Record<string, Parameter>> = {
  DeviceId: {
    name: header.deviceId,
    in: "header",
    required: true,
    description: "The id of the phone that calls.",
    schema: uuid,
    example: "5f0c7f1e-3b1a-4c55-9d9e-0d3a4f6f2a11",
  },
  OptionalDeviceId: {
    name: header.deviceId,
    in: "header",
    required: false,
    description: "The id of the phone that calls, once it has one.",
    schema: uuid,
  },
  AppVersion: {
    name: header.appVersion,
    in: "header",
    required: false,
    description: "The version of the app, which the office sees in the list of devices.",
    schema: { type: "string", maxLength: 50 },
  },
  DeviceTime: {
    name: header.deviceTime,
    in: "header",
    required: false,
    description: "The time by the phone's clock. The server compares it with its own.",
    schema: { type: "string", format: "date-time" },
  },
  DeviceKey: {
    name: header.deviceKey,
    in: "header",
    required: false,
    description: "The public key of the phone: its JSON Web Key as base64url.",
    schema: { type: "string" },
  },
  DeviceSignature: {
    name: header.deviceSignature,
    in: "header",
    required: false,
    description: "The signature of the request with the phone's key, as base64url.",
    schema: { type: "string" },
  },
  IdempotencyKey: {
    name: header.idempotencyKey,
    in: "header",
    required: false,
    description:
      "The `messageId` of the body. A message that was recorded is answered again with its receipt and changes nothing.",
    schema: uuid,
  },
  RepeatKey: {
    name: header.idempotencyKey,
    in: "header",
    required: false,
    description:
      "A key of your own for the request, such as a UUID, with 8 to 255 characters. For seven days a repeat by the same caller gets the first answer and changes nothing; with another body it is refused (`key-reused`). A refused request is tried again.",
    schema: { type: "string", minLength: 8, maxLength: 255 },
  },
  IfMatch: {
    name: header.ifMatch,
    in: "header",
    required: false,
    description:
      "The version that you have read, from `ETag`, or several of them. If none of them is the present one, the request is refused (`stale`).",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: header.ifNoneMatch,
    in: "header",
    required: false,
    description:
      "`pollTag` of the answer to `/api/command`. The phone then has nothing to send, leaves out its time, and asks whether a poll would bring anything.",
    schema: { type: "string" },
  },
  RequestId: {
    name: header.requestId,
    in: "header",
    required: false,
    description:
      "An id of your own for the request, as 32 hexadecimal digits or a UUID. The answer and the server's log have it.",
    schema: { type: "string" },
  },
};

const answerHeaders = {
  RequestId: {
    description: "The id of the request, which is in the server's log too.",
    schema: { type: "string" },
  },
  RetryAfter: {
    description: "After how many seconds the request may be repeated.",
    schema: { type: "integer", format: "int32", minimum: 0 },
  },
  DeviceError: {
    description: "Whether the phone is unknown or locked.",
    schema: { type: "string", enum: ["unknown", "locked"] },
  },
  DeviceWipe: {
    description: "Set while the phone has to be wiped.",
    schema: { type: "string", enum: ["requested"] },
  },
  Authenticate: {
    description: "The kind of token that is needed.",
    schema: { type: "string", enum: ["Bearer"] },
  },
  Location: {
    description: "Where the browser goes.",
    schema: { type: "string", format: "uri-reference" },
  },
  Version: {
    description: "The version of what the answer shows, for `If-Match`.",
    schema: { type: "string" },
  },
  Replayed: {
    description: "`true`: the request was repeated, and this is the first answer.",
    schema: { type: "string", enum: ["true"] },
  },
  SyncSize: {
    description: "The size of the answer in bytes before compression.",
    schema: { type: "integer", format: "int64", minimum: 0 },
  },
} as const;

function headerReferences(
  names: Readonly<Record<string, keyof typeof answerHeaders>>,
): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries(names).map(([name, component]) => [
      name,
      { $ref: `#/components/headers/${component}` },
    ]),
  );
}

const redirectHeaders = headerReferences({ [header.requestId]: "RequestId", Location: "Location" });

const everyAnswer = { [header.requestId]: "RequestId" } as const;

function buildBody(
  call: Call,
  name: string,
  { consumes }: RouteOptions,
  writer: SchemaWriter,
): Operation["requestBody"] {
  const schema = documentedSchemas[name]?.body ?? call.body;
  if (!schema) return undefined;
  const written = describe(writer.write(schema, "input"), [name, "body"]);
  const types = consumes ?? ["application/json"];
  const acceptsNothing = z.safeParse(schema, undefined).success;
  return {
    required: !acceptsNothing,
    content: Object.fromEntries(
      types.map((type) => [
        type,
        type === "multipart/form-data"
          ? { schema: describeParts(name) }
          : {
              schema: written,
              example:
                call.example ??
                requestExamples[name] ??
                asMessage(name, buildExample(written, [name, "body"], writer.components)),
            },
      ]),
    ),
  };
}

/**
 * The example of a message has an id of its own, as the server takes each id once, and the hash of its payload, so that
 * it can be sent.
 */
function asMessage(name: string, example: unknown): unknown {
  const order = readField(example, "order");
  if (typeof example !== "object" || typeof order !== "object") return example;
  const hashed = canonicalJson(readField(example, "payload"));
  const payloadHash = createHash("sha256").update(hashed).digest("hex");
  const messageId = deriveId(name);
  return { ...example, messageId, order: { ...order, payloadHash } };
}

/** The same id each time that the document is built. */
function deriveId(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `9${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

const partSchemas = {
  json: { type: "string", contentMediaType: "application/json" },
  text: { type: "string" },
  integer: { type: "integer", format: "int32" },
  bytes: { type: "string", format: "binary" },
} as const;

function describeParts(name: string): JsonSchema {
  const parts = multipartBodies[name] ?? {};
  return describe(
    {
      type: "object",
      required: Object.keys(parts),
      properties: Object.fromEntries(
        Object.entries(parts).map(([part, kind]) => [part, { ...partSchemas[kind] }]),
      ),
    },
    [name, "parts"],
  );
}

function buildAnswer(call: Call, name: string, writer: SchemaWriter): Answer {
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
function buildRefusals(
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
        buildRefusal(status, codes, problemSchema, refusalType(name, status)),
      ]),
  );
}

/** OAuth has its own errors. A body of another type is refused before the call. */
function refusalType(name: string, status: number): string {
  return oauthCalls.has(name) && status !== 415 ? "application/json" : "application/problem+json";
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
