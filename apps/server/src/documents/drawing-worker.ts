import { parentPort } from "node:worker_threads";
import type { Paper } from "@fieldfare/papers";
import { drawHere } from "./draw-here.ts";

/** Draws what it is sent, one paper after the other. */
parentPort?.on("message", ({ id, paper }: { id: number; paper: Paper }) => {
  drawHere(paper).then(
    (bytes) => parentPort?.postMessage({ id, bytes }, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ id, error }),
  );
});
