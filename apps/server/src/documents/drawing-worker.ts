import { parentPort } from "node:worker_threads";
import type { DocumentContent } from "@fieldfare/documents";
import { drawInline } from "./draw-inline.ts";

/** Draws one document after the other. */
parentPort?.on("message", ({ id, document }: { id: number; document: DocumentContent }) => {
  drawInline(document).then(
    (bytes) => parentPort?.postMessage({ id, bytes }, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ id, error }),
  );
});
