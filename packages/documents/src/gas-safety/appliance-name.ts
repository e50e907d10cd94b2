import { isolateText } from "@fieldfare/domain";
import { joinIsolated } from "../formatting.ts";
import { type Answers, textIn } from "./answers.ts";

/** Returns the name for tables and captions: `Gas fire, Lounge`. */
export function applianceName(answers: Answers): string {
  return joinIsolated(", ", [textIn(answers, "type"), textIn(answers, "location")]);
}

/** Returns the name for a sentence: `the gas fire in the lounge`. */
export function describeAppliance(answers: Answers): string {
  const type = lowerFirst(typeFirst(textIn(answers, "type"))) || "appliance";
  return `the ${isolateText(type)}${describePlace(textIn(answers, "location"))}`;
}

/** Reads `Gas fire, inset` as an inset gas fire. */
function typeFirst(type: string): string {
  const [name = "", kind, ...more] = type.split(", ");
  return kind === undefined || more.length > 0 ? type : `${kind} ${lowerFirst(name)}`;
}

function describePlace(location: string): string {
  if (location === "") return "";
  if (/^(external|outside)$/i.test(location)) return " outside";
  // "Bedroom 2" and "Pat's room" need no article.
  const article = /\d|'s\b|’s\b/.test(location) ? "" : "the ";
  return ` in ${article}${isolateText(lowerFirst(location))}`;
}

/** Abbreviations such as "CO" are unchanged. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
