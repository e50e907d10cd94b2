import { expect, it } from "vitest";
import { readEventStream } from "./event-stream.ts";

async function read(...chunks: readonly string[]) {
  let signs = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of readEventStream(body, () => (signs += 1))) events.push(event);
  return { events, signs };
}

it("reads events however they are cut, and a heartbeat is only a sign", async () => {
  expect(
    await read(
      "event: li",
      "ve\ndata: {}\n",
      '\n: \n\nevent: changed\ndata: {"kinds":[]}\n\nevent: cut',
    ),
  ).toEqual({
    events: [
      { event: "live", data: {} },
      { event: "changed", data: { kinds: [] } },
    ],
    signs: 3,
  });
});
