import type { EngineeringNote } from "@fieldfare/contract";
import { done, firstIssue, type NoteAnswers, validateNote, refused } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { buildJobIdentity } from "./act.ts";
import { editWork, queueDraftPhotos } from "./work.ts";

/** Saves the note for the close. Its photos are queued at once under the note's id. */
export function addNote(device: Device, jobId: string, answers: NoteAnswers) {
  return editWork(device, jobId, ["engineeringNote", "image"], async (actor, job) => {
    const issue = firstIssue(validateNote(answers));
    if (issue) return refused(issue);
    const engineeringNoteId = newId(device.ports);
    const time = actor.at.toISOString();
    const note: EngineeringNote = {
      engineeringNoteId,
      ...buildJobIdentity(job),
      ...normaliseAnswers(answers),
      imageIds: [...(await queueDraftPhotos(device, actor, job, "note", engineeringNoteId, true))],
      createdOn: time,
      modifiedOn: time,
    };
    await actor.unit.put("engineeringNote", note);
    await actor.unit.remove("draft", [jobId, "note"]);
    return done(note);
  });
}

/** Changes a note of this job. */
export function updateNote(
  device: Device,
  jobId: string,
  engineeringNoteId: string,
  answers: NoteAnswers,
) {
  return editWork(device, jobId, ["engineeringNote", "image"], async (actor, job) => {
    const before = await actor.unit.database.engineeringNote.get(engineeringNoteId);
    if (before?.jobId !== jobId) return refused("not-found");
    const issue = firstIssue(validateNote(answers));
    if (issue) return refused(issue);
    const queuedImageIds = await queueDraftPhotos(
      device,
      actor,
      job,
      "note",
      engineeringNoteId,
      false,
    );
    const note: EngineeringNote = {
      ...before,
      ...normaliseAnswers(answers),
      imageIds: [...before.imageIds, ...queuedImageIds],
      modifiedOn: actor.at.toISOString(),
    };
    await actor.unit.put("engineeringNote", note);
    await actor.unit.remove("draft", [jobId, `note:${engineeringNoteId}`]);
    return done(note);
  });
}

/** Converts answers that have passed validation. */
function normaliseAnswers(answers: NoteAnswers) {
  return { description: answers.description.trim(), isPublic: answers.isPublic === true };
}
