/** Ends a text with a full stop, if it does not end as a sentence does. */
export function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
