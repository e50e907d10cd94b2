import { errorMessage } from "../database/errors.ts";
import { checkDefinition } from "@fieldfare/forms";
import type { DataRow } from "@fieldfare/contract";
import { makeChange } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { type FileIssue, type FormFile, readFormFolder } from "./read-folder.ts";
import {
  type CurrentForm,
  lockForms,
  readCurrentForms,
  readVersions,
  saveVersions,
  type StoredVersion,
  validateVersion,
} from "./versions.ts";
import { findUsedSubForms, listPublished, writeForms } from "./write-forms.ts";

type Form = DataRow<"CustomForm">;

interface Loaded {
  /** The number of forms whose rows are new or changed. */
  readonly put: number;
  readonly withdrawn: number;
  /** Issues of refused files. The current version of their forms stays. */
  readonly issues: readonly FileIssue[];
}

/** The folder of a server that has no forms yet is not valid. */
class BrokenForms extends Error {}

/**
 * Loads the folder's forms into the data set. A file becomes a new version when its content is one that was not stored
 * before: a version that the office has published since stays the current one, and a form that the office has withdrawn
 * stays withdrawn. When a file is not valid, the current version of its form stays. A form whose file is gone is
 * withdrawn unless its current version is the office's. Throws `BrokenForms` when there is no earlier version to use.
 */
export async function loadForms(database: Database, folder: string, at: Date): Promise<Loaded> {
  const read = await readFolder(folder, at);
  return makeChange(database, null, async ({ orm, record }) => {
    await lockForms(orm);
    const stored = await readVersions({ orm });
    const current = await readCurrentForms(orm);
    const choice = chooseVersions({ ...read, stored, current });
    if (choice.issues.length > 0 && !stored.some(({ file }) => file !== null))
      throw new BrokenForms(describeIssues(choice.issues));

    const { rows, withdrawnIds } = choice;
    await saveVersions(
      orm,
      choice.fresh.map((form) => ({ ...form, by: null })),
    );
    if (rows.length + withdrawnIds.length > 0) {
      await writeForms(orm, current, { rows, withdrawnIds, at, by: null });
      record({
        action: "data-changed",
        objectType: "data-set",
        objectId: "CustomForm",
        after: {
          forms: rows.map(({ customFormId, version }) => ({ customFormId, version })),
          withdrawn: withdrawnIds,
        },
      });
    }
    return { put: rows.length, withdrawn: withdrawnIds.length, issues: choice.issues };
  });
}

/** A missing or empty folder is an error. It does not withdraw every form. */
async function readFolder(
  folder: string,
  at: Date,
): Promise<{ forms: readonly FormFile[]; issues: readonly FileIssue[] }> {
  try {
    const read = await readFormFolder(folder, at);
    if (read.forms.length + read.issues.length > 0) return read;
    return { forms: [], issues: [{ file: folder, path: "", message: "There is no form here" }] };
  } catch (error) {
    return { forms: [], issues: [{ file: folder, path: "", message: errorMessage(error) }] };
  }
}

interface LoadInput {
  readonly forms: readonly FormFile[];
  readonly issues: readonly FileIssue[];
  /** Every version, the newest of each form first. */
  readonly stored: readonly StoredVersion[];
  readonly current: readonly CurrentForm[];
}

interface Choice {
  /** The rows that change. */
  readonly rows: readonly Form[];
  readonly withdrawnIds: readonly string[];
  /** The versions that are stored now. */
  readonly fresh: readonly FormFile[];
  readonly issues: readonly FileIssue[];
}

