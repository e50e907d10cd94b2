import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dangersOnRecord, formatUnsafeName, unsafeOnForm, withDangers } from "./dangers.ts";
import { formIds } from "./forms.ts";
import {
  buildNoticeNumber,
  dangersWithoutNotice,
  findContradictedNotices,
  findNoticeIssues,
  isFaultlessCheck,
  isSupplyCapped,
  withNoticeQuoted,
  withoutUnwrittenNotice,
} from "./notice-issues.ts";

const number = buildNoticeNumber("FF100234", "2026-11-22");

const fire = {
  propertyAssetId: "fire",
  type: "Gas fire, inset",
  location: "Lounge",
  inspected: "yes",
  hasDefect: "yes",
  defect: "Spillage test failed",
  remedialAction: "Turned off",
  classification: "AR",
  warningNoticeIssued: "yes",
  warningNoticeNumber: number,
  labelFitted: "yes",
  safeToUse: "no",
};
const onNotice = { propertyAssetId: "fire", type: "Gas fire, inset", classification: "AR" };

const record = (appliances: unknown, more: object = {}) => ({
  customFormId: formIds.gasSafetyRecord,
  completionStatus: "Complete" as const,
  completedForm: { appliances, ...more },
});
const notice = (rows: unknown, more: object = {}) => ({
  customFormId: formIds.warningNotice,
  completionStatus: "Complete" as const,
  completedForm: { noticeNumber: number, notices: rows, ...more },
});
const inProgress = <Form extends object>(form: Form) => ({
  ...form,
  completionStatus: "InProgress" as const,
});
type Form = Parameters<typeof findNoticeIssues>[0][number];
const issues = (...forms: Parameters<typeof findNoticeIssues>[0]) =>
  findNoticeIssues(forms).map(({ code, recordPath }) => [code, recordPath]);

describe("The supply of the installation", () => {
  test.each([
    [true, { type: "Gas pipework", isolation: "capped" }],
    [true, { type: "Gas meter", isolation: "capped" }],
    [false, { type: "Gas pipework", isolation: "turnedOff" }],
    [false, { type: "Gas fire, inset", isolation: "capped" }],
  ])("is capped: %s, if the notice has %o", (isCapped, row) => {
    expect(isSupplyCapped([notice([row])])).toBe(isCapped);
  });

  it("is not known to be capped without a notice", () => {
    expect(isSupplyCapped([record([fire])])).toBe(false);
  });
});

describe("A danger of the record", () => {
  it("fills in the questions of a notice", () => {
    expect(dangersOnRecord(record([fire]).completedForm)).toEqual([
      {
        classification: "AR",
        path: "appliances.0.classification",
        row: {
          propertyAssetId: "fire",
          type: "Gas fire, inset",
          location: "Lounge",
          classification: "AR",
          fault: "Spillage test failed",
          action: "Turned off",
          labelFitted: "yes",
        },
        isNoticeIssued: true,
        noticeNumber: number,
      },
    ]);
  });

  test.each([
    ["the pipework", { tightnessTest: "fail" }, "Gas pipework"],
    ["the emergency control", { emergencyControlAccessible: "no" }, "Emergency control"],
    [
      "the pipework, where the control is not alone",
      { emergencyControlAccessible: "no", pipeworkVisual: "fail" },
      "Gas pipework",
    ],
  ])("may be that of %s", (_name, failed, type) => {
    const [danger] = dangersOnRecord({
      ...failed,
      pipeworkClassification: "ID",
      pipeworkDefect: "Leak",
      pipeworkAction: "Capped",
    });
    expect(danger?.row).toEqual({ type, classification: "ID", fault: "Leak", action: "Capped" });
  });

  it("does not exist if the defect was removed or is advisory", () => {
    const rows = [
      { ...fire, hasDefect: "no" },
      { ...fire, classification: "NCS" },
      { ...fire, inspected: "no" },
    ];
    expect(dangersOnRecord({ appliances: rows, pipeworkClassification: "ID" })).toEqual([]);
  });
});

