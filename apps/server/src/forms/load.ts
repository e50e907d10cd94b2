import { checkDefinition, namedSubForms } from "@fieldfare/forms";
import type { DataRow } from "@fieldfare/contract";
import { alone, type Database } from "../database/database.ts";
import { putRows, readRows } from "../database/data-sets.ts";
import { type FileFault, type FormFile, readFormFolder } from "./folder.ts";
import { keepVersions, readVersions, type StoredVersion, versionFault } from "./versions.ts";

type Form = DataRow<"CustomForm">;

interface Loaded {
  /** Forms whose rows are new or changed. */
  readonly put: number;
  readonly withdrawn: number;
  /** Files that were refused; the last good version of their forms stays. */
  readonly faults: readonly FileFault[];
}

/** The folder of a server that was never told of any form is broken. */
class BrokenForms extends Error {}

/** Any fixed number: servers that start at once load the forms one after the other. */
const formLock = 4_600_003;

/**
 * Makes the folder's forms the data set's. A file that does not hold leaves the last good version of its form in
 * place; a form whose file is gone is withdrawn, and its versions stay. Throws `BrokenForms` when there is nothing to
 * fall back on.
 */
export function loadForms(database: Database, folder: string, at: Date): Promise<Loaded> {
  return alone(database, formLock, () => load(database, folder, at));
}

async function load(database: Database, folder: string, at: Date): Promise<Loaded> {
  const stored = await readVersions(database);
  const ofFolder = stored.filter(({ file }) => file !== null);
  const { forms, faults } = await readFolder(folder, at);
  const { rows: standing } = await readRows(database, "CustomForm");
  const chosen = choose({ forms, faults, stored: ofFolder, standing });
  if (chosen.faults.length > 0 && ofFolder.length === 0)
    throw new BrokenForms(describeFaults(chosen.faults));

  await keepVersions(database, chosen.fresh);
  const before = new Map(standing.map((row) => [row.customFormId, row]));
  const changed = chosen.rows.filter(
    (row) => before.get(row.customFormId)?.customFormDefinitionId !== row.customFormDefinitionId,
  );
  const known = new Set(ofFolder.map(({ row }) => row.customFormId));
  const kept = new Set(chosen.rows.map((row) => row.customFormId));
  const withdrawn = [...before.keys()].filter((formId) => known.has(formId) && !kept.has(formId));
  if (changed.length > 0 || withdrawn.length > 0) {
    const put = await putRows(database, "CustomForm", changed, withdrawn);
    if (!put.ok) throw new Error(`The forms are not valid: ${put.issues[0]?.message}`);
  }
  return { put: changed.length, withdrawn: withdrawn.length, faults: chosen.faults };
}

/** A folder that is away or empty is a mishap, not an order to withdraw every form. */
async function readFolder(
  folder: string,
  at: Date,
): Promise<{ forms: readonly FormFile[]; faults: readonly FileFault[] }> {
  try {
    const read = await readFormFolder(folder, at);
    if (read.forms.length + read.faults.length > 0) return read;
    return { forms: [], faults: [{ file: folder, path: "", message: "There is no form here" }] };
  } catch (error) {
    return { forms: [], faults: [{ file: folder, path: "", message: (error as Error).message }] };
  }
}

interface Found {
  readonly forms: readonly FormFile[];
  readonly faults: readonly FileFault[];
  readonly stored: readonly StoredVersion[];
  /** The data set as it is. */
  readonly standing: readonly Form[];
}

/** Which version of each form counts from now on, and which of them are new. */
function choose({ forms, faults: unread, stored, standing }: Found) {
  const faults = [...unread];
  let good = forms.filter((form) => {
    const message = versionFault(form, stored);
    if (message !== null) faults.push({ file: form.file, path: "version", message });
    return message === null;
  });
  for (;;) {
    const refused = forms.filter((form) => !good.includes(form));
    const rows = withFallback({ forms: good, faults, stored, standing }, refused);
    const broken = good.filter((form) => {
      const found = checkDefinition(form.row, rows);
      faults.push(...found.map(({ path, message }) => ({ file: form.file, path, message })));
      return found.length > 0;
    });
    if (broken.length === 0) {
      // What waits for another form was not handed out: its version may still change.
      const given = good.filter(({ row }) => rows.some((one) => isSame(one, row)));
      return { rows, faults, fresh: freshOf(given, stored) };
    }
    good = good.filter((form) => !broken.includes(form));
  }
}

/** The good forms, and for each file that is not good what it last gave. */
function withFallback(
  { forms: good, faults, stored, standing }: Found,
  refused: readonly FormFile[],
): Form[] {
  const rows = new Map(good.map(({ row }) => [row.customFormId, stayingRow(row, stored)]));
  const isUnread = faults.some(({ file }) => !file.endsWith(".json"));
  const refusedIds = new Set(refused.map(({ row }) => row.customFormId));
  const goodFiles = new Set(good.map(({ file }) => file));
  const refusedFiles = new Set(
    faults.map(({ file }) => file).filter((file) => !goodFiles.has(file)),
  );
  // Newest last, so that it is the one that counts.
  const fileOf = new Map(
    stored.toReversed().map(({ row, file }) => [row.customFormId, file ?? ""] as const),
  );
  const falling = standing.filter(({ customFormId }) => {
    const file = fileOf.get(customFormId);
    if (file === undefined || rows.has(customFormId)) return false;
    return isUnread || refusedIds.has(customFormId) || refusedFiles.has(file);
  });
  for (const row of falling) rows.set(row.customFormId, row);
  for (const part of falling.flatMap((row) => partsOf(row, stored)))
    rows.set(part.customFormId, part);
  return [...rows.values()];
}

/** A form that stays as it was needs its sub-forms as they were. */
function partsOf(form: Form, stored: readonly StoredVersion[]): Form[] {
  return namedSubForms(form).flatMap(({ subForm, subFormVersion }) => {
    const part = stored.find(
      ({ row }) => row.customFormId === subForm && row.version === subFormVersion,
    );
    return part ? [part.row, ...partsOf(part.row, stored)] : [];
  });
}

/** A version that is there already keeps its date. */
function stayingRow(row: Form, stored: readonly StoredVersion[]): Form {
  return stored.find((one) => isSame(one.row, row))?.row ?? row;
}

function isSame(one: Form, other: Form): boolean {
  return one.customFormId === other.customFormId && one.version === other.version;
}

function freshOf(good: readonly FormFile[], stored: readonly StoredVersion[]): FormFile[] {
  return good.filter(
    ({ row, file }) => !stored.some((one) => one.file === file && isSame(one.row, row)),
  );
}

/** One line for each fault, the file first. */
export function describeFaults(faults: readonly FileFault[]): string {
  return faults
    .map(({ file, path, message }) => [file, path, message].filter(Boolean).join(": "))
    .join("\n");
}