/** Chooses which forms change, and finds which versions are new. */
function chooseVersions(input: LoadInput): Choice {
  const { forms, stored, current } = input;
  const issues = [...input.issues];
  const known = new Map(current.map((form) => [form.row.customFormId, form]));
  const isStored = (form: FormFile) => findSame(form, stored) !== undefined;
  const refuseFile = (file: string, path: string, message: string) =>
    issues.push({ file, path, message });
  let fresh = forms.filter((form) => {
    const message = validateFile(form, stored);
    if (message !== null) refuseFile(form.file, "version", message);
    return message === null && !isStored(form);
  });
  let withdrawnIds = findMissing(input);
  for (;;) {
    const changed = fresh.map(({ row }) => row);
    const refused = new Set<string>();
    const rows = listPublished(current, { rows: changed, withdrawnIds: [] });
    for (const { row, file } of fresh)
      for (const { path, message } of checkDefinition(row, rows)) {
        refuseFile(file, path, message);
        refused.add(row.customFormId);
      }
    for (const { customFormId, message } of findUsedSubForms(current, {
      rows: changed,
      withdrawnIds,
    })) {
      const file = fresh.find(({ row }) => row.customFormId === customFormId)?.file;
      refuseFile(file ?? findFile(customFormId, stored), file ? "version" : "", message);
      refused.add(customFormId);
    }
    if (refused.size === 0) break;
    fresh = fresh.filter(({ row }) => !refused.has(row.customFormId));
    withdrawnIds = withdrawnIds.filter((customFormId) => !refused.has(customFormId));
  }
  const returned = forms.flatMap((form): Form[] => {
    const { customFormId } = form.row;
    const before = known.get(customFormId);
    const isGone = before === undefined || before.withdrawn?.by === null;
    const same = findSame(form, stored);
    return isGone && same ? [newestVersion(customFormId, stored) ?? same.row] : [];
  });
  const changed = fresh.map(({ row }) => {
    const withdrawn = known.get(row.customFormId)?.withdrawn;
    // What the office has withdrawn stays so, with its new version.
    return withdrawn && withdrawn.by !== null
      ? { ...row, withdrawnOn: withdrawn.on.toISOString() }
      : row;
  });
  return { rows: [...changed, ...returned], withdrawnIds, fresh, issues };
}

/** Returns why a file is refused; null if it is a new version, or one that is stored. */
function validateFile(form: FormFile, stored: readonly StoredVersion[]): string | null {
  const { customFormId, version } = form.row;
  const isSuperseded = stored.some(
    ({ row, file }) => row.customFormId === customFormId && row.version > version && file !== null,
  );
  // The office has published later versions: the file is as it was, and they stay.
  if (findSame(form, stored) && !isSuperseded) return null;
  return validateVersion(form, stored);
}

/** Finds the stored version with the number and the content of a file. */
function findSame(
  { row, contentHash }: FormFile,
  stored: readonly StoredVersion[],
): StoredVersion | undefined {
  return stored.find(
    (one) =>
      one.contentHash === contentHash &&
      one.row.customFormId === row.customFormId &&
      one.row.version === row.version,
  );
}

function newestVersion(formId: string, stored: readonly StoredVersion[]): Form | undefined {
  return stored.find(({ row }) => row.customFormId === formId)?.row;
}

/** The file that the newest version of a form comes from; empty for one of the office. */
function findFile(formId: string, stored: readonly StoredVersion[]): string {
  return stored.find(({ row }) => row.customFormId === formId)?.file ?? "";
}

/**
 * Returns the published forms whose file is gone. A form whose current version is the office's needs no file, and while
 * a file or the folder cannot be read, its forms are not gone.
 */
function findMissing({ forms, issues, stored, current }: LoadInput): string[] {
  if (issues.some(({ file }) => !file.endsWith(".json"))) return [];
  const present = new Set(forms.map(({ row }) => row.customFormId));
  const unreadable = new Set(issues.map(({ file }) => file));
  return current
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ row }) => row.customFormId)
    .filter((formId) => {
      const file = findFile(formId, stored);
      return file !== "" && !present.has(formId) && !unreadable.has(file);
    });
}

/** Formats one line for each issue, the file first. */
export function describeIssues(issues: readonly FileIssue[]): string {
  return issues
    .map(({ file, path, message }) => [file, path, message].filter(Boolean).join(": "))
    .join("\n");
}
