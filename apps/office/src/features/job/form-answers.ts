import { isCalendarDay, isRecord, readField, readTextField } from "@fieldfare/domain";
import { formatDay } from "../../ui/dates.ts";

/** An answer as it is shown: a text, a drawing such as a signature, photos, or the entries of a list of sub-forms. */
export interface ShownAnswer {
  readonly name: string;
  readonly title: string;
  readonly text?: string;
  readonly image?: string;
  /** The ids of photos of the job. */
  readonly imageIds?: readonly string[];
  readonly entries?: readonly (readonly ShownAnswer[])[];
}

interface AnswerContext {
  /** The content of the present version of a form, by its id. */
  readonly readContent: (customFormId: string) => unknown;
  /** What a choice of an appliance, a tenant or a photo is called. */
  readonly nameOfId: (id: string) => string | null;
}

/**
 * Describes the answers of a form in the order of its questions. An answer whose question the definition does not have
 * comes last, under the question's name.
 */
export function describeAnswers(
  content: unknown,
  answers: Readonly<Record<string, unknown>>,
  context: AnswerContext,
): ShownAnswer[] {
  const questions = listQuestions(content);
  const comments = new Set<string>();
  const known = questions.flatMap(({ question, panels }) => {
    const name = readTextField(question, "name") ?? "";
    if (!Object.hasOwn(answers, name)) return [];
    const described = describeAnswer(question, name, answers[name], context);
    const shown = { ...described, title: [...panels, described.title].join(": ") };
    const comment = answers[`${name}${commentSuffix}`];
    if (typeof comment !== "string" || shown.text === undefined) return [shown];
    comments.add(`${name}${commentSuffix}`);
    return [{ ...shown, text: `${shown.text}: ${comment}` }];
  });
  const names = new Set([...known.map(({ name }) => name), ...comments]);
  const others = Object.entries(answers)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => describeAnswer({}, name, value, context));
  return [...known, ...others].filter(
    ({ text, image, imageIds, entries }) =>
      text !== "" || image !== undefined || imageIds !== undefined || entries !== undefined,
  );
}

/** Ends the name of the answer that has the text of the choice "Other", or a comment. */
const commentSuffix = "-Comment";

interface PlacedQuestion {
  readonly question: unknown;
  /** The titles of the panels around it. */
  readonly panels: readonly string[];
}

/** All questions of a form, also those in panels. */
function listQuestions(part: unknown, panels: readonly string[] = []): PlacedQuestion[] {
  const pages = readField(part, "pages");
  if (Array.isArray(pages)) return pages.flatMap((page: unknown) => listQuestions(page));
  const elements = readField(part, "elements");
  if (!Array.isArray(elements)) return [];
  return elements.flatMap((element: unknown) => {
    if (readTextField(element, "type") !== "panel") return [{ question: element, panels }];
    const title = readTextField(element, "title");
    return listQuestions(element, title === undefined ? panels : [...panels, title]);
  });
}

function describeAnswer(
  question: unknown,
  name: string,
  value: unknown,
  context: AnswerContext,
): ShownAnswer {
  const shown = { name, title: readTextField(question, "title") ?? name };
  if (typeof value === "string" && value.startsWith("data:image/"))
    return { ...shown, image: value };
  const imageIds = listPhotos(value);
  if (imageIds.length > 0) return { ...shown, imageIds };
  const subForm = readTextField(question, "subForm");
  const template = readField(question, "templateElements");
  if (Array.isArray(value) && value.every(isRecord) && (subForm !== undefined || template)) {
    const content = subForm === undefined ? { elements: template } : context.readContent(subForm);
    return { ...shown, entries: value.map((entry) => describeAnswers(content, entry, context)) };
  }
  return { ...shown, text: writeValue(question, value, context) };
}

/** The photos of an answer: the library has files, which the phone replaced by the images that it sends. */
function listPhotos(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const ids = value.map((file: unknown) => readTextField(file, "imageId"));
  return ids.every((id) => id !== undefined) ? ids : [];
}

function writeValue(question: unknown, value: unknown, context: AnswerContext): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value
      .map((each) => writeValue(question, each, context))
      .filter(Boolean)
      .join(", ");
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${writeValue({}, each, context)}`)
      .join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (isCalendarDay(text)) return formatDay(text);
  return findChoice(question, value) ?? context.nameOfId(text) ?? text;
}

function findChoice(question: unknown, value: unknown): string | undefined {
  const choices = readField(question, "choices");
  if (!Array.isArray(choices)) return undefined;
  const choice: unknown = choices.find((each: unknown) => readField(each, "value") === value);
  const special = specialChoices.find(
    (each) => each.value === value && readField(question, each.shown) === true,
  );
  return (
    readTextField(choice, "text") ??
    (special && (readTextField(question, special.named) ?? special.text))
  );
}

/** The choices that the form library adds when a question asks for them, with the words of the phone. */
const specialChoices = [
  { value: "none", shown: "showNoneItem", named: "noneText", text: "None" },
  { value: "other", shown: "showOtherItem", named: "otherText", text: "Other (describe)" },
  { value: "refused", shown: "showRefuseItem", named: "refuseText", text: "Refuse to answer" },
  { value: "dontknow", shown: "showDontKnowItem", named: "dontKnowText", text: "Don't know" },
] as const;
