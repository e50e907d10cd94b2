import { hasPrivateAnswers, isCalendarDay } from "@fieldfare/domain";
import type { Block, DocumentImage, Section } from "../document-content.ts";
import { decodeImageDataUrl, formatDay } from "../formatting.ts";
import type { Lookups } from "./lookups.ts";

/** A form that the job sheet prints, because no other document shows it, with its answers as a person reads them. */
export interface PrintedForm {
  readonly customFormId: string;
  /** False: the form was begun and not completed. */
  readonly isComplete: boolean;
  readonly answers: readonly FormAnswer[];
}

/** One answer as the document prints it: a text, photos or a signature. */
export interface FormAnswer {
  /** The page, and the entry of a list on it. */
  readonly heading: string;
  readonly label: string;
  /** Empty for photos and signatures. */
  readonly text: string;
  readonly imageIds: readonly string[];
  /** A signature as a data URL. */
  readonly signature: string | null;
}

/**
 * Returns a section for each form. `takeImages` returns the images with these ids, each once. The answers of a form about
 * people are for the office only.
 */
export function printedForms(
  forms: readonly PrintedForm[],
  lookups: Lookups,
  takeImages: (imageIds: readonly string[]) => DocumentImage[],
): Section[] {
  return forms
    .filter(({ customFormId, answers }) => answers.length > 0 && !hasPrivateAnswers(customFormId))
    .map(({ customFormId, isComplete, answers }) => ({
      heading: isComplete
        ? lookups.form(customFormId)
        : `${lookups.form(customFormId)} (not finished)`,
      blocks: [
        ...(isComplete ? [] : [notCompleted]),
        ...groupByHeading(answers).flatMap((group) => answerBlocks(group, takeImages)),
      ],
    }));
}

const notCompleted: Block = {
  kind: "text",
  text: "This form was not completed. These are the answers given so far.",
};

function answerBlocks(
  answers: readonly FormAnswer[],
  takeImages: (imageIds: readonly string[]) => DocumentImage[],
): Block[] {
  const rows = answers.filter(({ text }) => text !== "");
  const photos = takeImages(answers.flatMap(({ imageIds }) => imageIds));
  const signatures = answers.flatMap(({ label, signature }): DocumentImage[] => {
    const bytes = decodeImageDataUrl(signature);
    return bytes ? [{ caption: label, bytes, size: "signature" }] : [];
  });
  return [
    ...(rows.length > 0 ? [answerTable(rows)] : []),
    { kind: "images", images: [...photos, ...signatures] },
  ];
}

function answerTable(answers: readonly FormAnswer[]): Block {
  return {
    kind: "table",
    columns: [
      { heading: answers[0]?.heading || "Question", share: 0.5 },
      { heading: "Answer", share: 0.5 },
    ],
    rows: answers.map(({ label, text }) => [label, isCalendarDay(text) ? formatDay(text) : text]),
  };
}

/** Groups neighbours: what follows a panel on its page stays behind it. */
function groupByHeading(answers: readonly FormAnswer[]): readonly (readonly FormAnswer[])[] {
  const groups: FormAnswer[][] = [];
  for (const answer of answers) {
    const last = groups.at(-1);
    if (last?.[0]?.heading === answer.heading) last.push(answer);
    else groups.push([answer]);
  }
  return groups;
}
