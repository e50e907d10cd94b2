import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "@fieldfare/contract";

/** Reads the keys in `file`, which only its owner can read. Writes `made` to it when it does not exist. */
export async function ensureKeyFile(file: string, made: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made, { mode: 0o600 });
  // When two servers start at the same time, one of them puts its complete file in place, and both read it.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}

/** Throws when the text is no such key set. The error never quotes the text. */
export function parseKeySet<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  { source, expected }: { readonly source: string; readonly expected: string },
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${source} is not JSON`);
  }
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Error(`${source} is ${expected}`);
  return parsed.data;
}
