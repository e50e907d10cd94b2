export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Reads server-sent events; a comment, such as a heartbeat, calls `onSign` alone. `EventSource` cannot send a token in a
 * header.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onSign: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onSign();
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = readField(block, "event");
      const data = readField(block, "data");
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}

function readField(block: string, name: string): string | undefined {
  const line = block.split("\n").find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
