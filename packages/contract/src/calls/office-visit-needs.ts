import { defineCall } from "../call.ts";
import { jobAttachment } from "../entities/job.ts";
import { id, namedSchema, sha256, text, z } from "../schema.ts";

/** An alert that jobs name by its code. */
const alertCode = namedSchema(
  "AlertCode",
  z.object({
    code: text(50).check(z.trim(), z.minLength(1)),
    /** What the engineer reads. It must not say more about a person than the work needs. */
    description: text(2000).check(z.trim(), z.minLength(1)),
    /** 0 neutral, 1 warning, 2 danger. */
    severity: z.literal([0, 1, 2]),
    /** True: the engineer has to confirm it. */
    alertEngineer: z.boolean(),
  }),
);
export type AlertCode = z.output<typeof alertCode>;

const alertCodes = z.object({ alertCodes: z.array(alertCode).check(z.maxLength(500)) });

export const readAlertCodes = defineCall({
  name: "readAlertCodes",
  method: "GET",
  path: "/api/office/alert-codes",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The alerts that jobs name by their codes",
  response: alertCodes,
});

export const putAlertCodes = defineCall({
  name: "putAlertCodes",
  method: "PUT",
  path: "/api/office/alert-codes",
  audience: "office",
  permission: "Unspecified.Edit",
  summary:
    "Replace the alerts that jobs name by their codes; jobs that have been raised keep the text that they have",
  body: z.extend(alertCodes, {
    /** The alerts as they were read: the change is refused if somebody has changed them since. */
    expected: z.optional(alertCodes.shape.alertCodes),
  }),
  response: alertCodes,
  example: {
    alertCodes: [
      {
        code: "DOG",
        description: "There is a dog at this home.",
        severity: 1,
        alertEngineer: true,
      },
    ],
  },
});

export const uploadAttachment = defineCall({
  name: "uploadAttachment",
  method: "POST",
  path: "/api/office/attachments",
  audience: "office",
  permission: "Job.UploadFile",
  summary:
    "Upload a document (PDF) or photo (JPEG, PNG) of at most 10 MB, for jobs to name as what to read before the visit; what no job names is deleted after 30 days",
  body: z.object({
    /** May be left out: the server then creates it. A repeat with the same content changes nothing. */
    attachmentId: z.optional(id),
    /** What engineers read, such as `Asbestos register`. */
    name: text(200).check(z.trim(), z.minLength(1)),
    /** The bytes of the file in base64. */
    content: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    /** Of the file, to notice one that was damaged on the way. */
    sha256: z.optional(sha256),
  }),
  response: jobAttachment,
  example: {
    name: "Data plate",
    content:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
});

export const readAttachment = defineCall({
  name: "readAttachment",
  method: "GET",
  path: "/api/office/attachments/:attachmentId",
  audience: "office",
  permission: "Job.View",
  summary: "A document or photo to read before a visit",
  params: z.object({ attachmentId: id }),
  response: z.unknown(),
});
