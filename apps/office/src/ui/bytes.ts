const kilo = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const mega = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** The size of a file for people: "340 KB", "1.2 MB". Less than a kilobyte is 1 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${kilo.format(Math.max(1, bytes / 1000))} KB`;
  return `${mega.format(bytes / 1_000_000)} MB`;
}
