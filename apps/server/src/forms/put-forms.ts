import { dataSets, type DataRow, z } from "@fieldfare/contract";
import { done, refused } from "@fieldfare/domain";
import { checkDefinition } from "@fieldfare/forms";
import { type AuditSource, makeChange } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { putRows, type PutRowsResult } from "../database/data-sets.ts";
import { hashForm, type WrittenForm } from "./read-folder.ts";
import {
  type CurrentForm,
  lockForms,
  readCurrentForms,
  readVersions,
  saveVersions,
  validateVersion,
} from "./versions.ts";
import { findUsedSubForms, listPublished, withoutWithdrawal, writeForms } from "./write-forms.ts";

type Form = DataRow<"CustomForm">;

/**
 * Puts forms from the office's own systems. They are checked like those of the folder, all or nothing. A form that is
 * put is published, and one that is deleted is withdrawn.
 */
export async function putForms(
  database: Database,
  rows: readonly unknown[],
  deletedIds: readonly (string | number)[] = [],
  source: AuditSource | null = null,
): Promise<PutRowsResult> {
  const parsed = z.safeParse(z.array(dataSets.CustomForm.row), rows);
  // The data set's own validation reports what is no form at all.
  if (!parsed.success) return putRows(database, "CustomForm", rows, deletedIds, source);
  const forms = parsed.data.map(withoutWithdrawal);
  const written = forms.map(toWrittenForm);
  const formIds = forms.map(({ customFormId }) => customFormId);
  return makeChange(database, source, async ({ orm, record }) => {
    await lockForms(orm);
    const current = await readCurrentForms(orm);
    const stored = await readVersions({ orm }, formIds);
    const withdrawnIds = findPublished(current, deletedIds);
    const changes = { rows: forms, withdrawnIds };
    const published = listPublished(current, changes);
    const issues = written.flatMap((form, index) => {
      const changed = validateVersion(form, stored);
      const isDuplicate = formIds.indexOf(form.row.customFormId) < index;
      return [
        ...(isDuplicate
          ? [{ path: `rows.${index}.customFormId`, message: "This form is in the list twice" }]
          : []),
        ...(changed === null ? [] : [{ path: `rows.${index}.version`, message: changed }]),
        ...checkDefinition(form.row, published).map(({ path, message }) => ({
          path: `rows.${index}.definition.${path}`,
          message,
        })),
      ];
    });
    for (const { customFormId, kind, message } of findUsedSubForms(current, changes))
      issues.push({
        path:
          kind === "withdrawn"
            ? `deletedIds.${deletedIds.indexOf(customFormId)}`
            : `rows.${formIds.indexOf(customFormId)}.version`,
        message,
      });
    if (issues.length > 0) return { ...refused("invalid"), issues };
    const at = new Date();
    const by = source?.actor?.name ?? null;
    await saveVersions(
      orm,
      written.map((form) => ({ ...form, file: null, by })),
    );
    const put = await writeForms(orm, current, { ...changes, at, by });
    record({
      action: "data-changed",
      objectType: "data-set",
      objectId: "CustomForm",
      after: {
        forms: forms.map(({ customFormId, version }) => ({ customFormId, version })),
        withdrawn: withdrawnIds,
      },
    });
    return done(put);
  });
}

/** Returns those of the ids that are forms which are not withdrawn. */
function findPublished(
  current: readonly CurrentForm[],
  formIds: readonly (string | number)[],
): string[] {
  const published = current.filter(({ withdrawn }) => !withdrawn);
  return published
    .map(({ row }) => row.customFormId)
    .filter((customFormId) => formIds.includes(customFormId));
}

/** The form with the hash of what the office wrote. */
function toWrittenForm(row: Form): WrittenForm {
  const {
    customFormDefinitionId: _id,
    modifiedOn: _on,
    withdrawnOn: _withdrawnOn,
    ...content
  } = row;
  return { row: withoutWithdrawal(row), contentHash: hashForm(content) };
}
