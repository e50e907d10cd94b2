import type { ClosedJob } from "./closed-job.ts";
import { applianceName } from "../gas-safety/appliance-name.ts";
import { type Answers, imageIdsIn } from "../gas-safety/answers.ts";
import { makeOf } from "./tables.ts";
import { type Words, wordsOf } from "./words.ts";

/** The part of an image that says what it shows. */
interface Shown {
  readonly imageId: string;
  readonly entityId: string;
}

const maxNote = 60;

/** What a photo of a closed job shows, in a few words: the form and appliance, or the note, that it belongs to. */
export function captionsOf({
  closing,
  lists,
}: Pick<ClosedJob, "closing" | "lists">): (image: Shown) => string {
  const words = wordsOf(lists);
  const rest =
    closing.kind === "JobNoAccess"
      ? `No access: ${words.of("NoAccessReason", closing.payload.noAccessReasonId)}`
      : "Photo of the job";
  const { job } = closing.payload;
  if (!job) return () => rest;
  const ofForms = new Map(job.customForms.flatMap((form) => captionsOfForm(form, words)));
  const formNames = new Map(
    job.customForms.map(({ customFormId }) => [
      customFormId.toLowerCase(),
      words.form(customFormId),
    ]),
  );
  return ({ imageId, entityId }) => {
    const note = job.notes.find(
      ({ engineeringNoteId, imageIds }) =>
        engineeringNoteId === entityId || imageIds.includes(imageId),
    );
    if (note) return `Note: ${cut(note.description)}`;
    const appliance = job.propertyAssets.find(
      ({ propertyAssetId }) => propertyAssetId === entityId,
    );
    if (appliance)
      return [
        words.of("Type", appliance.type),
        makeOf(appliance),
        words.of("Location", appliance.location),
      ]
        .filter(Boolean)
        .join(", ");
    return ofForms.get(imageId.toLowerCase()) ?? formNames.get(entityId.toLowerCase()) ?? rest;
  };
}

function captionsOfForm(
  { customFormId, completedForm }: { customFormId: string; completedForm: Answers | null },
  words: Words,
): [imageId: string, caption: string][] {
  const name = words.form(customFormId);
  const captions: [string, string][] = [];
  const collect = (answers: Answers, caption: string) => {
    for (const [key, value] of Object.entries(answers)) {
      if (!Array.isArray(value)) continue;
      for (const imageId of imageIdsIn(answers, key)) captions.push([imageId, caption]);
      for (const row of value) {
        if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
        const appliance = applianceName(row as Answers);
        collect(row as Answers, appliance === "" ? caption : `${name}: ${appliance}`);
      }
    }
  };
  collect(completedForm ?? {}, name);
  return captions;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxNote ? line : `${line.slice(0, maxNote).trimEnd()}…`;
}