describe("Appliances and installations that a form marks as unsafe", () => {
  const unsafe = (customFormId: string, completedForm: Record<string, unknown>) =>
    unsafeOnForm({ customFormId, completedForm }).map(({ classification, row }) => [
      row["type"],
      classification,
    ]);
  const fire = { type: "Gas fire", inspected: "yes", hasDefect: "yes", classification: "AR" };

  it("include what a record or a notice classes as a danger", () => {
    const record = { appliances: [fire, { ...fire, hasDefect: "no" }], tightnessTest: "fail" };
    expect(
      unsafe(formIds.gasSafetyRecord.toUpperCase(), { ...record, pipeworkClassification: "ID" }),
    ).toEqual([
      ["Gas fire", "AR"],
      ["Gas pipework", "ID"],
    ]);
    expect(
      unsafe(formIds.warningNotice, { notices: [{ type: "Gas meter", classification: "ID" }] }),
    ).toEqual([["Gas meter", "ID"]]);
  });

  it("include what an incomplete record says is not safe", () => {
    const said = { type: "Hob", safeToUse: "no" };
    expect(
      unsafe(formIds.gasSafetyRecord, { appliances: [said, { ...said, inspected: "no" }] }),
    ).toEqual([["Hob", null]]);
    expect(unsafe(formIds.gasSafetyRecord, { appliances: [{ ...fire, safeToUse: "no" }] })).toEqual(
      [["Gas fire", "AR"]],
    );
  });

  it("are found in any list of a form of the office", () => {
    const rooms = [{ things: [{ type: "Hob", classification: "ID" }] }];
    expect(unsafe("of-the-office", { rooms, pipeworkClassification: "AR" })).toEqual([
      ["Gas pipework", "AR"],
      ["Hob", "ID"],
    ]);
    expect(
      unsafe("of-the-office", {
        tightnessTest: "pass",
        pipeworkClassification: "AR",
        rooms: [{ ...fire, hasDefect: "no" }],
      }),
    ).toEqual([]);
  });
});

describe("A job with a danger", () => {
  it("has no issue if its complete notice covers the danger", () => {
    expect(issues(record([fire]), notice([onNotice]))).toEqual([]);
    expect(dangersWithoutNotice([record([fire]), notice([onNotice])])).toEqual([]);
  });

  it("lacks its notice, even if the record is not complete and whatever it says about one", () => {
    const missing = [["no-notice", "appliances.0.warningNoticeIssued"]];
    expect(issues(record([fire]))).toEqual(missing);
    expect(issues(inProgress(record([fire])))).toEqual(missing);
    expect(issues(record([{ ...fire, warningNoticeIssued: "no" }]))).toEqual(missing);
    expect(issues(record([fire]), notice([{ type: "Hob", classification: "AR" }]))).toEqual(
      missing,
    );
    expect(issues(record([], { tightnessTest: "fail", pipeworkClassification: "AR" }))).toEqual([
      ["no-notice", "pipeworkNoticeIssued"],
    ]);
    expect(dangersWithoutNotice([record([fire])])).toHaveLength(1);
  });

  it("has a notice on a paper pad if the record quotes a number that is not the job's", () => {
    expect(issues(record([{ ...fire, warningNoticeNumber: "WN 7" }]))).toEqual([]);
  });

  it("has begun its notice", () => {
    expect(issues(record([fire]), inProgress(notice([onNotice])))).toEqual([
      ["notice-not-complete", "appliances.0.warningNoticeIssued"],
    ]);
  });

  it("matches an appliance by its id, or by type and location", () => {
    const byHand = { type: "gas fire, inset ", location: "lounge", classification: "AR" };
    expect(issues(record([fire]), notice([byHand]))).toEqual([]);
    const other = { ...byHand, location: "Bedroom" };
    expect(issues(record([fire]), notice([other]))).toHaveLength(1);
    const meter = { type: "Gas meter", classification: "ID" };
    const leak = {
      tightnessTest: "fail",
      pipeworkClassification: "ID",
      pipeworkNoticeIssued: "yes",
    };
    expect(issues(record([], leak), notice([meter]))).toEqual([]);
  });
});

