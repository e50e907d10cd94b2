import type { Card, Detail, DocumentImage } from "../document-content.ts";
import { decodeImageDataUrl } from "../formatting.ts";
import { type Answers, textIn } from "./answers.ts";

/** A completed form of which a paper is made. What the engineer signed is in its answers: nothing else is asked. */
export interface CompletedForm {
  readonly formattedJobId: string;
  readonly answers: Answers;
  /** ISO 8601 */
  readonly completedOn: string;
  /** Bytes of the form's photos by image id in lower case; what is missing is named without being shown. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** Facts that are not known are left out. */
export function knownDetails(details: readonly Detail[]): Detail[] {
  return details.filter(([, value]) => value !== "");
}

export function card(heading: string, details: readonly Detail[]): Card {
  return { heading, facts: knownDetails(details) };
}

/** What a card has beside its facts, where somebody signed. */
export function signature(caption: string, answers: Answers, name: string): Partial<Card> {
  const bytes = decodeImageDataUrl(textIn(answers, name));
  return bytes ? { signature: { caption, bytes, size: "signature" } } : {};
}

export function photo(
  caption: string,
  imageId: string,
  images: ReadonlyMap<string, Uint8Array>,
): DocumentImage {
  return { caption, bytes: images.get(imageId) ?? null, size: "photo" };
}
