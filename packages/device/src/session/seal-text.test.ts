import { describe, expect, it } from "vitest";
import { openText } from "../browser/early.ts";
import { sealText } from "./seal-text.ts";

const key = crypto.getRandomValues(new Uint8Array(32));

describe("a sealed text", () => {
  it("opens with the same key and context", async () => {
    const sealed = sealText(key, "12 Elm Close, £5 – ✓", "/jobs");
    expect(sealed).not.toContain("Elm");
    expect(await openText(key, sealed, "/jobs")).toBe("12 Elm Close, £5 – ✓");
  });

  it("opens with no other key or context, and never after a change", async () => {
    const sealed = sealText(key, "12 Elm Close", "/jobs");
    const other = crypto.getRandomValues(new Uint8Array(32));
    await expect(openText(other, sealed, "/jobs")).rejects.toBeInstanceOf(DOMException);
    await expect(openText(key, sealed, "/")).rejects.toBeInstanceOf(DOMException);
    await expect(openText(key, sealed.replace(/^./, "!"), "/jobs")).rejects.toBeInstanceOf(
      DOMException,
    );
  });
});