describe("A difference between a record and a notice", () => {
  test.each([
    [
      "of the class",
      [fire],
      [{ ...onNotice, classification: "ID" }],
      ["class-differs", "appliances.0.classification"],
    ],
    [
      "of whether it is safe",
      [{ ...fire, hasDefect: "no", safeToUse: "yes" }],
      [onNotice],
      ["safe-on-record", "appliances.0.safeToUse"],
    ],
    [
      "of whether there is a notice",
      [{ ...fire, warningNoticeIssued: "no" }],
      [onNotice],
      ["denied-on-record", "appliances.0.warningNoticeIssued"],
    ],
    [
      "of the number",
      [{ ...fire, warningNoticeNumber: "WN-FF100234-261121" }],
      [onNotice],
      ["number-differs", "appliances.0.warningNoticeNumber"],
    ],
    [
      "of the pipework",
      [],
      [{ type: "Gas pipework", classification: "ID" }],
      ["safe-on-record", "pipeworkVisual"],
    ],
  ])("%s is reported", (_name, appliances, rows, expected) => {
    expect(issues(record(appliances), notice(rows))).toEqual([expected]);
  });

  it("is a contradiction, and a danger without a notice is none", () => {
    const hob = { ...fire, propertyAssetId: "hob", type: "Hob" };
    const forms = [record([fire, hob]), notice([{ ...onNotice, classification: "ID" }])];
    const contradicted = findContradictedNotices(findNoticeIssues(forms));
    expect(contradicted.map(({ code }) => code)).toEqual(["class-differs"]);
    expect(issues(...forms)).toHaveLength(2);
  });

  it("is not reported if the record did not inspect the appliance or is not complete", () => {
    const safe = { ...fire, hasDefect: "no", safeToUse: "yes" };
    expect(issues(record([{ ...safe, inspected: "no" }]), notice([onNotice]))).toEqual([]);
    expect(issues(inProgress(record([safe])), notice([onNotice]))).toEqual([]);
    expect(issues(notice([onNotice]))).toEqual([]);
    expect(issues(record([]), notice([{ type: "Gas meter", classification: "ID" }]))).toEqual([]);
  });
});

describe("A notice that is prefilled", () => {
  const dangers = dangersOnRecord({ appliances: [fire] });

  it("has a row for each danger, instead of the empty row that it begins with", () => {
    expect(withDangers([{}], dangers)).toEqual([dangers[0]?.row]);
  });

  it("keeps what the engineer entered and fills in empty answers", () => {
    const mine = { propertyAssetId: "fire", fault: "My own words", action: "" };
    const others = { type: "Hob", classification: "ID" };
    expect(withDangers([others, mine], dangers)).toEqual([
      others,
      { ...dangers[0]?.row, fault: "My own words" },
    ]);
  });

  it("always covers every danger, and changes nothing the second time", () => {
    const text = fc.constantFrom("fire", "Hob", "Lounge", "", undefined);
    const row = fc.record({ propertyAssetId: text, type: text, location: text, fault: text });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const once = withDangers(rows, dangers);
        expect(withDangers(once, dangers)).toEqual(once);
        expect(once.some(({ classification }) => classification === "AR")).toBe(true);
      }),
    );
  });
});

describe("The notice's number on a record that was written first", () => {
  const { warningNoticeNumber: _, ...unquoted } = fire;
  const pipe = {
    tightnessTest: "fail",
    pipeworkClassification: "ID",
    pipeworkNoticeIssued: "yes",
  };
  const pipeOnNotice = { type: "Gas pipework", classification: "ID" };
  const quoted = (of: ReturnType<typeof record>, by: ReturnType<typeof notice>) =>
    withNoticeQuoted<Form>([of, by])[0]?.completedForm;

  it("is quoted once the notice is complete, for appliances and for pipework", () => {
    expect(quoted(record([{}, unquoted], pipe), notice([pipeOnNotice, onNotice]))).toEqual({
      ...pipe,
      appliances: [{}, fire],
      pipeworkNoticeNumber: number,
    });
    expect(quoted(record(undefined, pipe), notice([pipeOnNotice]))).toMatchObject({
      pipeworkNoticeNumber: number,
    });
  });

  test.each([
    ["while the notice is not complete", unquoted, inProgress(notice([onNotice]))],
    ["of a notice about something else", unquoted, notice([{ type: "Hob", classification: "AR" }])],
    [
      "where the record denies the notice",
      { ...unquoted, warningNoticeIssued: "no" },
      notice([onNotice]),
    ],
    ["where the record quotes another", { ...fire, warningNoticeNumber: "7" }, notice([onNotice])],
  ])("is not quoted %s", (_name, appliance, by) => {
    const forms = [record([appliance]), by];
    expect(withNoticeQuoted<Form>(forms)).toEqual(forms);
  });
});

