import { parsePostcode } from "../postcode.ts";
import type { ContradictionRule } from "./contradiction-rule.ts";

/** Builds a rule about a detail that cannot be what the form asks for. An empty one is allowed: the definition may require it. */
function detailRule(
  at: string,
  rule: string,
  isDetail: (text: string) => boolean,
  message: string,
): ContradictionRule {
  return {
    rule,
    severity: "error",
    at,
    reads: [],
    message,
    applies: ({ [at]: answer }) => {
      if (answer === undefined || answer === null) return false;
      if (typeof answer !== "string") return true;
      const text = answer.trim();
      return text !== "" && !isDetail(text);
    },
  };
}

const hasOnlyZeros = (digits: string) => /^0+$/.test(digits);

/** The rule of the home's postcode. */
export const postcodeRule = detailRule(
  "sitePostcode",
  "no-postcode",
  (text) => parsePostcode(text) !== null,
  "This is not a postcode: enter one such as SW1A 2AA.",
);

/** The rules of the numbers that Gas Safe Register issues to a business and to an engineer. */
export const registrationRules: readonly ContradictionRule[] = [
  detailRule(
    "gasSafeRegistration",
    "no-registration-number",
    (text) => /^\d{1,6}$/.test(text) && !hasOnlyZeros(text),
    "A registration number has up to six digits, not only zeros: enter the one of the business.",
  ),
  detailRule(
    "engineerIdCard",
    "no-id-card-number",
    (text) => /^\d{7}$/.test(text) && !hasOnlyZeros(text),
    "An ID card number has seven digits, not only zeros: enter the one on the engineer's card.",
  ),
];

const advice = {
  required: "enter it with its area code.",
  optional: "enter it with its area code, or leave it empty.",
} as const;

/** The rule of a telephone number, which the definition requires or not. */
export function telephoneRule(at: string, requirement: keyof typeof advice): ContradictionRule {
  return detailRule(
    at,
    "no-telephone-number",
    isTelephoneNumber,
    `A telephone number has at least seven digits: ${advice[requirement]}`,
  );
}

/** Numbers are written in many ways, with signs and words, and those of other countries are short. */
function isTelephoneNumber(text: string): boolean {
  const digits = text.normalize("NFKC").replaceAll(/[^0-9]/g, "");
  return digits.length >= 7 && !hasOnlyZeros(digits);
}
