import { describe, expect, it } from "vitest";
import type { DocumentContent } from "@fieldfare/documents";
import { drawInline } from "./draw-inline.ts";
import { createDrawingThread } from "./drawing-thread.ts";

const document: DocumentContent = {
  title: "Job sheet",
  reference: "FF1",
  date: "2026-11-21T10:00:00.000Z",
  sections: [{ heading: "Notes", blocks: [{ kind: "text", text: "All well" }] }],
};

describe("Drawing in a separate thread", () => {
  it("returns the same bytes as drawing in this thread", async () => {
    const inline = Buffer.from(await drawInline(document));
    const drawingThread = createDrawingThread();
    const [one, two] = await Promise.all([
      drawingThread.draw(document),
      drawingThread.draw(document),
    ]);
    await drawingThread.close();
    expect(one.equals(inline)).toBe(true);
    expect(two.equals(inline)).toBe(true);
  });

  it("rejects a document that cannot be drawn, and draws the next one", async () => {
    const drawingThread = createDrawingThread();
    const impossible = { ...document, sections: null } as unknown as DocumentContent;
    await expect(drawingThread.draw(impossible)).rejects.toThrow("null");
    expect((await drawingThread.draw(document)).subarray(0, 5).toString()).toBe("%PDF-");
    await drawingThread.close();
    expect((await drawingThread.draw(document)).length).toBeGreaterThan(500);
    await drawingThread.close();
  });
});
