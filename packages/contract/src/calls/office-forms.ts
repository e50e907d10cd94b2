import { defineCall } from "../call.ts";
import { dataSets, type DataRow } from "../data-sets/data-sets.ts";
import { jobStatus } from "../entities/job.ts";
import { acknowledged, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

/** The largest file of a form, in bytes. */
export const maxFormFileBytes = 1_000_000;

/** How many forms are published together at most. */
export const maxFormsAtOnce = 20;

/** How far open jobs, completed forms and findings are counted or listed. */
export const formLimits = { jobs: 20, completed: 10_000, findings: 100, changes: 200 } as const;

const row = dataSets.CustomForm.row.shape;
const version = z.int32().check(z.minimum(1));

/** A form as one file: what its author writes, and what the office downloads. */
export const formFile = z.strictObject({
  customFormId: row.customFormId,
  version: row.version.check(z.minimum(1)),
  ...row.definition.shape,
  jobCategoryId: row.jobCategoryId,
  jobDetailTypeId: row.jobDetailTypeId,
  jobStageId: row.jobStageId,
  usageRequirement: row.usageRequirement,
  offers: row.offers,
});
export type FormFileContent = z.output<typeof formFile>;

/** Returns a version of a form as the file that a later version can be written from. */
export function toFormFile(form: DataRow<"CustomForm">): FormFileContent {
  const { definition, offers } = form;
  return {
    customFormId: form.customFormId,
    version: form.version,
    name: definition.name,
    description: definition.description,
    isSubForm: definition.isSubForm,
    jobCategoryId: form.jobCategoryId,
    jobDetailTypeId: form.jobDetailTypeId,
    jobStageId: form.jobStageId,
    usageRequirement: form.usageRequirement,
    ...(offers && { offers }),
    content: definition.content,
  };
}

export const formStates = ["published", "withdrawn"] as const;

const publication = {
  publishedOn: isoDateTime,
  /** The account or machine; null: not known, or the folder. */
  publishedBy: z.nullable(text(200)),
  source: z.enum(["folder", "office"]),
};

const withdrawal = z.object({
  on: isoDateTime,
  /** The account or machine; null: the file is gone from the folder. */
  by: z.nullable(text(200)),
});

const formSummary = namedSchema(
  "FormSummary",
  z.object({
    customFormId: id,
    /** The current version. */
    version,
    name: text(200),
    description: text(2000),
    isSubForm: z.boolean(),
    ...publication,
    /** Null: the form is published. */
    withdrawn: z.nullable(withdrawal),
    /** How many jobs that are not closed have it. */
    openJobs: z.int(),
  }),
);
export type FormSummary = z.output<typeof formSummary>;

const formChange = namedSchema(
  "FormChange",
  z.object({
    change: z.enum(["added", "removed", "changed"]),
    subject: z.enum(["form", "page", "question"]),
    title: text(500),
    details: z.array(text(1000)),
  }),
);

const formVersionSummary = namedSchema(
  "FormVersion",
  z.object({
    version,
    ...publication,
    /** What is different from the version before; null: it is the first. At most 200. */
    changes: z.nullable(z.array(formChange)),
  }),
);
export type FormVersionSummary = z.output<typeof formVersionSummary>;

/** A form with its sub-forms, as a phone opens it. */
const formBundle = namedSchema(
  "FormBundle",
  z.object({
    definition: dataSets.CustomForm.row,
    subForms: z.array(dataSets.CustomForm.row),
  }),
);
export type FormBundleAnswer = z.output<typeof formBundle>;

const formReference = z.object({
  customFormId: id,
  name: text(200),
  /** The version that is used. */
  version,
});

const access = { audience: "office", permission: "Unspecified.View" } as const;
const changeAccess = { audience: "office", permission: "Unspecified.Edit" } as const;
const form = { customFormId: id };

export const listForms = defineCall({
  name: "listForms",
  method: "GET",
  path: "/api/office/forms",
  ...access,
  summary: "The forms with their current version and the number of open jobs that have them",
  query: z.object({
    /** Words of the name or the description, all of them. */
    search: z.optional(text(200)),
    /** Absent: both. */
    state: z.optional(z.enum(formStates)),
    /** The customFormId of the last form of the answer before: the forms after it. */
    after: z.optional(id),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(formSummary),
});

export const readForm = defineCall({
  name: "readForm",
  method: "GET",
  path: "/api/office/forms/:customFormId",
  ...access,
  summary: "A form: its current version, the jobs that it is for, and what uses it",
  params: z.object(form),
  response: z.object({
    form: formSummary,
    /** The jobs that it is for; null matches any. */
    offers: z.array(
      z.object({
        jobCategoryId: z.nullable(lookupId),
        categoryName: z.nullable(text(200)),
        jobDetailTypeId: z.nullable(lookupId),
        detailTypeName: z.nullable(text(200)),
        jobStageId: z.nullable(lookupId),
        stageName: z.nullable(text(200)),
        usageRequirement: z.literal([1, 2, 3]),
      }),
    ),
    /** The sub-forms that it uses directly. */
    subForms: z.array(formReference),
    /** The forms that use it directly, with their version of it. */
    usedBy: z.array(z.object({ ...formReference.shape, isWithdrawn: z.boolean() })),
    /** Open jobs that have it, those with the earliest appointment first, at most 20. */
    openJobs: z.array(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        status: jobStatus,
        appointmentDateTime: isoDateTime,
        version: row.version,
        completionStatus: z.enum(["NotStarted", "InProgress", "Complete"]),
      }),
    ),
    /** How often it was completed, up to 10,000. */
    completed: z.int(),
  }),
});

export const listFormVersions = defineCall({
  name: "listFormVersions",
  method: "GET",
  path: "/api/office/forms/:customFormId/versions",
  ...access,
  summary: "The versions of a form, the newest first, with what each changed",
  params: z.object(form),
  query: z.object({
    /** The last version of the answer before: the versions before it. */
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
    limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/))),
  }),
  response: z.array(formVersionSummary),
});

