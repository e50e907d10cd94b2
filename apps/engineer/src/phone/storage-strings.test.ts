import { expect, it } from "vitest";
import { storageStrings } from "./storage-strings.ts";

it("each alarm names what it speaks of: below the title of another alarm it stands alone", () => {
  const { alarm, title } = storageStrings();
  expect(title(["one-copy", "not-persistent"])).not.toContain("browser");
  expect(alarm["not-persistent"]).toContain("the browser");
});
