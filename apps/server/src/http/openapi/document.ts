import { createHash } from "node:crypto";
import { type Call, canonicalJson, header, problem, productVersion, z } from "@fieldfare/contract";
import { type OfficePermissionName, permissionString } from "@fieldfare/contract/office";
import { readField } from "@fieldfare/domain";
import type { RouteOptions } from "../routes.ts";
import { type Answer, buildAnswer, buildRefusals, type MediaType } from "./answers.ts";
import { describe } from "./descriptions.ts";
import { documentedSchemas } from "./documented-schemas.ts";
import { buildExample } from "./examples.ts";
import {
  answerHeaders,
  everyAnswer,
  headerParameters,
  headerReferences,
  type Parameter,
  redirectHeaders,
  type Reference,
  requestHeaders,
} from "./headers.ts";
import {
  answersUnavailable,
  multipartBodies,
  redirects,
  requestExamples,
  tags,
} from "./operations.ts";
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from "./schemas.ts";

/** A route as it was registered: `path` has the prefix of the server. */
export interface DocumentedRoute {
  readonly call: Call;
  readonly options: RouteOptions;
  readonly path: string;
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
