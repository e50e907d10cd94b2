import type { DataRow, JobCustomForm } from "@fieldfare/contract";
import type { SharedDatabase } from "../database/database.ts";
import { fullContent } from "../reference-data/answer.ts";
import { storeSet } from "../reference-data/store.ts";
import { at, entityId, jobId } from "./engineer.ts";

type FormRow = DataRow<"CustomForm">;

/** Version 1 of a form that is offered for every job. */
export function aForm(of: Partial<FormRow> = {}): FormRow {
  return {
    customFormId: entityId(61),
    customFormDefinitionId: entityId(71),
    version: 1,
    definition: {
      name: "Alarm test",
      description: "Smoke and CO alarms",
      isSubForm: false,
      content: { elements: [{ type: "text", name: "remarks" }] },
    },
    jobCategoryId: null,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 2,
    modifiedOn: at(-9000),
    ...of,
  };
}

/** The entry as the server puts it into a new job. */
export function anEntry(of: Partial<JobCustomForm> = {}): JobCustomForm {
  return {
    customFormId: entityId(61),
    customFormDefinitionId: entityId(71),
    version: 1,
    jobId,
    usageRequirement: 2,
    completionStatus: "NotStarted",
    addedByUser: false,
    optional: false,
    addedOnDateTime: at(-60),
    previousAnswers: null,
    completedForm: null,
    completedOn: null,
    savedOnDateTime: null,
    ...of,
  };
}

/** Stores what a synchronisation leaves on the device. */
export function putForms(database: SharedDatabase, forms: readonly FormRow[]): Promise<void> {
  return storeSet(database, {
    type: "CustomForm",
    date: `${forms.length} ${forms.map(({ version }) => version).join()}`,
    content: fullContent("CustomForm", forms),
    isFull: true,
    count: forms.length,
    deletedIds: [],
  });
}
