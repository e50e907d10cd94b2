import { isolateText } from "@fieldfare/domain";
import { describe, expect, it } from "vitest";
import type { Block, DocumentContent } from "../document-content.ts";
import { anImage } from "../testing/gas-safety-answers.ts";
import { fonts } from "../testing/fonts.ts";
import { readTextPositions, readPdfText } from "../testing/pdf-text.ts";
import { draw } from "./draw.ts";

function aDocument(...blocks: readonly Block[]): DocumentContent {
  return {
    title: "Job sheet",
    reference: "FF1",
    date: "2026-11-21T10:00:00.000Z",
    sections: [{ heading: "Notes", blocks }],
  };
}

const sentence = "Diverter valve seized, circuit flushed and cartridge renewed. ";

describe("a document", () => {
  it("has text that can be selected, including names in other scripts", async () => {
    const names = ["Zażółć Gęślą", "Ελένη", "Привет", "Ó Séaghdha", "office"];
    const [text] = await readPdfText(
      await draw(aDocument({ kind: "text", text: names.join("; ") }), fonts),
    );
    for (const name of names) expect(text).toContain(name);
  });

  it("numbers every page and loses nothing of a long text, a long table or an endless word", async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`Row ${index}`, sentence]);
    const columns = [
      { heading: "Name", share: 0.4 },
      { heading: "Text", share: 0.6 },
    ];
    const endless = "x".repeat(10_000);
    const pages = await readPdfText(
      await draw(
        aDocument(
          { kind: "text", label: "Public", text: sentence.repeat(160) },
          { kind: "text", text: endless },
          { kind: "table", columns, rows },
          { kind: "table", columns, rows: [["Taller than a page", sentence.repeat(300)]] },
        ),
        fonts,
      ),
    );
    expect(pages.length).toBeGreaterThan(5);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    const all = pages.join(" ");
    expect(all.match(/Diverter valve seized/g)).toHaveLength(160 + 90 + 300);
    expect(all.match(/x/g)?.length).toBeGreaterThanOrEqual(10_000);
    for (const [name] of rows) expect(all).toContain(name);
  });

  it("can be drawn from text without glyphs and from unreadable images", async () => {
    const bytes = await draw(
      aDocument(
        { kind: "text", text: "a\u0000b\u0007c \u{1F600} \uD83D end" },
        { kind: "text", text: "" },
        {
          kind: "images",
          images: [
            { caption: "Broken", bytes: Buffer.from("no picture"), size: "photo" },
            { caption: "Away", bytes: null, size: "photo" },
            { caption: "Here", bytes: anImage, size: "photo" },
          ],
        },
      ),
      fonts,
    );
    const [text] = await readPdfText(bytes);
    expect(text).toContain("abc");
    expect(text).toContain("end");
    expect(text).toContain("Broken (cannot be shown here, but is saved with the job)");
    expect(text).toContain("Away (cannot be shown here, but is saved with the job)");
    expect(text).toMatch(/Here(?! \()/);
  });

  it("has the same bytes for the same content", async () => {
    const content = aDocument({
      kind: "images",
      images: [{ caption: "Signature of Pat", bytes: anImage, size: "signature" }],
    });
    expect(Buffer.compare(await draw(content, fonts), await draw(content, fonts))).toBe(0);
  });

  it("has no heading alone at the foot of a page, and none without content", async () => {
    const blocks: readonly Block[] = [
      { kind: "text", text: sentence },
      { kind: "details", details: [["Notes", sentence.repeat(6)]] },
      {
        kind: "table",
        columns: [{ heading: "Column", share: 1 }],
        rows: [[sentence.repeat(8)], [sentence]],
      },
      { kind: "cards", cards: [{ heading: "Card", details: [["Name", sentence]] }] },
      { kind: "images", images: [{ caption: "Photo", bytes: anImage, size: "photo" }] },
      { kind: "warning", text: sentence },
    ];
    for (const block of blocks)
      for (let lines = 62; lines < 70; lines += 1) {
        const filler = Array.from({ length: lines }, (_, line) => `line ${line}`).join("\n");
        const pages = await readPdfText(
          await draw(
            {
              ...aDocument({ kind: "text", text: filler }),
              sections: [
                { heading: null, blocks: [{ kind: "text", text: filler }] },
                { heading: "Alone?", blocks: [block] },
              ],
            },
            fonts,
          ),
        );
        for (const page of pages) expect(page).not.toMatch(/Alone\?( Column)? Job sheet FF1 Page/);
      }
    const empty = aDocument({ kind: "details", details: [] }, { kind: "images", images: [] });
    expect((await readPdfText(await draw(empty, fonts)))[0]).toContain("Notes Nothing recorded.");
  });

  it("keeps the order of right-to-left text, also next to digits and other scripts", async () => {
    const names = [
      "\u05D3\u05D5\u05D3 \u05D1\u05DF \u05D2\u05D5\u05E8\u05D9\u05D5\u05DF",
      "\u05DE\u05E9\u05E4\u05D7\u05EA \u05DB\u05D4\u05DF 0113 496 0400",
      "Pat \u05DB\u05D4\u05DF \u05DC\u05D5\u05D9 Taylor",
    ];
    // Hebrew has no joined forms: the piece further to the right is read first.
    const placed = await readTextPositions(
      await draw(aDocument(...names.map((text) => ({ kind: "text" as const, text }))), fonts),
    );
    const left = (word: string) =>
      placed.find(({ text }) => text.includes(word))?.left ?? Number.NaN;
    expect(left("\u05D3\u05D5\u05D3")).toBeGreaterThan(left("\u05D1\u05DF"));
    expect(left("\u05D1\u05DF")).toBeGreaterThan(left("\u05D2\u05D5\u05E8"));
    expect(left("0113")).toBeLessThan(left("\u05DE\u05E9\u05E4\u05D7\u05EA"));
    expect(left("Pat")).toBeLessThan(left("\u05DC\u05D5\u05D9"));
    expect(left("\u05DC\u05D5\u05D9")).toBeLessThan(left("Taylor"));
  });

  it("places an isolated value with its own direction inside a sentence", async () => {
    const name = isolateText("\u05E9\u05E8\u05D4 \u05DC\u05D5\u05D9 2nd");
    const blocks = [`Signature of ${name}.`, `${name} (agreed)`, `${name}, 07700 900463`].map(
      (text) => ({ kind: "text" as const, text }),
    );
    const bytes = await draw(aDocument(...blocks), fonts);
    const placed = await readTextPositions(bytes);
    const lefts = (word: string) =>
      placed.filter(({ text }) => text.includes(word)).map(({ left }) => left);
    const first = lefts("\u05E9\u05E8\u05D4");
    const last = lefts("\u05DC\u05D5\u05D9");
    expect(first).toHaveLength(3);
    for (const [index, left] of lefts("2nd").entries()) {
      expect(left).toBeLessThan(last[index] ?? 0);
      expect(last[index]).toBeLessThan(first[index] ?? 0);
    }
    expect(lefts("Signature")[0]).toBeLessThan(lefts("2nd")[0] ?? 0);
    expect(lefts("(agreed)")[0]).toBeGreaterThan(first[1] ?? 0);
    expect(lefts("07700")[0]).toBeGreaterThan(first[2] ?? 0);
    expect((await readPdfText(bytes))[0]).not.toMatch(/[\u2066-\u2069\u200E]/);
  });

  it("repeats the headings of a table on every page, with the groups above them", async () => {
    const columns = [
      { heading: "No.", share: 0.2 },
      { heading: "CO", share: 0.4, group: "First reading" },
      { heading: "CO2", share: 0.4, group: "First reading" },
    ];
    const rows = Array.from({ length: 90 }, (_, index) => [`Row ${index}`, "82", "9.1"]);
    const pages = await readPdfText(
      await draw(
        { ...aDocument({ kind: "table", columns, rows }), orientation: "landscape" },
        fonts,
      ),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.match(/First reading/g)).toHaveLength(1);
  });

  it("puts a value that is too long for a box or a column below it, with its label", async () => {
    const long = sentence.repeat(120);
    const pages = await readPdfText(
      await draw(
        aDocument(
          { kind: "cards", cards: [{ heading: "Site", details: [["Occupier", long]] }] },
          { kind: "details", across: 4, details: [["Notes", long]] },
          { kind: "details", details: [["Details", long]] },
          { kind: "warning", text: "Do not use" },
        ),
        fonts,
      ),
    );
    const all = pages.join(" ");
    expect(all.match(/Diverter valve seized/g)).toHaveLength(360);
    expect(all).toContain("See below");
    expect(all).toContain("Do not use");
  });
});
