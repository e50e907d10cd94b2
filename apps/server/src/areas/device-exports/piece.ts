import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { exportLimits, z } from "@fieldfare/contract";
import { formatIssues, type Refusal, refuse } from "../../http/problem.ts";
import { readForm } from "../../http/uploads.ts";

/** One piece of an export. */
export interface Piece {
  readonly batchId: string;
  readonly index: number;
  readonly content: Buffer;
  readonly sha256: string;
}

const fields = z.object({
  batchId: z.guid(),
  index: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(exportLimits.pieces - 1)),
});

/** Reads the form parts `batchId`, `index` and `chunk`, in any order. */
export async function readPiece(request: FastifyRequest): Promise<Piece | Refusal> {
  if (!request.isMultipart())
    return refuse("invalid", { issues: [{ path: "chunk", message: "Send multipart/form-data" }] });
  const { given, content } = await readForm(() => readParts(request));
  const parsed = z.safeParse(fields, given);
  if (!parsed.success) return refuse("invalid", { issues: formatIssues(parsed.error) });
  if (!content || content.length === 0)
    return refuse("invalid", { issues: [{ path: "chunk", message: "The piece is empty" }] });
  return {
    batchId: parsed.data.batchId.toLowerCase(),
    index: parsed.data.index,
    content,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
}

async function readParts(request: FastifyRequest) {
  const given: { batchId?: string; index?: string } = {};
  let content: Buffer | null = null;
  for await (const part of request.parts()) {
    if (part.type === "field") {
      if (part.fieldname === "batchId" || part.fieldname === "index")
        given[part.fieldname] = String(part.value);
    } else if (part.fieldname === "chunk") content = await part.toBuffer();
    else part.file.resume();
  }
  return { given, content };
}
