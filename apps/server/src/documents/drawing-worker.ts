import { parentPort } from "node:worker_threads";
import { draw } from "./draw.ts";
import type { Paper } from "./paper.ts";

/** Draws what it is sent, one paper after the other. */
parentPort?.on("message", ({ id, paper }: { id: number; paper: Paper }) => {
  draw(paper).then(
    (bytes) => parentPort?.postMessage({ id, bytes }),
    (error: unknown) => parentPort?.postMessage({ id, error }),
  );
});
