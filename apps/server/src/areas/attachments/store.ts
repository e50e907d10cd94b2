import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { CallBody, JobAttachment } from "@fieldfare/contract";
import { type uploadAttachment as call, visitLimits } from "@fieldfare/contract/office";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { appointment, attachment, job, jobAttachment } from "../../database/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { inspectImage } from "../../messages/inspect-image.ts";
import type { ObjectStore } from "../../objects/objects.ts";
import { storeObject } from "../../objects/unused-objects.ts";

type Attachment = typeof attachment.$inferSelect;

/** Stores a document or photo for engineers to read. The same id with the same bytes and name changes nothing. */
export async function uploadAttachment(
  database: Database,
  objects: ObjectStore,
  source: AuditSource,
  { attachmentId = randomUUIDv7(), name, content, sha256: expected }: CallBody<typeof call>,
): Promise<JobAttachment | Refusal> {
  const bytes = Buffer.from(content, "base64");
  const contentType = inspectFile(bytes);
  if (isRefusal(contentType)) return contentType;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (expected !== undefined && expected !== sha256)
    return refuse("invalid", {
      issues: [{ path: "sha256", message: "The file was damaged on the way. Send it again" }],
    });
  await storeObject(database, objects, sha256, bytes);
  return makeChange(database, source, async ({ orm, record }) => {
    const file = { name, contentType, sha256, bytes: bytes.length };
    const added = await orm
      .insert(attachment)
      .values({ attachmentId, ...file })
      .onConflictDoNothing()
      .returning({ attachmentId: attachment.attachmentId });
    if (added.length === 0) {
      const [known] = await orm
        .select()
        .from(attachment)
        .where(eq(attachment.attachmentId, attachmentId));
      if (known?.sha256 !== sha256 || known.name !== name)
        return refuse("conflict", { detail: "Another file was uploaded under this attachmentId" });
    }
    record({
      action: "attachment-added",
      objectType: "attachment",
      objectId: attachmentId,
      before: added.length === 0 ? file : {},
      after: file,
    });
    return { attachmentId, ...file };
  });
}

/** Finds out from the bytes what a file is, whatever its sender calls it. */
function inspectFile(bytes: Buffer): JobAttachment["contentType"] | Refusal {
  const issue = (message: string) => refuse("invalid", { issues: [{ path: "content", message }] });
  if (bytes.length > visitLimits.attachmentBytes) return refuse("too-large");
  if (bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    if (!bytes.subarray(-2048).includes("%%EOF"))
      return issue("The PDF is not complete. Save it again, and upload that file");
    // A phone that is offline cannot ask anybody for the password.
    if (bytes.includes("/Encrypt"))
      return issue("The PDF is protected with a password. Save it without one");
    return "application/pdf";
  }
  const image = inspectImage(bytes, visitLimits.attachmentBytes);
  if (isRefusal(image)) return issue("This is no PDF, JPEG or PNG that can be read");
  return image.contentType === "image/png" ? "image/png" : "image/jpeg";
}

/** Finds an attachment. Null: there is none. */
export async function findAttachment(
  { orm }: Database,
  attachmentId: string,
): Promise<Attachment | null> {
  const [row] = await orm
    .select()
    .from(attachment)
    .where(eq(attachment.attachmentId, attachmentId));
  return row ?? null;
}

/** Finds an attachment of a job that the engineer has. Null: there is none. */
export async function findAttachmentFor(
  { orm }: Database,
  { jobId, attachmentId }: { readonly jobId: string; readonly attachmentId: string },
  fieldOperativeId: string,
): Promise<Attachment | null> {
  const [row] = await orm
    .select({ attachment })
    .from(attachment)
    .innerJoin(jobAttachment, eq(jobAttachment.attachmentId, attachment.attachmentId))
    .innerJoin(job, eq(job.jobId, jobAttachment.jobId))
    .innerJoin(
      appointment,
      eq(appointment.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId),
    )
    .where(
      and(
        eq(attachment.attachmentId, attachmentId),
        eq(jobAttachment.jobId, jobId),
        eq(appointment.fieldOperativeId, fieldOperativeId),
        isNull(appointment.endedOn),
        ne(job.status, "Closed"),
      ),
    );
  return row?.attachment ?? null;
}
