import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NonBreakingText } from "./non-breaking-text.tsx";

test("A reference with a hyphen is not broken; other words, dates and spaces stay as they are", () => {
  const html = renderToStaticMarkup(
    <NonBreakingText>Job (WO-2211/C1) of 22/11/2026 - read-only</NonBreakingText>,
  );
  expect(html.replaceAll(/ class="[^"]*"/g, "")).toBe(
    "Job <span>(WO-2211/C1)</span> of 22/11/2026 - read-only",
  );
});
