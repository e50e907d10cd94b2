import { extractText, getDocumentProxy } from "unpdf";

/** What can be selected in a PDF, by page, with one space between words. */
export async function textOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}
