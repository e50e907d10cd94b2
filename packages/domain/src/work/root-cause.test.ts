import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CauseAnswer,
  causeChain,
  validateCauses,
  causeLevels,
  causeDescriptions,
  chooseCause,
  describeCause,
  type RootCause,
} from "./root-cause.ts";

function aCause(
  rootCauseId: number,
  child: readonly RootCause[] = [],
  requiresAdditionalText = false,
): RootCause {
  return { rootCauseId, description: `Cause ${rootCauseId}`, requiresAdditionalText, child };
}

const fan = aCause(11);
const pump = aCause(12);
const component = aCause(1, [fan, pump]);
const other = aCause(2, [], true);
const causes = [component, other];
const chose = (...ids: number[]): CauseAnswer[] =>
  ids.map((rootCauseId) => ({ rootCauseId, additionalText: "" }));

describe("Root cause: each level required", () => {
  it("asks for the first level, then for the causes below the choice", () => {
    expect(causeLevels(causes, [])).toEqual([
      { above: null, choices: causes, chosen: null, additionalText: "" },
    ]);
    expect(causeLevels(causes, chose(1))).toMatchObject([
      { chosen: component },
      { above: component, choices: [fan, pump], chosen: null },
    ]);
    expect(causeLevels(causes, chose(1, 12))).toHaveLength(2);
    expect(validateCauses(causeLevels(causes, chose(1)))).toEqual([{}, { cause: "cause-missing" }]);
    expect(validateCauses(causeLevels(causes, chose(1, 12)))).toEqual([{}, {}]);
  });

  it("asks nothing without a list", () => {
    expect(causeLevels([], chose(1))).toEqual([]);
  });

  it("clears the lower levels when another cause is chosen, and not when the same is", () => {
    expect(chooseCause(chose(1, 12), 0, 2)).toEqual(chose(2));
    expect(chooseCause(chose(1, 12), 0, 1)).toEqual(chose(1, 12));
    expect(chooseCause(chose(1, 12), 1, null)).toEqual(chose(1));
  });

  it("asks again if the list has changed since", () => {
    const changed = [aCause(1, [fan]), other];
    expect(causeLevels(changed, chose(1, 12))).toMatchObject([
      { chosen: { rootCauseId: 1 } },
      { chosen: null },
    ]);
    expect(causeLevels([other], chose(1, 12))).toMatchObject([{ chosen: null }]);
    // A cause that has got lower levels since leads to the next one.
    expect(causeLevels([aCause(1, [aCause(11, [aCause(111)])])], chose(1, 11))).toHaveLength(3);
  });
});

describe("Root cause: additional text required when the item demands it", () => {
  it("and only then", () => {
    const described = describeCause(chose(2), 0, " Frost ");
    expect(validateCauses(causeLevels(causes, chose(2)))).toEqual([
      { additionalText: "cause-text-missing" },
    ]);
    expect(validateCauses(causeLevels(causes, describeCause(chose(2), 0, " \n ")))).toEqual([
      { additionalText: "cause-text-missing" },
    ]);
    expect(validateCauses(causeLevels(causes, described))).toEqual([{}]);
    expect(causeChain(causeLevels(causes, described))).toEqual([
      { rootCauseId: 2, description: "Cause 2", additionalText: "Frost" },
    ]);
    expect(causeChain(causeLevels(causes, describeCause(chose(1, 11), 0, "x")))).toEqual([
      { rootCauseId: 1, description: "Cause 1", additionalText: null },
      { rootCauseId: 11, description: "Cause 11", additionalText: null },
    ]);
  });
});

describe("Root cause: to any depth", () => {
  /** Builds `depth` levels of `width` causes, of which the last has the next level. */
  function aTree(depth: number, width: number, level = 0): RootCause[] {
    return Array.from({ length: width }, (_, index) => {
      const leadsOn = index === width - 1 && level < depth - 1;
      const rootCauseId = level * width + index + 1;
      return aCause(rootCauseId, leadsOn ? aTree(depth, width, level + 1) : []);
    });
  }

  it("of 30 levels and 1,000 causes every level is asked for and reported", () => {
    const tree = aTree(30, 34);
    let answers: readonly CauseAnswer[] = [];
    for (let level = 0; level < 30; level += 1) {
      expect(causeLevels(tree, answers)).toHaveLength(level + 1);
      expect(validateCauses(causeLevels(tree, answers)).at(-1)).toEqual({ cause: "cause-missing" });
      answers = chooseCause(answers, level, (level + 1) * 34);
    }
    const chain = causeChain(causeLevels(tree, answers));
    expect(chain).toHaveLength(30);
    expect(causeDescriptions(tree, chain)).toEqual(chain.map(({ description }) => description));
  });

  it("the reported causes are on one path of the list, whatever answers were saved before", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (ids) => {
        const tree = aTree(5, 3);
        let choices: readonly RootCause[] = tree;
        for (const { rootCauseId } of causeChain(causeLevels(tree, chose(...ids)))) {
          const found = choices.find((choice) => choice.rootCauseId === rootCauseId);
          expect(found).toBeDefined();
          choices = found?.child ?? [];
        }
      }),
    );
  });

  it("a chain is described as far as the list has it", () => {
    expect(causeDescriptions(causes, chose(1, 12))).toEqual(["Cause 1", "Cause 12"]);
    expect(causeDescriptions(causes, chose(1, 99))).toEqual(["Cause 1", null]);
    expect(causeDescriptions([], chose(1, 12))).toEqual([null, null]);
  });
});
