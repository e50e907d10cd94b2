import { canonicalJson } from "@fieldfare/contract";
import { isRecord } from "@fieldfare/domain";
import { type FormDefinition, type Json, list } from "./definition.ts";

/** One difference between two versions of a form, in words. */
export interface FormChange {
  readonly change: "added" | "removed" | "changed";
  readonly subject: "form" | "page" | "question";
  /** What people call it. */
  readonly title: string;
  /** What is different about something that changed; empty for what was added or removed. */
  readonly details: readonly string[];
}

/** Returns the differences between two versions of a form: of the form itself, of its pages and of its questions. */
export function compareDefinitions(before: FormDefinition, after: FormDefinition): FormChange[] {
  const pages = comparePages(before, after);
  const questions = compareQuestions(before, after);
  const details = compareForms(before, after);
  return [
    ...(details.length > 0
      ? [
          {
            change: "changed" as const,
            subject: "form" as const,
            title: after.definition.name,
            details,
          },
        ]
      : []),
    ...pages,
    ...questions,
  ];
}

function compareForms(before: FormDefinition, after: FormDefinition): string[] {
  const details: string[] = [];
  const one = before.definition;
  const other = after.definition;
  if (one.name !== other.name) details.push(`Its name was ${quote(one.name)}`);
  if (one.description !== other.description) details.push("Its description is different");
  if (one.isSubForm !== other.isSubForm)
    details.push(other.isSubForm ? "It is a sub-form now" : "It is no longer a sub-form");
  if (!isSame(listOffers(before), listOffers(after)))
    details.push("It is for other jobs, or required at others");
  const ofContent = changedProperties(one.content, other.content, ["pages", "elements"]);
  if (ofContent.length > 0) details.push(`Different: ${ofContent.join(", ")}`);
  const names = [...readQuestions(one.content).keys()];
  const otherNames = [...readQuestions(other.content).keys()];
  const isOrderChanged =
    !isSame(names, otherNames) && isSame(names.toSorted(), otherNames.toSorted());
  if (details.length === 0 && isOrderChanged) details.push("The order is different");
  return details;
}

function listOffers(form: FormDefinition): unknown {
  const { jobCategoryId, jobDetailTypeId, jobStageId, usageRequirement, offers = [] } = form;
  return [{ jobCategoryId, jobDetailTypeId, jobStageId, usageRequirement }, ...offers];
}

function comparePages(before: FormDefinition, after: FormDefinition): FormChange[] {
  return compareParts(
    "page",
    readPages(before.definition.content),
    readPages(after.definition.content),
    ["elements", "name"],
  );
}

function compareQuestions(before: FormDefinition, after: FormDefinition): FormChange[] {
  return compareParts(
    "question",
    readQuestions(before.definition.content),
    readQuestions(after.definition.content),
    ["elements", "templateElements", "name"],
  );
}

interface Part {
  readonly json: Json;
  /** The title of the page that it is on; empty for a page. */
  readonly page: string;
}

function compareParts(
  subject: "page" | "question",
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
  inside: readonly string[],
): FormChange[] {
  const changes: FormChange[] = [];
  for (const [key, part] of after) {
    const earlier = before.get(key);
    const title = readTitle(part.json);
    if (!earlier) {
      changes.push({ change: "added", subject, title, details: [] });
      continue;
    }
    const details = comparePart(earlier, part, inside);
    if (details.length > 0) changes.push({ change: "changed", subject, title, details });
  }
  for (const [key, part] of before)
    if (!after.has(key))
      changes.push({ change: "removed", subject, title: readTitle(part.json), details: [] });
  return changes;
}

/** The properties that `comparePart` has words for. */
const described = ["title", "type", "isRequired", "visibleIf", "choices", "subFormVersion"];

function comparePart(before: Part, after: Part, inside: readonly string[]): string[] {
  const one = before.json;
  const other = after.json;
  const details: string[] = [];
  const isChanged = (name: string) => !isSame(one[name], other[name]);
  if (before.page !== after.page) details.push(`It was on the page ${quote(before.page)}`);
  if (isChanged("title")) details.push(`Its title was ${quote(readTitle(one))}`);
  if (isChanged("type")) details.push(`Its kind was ${asText(one["type"])}`);
  if (isChanged("isRequired"))
    details.push(
      other["isRequired"] === true ? "An answer is required now" : "No answer is required any more",
    );
  if (isChanged("visibleIf"))
    details.push(
      other["visibleIf"] === undefined
        ? "It is always shown now"
        : `It is shown when ${asText(other["visibleIf"])}`,
    );
  if (isChanged("choices")) details.push(...compareChoices(one["choices"], other["choices"]));
  if (isChanged("subFormVersion"))
    details.push(`It uses version ${asText(other["subFormVersion"])} of its sub-form`);
  const further = changedProperties(one, other, [...inside, ...described]);
  if (further.length > 0) details.push(`Different: ${further.join(", ")}`);
  return details;
}

function compareChoices(before: unknown, after: unknown): string[] {
  const one = list(before).map(readChoice);
  const other = list(after).map(readChoice);
  const added = other.filter((choice) => !one.includes(choice));
  const removed = one.filter((choice) => !other.includes(choice));
  const details = [
    ...(added.length > 0 ? [`Choices added: ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`Choices removed: ${removed.join(", ")}`] : []),
  ];
  return details.length > 0 ? details : ["Its choices are different"];
}

function readChoice(choice: unknown): string {
  return isRecord(choice) ? asText(choice["text"] ?? choice["value"]) : asText(choice);
}

function changedProperties(before: Json, after: Json, without: readonly string[]): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !without.includes(name) && !isSame(before[name], after[name]));
}

function readPages(content: unknown): Map<string, Part> {
  if (!isRecord(content)) return new Map();
  return new Map(
    list(content["pages"])
      .filter(isRecord)
      .map((json) => [asText(json["name"]), { json, page: "" }]),
  );
}

/** The questions, panels and lists by the names of the lists that they are in and their own. */
function readQuestions(content: unknown): Map<string, Part> {
  const found = new Map<string, Part>();
  if (!isRecord(content)) return found;
  const read = (elements: unknown, page: string, prefix: string) => {
    for (const json of list(elements).filter(isRecord)) {
      const key = `${prefix}${asText(json["name"])}`;
      found.set(key, { json, page });
      read(json["elements"], page, prefix);
      read(json["templateElements"], page, `${key}.`);
    }
  };
  read(content["elements"], "", "");
  for (const page of list(content["pages"]).filter(isRecord))
    read(page["elements"], readTitle(page), "");
  return found;
}

/** Returns what people call a page or a question; its name if it has no title. */
export function readTitle(json: Json): string {
  const { title, name } = json;
  const text = isRecord(title) ? title["default"] : title;
  return asText(typeof text === "string" && text !== "" ? text : name);
}

const maxText = 300;

function asText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

function quote(text: string): string {
  return `“${text}”`;
}

/** The order of the properties of an object has no meaning. */
function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
