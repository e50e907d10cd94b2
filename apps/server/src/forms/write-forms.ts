import { namedSubForms } from "@fieldfare/forms";
import type { DataRow } from "@fieldfare/contract";
import { openDataSet } from "../database/data-sets.ts";
import type { Orm } from "../database/database.ts";
import type { CurrentForm } from "./versions.ts";

type Form = DataRow<"CustomForm">;

/** What becomes of the forms of a change. */
interface FormChanges {
  /** New current versions. One of them with `withdrawnOn` stays withdrawn. */
  readonly rows: readonly Form[];
  /** The forms that are withdrawn. */
  readonly withdrawnIds: readonly string[];
  readonly at: Date;
}

/**
 * Makes versions of forms the current ones. A withdrawn form stays in the data set, marked: jobs that have it are still
 * filled in with it. Returns the date of the data set and the numbers of rows.
 */
export async function writeForms(
  orm: Orm,
  current: readonly CurrentForm[],
  { rows, withdrawnIds, at }: FormChanges,
): Promise<{ readonly date: string; readonly changed: number; readonly deleted: number }> {
  const writer = await openDataSet(orm, "CustomForm");
  const changed = await writer.put(rows);
  const deleted = await writer.put(
    current
      .filter(({ row, withdrawn }) => !withdrawn && withdrawnIds.includes(row.customFormId))
      .map(({ row }) => ({ ...row, withdrawnOn: at.toISOString() })),
  );
  return { date: writer.date, changed, deleted };
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
  { rows, withdrawnIds }: Pick<FormChanges, "rows" | "withdrawnIds">,
): SubFormIssue[] {
  const changed = new Map(rows.map((row) => [row.customFormId, row]));
  const staying = current.filter(
    ({ row, withdrawn }) =>
      !withdrawn && !changed.has(row.customFormId) && !withdrawnIds.includes(row.customFormId),
  );
  const users = [
    ...staying.map(({ row }) => row),
    ...rows.filter(({ withdrawnOn }) => withdrawnOn === undefined),
  ];
  return users.flatMap((form): SubFormIssue[] =>
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
