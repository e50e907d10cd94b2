import { namedSubForms } from "@fieldfare/forms";
import type { DataRow } from "@fieldfare/contract";
import { openDataSet } from "../database/data-sets.ts";
import type { Orm } from "../database/database.ts";
import { type CurrentForm, markPublished, markWithdrawn } from "./versions.ts";

type Form = DataRow<"CustomForm">;

/** What becomes of the forms of a change. */
interface FormChanges {
  /** New current versions. One of them with `withdrawnOn` stays withdrawn. */
  readonly rows: readonly Form[];
  /** The forms that are withdrawn. */
  readonly withdrawnIds: readonly string[];
  readonly at: Date;
  /** Who withdraws them; null: their file is gone. */
  readonly by: string | null;
}

/**
 * Makes versions of forms the current ones, and marks which forms are published and which are withdrawn. A withdrawn form
 * stays in the data set, marked: jobs that have it are still filled in with it. Returns the date of the data set and the
 * numbers of rows.
 */
export async function writeForms(
  orm: Orm,
  current: readonly CurrentForm[],
  { rows, withdrawnIds, at, by }: FormChanges,
): Promise<{ readonly date: string; readonly changed: number; readonly deleted: number }> {
  const writer = await openDataSet(orm, "CustomForm");
  const changed = await writer.put(rows);
  const deleted = await writer.put(
    current
      .filter(({ row, withdrawn }) => !withdrawn && withdrawnIds.includes(row.customFormId))
      .map(({ row }) => ({ ...row, withdrawnOn: at.toISOString() })),
  );
  const published = rows.filter(({ withdrawnOn }) => withdrawnOn === undefined);
  await markPublished(
    orm,
    published.map(({ customFormId }) => customFormId),
  );
  await markWithdrawn(orm, withdrawnIds, at, by);
  return { date: writer.date, changed, deleted };
}

type NewForms = Pick<FormChanges, "rows" | "withdrawnIds">;

/** Returns the forms that are published after a change. */
export function listPublished(
  current: readonly CurrentForm[],
  { rows, withdrawnIds }: NewForms,
): Form[] {
  const changedIds = new Set(rows.map(({ customFormId }) => customFormId));
  const staying = current.filter(
    ({ row: { customFormId }, withdrawn }) =>
      !withdrawn && !changedIds.has(customFormId) && !withdrawnIds.includes(customFormId),
  );
  return [
    ...staying.map(({ row }) => row),
    ...rows.filter(({ withdrawnOn }) => withdrawnOn === undefined),
  ];
}

/** A reason why forms may not change as they would: the id of the form that would change, and the reason in words. */
interface SubFormIssue {
  readonly customFormId: string;
  readonly kind: "changed" | "withdrawn";
  /** The name of the form that uses it. */
  readonly user: string;
  readonly message: string;
}

/**
 * Returns the sub-forms that may not change, because a published form that stays as it is names them: a phone that has
 * not begun that form could no longer open it.
 */
export function findUsedSubForms(
  current: readonly CurrentForm[],
  { rows, withdrawnIds }: NewForms,
): SubFormIssue[] {
  const changed = new Map(rows.map((row) => [row.customFormId, row]));
  return listPublished(current, { rows, withdrawnIds }).flatMap((form): SubFormIssue[] =>
    namedSubForms(form).flatMap(({ subForm, subFormVersion }): SubFormIssue[] => {
      const { name } = form.definition;
      if (withdrawnIds.includes(subForm))
        return [
          {
            customFormId: subForm,
            kind: "withdrawn",
            user: name,
            message: `The form "${name}" uses this form`,
          },
        ];
      const part = changed.get(subForm);
      if (!part || part.version === subFormVersion || changed.has(form.customFormId)) return [];
      return [
        {
          customFormId: subForm,
          kind: "changed",
          user: name,
          message: `The form "${name}" uses version ${subFormVersion}: put a new version of "${name}" as well`,
        },
      ];
    }),
  );
}

/** Returns a form without the mark of a withdrawal, as it is published. */
export function withoutWithdrawal(row: Form): Form {
  const { withdrawnOn: _withdrawnOn, ...published } = row;
  return published;
}
