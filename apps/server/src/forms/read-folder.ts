import { errorMessage } from "../database/errors.ts";
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson, type DataRow, z } from "@fieldfare/contract";
import { formFile, type FormFileContent, maxFormFileBytes } from "@fieldfare/contract/office";

/** A form as the office wrote it, with the hash of that content. */
export interface WrittenForm {
  readonly row: DataRow<"CustomForm">;
  readonly contentHash: string;
}

export interface FormFile extends WrittenForm {
  readonly file: string;
}

/** An issue of a file, and its path in the file. */
export interface FileIssue {
  readonly file: string;
  readonly path: string;
  readonly message: string;
}

interface Folder {
  readonly forms: readonly FormFile[];
  readonly issues: readonly FileIssue[];
}

/** Reads every `.json` file of the folder, sorted by name. Throws when the folder cannot be read. */
export async function readFormFolder(folder: string, at: Date): Promise<Folder> {
  z.config(z.locales.en());
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  const read = await Promise.all(names.map((name) => readFormFile(folder, name, at)));
  const forms = read.flatMap((one) => ("row" in one ? [one] : []));
  const issues = read.flatMap((one) => ("row" in one ? [] : one));
  const duplicates = forms.filter(
    ({ row }, index) =>
      forms.findIndex((other) => other.row.customFormId === row.customFormId) < index,
  );
  return {
    forms: forms.filter((form) => !duplicates.includes(form)),
    issues: [
      ...issues,
      ...duplicates.map(({ file }) => ({
        file,
        path: "customFormId",
        message: "Another file of the folder has this id",
      })),
    ],
  };
}

async function readFormFile(
  folder: string,
  file: string,
  at: Date,
): Promise<FormFile | FileIssue[]> {
  const filePath = join(folder, file);
  const { size } = await stat(filePath);
  if (size > maxFormFileBytes)
    return [{ file, path: "", message: `${size} bytes; ${maxFormFileBytes} are allowed` }];
  let json: unknown;
  try {
    json = JSON.parse(await readFile(filePath, "utf8"));
  } catch (error) {
    return [{ file, path: "", message: `This is not JSON: ${errorMessage(error)}` }];
  }
  const parsed = z.safeParse(formFile, json);
  if (!parsed.success)
    return parsed.error.issues.flatMap(describeSchemaIssue).map((issue) => ({ file, ...issue }));
  return { file, ...toForm(parsed.data, at) };
}

/** Makes the row of a form from its file. */
export function toForm(content: FormFileContent, at: Date): WrittenForm {
  const { name, description, isSubForm, content: questions, offers: further, ...rest } = content;
  const written = {
    ...rest,
    ...(further && { offers: further }),
    definition: { name, description, isSubForm, content: questions },
  };
  return {
    contentHash: hashForm(written),
    row: {
      ...written,
      customFormDefinitionId: deriveDefinitionId(written.customFormId, written.version),
      modifiedOn: at.toISOString(),
    },
  };
}

/** Names the place and the reason of each value that a file of a form may not have. */
export function describeSchemaIssue(
  issue: z.core.$ZodIssue,
): { readonly path: string; readonly message: string }[] {
  if (issue.code !== "unrecognized_keys")
    return [{ path: issue.path.join("."), message: issue.message }];
  const message = "A form has no such property";
  return issue.keys.map((key) => ({ path: [...issue.path, key].join("."), message }));
}

/** Hashes what the office wrote, whatever the order of its keys. */
export function hashForm(
  form: Omit<DataRow<"CustomForm">, "customFormDefinitionId" | "modifiedOn">,
): string {
  return createHash("sha256").update(canonicalJson(form)).digest("hex");
}

/** Derives an id that is the same on every server for the same form and version. */
export function deriveDefinitionId(formId: string, version: number): string {
  const hash = createHash("sha1").update(`${formId} ${version}`).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
