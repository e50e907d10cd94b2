import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { partUsage } from "../work/parts.ts";
import {
  blankClosing,
  type ClosingAnswers,
  type ClosingContext,
  type ClosingStep,
  validateClosingStep,
  closingSteps,
  firstIncomplete,
  resumedStep,
} from "./closing-steps.ts";

const used = { usageType: partUsage.preordered, qtyUsed: 1 };
const unused = { usageType: partUsage.preordered, qtyUsed: 0 };
const toOrder = { usageType: partUsage.toOrder, qtyUsed: 0 };
const fan = { rootCauseId: 1, description: "Fan", requiresAdditionalText: true, child: [] };
const missingNotice = {
  code: "no-notice",
  name: "Gas fire, Lounge",
  recordPath: "appliances.0.warningNoticeIssued",
  classes: ["AR", null],
} as const;
const bare: ClosingContext = { parts: [], causes: [] };
const full: ClosingContext = { parts: [unused], causes: [fan] };

const complete: ClosingAnswers = {
  warningNotice: { reason: "It is on my pad" },
  unusedParts: { explanation: "Wrong size" },
  contacts: { isReviewed: true },
  heating: {
    isHeatingOperational: true,
    hasHotWater: false,
    wereTempHeatersLeft: false,
    isThePropertyCapped: true,
  },
  rootCause: { causes: [{ rootCauseId: 1, additionalText: "Bearing" }] },
  signature: { customerName: "Priya Shah", optOut: false, signature: "data:image/png;base64,AA" },
  signOff: { isAgreed: true },
};

const anyContext: fc.Arbitrary<ClosingContext> = fc.record({
  parts: fc.array(fc.constantFrom(used, unused, toOrder), { maxLength: 4 }),
  causes: fc.constantFrom([], [fan]),
  missingNotices: fc.constantFrom([], [missingNotice]),
});
const order = Object.keys(blankClosing) as readonly ClosingStep[];

describe("Close wizard: the steps and their order", () => {
  test.each([
    [full, ["unusedParts", "contacts", "heating", "rootCause", "signature", "signOff"]],
    [{ ...full, parts: [used] }, ["contacts", "heating", "rootCause", "signature", "signOff"]],
    [{ ...full, causes: [] }, ["unusedParts", "contacts", "heating", "signature", "signOff"]],
    [bare, ["contacts", "heating", "signature", "signOff"]],
    [{ parts: [used, unused], causes: [] }, ["unusedParts", ...closingSteps(bare)]],
    // A check that found no fault has no cause to name.
    [{ ...bare, causes: [fan], isFaultless: true }, closingSteps(bare)],
    [{ ...bare, missingNotices: [] }, closingSteps(bare)],
    [{ ...bare, missingNotices: [missingNotice] }, ["warningNotice", ...closingSteps(bare)]],
    // The part was ordered on this visit, so it could not be used.
    [{ parts: [toOrder], causes: [] }, closingSteps(bare)],
  ] as [ClosingContext, ClosingStep[]][])("for %j", (context, steps) => {
    expect(closingSteps(context)).toEqual(steps);
  });

  it("unused parts only if some are unused, root cause only when there are causes, the others always", () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        const steps = closingSteps(context);
        expect(steps.includes("warningNotice")).toBe(context.missingNotices?.length === 1);
        expect(steps.includes("unusedParts")).toBe(context.parts.includes(unused));
        expect(steps.includes("rootCause")).toBe(context.causes.length > 0);
        expect(steps).toEqual(order.filter((step) => steps.includes(step)));
        expect(steps).toEqual(expect.arrayContaining([...closingSteps(bare)]));
      }),
    );
  });
});

