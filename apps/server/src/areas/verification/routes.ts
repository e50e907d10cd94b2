import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listDocumentKeys, verifyDocument } from "@fieldfare/contract";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readFileBytes, readForm } from "../../http/uploads.ts";
import { pagePolicy, verificationPage } from "./page.ts";
import { type Verification, verify } from "./verify.ts";

/** The largest document that is compared: forty megabytes of photos, plus the rest of the document. */
const fileBytes = 64_000_000;

/** The routes by which anyone checks a document. */
export function verificationRoutes({ database, documentKeys, config }: Server): Route[] {
  const options = { perMinute: config.verificationsPerMinute };
  return [
    // Anyone with a document's number: whether the document is genuine and unchanged.
    route(
      verifyDocument,
      ({ params, query }) => verify(database, documentKeys, { ...params, ...query }),
      options,
    ),
    // Anyone: the public keys that check signatures.
    route(listDocumentKeys, async () => ({ keys: [...documentKeys.published] }), options),
  ];
}

/** Returns the routes of the same check as pages for people. */
export async function verificationPages(
  app: FastifyInstance,
  { database, documentKeys, config }: Server,
) {
  const limited = {
    schema: { hide: true },
    bodyLimit: fileBytes,
    config: { rateLimit: { max: config.verificationsPerMinute, timeWindow: 60_000 } },
  };
  type ByNumber = FastifyRequest<{ Params: { number: string } }>;

  app.get(
    "/verify",
    limited,
    async (request: FastifyRequest<{ Querystring: { number?: unknown } }>, reply) => {
      const { number } = request.query;
      if (typeof number !== "string" || number === "") return send(reply, null, null);
      return reply.redirect(
        `/verify/${encodeURIComponent(number.toWellFormed().slice(0, 60))}`,
        303,
      );
    },
  );

  app.get("/verify/:number", limited, async (request: ByNumber, reply) => {
    const { number } = request.params;
    return send(reply, number, await verify(database, documentKeys, { number }));
  });

  app.post("/verify/:number", limited, async (request: ByNumber, reply) => {
    const { number } = request.params;
    const sha256 = request.isMultipart() ? await hashOfFile(request) : undefined;
    return send(reply, number, await verify(database, documentKeys, { number, sha256 }));
  });
}

/** Hashes the uploaded file as it arrives, without storing it. Undefined when no file was chosen. */
async function hashOfFile(request: FastifyRequest): Promise<string | undefined> {
  const part = await readForm(() => request.file({ limits: { fileSize: fileBytes, files: 1 } }));
  if (!part) return undefined;
  const hash = createHash("sha256");
  let length = 0;
  for await (const bytes of readFileBytes(part.file)) {
    hash.update(bytes);
    length += bytes.length;
  }
  return length === 0 ? undefined : hash.digest("hex");
}

function send(reply: FastifyReply, number: string | null, verification: Verification | null) {
  return reply
    .type("text/html; charset=utf-8")
    .header("Content-Security-Policy", pagePolicy)
    .header("Cache-Control", "no-store")
    .send(verificationPage(number, verification));
}
