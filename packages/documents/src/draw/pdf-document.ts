import { zlibSync } from "fflate";
import PdfKit from "pdfkit";

/**
 * A file object as the drawing library builds it. The type is internal to the library, so the library's version is
 * pinned.
 */
interface Reference {
  readonly data: Record<string, unknown>;
  buffer: readonly Uint8Array[];
  finalize(): void;
}

/**
 * A PDF whose streams are compressed in plain JavaScript. The library would use the compression of the platform,
 * which differs between Node and browsers: the same document would have different bytes on a phone and on the server,
 * so the phone's file could not be verified.
 */
export class PdfDocument extends PdfKit {
  constructor(options: ConstructorParameters<typeof PdfKit>[0]) {
    super({ ...options, compress: false });
  }

  override ref(data: object): ReturnType<Original["ref"]> {
    const original = super.ref(data);
    // The library's types do not show these two fields.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const reference = original as unknown as Reference;
    const finalize = reference.finalize.bind(reference);
    reference.finalize = () => {
      if (reference.buffer.length > 0 && reference.data["Filter"] === undefined) {
        reference.data["Filter"] = "FlateDecode";
        reference.buffer = [compress(concatBytes(reference.buffer))];
      }
      finalize();
    };
    return original;
  }
}

type Original = InstanceType<typeof PdfKit>;

/** Compresses to the same bytes on every platform. */
export function compress(bytes: Uint8Array): Uint8Array {
  return zlibSync(bytes, { level: 6, mem: 8 });
}

/** Joins the chunks in their order into one array. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return bytes;
}
