/** Cuts text to `maxLength`, without half of a surrogate pair at the end, which the server could not store. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
