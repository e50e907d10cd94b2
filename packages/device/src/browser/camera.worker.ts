/// <reference lib="webworker" />
import { shrinkPhoto } from "../camera/shrink.ts";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", (event: MessageEvent<{ id: number; file: Blob }>) => {
  const { id, file } = event.data;
  void shrinkPhoto(file).then(
    (photo) =>
      self.postMessage({ id, ok: true, value: photo }, photo.ok ? [photo.value.bytes] : []),
    (error: unknown) => self.postMessage({ id, ok: false, error: String(error) }),
  );
});
