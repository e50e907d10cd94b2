import { UnreadableBody } from "./json-body.ts";

/** Reads the parts of a form. A form that its parser cannot read is refused as a body that is no JSON is. */
export async function readForm<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw explainError(error);
  }
}

/** Reads the bytes of a file in a form. The form may end within it. */
export async function* readFileBytes(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw explainError(error);
  }
}

function explainError(error: unknown): unknown {
  if (!isOfTheForm(error)) return error;
  return new UnreadableBody("The form is not whole. Send it again from the beginning", {
    cause: error,
  });
}

/** The codes of `@fastify/multipart` for a form that is malformed or was cut off. */
const formCodes = new Set([
  "FST_MP_PREMATURE_CLOSE",
  "FST_PROTO_VIOLATION",
  "FST_INVALID_JSON_FIELD_ERROR",
]);

/** What its parser says of such a form. These errors have no code. */
const formMessage =
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot (be an empty|have a length)/i;

/** Whether the form is at fault. Any other error, such as one of a full disk, is the server's. */
function isOfTheForm(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? formCodes.has(String(error.code)) : formMessage.test(error.message);
}
