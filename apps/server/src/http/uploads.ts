import { UnreadableJson } from "./json-body.ts";

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
  const isTooLarge = error instanceof Error && "statusCode" in error && error.statusCode === 413;
  if (isTooLarge || error instanceof UnreadableJson) return error;
  return new UnreadableJson("The form is not whole. Send it again from the beginning");
}
