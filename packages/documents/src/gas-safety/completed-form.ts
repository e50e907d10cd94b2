import type { Card, Detail, DocumentImage } from "../document-content.ts";
import { decodeImageDataUrl } from "../formatting.ts";
import { type Answers, textIn } from "./answers.ts";

/**
 * A completed form with a document. The form's answers hold everything that the engineer signed, so nothing else is
 * read.
 */
export interface CompletedForm {
  readonly formattedJobId: string;
  readonly answers: Answers;
  /** ISO 8601 */
  readonly completedOn: string;
  /** The bytes of the form's photos by image id in lower case. A missing photo is printed as its caption only. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** Leaves out details without a value. */
export function knownDetails(details: readonly Detail[]): Detail[] {
  return details.filter(([, value]) => value !== "");
}

/** Builds a card without the details that have no value. */
export function card(heading: string, details: readonly Detail[]): Card {
  return { heading, details: knownDetails(details) };
}

/** Returns the signature of a card; empty if nobody has signed. */
export function signature(caption: string, answers: Answers, name: string): Partial<Card> {
  const bytes = decodeImageDataUrl(textIn(answers, name));
  return bytes ? { signature: { caption, bytes, size: "signature" } } : {};
}

/** Returns the image of a photo; without bytes if they are missing. `imageId` is in lower case. */
export function photo(
  caption: string,
  imageId: string,
  images: ReadonlyMap<string, Uint8Array>,
): DocumentImage {
  return { caption, bytes: images.get(imageId) ?? null, size: "photo" };
}
