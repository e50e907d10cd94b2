import type { ClosedJob } from "./closed-job.ts";
import { applianceName } from "../gas-safety/appliance-name.ts";
import { type Answers, imageIdsIn, rowsIn } from "../gas-safety/answers.ts";
import { nameAppliance } from "./tables.ts";
import { type Lookups, createLookups } from "./lookups.ts";
import { isolateText } from "@fieldfare/domain";

/** The part of an image that decides its caption. */
interface Shown {
  readonly imageId: string;
  readonly entityId: string;
}

const maxNote = 60;

/**
 * Returns a function that captions a photo of a closed job with the form and appliance, or the note, that it belongs
 * to.
 */
export function createCaptioner({
  closing,
  lists,
}: Pick<ClosedJob, "closing" | "lists">): (image: Shown) => string {
  const lookups = createLookups(lists);
  const rest =
    closing.kind === "JobNoAccess"
      ? `No access: ${lookups.text("NoAccessReason", closing.payload.noAccessReasonId)}`
      : "Photo of the job";
  const { job } = closing.payload;
  if (!job) return () => rest;
  const ofForms = new Map(job.customForms.flatMap((form) => formCaptions(form, lookups)));
  const formNames = new Map(
    job.customForms.map(({ customFormId }) => [
      customFormId.toLowerCase(),
      lookups.form(customFormId),
    ]),
  );
  return ({ imageId, entityId }) => {
    const note = job.notes.find(
      ({ engineeringNoteId, imageIds }) =>
        engineeringNoteId === entityId || imageIds.includes(imageId),
    );
    if (note) return `Note: ${isolateText(cut(note.description))}`;
    const appliance = job.propertyAssets.find(
      ({ propertyAssetId }) => propertyAssetId === entityId,
    );
    if (appliance) return nameAppliance(appliance, lookups);
    return ofForms.get(imageId.toLowerCase()) ?? formNames.get(entityId.toLowerCase()) ?? rest;
  };
}

function formCaptions(
  { customFormId, completedForm }: { customFormId: string; completedForm: Answers | null },
  lookups: Lookups,
): [imageId: string, caption: string][] {
  const name = lookups.form(customFormId);
  const captions: [string, string][] = [];
  const collect = (answers: Answers, caption: string) => {
    for (const key of Object.keys(answers)) {
      for (const imageId of imageIdsIn(answers, key)) captions.push([imageId, caption]);
      for (const row of rowsIn(answers, key)) {
        const appliance = applianceName(row);
        collect(row, appliance === "" ? caption : `${name}: ${appliance}`);
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
