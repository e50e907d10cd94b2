import { extractText, getDocumentProxy } from "unpdf";

/** Returns the text that can be selected in a PDF, by page, with single spaces. */
export async function readPdfText(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

/** Returns the pieces of text of the first page, each with the distance of its left edge from the page's. */
export async function readTextPositions(
  bytes: Uint8Array,
): Promise<readonly { readonly text: string; readonly left: number }[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    "str" in item ? [{ text: item.str, left: Number(item.transform[4]) }] : [],
  );
}
