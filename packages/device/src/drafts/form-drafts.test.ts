import { expect, it } from "vitest";
import { parseFormDraft } from "./form-drafts.ts";

const unfinished = [{ path: ["signature"], signature: "data:image/png;base64,AAAA" }];

it.each(["unfinished", "drawn"])("a signature that a draft has as `%s` is not finished", (name) => {
  expect(parseFormDraft({ answers: {}, [name]: unfinished })).toMatchObject({ unfinished });
});
