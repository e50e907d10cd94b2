/// <reference lib="webworker" />
import { fontAddresses, type Paper } from "@fieldfare/papers";
import { draw } from "@fieldfare/papers/draw";

declare const self: DedicatedWorkerGlobalScope;

/** Both faces lie in the app's own store: no network is needed. */
async function faceAt(address: URL): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`No face at ${address.pathname}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function drawn(paper: Paper): Promise<ArrayBuffer> {
  const [regular, bold] = await Promise.all([
    faceAt(fontAddresses.regular),
    faceAt(fontAddresses.bold),
  ]);
  return (await draw(paper, { regular, bold })).buffer;
}

self.addEventListener("message", ({ data }: MessageEvent<Paper>) => {
  drawn(data).then(
    (bytes) => self.postMessage({ bytes }, [bytes]),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
