import { isRecord, readTextField } from "@fieldfare/domain";
import type { ReadListText } from "./lists.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

type Image = FieldJob["images"][number];

const words = strings.images;
const maxNote = 60;

/** Says of each image of a job what it is, by its id. Several photos of the same have a number, in the order in which they were taken. */
export function nameImages(
  field: FieldJob,
  readListText: ReadListText,
): ReadonlyMap<string, string> {
  const nameOwner = createOwnerNames(field, readListText);
  const named = field.images
    .toSorted((one, other) => Date.parse(one.takenOn) - Date.parse(other.takenOn))
    .map((image) => ({ imageId: image.imageId, name: nameImage(field, image, nameOwner(image)) }));
  return new Map(
    named.map(({ imageId, name }) => {
      const alike = named.filter((other) => other.name === name);
      const number = alike.findIndex((other) => other.imageId === imageId) + 1;
      return [imageId, alike.length === 1 ? name : words.numbered(name, number, alike.length)];
    }),
  );
}

function nameImage({ closing }: FieldJob, image: Image, owner: string | null): string {
  if (image.imageId === closing?.signatureImageId) return words.signature;
  if (owner !== null) return words.photo(owner);
  // Which image is the signature is known from the message that closed the job.
  return closing === null || image.isEvidence ? words.photoOrSignature : words.photoOfJob;
}

/** Returns a function that names what a photo belongs to: a note, an appliance or a form; null: the job itself. */
export function createOwnerNames(
  { job, appliances, forms }: FieldJob,
  readListText: ReadListText,
): (image: Pick<Image, "imageId" | "entityId">) => string | null {
  const owners = new Map<string, string>([
    ...appliances.map(
      ({ propertyAssetId, type, location }) =>
        [
          propertyAssetId,
          words.appliance(
            listTexts([readListText("Type", type), readListText("Location", location)]),
          ),
        ] as const,
    ),
    ...forms.map(({ customFormId, name }) => [customFormId, name] as const),
  ]);
  for (const { customFormId, completedForm } of job.customForms)
    nameAnswers(completedForm, owners.get(customFormId) ?? strings.unknownForm, owners);
  for (const { engineeringNoteId, description, imageIds } of job.notes)
    for (const id of [engineeringNoteId, ...imageIds]) owners.set(id, words.note(cut(description)));
  return ({ imageId, entityId }) => owners.get(imageId) ?? owners.get(entityId) ?? null;
}

/** Names the photos among the answers of a form: those of an appliance's entry have its name too. */
function nameAnswers(answers: unknown, name: string, owners: Map<string, string>): void {
  if (!isRecord(answers)) return;
  for (const value of Object.values(answers)) {
    if (!Array.isArray(value)) continue;
    for (const entry of value) {
      const imageId = readTextField(entry, "imageId");
      if (imageId !== undefined) owners.set(imageId.toLowerCase(), name);
      else nameAnswers(entry, nameEntry(entry, name), owners);
    }
  }
}

function nameEntry(entry: unknown, form: string): string {
  const appliance = listTexts([readTextField(entry, "type"), readTextField(entry, "location")]);
  return appliance === "" ? form : `${form}: ${appliance}`;
}

function listTexts(texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join(", ");
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxNote ? line : `${line.slice(0, maxNote).trimEnd()}…`;
}
