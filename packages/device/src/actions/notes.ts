import type { EngineeringNote } from "@fieldfare/contract";
import { done, firstFault, type NoteAnswers, noteFaults, refused } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { identityOf } from "./act.ts";
import { editWork, queueDraftsOf } from "./work.ts";

/** Keeps the note for the closing; the pictures taken for it are queued at once, under its id. */
export function addNote(device: Device, jobId: string, answers: NoteAnswers) {
  return editWork(device, jobId, ["engineeringNote", "image"], async (actor, job) => {
    const fault = firstFault(noteFaults(answers));
    if (fault) return refused(fault);
    const engineeringNoteId = newId(device.ports);
    const time = actor.at.toISOString();
    const note: EngineeringNote = {
      engineeringNoteId,
      ...identityOf(job),
      ...textOf(answers),
      imageIds: [...(await queueDraftsOf(device, actor, job, "note", engineeringNoteId, true))],
      createdOn: time,
      modifiedOn: time,
    };
    await actor.unit.put("engineeringNote", note);
    await actor.unit.remove("draft", [jobId, "note"]);
    return done(note);
  });
}

export function updateNote(
  device: Device,
  jobId: string,
  engineeringNoteId: string,
  answers: NoteAnswers,
) {
  return editWork(device, jobId, ["engineeringNote", "image"], async (actor, job) => {
    const before = await actor.unit.database.engineeringNote.get(engineeringNoteId);
    if (before?.jobId !== jobId) return refused("not-found");
    const fault = firstFault(noteFaults(answers));
    if (fault) return refused(fault);
    const taken = await queueDraftsOf(device, actor, job, "note", engineeringNoteId, false);
    const note: EngineeringNote = {
      ...before,
      ...textOf(answers),
      imageIds: [...before.imageIds, ...taken],
      modifiedOn: actor.at.toISOString(),
    };
    await actor.unit.put("engineeringNote", note);
    await actor.unit.remove("draft", [jobId, `note:${engineeringNoteId}`]);
    return done(note);
  });
}

/** Of answers without faults. */
function textOf(answers: NoteAnswers) {
  return { description: answers.description.trim(), isPublic: answers.isPublic === true };
}
