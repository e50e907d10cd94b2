import { describe, expect, it } from "vitest";
import { demoPictures, demoSignature } from "../demo/pictures.ts";
import { textOf } from "../testing/papers.ts";
import { draw } from "./draw.ts";
import { createDrawing } from "./drawing.ts";
import type { Block, Paper } from "./paper.ts";

function aPaper(...blocks: readonly Block[]): Paper {
  return {
    title: "Job sheet",
    reference: "FF1",
    date: "2026-11-21T10:00:00.000Z",
    sections: [{ heading: "Notes", blocks }],
  };
}

const sentence = "Diverter valve seized, circuit flushed and cartridge renewed. ";

describe("a paper", () => {
  it("has text that can be selected, also of names in other scripts", async () => {
    const names = ["Zażółć Gęślą", "Ελένη", "Привет", "Ó Séaghdha", "office"];
    const [text] = await textOf(await draw(aPaper({ kind: "text", text: names.join("; ") })));
    for (const name of names) expect(text).toContain(name);
  });

  it("numbers every page and loses none of a long text, a long table or a word without end", async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`Row ${index}`, sentence]);
    const columns = [
      { heading: "Name", share: 0.4 },
      { heading: "Text", share: 0.6 },
    ];
    const endless = "x".repeat(10_000);
    const pages = await textOf(
      await draw(
        aPaper(
          { kind: "text", label: "Public", text: sentence.repeat(160) },
          { kind: "text", text: endless },
          { kind: "table", columns, rows },
          { kind: "table", columns, rows: [["Taller than a page", sentence.repeat(300)]] },
        ),
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

  it("is made of text that has no glyphs and of pictures that are none", async () => {
    const bytes = await draw(
      aPaper(
        { kind: "text", text: "a\u0000b\u0007c \u{1F600} \uD83D end" },
        { kind: "text", text: "" },
        {
          kind: "pictures",
          pictures: [
            { caption: "Broken", bytes: Buffer.from("no picture"), size: "photo" },
            { caption: "Away", bytes: null, size: "photo" },
            { caption: "Here", bytes: demoPictures().get("boiler") ?? null, size: "photo" },
          ],
        },
      ),
    );
    const [text] = await textOf(bytes);
    expect(text).toContain("abc");
    expect(text).toContain("end");
    expect(text).toContain("Broken (cannot be shown here; it is kept with the job)");
    expect(text).toContain("Away (cannot be shown here; it is kept with the job)");
    expect(text).toMatch(/Here(?! \()/);
  });

  it("is the same bytes for the same facts, in this thread or another", async () => {
    const signature = Buffer.from(demoSignature().split(",")[1] ?? "", "base64");
    const paper = aPaper({
      kind: "pictures",
      pictures: [{ caption: "Signature of Pat", bytes: signature, size: "signature" }],
    });
    const here = await draw(paper);
    const drawing = createDrawing();
    const [one, two] = await Promise.all([drawing.draw(paper), drawing.draw(paper)]);
    await drawing.close();
    expect((await draw(paper)).equals(here)).toBe(true);
    expect(one?.equals(here)).toBe(true);
    expect(two?.equals(here)).toBe(true);
  });

  it("that cannot be drawn is told, and the next one is drawn", async () => {
    const drawing = createDrawing();
    const impossible = { ...aPaper(), sections: null } as unknown as Paper;
    await expect(drawing.draw(impossible)).rejects.toThrow("sections");
    expect((await drawing.draw(aPaper())).subarray(0, 5).toString()).toBe("%PDF-");
    await drawing.close();
    expect((await drawing.draw(aPaper())).length).toBeGreaterThan(500);
    await drawing.close();
  });
});
