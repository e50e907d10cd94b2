import { type ApplianceAnswers, blankAppliance } from "@fieldfare/domain";
import { expect, test } from "vitest";
import { draftParser } from "../../../phone/drafts.ts";
import { applianceSchema, convertApplianceDraft } from "./appliance-answers.ts";

const manufacturerAndModel: ApplianceAnswers["manufacturerAndModel"] = {
  manufacturer: { kind: "known", id: 3, name: "Kessel" },
  model: { kind: "unknown", name: "Winterfest 24" },
};
const parse = draftParser(applianceSchema, blankAppliance);

test("the draft of an earlier build keeps its manufacturer and model", () => {
  const { manufacturerAndModel: _none, ...others } = { ...blankAppliance, type: 16 };
  const stored = { ...others, maker: manufacturerAndModel };
  expect(parse(convertApplianceDraft(stored), fail)).toEqual({ ...others, manufacturerAndModel });
  const unnamed = { ...stored, manufacturerAndModel: undefined };
  expect(parse(convertApplianceDraft(unnamed), fail)).toEqual({ ...others, manufacturerAndModel });
});

test("a draft that has both names keeps the present one", () => {
  const stored = { ...blankAppliance, manufacturerAndModel, maker: null };
  expect(parse(convertApplianceDraft(stored), fail)).toMatchObject({ manufacturerAndModel });
});

test("any other stored value is left to the schema", () => {
  for (const saved of [undefined, null, "text", blankAppliance])
    expect(convertApplianceDraft(saved)).toBe(saved);
});

function fail(name: string): never {
  throw new Error(`${name} is malformed`);
}
