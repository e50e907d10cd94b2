import type { FastifyInstance } from "fastify";
import { header, problem, problemCode, z } from "@fieldfare/contract";
import { officeProblemCode } from "@fieldfare/contract/office";
import { expect } from "vitest";
import type { OpenApiDocument, Operation } from "../http/openapi/document.ts";
import type { JsonSchema } from "../http/openapi/schemas.ts";
import { readBody } from "./read-body.ts";

/** A call as the OpenAPI document has it. */
export interface DocumentedCall {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly audience: "open" | "engineer" | "office";
  readonly isTraining: boolean;
  readonly operation: Operation;
  readonly parameters: readonly DocumentedParameter[];
  readonly body: { readonly schema: JsonSchema; readonly example: unknown } | null;
  readonly takesMultipart: boolean;
  readonly components: OpenApiDocument["components"]["schemas"];
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

const methods = { get: "GET", post: "POST", put: "PUT", delete: "DELETE" } as const;

/** Reads every call of the documents, so that a new route is covered from the start. */
export async function readDocumentedCalls(app: FastifyInstance): Promise<DocumentedCall[]> {
  const urls = ["/api/openapi.json", "/api/openapi-training.json"];
  const answers = await Promise.all(urls.map((url) => app.inject(url)));
  return answers.flatMap((answer) => {
    const { paths, components } = answer.json<OpenApiDocument>();
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(methods).flatMap(([key, method]) => {
        const operation = operations[key];
        return operation
          ? [toCall({ path, method, operation, components: components.schemas })]
          : [];
      }),
    );
  });
}

function toCall({
  operation,
  ...place
}: Pick<DocumentedCall, "path" | "method" | "operation" | "components">): DocumentedCall {
  const { content = {} } = operation.requestBody ?? {};
  const { schema, example } = content["application/json"] ?? {};
  const [security = {}] = operation.security;
  const audience = "engineer" in security ? "engineer" : "office" in security ? "office" : "open";
  return {
    ...place,
    name: operation.operationId,
    audience,
    isTraining: place.path.startsWith("/api/emulate/"),
    operation,
    parameters: operation.parameters.filter((parameter) => "schema" in parameter),
    body: schema ? { schema, example } : null,
    takesMultipart: "multipart/form-data" in content,
  };
}

export interface Request {
  readonly token?: string | undefined;
  readonly deviceId?: string | undefined;
  /** Values of parameters; those of the document's example otherwise. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly method?: DocumentedCall["method"] | "PATCH";
}

export interface CallAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly body: string;
}

/** Sends a request for a documented call, and checks that a refusal is a problem with a code and a documented status. */
export async function send(
  app: FastifyInstance,
  call: DocumentedCall,
  { token, deviceId, params = {}, query = {}, method = call.method, ...request }: Request,
): Promise<CallAnswer> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? String(findExample(call, name))),
  );
  const search = new URLSearchParams(query).toString();
  const { body = call.body?.example, contentType: bodyType = "application/json" } = request;
  const payload = method === "GET" || body === undefined ? undefined : toText(body);
  const response = await app.inject({
    method,
    url: search === "" ? path : `${path}?${search}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(deviceId !== undefined && { [header.deviceId]: deviceId }),
      ...(payload !== undefined && { "content-type": bodyType }),
    },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  });
  const status = response.statusCode;
  const answer = await readBody(response);
  if (status < 400) return { status, code: null, body: answer };
  const at = `${method} ${path} ${status} ${answer}`;
  const [contentType] = String(response.headers["content-type"]).split(";");
  const parsed = z.safeParse(problem, contentType?.endsWith("json") && JSON.parse(answer));
  const { code = null } = parsed.data ?? {};
  const documented = method === call.method ? call.operation.responses[String(status)] : anyProblem;
  expect({ at, contentType, isKnown: codes.includes(code) }).toEqual({
    at,
    contentType: Object.keys(documented?.content ?? {})[0],
    isKnown: true,
  });
  return { status, code, body: answer };
}

const anyProblem = { content: { "application/problem+json": {} } };

const codes: readonly (string | null)[] = Object.values({
  ...problemCode,
  ...officeProblemCode,
});

function findExample({ parameters }: DocumentedCall, name: string): unknown {
  return parameters.find((parameter) => parameter.in === "path" && parameter.name === name)
    ?.example;
}

/** Sends text as it is, and everything else as JSON. */
function toText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
