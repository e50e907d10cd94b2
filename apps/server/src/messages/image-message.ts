import type { FastifyRequest } from "fastify";
import { readField } from "@fieldfare/domain";
import { parseJson, UnreadableBody } from "../http/json-body.ts";
import { isRefusal, type Refusal, refuse } from "../http/problem.ts";
import { readForm } from "../http/uploads.ts";
import type { ImageDetails } from "./inbound-message.ts";
import { decodeImageText, inspectImage } from "./inspect-image.ts";

export interface SentImage {
  readonly body: unknown;
  readonly image: ImageDetails | null;
  readonly bytes: Buffer | null;
}

/** Reads a JobImage: JSON with the image as text, or multipart with `message` and the bytes in `image`. */
export async function readImageMessage(request: FastifyRequest): Promise<SentImage | Refusal> {
  if (request.isMultipart()) return readParts(request);
  const image = readField(request.body, "payload", "image");
  // The contract reports the other issues of the message.
  if (typeof image !== "string")
    return { body: requireImage(request.body), image: null, bytes: null };
  const bytes = decodeImageText(image);
  if (!bytes) return refuse("not-a-picture", { detail: "payload.image is not base64" });
  return withImage(request.body, bytes);
}

async function readParts(request: FastifyRequest): Promise<SentImage | Refusal> {
  const parts = await readForm(() => readMessageAndImage(request));
  if (isRefusal(parts)) return parts;
  const { body, bytes } = parts;
  if (body === undefined) throw new UnreadableBody("The part `message` is missing");
  if (!bytes) {
    return refuse("invalid", { issues: [{ path: "image", message: "The part is missing" }] });
  }
  return withImage(body, bytes);
}

async function readMessageAndImage(
  request: FastifyRequest,
): Promise<{ readonly body: unknown; readonly bytes: Buffer | null } | Refusal> {
  let body: unknown;
  let bytes: Buffer | null = null;
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (part.fieldname !== "message") continue;
      if (part.valueTruncated) return refuse("too-large");
      body = parseJson(String(part.value));
    } else if (part.fieldname === "image") {
      bytes = await part.toBuffer();
    } else if (part.fieldname === "message") {
      body = parseJson((await part.toBuffer()).toString("utf8"));
    } else {
      part.file.resume();
    }
  }
  return { body, bytes };
}

function withImage(body: unknown, bytes: Buffer): SentImage | Refusal {
  const image = inspectImage(bytes);
  return isRefusal(image) ? image : { body, image, bytes };
}

/** JSON requires the image, so a body without it gets an issue that says so. */
function requireImage(body: unknown): unknown {
  const payload = readField(body, "payload");
  if (typeof body !== "object" || typeof payload !== "object" || payload === null) return body;
  return "image" in payload ? body : { ...body, payload: { ...payload, image: undefined } };
}
