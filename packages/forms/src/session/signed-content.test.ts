import { dangersOnRecord } from "@fieldfare/domain";
import { beforeAll, describe, expect, it } from "vitest";
import type { FormBundle } from "../definition/definition.ts";
import type { FormContext } from "../sources/context.ts";
import { buildBundle } from "../definition/bundle.ts";
import { aContext, aForm, anAppliance } from "../testing/forms.ts";
import { aManualScheduler } from "../testing/manual-scheduler.ts";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { parsePath } from "./form-path.ts";
import { openSession } from "./form-session.ts";
import type { FormSession, SessionDraft, SessionOptions } from "./session-interface.ts";

let notice: FormBundle;
let record: FormBundle;

beforeAll(async () => {
  notice = await readShippedForm("warningNotice");
  record = await readShippedForm("gasSafetyRecord");
});

const signature = "data:image/png;base64,AAAA";
const newSignature = "data:image/png;base64,BBBB";
const engineerSignature = "data:image/png;base64,CCCC";
const customer = { name: "Robin Quill", signature };

const fire = {
  type: "Gas fire, inset",
  location: "Lounge",
  classification: "AR",
  fault: "Flue seal broken",
  action: "Label fitted",
  rectification: "Renew the flue seal",
  isolation: "leftOn",
  labelFitted: "yes",
  labelWhere: "On the valve",
  emergencyCalled: "no",
  riddor: "no",
  riddorReason: "Nobody was exposed",
};
const signedNotice = {
  noticeNumber: "WN-FF1001-260302",
  date: "2026-03-02",
  engineerName: "Sam Taylor",
  engineerIdCard: "1234567",
  businessName: "Example Gas Ltd",
  businessAddress: "1 Trade Park, Leeds",
  businessPhone: "0113 496 0400",
  gasSafeRegistration: "000123",
  siteAddress: "14 Example Street",
  sitePostcode: "LS6 1AA",
  landlordName: "Example Homes",
  landlordAddress: "2 Landlord Way, Leeds",
  notices: [fire],
  informed: "signed",
  informedName: "Robin Quill",
  informedRole: "Tenant",
  informedSignature: signature,
  engineerSignature,
};

/** Opens the completed notice that the customer has signed, unless the options say otherwise. */
const open = (options: Partial<SessionOptions> = {}) =>
  openSession(notice, {
    answers: signedNotice,
    context: aContext(),
    signing: "signed",
    ...options,
  });
const resume = ({ answers, page, signing }: SessionDraft, of: Partial<FormContext> = {}) =>
  open({ answers: JSON.parse(JSON.stringify(answers)), page, signing, context: aContext(of) });
const answer = (session: FormSession, path: string, value: unknown) =>
  session.answer(parsePath(path), value);
const findPaths = (session: FormSession) =>
  session.findIssues().flatMap(({ severity, path }) => (severity === "error" ? [path] : []));

