import type { DataRow } from "@fieldfare/contract";

const lists = {
  HoldReason: ["Waiting for parts", "Waiting for the tenant"],
  NoAccessReason: ["Nobody in", "Access refused"],
} as const;

/** A form that engineers add to their jobs. */
export const checklist: DataRow<"CustomForm"> = {
  customFormId: "0193b3f0-0000-7000-8000-0000000000f1",
  customFormDefinitionId: "0193b3f0-0000-7000-8000-0000000000d1",
  version: 1,
  definition: {
    name: "Checklist",
    description: "What was seen",
    isSubForm: false,
    content: { pages: [{ name: "page", elements: [{ type: "text", name: "seen" }] }] },
  },
  jobCategoryId: 2,
  jobDetailTypeId: null,
  jobStageId: null,
  usageRequirement: 1,
  modifiedOn: "2026-01-05T09:00:00.000Z",
};

/** The same rows in every scenario, so that scenarios on one database do not affect each other. */
export const domainRows: DataRow<"DomainData">[] = Object.entries(lists).flatMap(
  ([fieldName, texts], list) =>
    texts.map((text, index) => ({
      domainDataId: list * 100 + index + 1,
      entityCode: 0,
      fieldName,
      value: index + 1,
      text,
      sortOrder: index,
      requiresAdditionalText: false,
    })),
);

export const holdReasons = domainRows.filter(({ fieldName }) => fieldName === "HoldReason");

/** The client for whom engineers raise jobs, the same in every scenario. */
export const client = {
  clientId: 900,
  name: "Siskin Homes",
  contracts: [],
  priorities: [
    { priorityId: 9002, name: "Urgent", description: null, responseDays: 1, completionDays: 5 },
  ],
};
export const jobTypes = [
  { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
];
