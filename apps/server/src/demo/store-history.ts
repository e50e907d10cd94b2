import { and, eq, isNull, sql } from "drizzle-orm";
import { mobileVersion } from "@fieldfare/contract";
import type { Database, Orm } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { hashContent, hashImage, type PastJob } from "./history.ts";
import { deterministicId } from "./ids.ts";
import type { Engineer } from "./people.ts";
import { demoImages, demoImageSize } from "./images.ts";

/** Stores visits that are over. Existing rows stay unchanged. */
export async function insertHistory(
  { orm }: Database,
  objects: ObjectStore,
  jobs: readonly PastJob[],
): Promise<void> {
  for (const [imageName, bytes] of demoImages()) await objects.put(hashImage(imageName), bytes);
  if (jobs.length === 0) return;
  await orm.transaction(async (transaction) => {
    // What was long ago is no news in the feed.
    await transaction.execute(sql`set local fieldfare.events = 'off'`);
    const inserted = await transaction
      .insert(schema.job)
      .values(jobs.map(jobRow))
      .onConflictDoNothing()
      .returning({ jobId: schema.job.jobId });
    const insertedIds = new Set(inserted.map(({ jobId }) => jobId));
    await insertRecordedWork(
      transaction,
      jobs.filter(({ ids }) => insertedIds.has(ids.jobId)),
    );
  });
}

/** Adds the telephone numbers that the history shows. A number that the office entered stays. */
export async function updateMobileNumbers({ orm }: Database, engineers: readonly Engineer[]) {
  const known = schema.fieldOperative;
  for (const { fieldOperativeId, mobileNumber } of engineers) {
    await orm
      .update(known)
      .set({ mobileNumber })
      .where(and(eq(known.fieldOperativeId, fieldOperativeId), isNull(known.mobileNumber)));
  }
}

function jobRow({ closing, visit, ...past }: PastJob): typeof schema.job.$inferInsert {
  const { payload } = closing;
  const { statusTimestamps } = "outcome" in payload ? payload.job : payload;
  return {
    ...past.ids,
    formattedJobId: past.formattedJobId,
    propertyId: past.propertyId,
    appointmentDateTime: new Date(past.appointmentDateTime),
    taskDetails: visit.taskDetails,
    jobCategoryId: visit.jobCategoryId,
    jobDetailTypeId: visit.jobDetailTypeId,
    categoryName: past.categoryName,
    detailTypeName: past.detailTypeName,
    jobPriority: "Normal",
    status: "Closed",
    statusTimestamps,
    outcomeId: "outcome" in payload ? payload.outcome.outcomeId : null,
    stateChangedOn: new Date(payload.changeTimestamp),
    ...(past.raisedOn && { createdOn: past.raisedOn }),
  };
}

async function insertRecordedWork(orm: Orm, jobs: readonly PastJob[]) {
  if (jobs.length === 0) return;
  await orm.insert(schema.appointment).values(
    jobs.map(({ ids, engineer, appointmentDateTime }) => ({
      ...ids,
      fieldOperativeId: engineer.fieldOperativeId,
      appointmentDateTime: new Date(appointmentDateTime),
      assignedOn: new Date(appointmentDateTime),
    })),
  );
  await orm.insert(schema.message).values(jobs.map(messageRow));
  await orm.insert(schema.jobClosing).values(jobs.map(closingRow));
  await orm.insert(schema.document).values(jobs.map(documentRow));
  const images = jobs.flatMap(imageRows);
  if (images.length > 0) await orm.insert(schema.jobImage).values(images);
  const contents = jobs.flatMap(({ closing }) =>
    closing.type === "JobClose" ? [closing.payload.job] : [],
  );
  const notes = contents.flatMap((content) => content.notes);
  const parts = contents.flatMap((content) => content.parts);
  const sors = contents.flatMap((content) => content.plannedSors);
  const forms = contents.flatMap((content) => content.customForms);
  if (forms.length > 0)
    await orm.insert(schema.jobForm).values(forms.map((row) => ({ ...row, row })));
  if (notes.length > 0) {
    await orm.insert(schema.engineeringNote).values(notes.map((row) => ({ ...row, row })));
  }
  if (parts.length > 0)
    await orm.insert(schema.jobPart).values(parts.map((row) => ({ ...row, row })));
  if (sors.length > 0) await orm.insert(schema.jobSor).values(sors.map((row) => ({ ...row, row })));
}

function messageId({ ids }: PastJob): string {
  return deterministicId(`closing/${ids.jobId}`);
}

function closedOn({ closing }: PastJob): Date {
  return new Date(closing.payload.changeTimestamp);
}

function messageRow(past: PastJob): typeof schema.message.$inferInsert {
  return {
    messageId: messageId(past),
    type: past.closing.type,
    contentHash: hashContent(past),
    payload: past.closing.payload,
    ...past.ids,
    fieldOperativeId: past.engineer.fieldOperativeId,
    deviceId: deterministicId(`earlier device/${past.engineer.key}`),
    messageCreatedOn: closedOn(past),
    mobileVersion,
    messageVersion: 1,
    receivedOn: closedOn(past),
  };
}

function closingRow(past: PastJob): typeof schema.jobClosing.$inferInsert {
  const { type, payload } = past.closing;
  const on = closedOn(past);
  return {
    messageId: messageId(past),
    ...past.ids,
    kind: type,
    numberOfMessages: past.photos.length + 1,
    manifest: past.photos.map(({ imageId, sha256 }) => ({ imageId, sha256 })),
    outcome:
      "outcome" in payload
        ? payload.outcome
        : {
            noAccessReasonId: payload.noAccessReasonId,
            notes: payload.notes,
            imageIds: payload.imageIds,
          },
    closedOn: on,
    receivedOn: on,
    // No task is added: the documents are made on request, so that a first start makes none.
    deliveredOn: on,
  };
}

function documentRow(past: PastJob): typeof schema.document.$inferInsert {
  return {
    documentId: deterministicId(`document/${past.ids.jobId}`),
    messageId: messageId(past),
    jobId: past.ids.jobId,
    kind: "job-sheet",
    name: `Job sheet ${past.formattedJobId}`,
    createdOn: closedOn(past),
  };
}

function imageRows(past: PastJob): (typeof schema.jobImage.$inferInsert)[] {
  return past.photos.map(({ imageId, entityId, imageName, sha256, takenOn, position }) => ({
    imageId,
    entityId,
    ...past.ids,
    messageId: deterministicId(`picture/${imageId}`),
    associateToJob: entityId === past.ids.jobId,
    sha256,
    bytes: demoImages().get(imageName)?.length ?? 0,
    contentType: "image/png",
    ...demoImageSize,
    takenOn: new Date(takenOn),
    receivedOn: closedOn(past),
    ...position,
  }));
}
