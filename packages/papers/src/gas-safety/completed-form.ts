import type { Card, Fact, Picture } from "../paper.ts";
import { pictureOfUrl } from "../wording.ts";
import { type Answers, textIn } from "./answers.ts";

/** A completed form of which a paper is made. What the engineer signed is in its answers: nothing else is asked. */
export interface CompletedForm {
  readonly formattedJobId: string;
  readonly answers: Answers;
  /** ISO 8601 */
  readonly completedOn: string;
  /** Bytes of the form's photos by image id in lower case; what is missing is named without being shown. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Facts that are not known are left out. */
export function known(facts: readonly Fact[]): Fact[] {
  return facts.filter(([, value]) => value !== "");
}

export function card(heading: string, facts: readonly Fact[]): Card {
  return { heading, facts: known(facts) };
}

/** What a card has beside its facts, where somebody signed. */
export function signature(caption: string, answers: Answers, name: string): Partial<Card> {
  const bytes = pictureOfUrl(textIn(answers, name));
  return bytes ? { signature: { caption, bytes, size: "signature" } } : {};
}

export function photo(
  caption: string,
  imageId: string,
  pictures: ReadonlyMap<string, Uint8Array>,
): Picture {
  return { caption, bytes: pictures.get(imageId) ?? null, size: "photo" };
}
