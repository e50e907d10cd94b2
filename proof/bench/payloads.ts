import { type PageServer, servePages } from "./page-server.ts";
import { fullPayload } from "./payload.ts";
import type { BenchResources } from "./resources.ts";

export interface Payloads {
  readonly server: PageServer;
  readonly full: { readonly json: string; readonly rows: number };
}

/** Serves the bench's pages, with `/payload/full` and `/payload/tenth`. */
export function openPayloads(resources: BenchResources): Promise<Payloads> {
  return resources.once("payloads", open);

  async function open(): Promise<Payloads> {
    const server = await servePages(resources);
    const full = fullPayload();
    server.answer("/payload/full", full.json);
    server.answer("/payload/tenth", fullPayload(0.1).json);
    server.answer("/payload/parts", selectParts(full.json));
    return { server, full };
  }
}

function selectParts(json: string): string {
  const answer = JSON.parse(json) as { payload: { type: string }[] };
  return JSON.stringify({
    ...answer,
    payload: answer.payload.filter(({ type }) => type === "Part"),
  });
}
