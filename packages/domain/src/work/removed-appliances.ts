import { isRecord } from "../unknown-values.ts";
import { burnsGas } from "./appliance-types.ts";
import type { Appliance } from "./appliances.ts";
import { formatUnsafeName } from "./dangers.ts";
import { type FormAnswers, type FormState, saveForm } from "./form-states.ts";
import { formIds } from "./forms.ts";

/**
 * These rules find forms of a job that name an appliance which the engineer deleted, scrapped or changed since, and
 * records that do not name one that was added since.
 */

interface FormWithAnswers {
  readonly customFormId: string;
  readonly completedForm: FormAnswers | null;
}

export interface RemovedAppliance {
  readonly customFormId: string;
  readonly propertyAssetId: string;
  /** A name such as "Gas fire, inset, Lounge". */
  readonly name: string;
}

/** Returns the deleted appliances that the answers of forms still name, each once for a form. */
export function findRemovedAppliances(
  forms: readonly FormWithAnswers[],
  removedIds: readonly string[] = [],
): readonly RemovedAppliance[] {
  return forms.flatMap(({ customFormId, completedForm }) =>
    removedIds.flatMap((propertyAssetId) => {
      const row = findRow(completedForm, propertyAssetId);
      return row ? [{ customFormId, propertyAssetId, name: formatUnsafeName(row) }] : [];
    }),
  );
}

export interface ChangedAppliance extends RemovedAppliance {
  readonly isScrapped: boolean;
}

/**
 * Returns the appliances that a complete gas safety record names and that were scrapped or changed on the property's list
 * after it was completed. Completing the record again, with or without a correction, ends this.
 */
export function findChangedAppliances(
  forms: readonly (FormState & FormWithAnswers)[],
  appliances: readonly Pick<Appliance, "propertyAssetId" | "scrapped" | "modifiedOn">[],
): readonly ChangedAppliance[] {
  return forms.filter(isCompleteRecord).flatMap(({ customFormId, completedForm, completedOn }) => {
    if (completedOn === null) return [];
    return appliances.flatMap(({ propertyAssetId, scrapped, modifiedOn }) => {
      if (Date.parse(modifiedOn) <= Date.parse(completedOn)) return [];
      const row = findRow(completedForm, propertyAssetId);
      if (!row) return [];
      return [{ customFormId, propertyAssetId, name: formatUnsafeName(row), isScrapped: scrapped }];
    });
  });
}

/**
 * Returns the complete gas safety records after which the engineer added a gas appliance that they do not name. The record may be
 * right without it; somebody has to look.
 */
export function findRecordsBeforeAppliance<F extends FormState & FormWithAnswers>(
  forms: readonly F[],
  appliances: readonly Pick<
    Appliance,
    "propertyAssetId" | "addedByEngineer" | "scrapped" | "fuelType" | "modifiedOn"
  >[],
): readonly F[] {
  return forms
    .filter(isCompleteRecord)
    .filter(({ completedForm, completedOn }) =>
      appliances.some(
        ({ propertyAssetId, addedByEngineer, scrapped, fuelType, modifiedOn }) =>
          addedByEngineer &&
          !scrapped &&
          burnsGas({ fuelType }) &&
          completedOn !== null &&
          Date.parse(modifiedOn) > Date.parse(completedOn) &&
          findRow(completedForm, propertyAssetId) === null,
      ),
    );
}

/** Whether a complete gas safety record names the appliance. */
export function isOnCompleteRecord(
  forms: readonly (FormState & FormWithAnswers)[],
  propertyAssetId: string,
): boolean {
  return forms
    .filter(isCompleteRecord)
    .some(({ completedForm }) => findRow(completedForm, propertyAssetId) !== null);
}

const isCompleteRecord = ({
  customFormId,
  completionStatus,
}: Pick<FormWithAnswers, "customFormId"> & Pick<FormState, "completionStatus">): boolean =>
  customFormId === formIds.gasSafetyRecord && completionStatus === "Complete";

/** Opens the complete forms that name the appliance again, because they have to be corrected. */
export function reopenFormsNaming<F extends FormState & FormWithAnswers>(
  forms: readonly F[],
  propertyAssetId: string,
  at: Date,
): readonly F[] {
  return forms.map((form) =>
    form.completionStatus === "Complete" &&
    form.completedForm &&
    findRow(form.completedForm, propertyAssetId)
      ? saveForm(form, form.completedForm, at)
      : form,
  );
}

/** The answers that hold the id: an entry of a list, or the form itself. */
function findRow(answers: unknown, id: string): FormAnswers | null {
  if (typeof answers !== "object" || answers === null) return null;
  const values: readonly unknown[] = Object.values(answers);
  if (values.includes(id)) return isRecord(answers) ? answers : {};
  for (const value of values) {
    const row = findRow(value, id);
    if (row) return row;
  }
  return null;
}
