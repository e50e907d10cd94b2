import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PinField } from "./field.tsx";

it("No browser stores or fills in a PIN", () => {
  const html = renderToStaticMarkup(
    <PinField label="PIN" name="pin" value="" error={undefined} onChange={() => undefined} />,
  );
  expect(html).toContain('autoComplete="one-time-code"');
});
