import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  findDangersLeftOpen,
  type PastVisit,
  type VisitWarning,
  visitWarnings,
} from "./earlier-visits.ts";
import { formIds } from "./forms.ts";

const fire = { type: "Gas fire, inset", location: "Lounge" };
const unsafe = { ...fire, inspected: "yes", hasDefect: "yes", classification: "AR" };
const safe = { ...fire, inspected: "yes", hasDefect: "no", safeToUse: "yes" };

type Answers = Record<string, unknown>;

const form = (customFormId: string, completedForm: Answers, isComplete = true) => ({
  customFormId,
  completionStatus: isComplete ? ("Complete" as const) : ("InProgress" as const),
  completedForm,
});
const record = (answers: Answers, isComplete = true) =>
  form(formIds.gasSafetyRecord, answers, isComplete);
const visit = (visitedOn: string, ...forms: PastVisit["forms"]): PastVisit => ({
  visitedOn,
  noAccess: null,
  forms,
});
const noAccess = (visitedOn: string, reason: string | null = "Access refused"): PastVisit => ({
  visitedOn,
  noAccess: { reason },
  forms: [],
});

const march = visit("2026-03-01", record({ appliances: [unsafe] }));
const danger = {
  kind: "danger",
  visitedOn: "2026-03-01",
  classification: "AR",
  name: "Gas fire, inset, Lounge",
};

describe("A danger of an earlier visit", () => {
  it("has the visit's date and the appliance", () => {
    expect(visitWarnings([march])).toEqual([danger]);
  });

  it("counts if only a notice has it, or a record that was not completed", () => {
    const notice = form(formIds.warningNotice, { notices: [{ ...fire, classification: "AR" }] });
    expect(visitWarnings([visit("2026-03-01", notice)])).toEqual([danger]);
    const begun = record({ appliances: [unsafe] }, false);
    expect(visitWarnings([visit("2026-03-01", begun, notice)])).toEqual([danger]);
  });

  it("has the worse class where record and notice differ", () => {
    const immediate = { ...danger, classification: "ID" };
    for (const [onRecord, onNotice] of [
      ["AR", "ID"],
      ["ID", "AR"],
    ]) {
      const row = { ...unsafe, classification: onRecord };
      const notice = form(formIds.warningNotice, {
        notices: [{ ...fire, classification: onNotice }],
      });
      const forms = [record({ appliances: [row] }), notice];
      expect(visitWarnings([visit("2026-03-01", ...forms)])).toEqual([immediate]);
    }
  });

  test.each<[string, PastVisit, number]>([
    [
      "a later complete record that found it safe",
      visit("2026-04-01", record({ appliances: [safe] })),
      0,
    ],
    [
      "a record that is not complete",
      visit("2026-04-01", record({ appliances: [safe] }, false)),
      1,
    ],
    [
      "a record that did not inspect it",
      visit("2026-04-01", record({ appliances: [{ ...safe, inspected: "no" }] })),
      1,
    ],
    [
      "a record of other appliances",
      visit("2026-04-01", record({ appliances: [{ ...safe, location: "Bedroom" }] })),
      1,
    ],
    ["a visit without a record", visit("2026-04-01"), 1],
    ["an earlier record", visit("2026-02-01", record({ appliances: [safe] })), 1],
  ])("after %s", (_name, other, left) => {
    expect(visitWarnings([other, march])).toHaveLength(left);
  });

  it("has the date of the last visit that found it", () => {
    const worse = visit(
      "2026-05-01",
      record({ appliances: [{ ...unsafe, classification: "ID" }] }),
    );
    expect(visitWarnings([march, worse])).toEqual([
      { ...danger, visitedOn: "2026-05-01", classification: "ID" },
    ]);
  });

  describe("without a location", () => {
    const { location: _none, ...placeless } = unsafe;
    const after = (appliance: Answers) =>
      visit("2026-04-01", record({ appliances: [{ ...safe, ...appliance }] }));
    const found = (appliance: Answers) =>
      visit("2026-03-01", record({ appliances: [{ ...placeless, ...appliance }] }));

    it("does not end with a safe appliance somewhere else", () => {
      expect(visitWarnings([found({}), after({ location: "Bedroom" })])).toHaveLength(1);
    });

    it("does not end with another danger either", () => {
      const other = visit("2026-04-01", record({ appliances: [{ ...unsafe, location: "Hall" }] }));
      expect(visitWarnings([found({}), other])).toHaveLength(2);
    });

    it("ends if the appliance's id, or the missing location, is the same", () => {
      const propertyAssetId = "00000000-0000-4000-8000-000000000001";
      expect(visitWarnings([found({ propertyAssetId }), after({ propertyAssetId })])).toEqual([]);
      expect(visitWarnings([found({}), after({ location: "" })])).toEqual([]);
    });
  });

  it("of the installation ends with a record that tested it", () => {
    const leak = record({ tightnessTest: "fail", pipeworkClassification: "ID" });
    const tested = {
      pipeworkVisual: "pass",
      tightnessTest: "pass",
      emergencyControlAccessible: "yes",
    };
    const before = visit("2026-03-01", leak);
    const after = (more: Answers) => visit("2026-04-01", record({ ...tested, ...more }));
    expect(visitWarnings([before])).toMatchObject([{ name: "Gas pipework" }]);
    expect(visitWarnings([before, after({})])).toEqual([]);
    expect(visitWarnings([before, after({ tightnessTest: "na" })])).toHaveLength(1);
  });
});

