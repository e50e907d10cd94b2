import type { DocumentContent } from "@fieldfare/documents";

type Answer = { readonly bytes: ArrayBuffer } | { readonly error: string };

/** Draws the document as a PDF in a worker, so that the screen does not freeze and the memory is freed afterwards. */
export function drawDocument(content: DocumentContent): Promise<Blob> {
  const worker = new Worker(new URL("./drawing.worker.ts", import.meta.url), { type: "module" });
  const drawing = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if ("error" in data) reject(new Error(data.error));
      else resolve(new Blob([data.bytes], { type: "application/pdf" }));
    });
    worker.addEventListener("error", ({ message }) =>
      reject(new Error(message || "The PDF worker failed")),
    );
    worker.postMessage(content);
  });
  return drawing.finally(() => worker.terminate());
}
