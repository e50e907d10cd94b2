/** How long the browser may take to begin saving. */
const savingMs = 60_000;

/** Hands a file to the browser, which keeps it among the downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}
