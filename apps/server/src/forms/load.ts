import { errorMessage } from "../database/errors.ts";
import { checkDefinition, namedSubForms } from "@fieldfare/forms";
import type { DataRow } from "@fieldfare/contract";
import { advisoryLock } from "../database/advisory-locks.ts";
import { withAdvisoryLock, type Database } from "../database/database.ts";
import { putRows, readRows } from "../database/data-sets.ts";
import { type FileIssue, type FormFile, readFormFolder } from "./read-folder.ts";
import { saveVersions, readVersions, type StoredVersion, validateVersion } from "./versions.ts";

type Form = DataRow<"CustomForm">;

interface Loaded {
  /** The number of forms whose rows are new or changed. */
  readonly put: number;
  readonly withdrawn: number;
  /** Issues of refused files. The last good version of their forms stays. */
  readonly issues: readonly FileIssue[];
}

/** The folder of a server that has no forms yet is not valid. */
class BrokenForms extends Error {}

/**
 * Loads the folder's forms into the data set. When a file is not valid, the last good version of its form stays. A
 * form whose file is gone is withdrawn, and its versions stay. Throws `BrokenForms` when there is no earlier
 * version to use.
 */
export function loadForms(database: Database, folder: string, at: Date): Promise<Loaded> {
  return withAdvisoryLock(database, advisoryLock.forms, () => load(database, folder, at));
}

async function load(database: Database, folder: string, at: Date): Promise<Loaded> {
  const stored = await readVersions(database);
  const ofFolder = stored.filter(({ file }) => file !== null);
  const { forms, issues } = await readFolder(folder, at);
  const { rows: current } = await readRows(database, "CustomForm");
  const choice = chooseVersions({ forms, issues, stored: ofFolder, current });
  if (choice.issues.length > 0 && ofFolder.length === 0)
    throw new BrokenForms(describeIssues(choice.issues));

  await saveVersions(database, choice.fresh);
  const before = new Map(current.map((row) => [row.customFormId, row]));
  const changed = choice.rows.filter(
    (row) => before.get(row.customFormId)?.customFormDefinitionId !== row.customFormDefinitionId,
  );
  const known = new Set(ofFolder.map(({ row }) => row.customFormId));
  const currentIds = new Set(choice.rows.map((row) => row.customFormId));
  const withdrawn = [...before.keys()].filter(
    (formId) => known.has(formId) && !currentIds.has(formId),
  );
  if (changed.length > 0 || withdrawn.length > 0) {
    const put = await putRows(database, "CustomForm", changed, withdrawn);
    if (!put.ok) throw new Error(`The forms are not valid: ${put.issues[0]?.message}`);
  }
  return { put: changed.length, withdrawn: withdrawn.length, issues: choice.issues };
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
  readonly stored: readonly StoredVersion[];
  /** The current data set. */
  readonly current: readonly Form[];
}

/** Chooses the current version of each form, and finds which versions are new. */
function chooseVersions({ forms, issues: fileIssues, stored, current }: LoadInput) {
  const issues = [...fileIssues];
  let valid = forms.filter((form) => {
    const message = validateVersion(form, stored);
    if (message !== null) issues.push({ file: form.file, path: "version", message });
    return message === null;
  });
  for (;;) {
    const refused = forms.filter((form) => !valid.includes(form));
    const rows = addFallbacks({ forms: valid, issues, stored, current }, refused);
    const broken = valid.filter((form) => {
      const definitionIssues = checkDefinition(form.row, rows);
      issues.push(
        ...definitionIssues.map(({ path, message }) => ({ file: form.file, path, message })),
      );
      return definitionIssues.length > 0;
    });
    if (broken.length === 0) {
      // A form that waits for another form was not issued: its version may still change.
      const released = valid.filter(({ row }) => rows.some((one) => isSame(one, row)));
      return { rows, issues, fresh: findNewVersions(released, stored) };
    }
    valid = valid.filter((form) => !broken.includes(form));
  }
}

/** Returns the valid forms, and for each refused file the last version that it provided. */
function addFallbacks(
  { forms: valid, issues, stored, current }: LoadInput,
  refused: readonly FormFile[],
): Form[] {
  const rows = new Map(valid.map(({ row }) => [row.customFormId, storedRow(row, stored)]));
  const isFolderUnreadable = issues.some(({ file }) => !file.endsWith(".json"));
  const refusedIds = new Set(refused.map(({ row }) => row.customFormId));
  const validFiles = new Set(valid.map(({ file }) => file));
  const refusedFiles = new Set(
    issues.map(({ file }) => file).filter((file) => !validFiles.has(file)),
  );
  // The newest version comes last, so it is the one in the map.
  const fileById = new Map(
    stored.toReversed().map(({ row, file }) => [row.customFormId, file ?? ""] as const),
  );
  const fallbackRows = current.filter(({ customFormId }) => {
    const file = fileById.get(customFormId);
    if (file === undefined || rows.has(customFormId)) return false;
    return isFolderUnreadable || refusedIds.has(customFormId) || refusedFiles.has(file);
  });
  for (const row of fallbackRows) rows.set(row.customFormId, row);
  for (const storedSubForm of fallbackRows.flatMap((row) => listSubForms(row, stored)))
    rows.set(storedSubForm.customFormId, storedSubForm);
  return [...rows.values()];
}

/** A form that stays unchanged needs its sub-forms unchanged. */
function listSubForms(form: Form, stored: readonly StoredVersion[]): Form[] {
  return namedSubForms(form).flatMap(({ subForm, subFormVersion }) => {
    const storedSubForm = stored.find(
      ({ row }) => row.customFormId === subForm && row.version === subFormVersion,
    );
    return storedSubForm ? [storedSubForm.row, ...listSubForms(storedSubForm.row, stored)] : [];
  });
}

/** A stored version keeps its date. */
function storedRow(row: Form, stored: readonly StoredVersion[]): Form {
  return stored.find((one) => isSame(one.row, row))?.row ?? row;
}

function isSame(one: Form, other: Form): boolean {
  return one.customFormId === other.customFormId && one.version === other.version;
}

function findNewVersions(valid: readonly FormFile[], stored: readonly StoredVersion[]): FormFile[] {
  return valid.filter(
    ({ row, file }) => !stored.some((one) => one.file === file && isSame(one.row, row)),
  );
}

/** Formats one line for each issue, the file first. */
export function describeIssues(issues: readonly FileIssue[]): string {
  return issues
    .map(({ file, path, message }) => [file, path, message].filter(Boolean).join(": "))
    .join("\n");
}