describe("A notice that changes after the customer signed it", () => {
  it("loses the customer's signature, says so, and is not complete without another", () => {
    const session = open();
    expect(findPaths(session)).toEqual([]);
    expect(session.read().isSignatureRemoved).toBe(false);
    session.goToEntry(["notices", 0]);
    answer(session, "notices.0.classification", "ID");
    answer(session, "notices.0.isolation", "capped");
    expect(session.answers()).not.toHaveProperty("informedSignature");
    expect(session.read().isSignatureRemoved).toBe(true);
    expect(findPaths(session)).toEqual(["informedSignature"]);
    answer(session, "informedSignature", newSignature);
    expect(session.read().isSignatureRemoved).toBe(false);
    expect(session.complete()).toMatchObject({
      ok: true,
      answers: { informedSignature: newSignature, notices: [{ classification: "ID" }] },
    });
  });

  it("can say instead that the customer refuses to sign, or is absent", () => {
    const session = open();
    answer(session, "notices.0.isolation", "capped");
    answer(session, "informed", "refused");
    expect(session.read().isSignatureRemoved).toBe(false);
    answer(session, "leftWhere", "On the worktop");
    expect(session.complete()).toMatchObject({ ok: true, answers: { informed: "refused" } });
  });

  it("keeps the engineer's signature", () => {
    const session = open();
    answer(session, "notices.0.fault", "Flue blocked");
    expect(session.answers()).toHaveProperty("engineerSignature", engineerSignature);
  });

  it("has no signature from the first letter on, in all that is stored", () => {
    const { scheduler, drawFrame } = aManualScheduler();
    const session = open({ scheduler });
    const drafts: SessionDraft[] = [];
    session.onChange(() => drafts.push(session.draft()));
    session.type(["notices", 0, "fault"], "Flue seal broken at the back");
    drawFrame();
    session.choose(["informedRole"], 1);
    drawFrame();
    expect(drafts.length).toBeGreaterThan(1);
    for (const { answers } of drafts) expect(answers).not.toHaveProperty("informedSignature");
  });

  it("still asks for a signature after the app was killed, and takes none over", () => {
    const session = open();
    answer(session, "notices.0.classification", "ID");
    const again = resume({ ...session.draft(), page: "told" }, { customer });
    expect(again.answers()).not.toHaveProperty("informedSignature");
    expect(again.read().isSignatureRemoved).toBe(true);
    answer(again, "informed", "absent");
    answer(again, "informed", "signed");
    expect(again.answers()).not.toHaveProperty("informedSignature");
  });

  it("loses the signature too if a danger is added that the record has found since", () => {
    const dangers = dangersOnRecord({
      appliances: [{ type: "Hob", location: "Kitchen", hasDefect: "yes", classification: "ID" }],
    });
    const session = open({ context: aContext({ dangers }) });
    expect(session.answers()).not.toHaveProperty("informedSignature");
  });

  it("does not get the signature back by another name and the same name again", () => {
    const session = open({ context: aContext({ customer }) });
    answer(session, "informedName", "Sam Taylor");
    answer(session, "notices.0.classification", "ID");
    answer(session, "informedName", "Robin Quill");
    expect(session.answers()).not.toHaveProperty("informedSignature");
  });
});

describe("A notice that says what the customer signed", () => {
  it("keeps the signature when it is opened, read and closed", () => {
    const session = open();
    const drafts: SessionDraft[] = [];
    session.onChange(() => drafts.push(session.draft()));
    while (!session.read().isFirstPage) session.previousPage();
    while (session.nextPage());
    expect(session.answers()).toEqual(signedNotice);
  });

  it("keeps it when the same is answered or typed again", () => {
    const session = open();
    answer(session, "notices.0.classification", "AR");
    session.type(["notices", 0, "fault"], "Flue seal broken");
    expect(session.answers()).toHaveProperty("informedSignature", signature);
  });

  it("has it again when a change is taken back, under the same name", () => {
    const session = open();
    answer(session, "notices.0.classification", "ID");
    answer(session, "notices.0.classification", "AR");
    expect(session.answers()).toHaveProperty("informedSignature", signature);
    expect(session.read().isSignatureRemoved).toBe(false);
    answer(session, "notices.0.classification", "ID");
    answer(session, "informedName", "Sam Taylor");
    answer(session, "notices.0.classification", "AR");
    expect(session.answers()).not.toHaveProperty("informedSignature");
  });

  it("keeps it when only the role or the engineer's signature changes, or a space around the name", () => {
    const session = open();
    answer(session, "informedName", "Robin Quill ");
    answer(session, "informedRole", "Agent");
    answer(session, "engineerSignature", newSignature);
    expect(session.answers()).toHaveProperty("informedSignature", signature);
  });

  it("keeps it when an appliance gets its id from the record", () => {
    const dangers = dangersOnRecord({
      appliances: [
        {
          propertyAssetId: "fire",
          type: fire.type,
          location: fire.location,
          hasDefect: "yes",
          classification: "AR",
        },
      ],
    });
    const session = open({ context: aContext({ dangers, appliances: [anAppliance("fire")] }) });
    expect(session.answers()).toMatchObject({
      notices: [{ propertyAssetId: "fire" }],
      informedSignature: signature,
    });
  });

  it("is read with it", () => {
    expect(open({ isReadOnly: true }).answers()).toHaveProperty("informedSignature", signature);
  });
});