describe("A record that quotes the job's own notice", () => {
  const pipe = {
    tightnessTest: "fail",
    pipeworkClassification: "ID",
    pipeworkNoticeIssued: "yes",
    pipeworkNoticeNumber: number,
  };
  const { pipeworkNoticeNumber: _pipeNumber, ...deniedPipe } = {
    ...pipe,
    pipeworkNoticeIssued: "no",
  };
  const { warningNoticeNumber: _number, ...denied } = { ...fire, warningNoticeIssued: "no" };
  const hob = { ...fire, propertyAssetId: "hob", type: "Hob" };
  const send = (...forms: Form[]) => withoutUnwrittenNotice<Form>(forms, "FF100234");
  const sent = (...forms: Form[]) => send(...forms)[0]?.completedForm;

  it("says that none was issued while that is not complete", () => {
    const expected = { ...deniedPipe, appliances: [denied] };
    const begun = record([fire], pipe);
    expect(sent(begun)).toEqual(expected);
    expect(sent(begun, inProgress(notice([onNotice])))).toEqual(expected);
    // It lacks the notice all the same.
    expect(dangersWithoutNotice(send(record([fire])))).toHaveLength(1);
  });

  it("says so of the danger alone that a complete notice leaves out", () => {
    expect(sent(record([hob, fire]), notice([onNotice]))).toEqual({
      appliances: [{ ...denied, propertyAssetId: "hob", type: "Hob" }, fire],
    });
  });

  it.each([
    ["once that names every danger", record([fire]), notice([onNotice])],
    ["where it is on a paper pad", record([{ ...fire, warningNoticeNumber: "PAD 17" }]), null],
    [
      "where it is that of an earlier job",
      record([{ ...fire, warningNoticeNumber: "WN-FF100233-251122" }]),
      null,
    ],
  ])("stays as it is %s", (_name, of, by) => {
    const forms: Form[] = by ? [of, by] : [of];
    expect(send(...forms)).toEqual(forms);
  });
});

describe("A check that found no fault", () => {
  const required = <Form extends object>(of: Form) => ({ ...of, usageRequirement: 3 });
  const safe = { ...fire, hasDefect: "no" };

  it("is a required record that is complete and has no defect", () => {
    expect(isFaultlessCheck([required(record([safe]))])).toBe(true);
  });

  test.each([
    ["a defect", [required(record([safe, { ...fire, classification: "NCS" }]))]],
    ["pipework that failed", [required(record([safe], { tightnessTest: "fail" }))]],
    ["a record that is not complete", [required(inProgress(record([safe])))]],
    ["a record next to a repair", [{ ...record([safe]), usageRequirement: 1 }]],
    [
      "a warning notice",
      [record([safe]), notice([])].map((of) => ({ ...of, usageRequirement: 3 })),
    ],
    ["no record", []],
  ])("is not one with %s", (_name, forms) => {
    expect(isFaultlessCheck(forms)).toBe(false);
  });
});

it("any answers are accepted without throwing", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (some, others) => {
      const forms = [record(some, { pipeworkClassification: others }), notice(others)];
      expect(Array.isArray(findNoticeIssues(forms))).toBe(true);
      expect(withNoticeQuoted<Form>(forms)).toHaveLength(2);
      expect(formatUnsafeName({ type: some })).toEqual(expect.any(String));
    }),
  );
});
