/** Longer than any line that an export writes. */
const mostLine = 16_000_000;
/** Unpacked, so that a small file cannot grow until the phone gives up. */
const mostUnpacked = 600_000_000;

export class UnreadableFile extends Error {
  readonly fault: "damaged" | "too-large";
  constructor(fault: "damaged" | "too-large") {
    super(`The file cannot be read: ${fault}`);
    this.fault = fault;
  }
}

/**
 * The lines of a gzip file, one at a time, whatever its size. `report` is told how many of its bytes are
 * read. Throws UnreadableFile for what is no gzip, breaks off, or unpacks to more than a phone holds.
 */
export async function* readLines(
  file: Blob,
  report: (bytes: number) => void,
): AsyncGenerator<string> {
  let read = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        read += chunk.length;
        report(read);
        controller.enqueue(chunk);
      },
    }),
  );
  const reader = counted.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let begun: string[] = [];
  let length = 0;
  let unpacked = 0;
  try {
    for (;;) {
      const { value, done } = await next(reader);
      unpacked += value?.length ?? 0;
      if (unpacked > mostUnpacked) throw new UnreadableFile("too-large");
      const [first = "", ...others] = decode(decoder, value).split("\n");
      begun.push(first);
      length += first.length;
      if (length > mostLine) throw new UnreadableFile("too-large");
      const last = others.pop();
      if (last !== undefined) {
        yield begun.join("");
        yield* others;
        begun = [last];
        length = last.length;
      }
      if (done) break;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (length > 0) yield begun.join("");
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new UnreadableFile("damaged");
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new UnreadableFile("damaged");
  }
}
