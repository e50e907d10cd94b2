/** Offers a file to be saved. */
export function downloadFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser still reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