describe("Another name on a notice that was completed with a signature", () => {
  it("removes the signature, asks for a new one, and takes none over", () => {
    const session = open({ context: aContext({ customer }) });
    answer(session, "informedName", "Sam Taylor");
    expect(session.answers()).not.toHaveProperty("informedSignature");
    expect(session.read().isSignatureRemoved).toBe(true);
    expect(findPaths(session)).toEqual(["informedSignature"]);
    answer(session, "informedSignature", newSignature);
    expect(session.read().isSignatureRemoved).toBe(false);
    expect(session.complete()).toMatchObject({
      ok: true,
      answers: { informedName: "Sam Taylor", informedSignature: newSignature },
    });
  });

  it("removes it from the first letter on, in all that is stored", () => {
    const { scheduler, drawFrame } = aManualScheduler();
    const session = open({ scheduler });
    const drafts: SessionDraft[] = [];
    session.onChange(() => drafts.push(session.draft()));
    session.type(["informedName"], "Robin Quills");
    drawFrame();
    expect(drafts.at(-1)?.answers).toHaveProperty("informedName", "Robin Quills");
    for (const { answers } of drafts) expect(answers).not.toHaveProperty("informedSignature");
    expect(resume(session.draft()).read().isSignatureRemoved).toBe(true);
  });

  it("removes it also after the name was empty", () => {
    const session = open();
    answer(session, "informedName", null);
    answer(session, "informedName", "Sam Taylor");
    expect(session.answers()).not.toHaveProperty("informedSignature");
  });

  it("has it again when the name is put back", () => {
    const session = open({ context: aContext({ customer }) });
    answer(session, "informedName", "Sam Taylor");
    answer(session, "informedName", "Robin Quill");
    expect(session.answers()).toHaveProperty("informedSignature", signature);
    expect(session.read().isSignatureRemoved).toBe(false);
  });

  it("is not entered by a name that is typed after the signature was drawn", () => {
    const { informedName: _name, ...nameless } = { ...signedNotice, informedSignature: undefined };
    const session = open({ answers: nameless, signing: null });
    answer(session, "informedSignature", newSignature);
    answer(session, "informedName", "Sam Taylor");
    expect(session.answers()).toHaveProperty("informedSignature", newSignature);
  });
});

describe("A signature that is taken over from another form of the visit", () => {
  const unsigned = { ...signedNotice, informedSignature: undefined };
  const begin = (of: Partial<FormContext> = { customer }) =>
    open({ answers: unsigned, page: "told", signing: null, context: aContext(of) });

  it("stays while the form is first filled in, and belongs to what was completed", () => {
    const session = begin();
    expect(session.answers()).toHaveProperty("informedSignature", signature);
    answer(session, "notices.0.fault", "Flue blocked");
    expect(session.answers()).toHaveProperty("informedSignature", signature);
    const completed = open({ answers: session.answers() });
    answer(completed, "notices.0.fault", "Flue seal broken");
    expect(completed.answers()).not.toHaveProperty("informedSignature");
  });

  it("goes if it was removed from the other form before this one is completed", () => {
    const draft = begin().draft();
    expect(resume(draft, { customer }).answers()).toHaveProperty("informedSignature", signature);
    expect(resume(draft).answers()).not.toHaveProperty("informedSignature");
    const signedAgain = { customer: { ...customer, signature: newSignature } };
    expect(resume(draft, signedAgain).answers()).toHaveProperty("informedSignature", newSignature);
  });

  it("goes with a name that was still being typed when the app was killed", () => {
    const draft = begin().draft();
    const answers = { ...draft.answers, informedName: "Robin Qu" };
    expect(resume({ ...draft, answers }, { customer }).answers()).not.toHaveProperty(
      "informedSignature",
    );
  });

  it("is no longer taken over once the customer has signed here", () => {
    const session = begin({});
    answer(session, "informedSignature", newSignature);
    const again = resume(session.draft(), { customer: { ...customer, signature: newSignature } });
    answer(again, "notices.0.fault", "Flue blocked");
    expect(again.answers()).not.toHaveProperty("informedSignature");
  });
});