export const readFormVersion = defineCall({
  name: "readFormVersion",
  method: "GET",
  path: "/api/office/forms/:customFormId/versions/:version",
  ...access,
  summary: "A version of a form with its sub-forms",
  params: z.object({ ...form, version: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  response: formBundle,
});

const finding = namedSchema(
  "FormFinding",
  z.object({
    /** Where in the file, such as `content.pages.0.elements.3.type`. */
    path: text(1000),
    /** The same place in words; empty: the form as a whole. */
    place: text(2000),
    message: text(2000),
    /** What to do about it. */
    advice: text(500),
  }),
);
export type FormFinding = z.output<typeof finding>;

const checkedForm = namedSchema(
  "CheckedForm",
  z.object({
    /** Null: the file does not say. */
    customFormId: z.nullable(id),
    name: z.nullable(text(200)),
    version: z.nullable(z.int32()),
    /** The current version; null: the form is new. */
    currentVersion: z.nullable(version),
    /** True: the form is withdrawn now, and publishing it offers it again. */
    isWithdrawn: z.boolean(),
    /** Why it cannot be published; empty: it can. At most 100. */
    findings: z.array(finding),
    /** What is different from the current version; null: there is none to compare. At most 200. */
    changes: z.nullable(z.array(formChange)),
    /** The form as a phone would open it; null while there are findings. */
    bundle: z.nullable(formBundle),
  }),
);
export type CheckedForm = z.output<typeof checkedForm>;

export const publishForms = defineCall({
  name: "publishForms",
  method: "POST",
  path: "/api/office/forms",
  ...changeAccess,
  summary:
    "Check new versions of forms, and publish them together unless it is a dry run: all of them or none",
  body: z.object({
    forms: z
      .array(
        z.object({
          /** The content of the form's file. */
          file: z.record(z.string(), z.unknown()),
          /** The current version that the caller knows; null: the form is new; absent: not compared. */
          expectedVersion: z.optional(z.nullable(version)),
          /** Whether the form is withdrawn as the caller knows it; absent: not compared. */
          expectedWithdrawn: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxFormsAtOnce)),
    /** True: nothing is changed. */
    isDryRun: z.boolean(),
  }),
  response: z.object({ isPublished: z.boolean(), forms: z.array(checkedForm) }),
  example: {
    forms: [
      {
        file: {
          customFormId: "0193b3f0-0000-7000-8000-0000000000fe",
          version: 1,
          name: "Loft check",
          description: "The state of the loft insulation",
          isSubForm: false,
          jobCategoryId: 2,
          jobDetailTypeId: null,
          jobStageId: null,
          usageRequirement: 1,
          content: {
            pages: [
              {
                name: "loft",
                title: "Loft",
                elements: [
                  { type: "boolean", name: "isInsulated", title: "Is the loft insulated?" },
                  {
                    type: "text",
                    name: "depth",
                    title: "Depth in mm",
                    inputType: "number",
                    visibleIf: "{isInsulated} = true",
                  },
                ],
              },
            ],
          },
        },
        expectedVersion: null,
      },
    ],
    isDryRun: true,
  },
});

export const withdrawForm = defineCall({
  name: "withdrawForm",
  method: "POST",
  path: "/api/office/forms/:customFormId/withdraw",
  ...changeAccess,
  summary:
    "Withdraw a form: no new job gets it, and jobs that have it keep it; refused while a published form uses it",
  params: z.object(form),
  body: z.object({
    /** The current version that the caller knows. */
    version,
  }),
  response: acknowledged,
});

export const republishForm = defineCall({
  name: "republishForm",
  method: "POST",
  path: "/api/office/forms/:customFormId/publish-again",
  ...changeAccess,
  summary: "Publish a withdrawn form again, with its current version",
  params: z.object(form),
  body: z.object({ version }),
  response: acknowledged,
});
