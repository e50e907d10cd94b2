import { type Call, header } from "@fieldfare/contract";
import { takesRepeatKey } from "../repeated-requests.ts";
import { isMessage } from "./operations.ts";
import type { JsonSchema } from "./schemas.ts";

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** Returns references to the headers that a call takes. */
export function headerParameters(call: Call, name: string): Reference[] {
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

/** The headers of requests, by the name that references to them have. */
export const requestHeaders: Readonly<Record<string, Parameter>> = {
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

/** The headers of answers, by the name that references to them have. */
export const answerHeaders = {
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

/** Returns references to headers of answers, by the names of the headers. */
export function headerReferences(
  names: Readonly<Record<string, keyof typeof answerHeaders>>,
): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries(names).map(([name, component]) => [
      name,
      { $ref: `#/components/headers/${component}` },
    ]),
  );
}

/** The headers of an answer that sends the browser on. */
export const redirectHeaders = headerReferences({
  [header.requestId]: "RequestId",
  Location: "Location",
});

/** The headers of every answer. */
export const everyAnswer = { [header.requestId]: "RequestId" } as const;