describe("A visit that counts as evidence only", () => {
  const evidence = (visitedOn: string, appliance: Answers): PastVisit => ({
    ...visit(visitedOn, record({ appliances: [appliance] })),
    isEvidence: true,
  });

  it("warns of its dangers, once", () => {
    const late = evidence("2026-03-01", unsafe);
    expect(visitWarnings([late, late])).toEqual([danger]);
    expect(visitWarnings([late, visit("2026-04-01", record({ appliances: [safe] }))])).toEqual([]);
  });

  it("ends no warning", () => {
    const known = [march, noAccess("2026-03-02")];
    expect(visitWarnings([...known, evidence("2026-04-01", safe)])).toEqual(visitWarnings(known));
    const worse = evidence("2026-04-01", { ...unsafe, classification: "ID" });
    expect(visitWarnings([...known, worse])).toHaveLength(3);
  });
});

describe("Attempts without access", () => {
  it("are listed until a visit gains access, the newest first", () => {
    const attempts = [noAccess("2026-03-02"), noAccess("2026-03-09", null)];
    expect(visitWarnings(attempts)).toEqual([
      { kind: "no-access", visitedOn: "2026-03-09", reason: null },
      { kind: "no-access", visitedOn: "2026-03-02", reason: "Access refused" },
    ]);
    expect(visitWarnings([...attempts, visit("2026-03-10")])).toEqual([]);
    expect(visitWarnings([...attempts, march])).toHaveLength(3);
  });

  it("end no danger", () => {
    expect(visitWarnings([march, noAccess("2026-04-01")])).toMatchObject([
      danger,
      { kind: "no-access" },
    ]);
  });

  it("list the dangers on their forms, as any visit does", () => {
    const attempt = { ...march, noAccess: { reason: "Access refused" } };
    expect(visitWarnings([attempt])).toEqual([
      danger,
      { kind: "no-access", visitedOn: "2026-03-01", reason: "Access refused" },
    ]);
    const repaired = visit("2026-04-01", record({ appliances: [safe] }));
    expect(visitWarnings([attempt, repaired])).toEqual([]);
  });
});

describe("Visits after those that are known", () => {
  const attempt = { kind: "no-access" as const, visitedOn: "2026-03-02", reason: null };
  const known = visitWarnings([march]);

  it("add their dangers and their attempts, the newest first", () => {
    const bedroom = { ...unsafe, location: "Bedroom", classification: "ID" };
    const later = [visit("2026-04-01", record({ appliances: [bedroom] })), noAccess("2026-05-01")];
    expect(visitWarnings(later, known)).toMatchObject([
      { name: "Gas fire, inset, Bedroom", classification: "ID", visitedOn: "2026-04-01" },
      danger,
      { kind: "no-access", visitedOn: "2026-05-01" },
    ]);
    expect(visitWarnings([noAccess("2026-05-01")], [...known, attempt])).toHaveLength(3);
    expect(visitWarnings([], [...known, attempt])).toEqual([...known, attempt]);
  });

  it("end an attempt by being let in, and a danger by the name of what was found safe", () => {
    const letIn = visit("2026-04-01");
    expect(visitWarnings([letIn], [...known, attempt])).toEqual(known);
    const found = (appliance: Answers) =>
      visitWarnings(
        [visit("2026-04-01", record({ appliances: [{ ...safe, ...appliance }] }))],
        known,
      );
    expect(found({})).toEqual([]);
    expect(found({ location: "Bedroom" })).toEqual(known);
    expect(found({ inspected: "no" })).toEqual(known);
    expect(found({ type: undefined, location: "Gas fire, inset, Lounge" })).toEqual(known);
  });

  it("name a danger once that they find again", () => {
    const again = visit(
      "2026-04-01",
      record({ appliances: [{ ...unsafe, classification: "ID" }] }),
    );
    expect(visitWarnings([again], known)).toMatchObject([
      { visitedOn: "2026-04-01", classification: "ID" },
    ]);
  });

  it("end a danger of the installation by testing it", () => {
    const leak = visit(
      "2026-03-01",
      record({ tightnessTest: "fail", pipeworkClassification: "ID" }),
    );
    const tested = {
      pipeworkVisual: "pass",
      tightnessTest: "pass",
      emergencyControlAccessible: "yes",
    };
    const after = (answers: Answers) =>
      visitWarnings([visit("2026-04-01", record(answers))], visitWarnings([leak]));
    expect(after(tested)).toEqual([]);
    expect(after({ ...tested, tightnessTest: "na" })).toHaveLength(1);
  });
});

it("any answers are accepted without throwing", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (some, others) => {
      const forms = [
        record({ appliances: some }),
        form(formIds.warningNotice, { notices: others }),
      ];
      expect(Array.isArray(visitWarnings([visit("2026-01-01", ...forms), march]))).toBe(true);
    }),
  );
});

describe("A known danger is left open by a visit", () => {
  const known: readonly VisitWarning[] = [
    {
      kind: "danger",
      visitedOn: "2026-03-01",
      classification: "AR",
      name: "Gas fire, inset, Lounge",
    },
    { kind: "no-access", visitedOn: "2026-04-01", reason: null },
  ];

  test.each<[string, PastVisit["forms"], number]>([
    ["without a form", [], 1],
    ["whose record is not complete", [record({ appliances: [safe] }, false)], 1],
    ["whose record has another appliance", [record({ appliances: [{ ...safe, type: "Hob" }] })], 1],
    ["unless its record found the appliance safe", [record({ appliances: [safe] })], 0],
    ["unless its own forms have the danger", [record({ appliances: [unsafe] })], 0],
  ])("%s", (_name, forms, left) => {
    expect(findDangersLeftOpen(known, forms)).toEqual(known.slice(0, left));
  });
});
