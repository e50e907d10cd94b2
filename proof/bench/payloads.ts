import { type PageServer, servePages } from "./page-server.ts";
import { fullPayload } from "./payload.ts";
import type { Stage } from "./stage.ts";

export interface Payloads {
  readonly server: PageServer;
  readonly full: { readonly json: string; readonly rows: number };
}

/** The bench's pages with `/payload/full` and `/payload/tenth` beside them. */
export function openPayloads(stage: Stage): Promise<Payloads> {
  return stage.once("payloads", open);

  async function open(): Promise<Payloads> {
    const server = await servePages(stage);
    const full = fullPayload();
    server.answer("/payload/full", full.json);
    server.answer("/payload/tenth", fullPayload(0.1).json);
    server.answer("/payload/parts", partsOf(full.json));
    return { server, full };
  }
}

function partsOf(json: string): string {
  const answer = JSON.parse(json) as { payload: { type: string }[] };
  return JSON.stringify({
    ...answer,
    payload: answer.payload.filter(({ type }) => type === "Part"),
  });
}
