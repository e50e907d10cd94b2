/// <reference lib="webworker" />
import { fontAddresses, type DocumentContent } from "@fieldfare/documents";
import { draw } from "@fieldfare/documents/draw";

declare const self: DedicatedWorkerGlobalScope;

/** The service worker has cached both fonts: no network is needed. */
async function loadFont(address: URL): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`No font at ${address.pathname}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function drawBytes(content: DocumentContent): Promise<ArrayBuffer> {
  const [regular, bold] = await Promise.all([
    loadFont(fontAddresses.regular),
    loadFont(fontAddresses.bold),
  ]);
  return (await draw(content, { regular, bold })).buffer;
}

self.addEventListener("message", ({ data }: MessageEvent<DocumentContent>) => {
  drawBytes(data).then(
    (bytes) => self.postMessage({ bytes }, [bytes]),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
