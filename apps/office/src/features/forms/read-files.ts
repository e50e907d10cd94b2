import { isRecord } from "@fieldfare/domain";
import { maxFormFileBytes } from "@fieldfare/contract/office";
import { strings } from "./strings.ts";

/** A chosen file: the form in it, or why it has none. */
export interface ChosenFile {
  readonly fileName: string;
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Null: it can be checked. */
  readonly error: string | null;
}

/** Reads files that were chosen. One that is no JSON object says so, with the place where it stops being one. */
export function readFiles(files: readonly File[]): Promise<ChosenFile[]> {
  return Promise.all(
    files.map(async (file) =>
      file.size > maxFormFileBytes
        ? { fileName: file.name, content: null, error: strings.tooLarge(file.name) }
        : parseFile(file.name, await file.text()),
    ),
  );
}

/** Parses the text of a file. A byte-order mark is not part of it. */
export function parseFile(fileName: string, text: string): ChosenFile {
  try {
    const content: unknown = JSON.parse(text.replace(/^\u{feff}/u, ""));
    return isRecord(content)
      ? { fileName, content, error: null }
      : { fileName, content: null, error: strings.notAForm };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fileName, content: null, error: `${strings.notJson}: ${reason}` };
  }
}
