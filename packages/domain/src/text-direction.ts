const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const leftToRightMark = "\u200E";
const firstStrongIsolate = "\u2068";
const popDirectionalIsolate = "\u2069";

/**
 * Isolates a value that is in an English sentence or next to other values: a name in Hebrew or Arabic has its own
 * direction, and the text around it stays in its order. Other values are unchanged. The mark in front makes a sentence
 * that begins with the value run from left to right. A line break ends an isolation, so each line has its own.
 */
export function isolateText(value: string): string {
  if (!hasRightToLeft(value)) return value;
  return value
    .replaceAll(directionMarks, "")
    .replaceAll(/[^\r\n]+/g, `${leftToRightMark}${firstStrongIsolate}$&${popDirectionalIsolate}`);
}

/** Whether the text has a letter of a script that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}
