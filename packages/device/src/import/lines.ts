/** Longer than any line that an export writes. */
const maxLineLength = 16_000_000;
/** The limit of the unpacked size, so that a small file cannot fill the phone's memory. */
const maxUnpackedBytes = 600_000_000;

/** A rescue file that cannot be read: damaged, or too large. */
export class UnreadableFile extends Error {
  readonly refusal: "damaged" | "too-large";
  constructor(refusal: "damaged" | "too-large") {
    super(`The file cannot be read: ${refusal}`);
    this.refusal = refusal;
  }
}

/**
 * Yields the lines of a gzip file one at a time, whatever its size. `report` gets the number of
 * bytes read. Throws UnreadableFile for a file that is no gzip, breaks off, or unpacks to more than
 * the limit.
 */
export async function* readLines(
  file: Blob,
  report: (bytes: number) => void,
): AsyncGenerator<string> {
  let bytesRead = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytesRead += chunk.length;
        report(bytesRead);
        controller.enqueue(chunk);
      },
    }),
  );
  const reader = counted.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lineParts: string[] = [];
  let length = 0;
  let unpackedBytes = 0;
  try {
    for (;;) {
      const { value, done } = await readChunk(reader);
      unpackedBytes += value?.length ?? 0;
      if (unpackedBytes > maxUnpackedBytes) throw new UnreadableFile("too-large");
      const [first = "", ...others] = decode(decoder, value).split("\n");
      lineParts.push(first);
      length += first.length;
      if (length > maxLineLength) throw new UnreadableFile("too-large");
      const last = others.pop();
      if (last !== undefined) {
        yield lineParts.join("");
        yield* others;
        lineParts = [last];
        length = last.length;
      }
      if (done) break;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (length > 0) yield lineParts.join("");
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
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
