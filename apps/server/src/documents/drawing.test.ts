import { describe, expect, it } from "vitest";
import type { Paper } from "@fieldfare/papers";
import { drawHere } from "./draw-here.ts";
import { createDrawing } from "./drawing.ts";

const paper: Paper = {
  title: "Job sheet",
  reference: "FF1",
  date: "2026-11-21T10:00:00.000Z",
  sections: [{ heading: "Notes", blocks: [{ kind: "text", text: "All well" }] }],
};

describe("drawing in a thread of its own", () => {
  it("gives the bytes that this thread would give", async () => {
    const here = Buffer.from(await drawHere(paper));
    const drawing = createDrawing();
    const [one, two] = await Promise.all([drawing.draw(paper), drawing.draw(paper)]);
    await drawing.close();
    expect(one.equals(here)).toBe(true);
    expect(two.equals(here)).toBe(true);
  });

  it("tells of a paper that cannot be drawn, and draws the next one", async () => {
    const drawing = createDrawing();
    const impossible = { ...paper, sections: null } as unknown as Paper;
    await expect(drawing.draw(impossible)).rejects.toThrow("null");
    expect((await drawing.draw(paper)).subarray(0, 5).toString()).toBe("%PDF-");
    await drawing.close();
    expect((await drawing.draw(paper)).length).toBeGreaterThan(500);
    await drawing.close();
  });
});
