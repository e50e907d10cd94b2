interface DetailType {
  readonly jobDetailTypeId: number;
  readonly name: string;
}

export interface Category {
  readonly jobCategoryId: number;
  readonly name: string;
  readonly detailTypes: readonly DetailType[];
}

/** The kinds of jobs: a category and its details. */
export const categories = [
  {
    jobCategoryId: 1,
    name: "Gas servicing",
    detailTypes: [
      { jobDetailTypeId: 11, name: "Gas safety record with service" },
      { jobDetailTypeId: 12, name: "Gas safety record only" },
      { jobDetailTypeId: 13, name: "Capped check" },
    ],
  },
  {
    jobCategoryId: 2,
    name: "Gas repair",
    detailTypes: [
      { jobDetailTypeId: 21, name: "No heating" },
      { jobDetailTypeId: 22, name: "No hot water" },
      { jobDetailTypeId: 23, name: "Leak" },
      { jobDetailTypeId: 24, name: "Low pressure" },
      { jobDetailTypeId: 25, name: "Controls" },
    ],
  },
  {
    jobCategoryId: 3,
    name: "Installation",
    detailTypes: [
      { jobDetailTypeId: 31, name: "Boiler swap" },
      { jobDetailTypeId: 32, name: "Cylinder" },
    ],
  },
  {
    jobCategoryId: 4,
    name: "Void",
    detailTypes: [
      { jobDetailTypeId: 41, name: "Cap" },
      { jobDetailTypeId: 42, name: "Uncap with record" },
    ],
  },
  {
    jobCategoryId: 5,
    name: "Alarms",
    detailTypes: [
      { jobDetailTypeId: 51, name: "Smoke" },
      { jobDetailTypeId: 52, name: "Heat" },
      { jobDetailTypeId: 53, name: "CO" },
    ],
  },
  {
    jobCategoryId: 6,
    name: "Responsive",
    detailTypes: [
      { jobDetailTypeId: 61, name: "Plumbing" },
      { jobDetailTypeId: 62, name: "Electrical" },
      { jobDetailTypeId: 63, name: "Carpentry" },
    ],
  },
  {
    jobCategoryId: 7,
    name: "Damp and mould",
    detailTypes: [
      { jobDetailTypeId: 71, name: "Inspection" },
      { jobDetailTypeId: 72, name: "Wash" },
    ],
  },
] as const satisfies readonly Category[];

/** The number of days within which a job must be done. */
export const priorities = [
  { name: "Immediate", days: 0 },
  { name: "Emergency", days: 1 },
  { name: "Urgent", days: 5 },
  { name: "Normal", days: 21 },
  { name: "Voids minor", days: 15 },
  { name: "Voids major", days: 30 },
] as const;
export type Priority = (typeof priorities)[number]["name"];

export const jobStages = [
  { jobStageId: 1, name: "First visit", sortOrder: 1 },
  { jobStageId: 2, name: "Follow-on visit", sortOrder: 2 },
  { jobStageId: 3, name: "Recall", sortOrder: 3 },
  { jobStageId: 4, name: "Post inspection", sortOrder: 4 },
] as const;

/** What is known about a property before a visit. 2 is danger, 1 warning, 0 neutral. */
export const notices = {
  asbestos: {
    code: "ASB",
    severity: 2,
    description: "Asbestos: textured ceilings and the boiler cupboard's lining. Do not drill.",
  },
  violence: {
    code: "VIO",
    severity: 2,
    description: "History of violence towards staff. Ring the office before you arrive.",
  },
  doNotAttend: {
    code: "DNA",
    severity: 2,
    description: "Do not attend before the office has confirmed the visit.",
  },
  dog: { code: "DOG", severity: 1, description: "Large dog: ask for it to be shut away." },
  twoPeople: { code: "TWO", severity: 1, description: "Two-person visit." },
  vulnerable: {
    code: "VUL",
    severity: 1,
    description: "Vulnerable tenant: allow time to answer the door.",
  },
  respiratory: {
    code: "RES",
    severity: 1,
    description: "Respiratory condition: keep dust down, no aerosols.",
  },
  warranty: { code: "WAR", severity: 0, description: "Boiler under the maker's warranty." },
  language: {
    code: "LAN",
    severity: 0,
    description: "Language support: interpreter by telephone.",
  },
  heritage: { code: "HER", severity: 0, description: "Heritage building: no new flue outlets." },
} as const satisfies Record<
  string,
  { readonly code: string; readonly severity: 0 | 1 | 2; readonly description: string }
>;
export type NoticeName = keyof typeof notices;
