/**
 * A number with what it counts: "1 event", "2 events", "1,500 events". The plural is given where it is more than an "s" at
 * the end, such as "entries", or where the words after it change too.
 */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
