/** Milliseconds that the browser may take to start saving. */
const savingMs = 60_000;

/** Gives a file to the browser, which saves it with the downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
}
