/** A text that is also part of sentences, as a label of its own. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
