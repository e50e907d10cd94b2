import { blankClosing } from "@fieldfare/domain";
import { expect, test } from "vitest";
import { endSignature, parseClose, storedAnswers } from "./close-draft.ts";

const answers = {
  ...blankClosing,
  unusedParts: { explanation: "The boiler is under warranty" },
  heating: { ...blankClosing.heating, isHeatingOperational: true },
  rootCause: { causes: [{ rootCauseId: 7, additionalText: "Scale" }] },
};

function parse(saved: unknown) {
  const malformed: string[] = [];
  return { draft: parseClose(saved, (name) => malformed.push(name)), malformed };
}

test("a stored draft of the close wizard is read as it was written", () => {
  const draft = { step: "heating", answers };
  expect(parse(draft)).toEqual({ draft, malformed: [] });
});

test("without a draft every step is blank", () => {
  expect(parse(undefined)).toEqual({ draft: { step: "", answers: blankClosing }, malformed: [] });
});

test("a step without stored answers is blank, and the others are kept", () => {
  const { heating, ...others } = answers;
  expect(parse({ step: "signOff", answers: others })).toEqual({
    draft: { step: "signOff", answers: { ...answers, heating: blankClosing.heating } },
    malformed: [],
  });
  expect(heating.isHeatingOperational).toBe(true);
});

test("a malformed answer is reported and left blank, and the others are kept", () => {
  const saved = {
    step: "signature",
    answers: {
      ...answers,
      heating: { ...answers.heating, hasHotWater: "yes" },
      signature: { customerName: "Jo Adams", optOut: false, signature: "javascript:alert(1)" },
    },
  };
  expect(parse(saved)).toEqual({
    draft: {
      step: "signature",
      answers: {
        ...answers,
        signature: { customerName: "Jo Adams", optOut: false, signature: null },
      },
    },
    malformed: ["hasHotWater", "signature"],
  });
});

const half = "data:image/png;base64,AAAA";
const signing = (signature: string | null) => ({
  ...answers,
  signature: { customerName: "Jo Adams", optOut: false, signature, unfinished: half },
});

test("a signature that is being drawn is stored as one that is not finished", () => {
  expect(storedAnswers(signing(half))).toEqual(signing(null));
  const draft = { step: "signature", answers: signing(null) };
  expect(parse(draft)).toEqual({ draft, malformed: [] });
});

test("going on ends a signature that is being drawn, and not one that was not finished when the screen closed", () => {
  const ended = endSignature(signing(half));
  expect(ended.signature).toEqual({ ...signing(half).signature, unfinished: null });
  expect(storedAnswers(ended)).toEqual(ended);
  expect(endSignature(signing(null))).toEqual(signing(null));
});
