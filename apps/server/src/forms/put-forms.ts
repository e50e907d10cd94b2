import { dataSets, type DataRow, z } from "@fieldfare/contract";
import { checkDefinition, namedSubForms } from "@fieldfare/forms";
import type { AuditSource } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { putRows, type PutRowsResult, readRows } from "../database/data-sets.ts";
import { refused } from "@fieldfare/domain";
import { hashForm, type WrittenForm } from "./read-folder.ts";
import { saveVersions, readVersions, validateVersion } from "./versions.ts";

type Form = DataRow<"CustomForm">;

/** Puts forms from the office's own systems. They are checked like those of the folder, all or nothing. */
export async function putForms(
  database: Database,
  rows: readonly unknown[],
  deletedIds: readonly (string | number)[] = [],
  source: AuditSource | null = null,
): Promise<PutRowsResult> {
  const parsed = z.safeParse(z.array(dataSets.CustomForm.row), rows);
  // The data set's own validation reports what is no form at all.
  if (!parsed.success) return putRows(database, "CustomForm", rows, deletedIds, source);
  const forms = parsed.data;
  const deletedFormIds = new Set(deletedIds.map(String));
  const putIds = new Set(forms.map(({ customFormId }) => customFormId));
  const otherForms = (await readRows(database, "CustomForm")).rows.filter(
    ({ customFormId }) => !deletedFormIds.has(customFormId) && !putIds.has(customFormId),
  );
  const written = forms.map(toWrittenForm);
  const stored = await readVersions(database, [...putIds]);
  const issues = written.flatMap((form, index) => {
    const changed = validateVersion(form, stored);
    const { customFormId } = form.row;
    const isDuplicate = forms.findIndex((other) => other.customFormId === customFormId) < index;
    const definitionIssues = checkDefinition(form.row, [...otherForms, ...forms]);
    return [
      ...(isDuplicate
        ? [{ path: `rows.${index}.customFormId`, message: "This form is in the list twice" }]
        : []),
      ...(changed === null ? [] : [{ path: `rows.${index}.version`, message: changed }]),
      ...definitionIssues.map(({ path, message }) => ({
        path: `rows.${index}.definition.${path}`,
        message,
      })),
    ];
  });
  issues.push(...validateSubForms(otherForms, forms, deletedIds));
  if (issues.length > 0) return { ...refused("invalid"), issues };
  await saveVersions(
    database,
    written.map((form) => ({ ...form, file: null })),
  );
  return putRows(database, "CustomForm", forms, deletedIds, source);
}

/**
 * Refuses changes to a sub-form that another form still names: a phone that has not begun that form could no longer
 * open it.
 */
function validateSubForms(
  otherForms: readonly Form[],
  forms: readonly Form[],
  deletedIds: readonly (string | number)[],
): { path: string; message: string }[] {
  return otherForms.flatMap((form) =>
    namedSubForms(form).flatMap(({ subForm, subFormVersion }) => {
      const name = form.definition.name;
      const deleted = deletedIds.map(String).indexOf(subForm);
      if (deleted >= 0)
        return [{ path: `deletedIds.${deleted}`, message: `The form "${name}" uses this form` }];
      const changed = forms.findIndex(({ customFormId }) => customFormId === subForm);
      if (changed < 0 || forms[changed]?.version === subFormVersion) return [];
      const message = `The form "${name}" uses version ${subFormVersion}: put a new version of "${name}" as well`;
      return [{ path: `rows.${changed}.version`, message }];
    }),
  );
}

function toWrittenForm(row: Form): WrittenForm {
  const { customFormDefinitionId: _id, modifiedOn: _on, ...content } = row;
  return { row, contentHash: hashForm(content) };
}