describe("A signed gas safety record", () => {
  const boiler = { type: "Combi boiler", location: "Kitchen", hasDefect: "yes", defect: "Leak" };
  const signedRecord = {
    appliances: [{ ...boiler, classification: "AR", inspected: "yes" }],
    engineerSignature,
    tenantPresent: "yes",
    receivedBy: "Robin Quill",
    receivedByRole: "Tenant",
    receivedBySignature: signature,
  };
  const openRecord = (of: Partial<FormContext> = {}) =>
    openSession(record, {
      answers: signedRecord,
      context: aContext({ appliances: [], ...of }),
      signing: "signed",
    });
  const number = "WN-FF1001-260302";

  it("keeps the signature when the app quotes the warning notice", () => {
    const session = openRecord();
    session.quote(["appliances", 0, "warningNoticeIssued"], "yes");
    session.quote(["appliances", 0, "warningNoticeNumber"], number);
    expect(session.answers()).toMatchObject({
      appliances: [{ warningNoticeNumber: number }],
      receivedBySignature: signature,
    });
    const noticeAnswers = [
      { path: "appliances.0.warningNoticeIssued", value: "yes" },
      { path: "appliances.0.warningNoticeNumber", value: number },
    ];
    expect(openRecord({ noticeAnswers }).answers()).toMatchObject({
      appliances: [{ warningNoticeNumber: number }],
      receivedBySignature: signature,
    });
  });

  it("loses it when the engineer denies the notice", () => {
    const session = openRecord();
    session.quote(["appliances", 0, "warningNoticeIssued"], "yes");
    answer(session, "appliances.0.warningNoticeIssued", "no");
    expect(session.answers()).not.toHaveProperty("receivedBySignature");
  });

  it("keeps it when the date of the next check is computed", () => {
    const session = openRecord();
    while (session.nextPage());
    expect(session.answers()).toHaveProperty("receivedBySignature", signature);
  });

  it("says that a signature which it had taken over was removed, although it requires none", () => {
    const session = openSession(record, {
      answers: signedRecord,
      context: aContext({ appliances: [] }),
      signing: "open",
    });
    expect(session.answers()).not.toHaveProperty("receivedBySignature");
    expect(session.read().isSignatureRemoved).toBe(true);
    const warnings = session.validate().filter(({ path }) => path === "receivedBySignature");
    expect(warnings).toMatchObject([{ severity: "warning" }]);
  });

  it("warns before it is completed without another signature", () => {
    const session = openRecord();
    const warnings = () => session.validate().filter(({ path }) => path === "receivedBySignature");
    expect(warnings()).toEqual([]);
    answer(session, "comments", "The tenant was told to open a window");
    expect(warnings()).toMatchObject([
      {
        severity: "warning",
        message: expect.stringContaining("changed since the customer signed"),
      },
    ]);
    answer(session, "tenantPresent", "no");
    expect(warnings()).toEqual([]);
  });
});

describe("A form whose signature is shown by an answer that says more", () => {
  const hasDefect = "{result} anyof ['atRisk', 'dangerous']";
  const bundle = buildBundle(
    aForm([
      { type: "radiogroup", name: "result", choices: ["safe", "atRisk", "dangerous"] },
      { type: "text", name: "defect", visibleIf: hasDefect },
      { type: "text", name: "nextVisit", visibleIf: "{result} = 'safe'" },
      { type: "text", name: "signer", visibleIf: hasDefect },
      {
        type: "signaturepad",
        name: "signature",
        visibleIf: hasDefect,
        valueFrom: "customer.signature",
        signedBy: "signer",
      },
    ]),
    [],
  );
  const signed = { result: "atRisk", defect: "Leak", signer: "Robin Quill", signature };
  const openSigned = () =>
    openSession(bundle, { answers: signed, context: aContext(), signing: "signed" });

  it("loses it when that answer changes to another one that shows it", () => {
    const session = openSigned();
    answer(session, "result", "dangerous");
    expect(session.answers()).not.toHaveProperty("signature");
    expect(session.read().isSignatureRemoved).toBe(true);
    answer(session, "result", "atRisk");
    expect(session.answers()).toHaveProperty("signature", signature);
  });

  it("loses it when another answer that is shown with it changes", () => {
    const session = openSigned();
    answer(session, "defect", "Leak at the meter");
    expect(session.answers()).not.toHaveProperty("signature");
    expect(session.read().isSignatureRemoved).toBe(true);
  });

  it("keeps it while it is hidden, and what is shown instead says nothing of it", () => {
    const session = openSigned();
    answer(session, "result", "safe");
    answer(session, "nextVisit", "2027-03-02");
    answer(session, "result", "atRisk");
    expect(session.answers()).toHaveProperty("signature", signature);
    answer(session, "result", "safe");
    answer(session, "result", "dangerous");
    expect(session.answers()).not.toHaveProperty("signature");
  });
});