describe("Close wizard: what each step requires", () => {
  const findIssue = (given: Partial<ClosingAnswers>) =>
    firstIncomplete({ ...complete, ...given }, { ...full, missingNotices: [missingNotice] });
  const { heating, signature } = complete;

  it("is satisfied by all answers", () => {
    expect(firstIncomplete(complete, full)).toBeNull();
  });

  test.each([
    ["warningNotice", "notice-reason-missing", { warningNotice: { reason: " \n" } }],
    ["warningNotice", "notice-reason-too-long", { warningNotice: { reason: "x".repeat(501) } }],
    ["unusedParts", "explanation-missing", { unusedParts: { explanation: " \n" } }],
    ["unusedParts", "explanation-too-long", { unusedParts: { explanation: "x".repeat(2001) } }],
    ["contacts", "review-missing", { contacts: { isReviewed: false } }],
    ["heating", "yes-or-no-missing", { heating: { ...heating, isHeatingOperational: null } }],
    ["heating", "yes-or-no-missing", { heating: { ...heating, hasHotWater: null } }],
    ["heating", "yes-or-no-missing", { heating: { ...heating, wereTempHeatersLeft: null } }],
    ["heating", "yes-or-no-missing", { heating: { ...heating, isThePropertyCapped: null } }],
    ["rootCause", "cause-missing", { rootCause: { causes: [] } }],
    [
      "rootCause",
      "cause-text-missing",
      { rootCause: { causes: [{ rootCauseId: 1, additionalText: " " }] } },
    ],
    ["signature", "customer-name-missing", { signature: { ...signature, customerName: " " } }],
    [
      "signature",
      "customer-name-too-long",
      { signature: { ...signature, customerName: "x".repeat(201) } },
    ],
    ["signature", "signature-missing", { signature: { ...signature, signature: null } }],
    [
      "signature",
      "customer-name-missing",
      { signature: { customerName: "", optOut: true, signature: null } },
    ],
    ["signOff", "sign-off-missing", { signOff: { isAgreed: false } }],
  ] as [ClosingStep, string, Partial<ClosingAnswers>][])("%s: %s", (step, issue, given) => {
    expect(findIssue(given)).toEqual({ step, issue });
    expect(
      validateClosingStep(
        step,
        { ...complete, ...given },
        { ...full, missingNotices: [missingNotice] },
      ),
    ).toBe(issue);
  });

  it("a customer who opts out need not sign", () => {
    expect(findIssue({ signature: { ...signature, optOut: true, signature: null } })).toBeNull();
  });

  it("a step that is not shown is not required", () => {
    const given = { ...complete, unusedParts: { explanation: "" }, rootCause: { causes: [] } };
    expect(firstIncomplete(given, bare)).toBeNull();
  });
});

describe("Close wizard: where it resumes", () => {
  it("at the first step when it was never open", () => {
    expect(resumedStep("", blankClosing, full)).toBe("unusedParts");
    expect(resumedStep("no such step", complete, bare)).toBe("contacts");
  });

  it("at the step that was left", () => {
    for (const step of closingSteps(full)) expect(resumedStep(step, complete, full)).toBe(step);
  });

  it("at the first step that has become incomplete", () => {
    const other = [{ ...fan, rootCauseId: 2 }];
    expect(resumedStep("signOff", complete, { ...full, causes: other })).toBe("rootCause");
    expect(resumedStep("signature", { ...complete, unusedParts: { explanation: "" } }, full)).toBe(
      "unusedParts",
    );
  });

  it("at the next step if the one it was left at is no longer needed", () => {
    expect(resumedStep("unusedParts", complete, bare)).toBe("contacts");
    expect(resumedStep("rootCause", complete, bare)).toBe("signature");
  });

  it("never after an incomplete step, even if parts and causes have changed meanwhile", () => {
    const anyStep = fc.constantFrom(...order, "", "hostile");
    fc.assert(
      fc.property(anyContext, anyStep, fc.subarray([...order]), (context, left, answered) => {
        const given = Object.fromEntries(answered.map((step) => [step, complete[step]]));
        const answers: ClosingAnswers = { ...blankClosing, ...given };
        const steps = closingSteps(context);
        const at = resumedStep(left, answers, context);
        expect(steps).toContain(at);
        for (const before of steps.slice(0, steps.indexOf(at)))
          expect(validateClosingStep(before, answers, context)).toBeNull();
      }),
    );
  });
});
