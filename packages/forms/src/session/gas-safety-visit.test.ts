import { beforeAll, describe, expect, it } from "vitest";
import type { DataRow } from "@fieldfare/contract";
import type { FormBundle } from "../definition/definition.ts";
import type { FormContext } from "../sources/context.ts";
import { aContext, anAppliance } from "../testing/forms.ts";
import { aManualScheduler } from "../testing/manual-scheduler.ts";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { checkAnswers } from "./check-answers.ts";
import type { QuestionState } from "./element-state.ts";
import { parsePath } from "./form-path.ts";
import { openSession } from "./form-session.ts";
import type { FormSession, SessionDraft } from "./session-interface.ts";

let record: FormBundle;

beforeAll(async () => {
  record = await readShippedForm("gasSafetyRecord");
});

const boiler = anAppliance("boiler", { type: 1, location: 1 });
const fire = anAppliance("fire", { type: 6, location: 7, flueType: 2, modelName: "Studio 22" });
const hob = anAppliance("hob", { type: 7, location: 1, flueType: 4, modelName: "Four Ring" });

const texts = {
  Type: { 1: "Combi boiler", 6: "Gas fire, inset", 7: "Hob" },
  Location: { 1: "Kitchen", 7: "Lounge" },
  FlueType: { 1: "Room sealed", 2: "Open", 4: "Flueless" },
};
const lists: DataRow<"DomainData">[] = Object.entries(texts).flatMap(([fieldName, choices]) =>
  Object.entries(choices).map(([value, text]) => ({
    domainDataId: Number(value),
    entityCode: 1,
    fieldName,
    value: Number(value),
    text,
    sortOrder: Number(value),
    requiresAdditionalText: false,
  })),
);

/** A property with a boiler in the kitchen and a gas fire in the lounge. */
function aProperty(of: Partial<FormContext> = {}): FormContext {
  const context = aContext({ appliances: [boiler, fire], lists, ...of });
  const { issuer } = context.job;
  return {
    ...context,
    job: { ...context.job, ...(issuer && { issuer: { ...issuer, gasSafeIdCard: "1234567" } }) },
  };
}

/** An engineer with the gas safety record; paths such as `appliances.0.inspected`. */
function aVisit(session: FormSession) {
  const at = (path: string) => parsePath(path);
  const read = (path: string): QuestionState => {
    const question = session.question(at(path));
    if (!question) throw new Error(`There is no question at ${path}`);
    return question.read();
  };
  const answer = (answers: Readonly<Record<string, unknown>>, within = "") => {
    for (const [name, value] of Object.entries(answers)) session.answer(at(within + name), value);
  };
  return {
    session,
    read,
    answer,
    page: () => session.read().page?.read().title,
    errors: (path: string) => read(path).errors,
    value: (path: string) => read(path).value,
    entries() {
      const list = read("appliances");
      if (list.kind !== "paneldynamic") throw new Error("This is no list");
      return list.entries.map((entry) => {
        const { title, progress } = entry.read();
        return `${title}: ${progress}`;
      });
    },
    /** Answers an appliance that is safe. */
    inspect(index: number, more: Readonly<Record<string, unknown>> = {}) {
      const within = `appliances.${index}.`;
      answer({ inspected: "yes", operatingPressure: 20, combustionTested: "na" }, within);
      session.passAll(["appliances", index]);
      for (const part of session.container(["appliances", index])?.read().children ?? [])
        if (part.kind === "panel" && part.element.read().mayAllPass)
          session.passAll(part.element.read().path);
      answer({ serviced: "yes", hasDefect: "no", safeToUse: "yes", ...more }, within);
    },
    answerDetails: () => answer({ isRented: "yes" }),
    answerPipework: () =>
      answer({
        pipeworkVisual: "pass",
        tightnessTest: "pass",
        emergencyControlAccessible: "yes",
        equipotentialBonding: "yes",
      }),
    answerAlarms: () => {
      answer({ coAlarmFitted: "yes", smokeAlarmFitted: "na" });
      answer({ coAlarmInDate: "yes", coAlarmTested: "pass" });
    },
    signOff: () => answer({ tenantPresent: "no" }),
  };
}

const begin = (context = aProperty()) =>
  aVisit(openSession(record, { answers: null, context, panel: null }));
const resume = (draft: SessionDraft, context = aProperty()) =>
  aVisit(
    openSession(record, {
      ...JSON.parse(JSON.stringify(draft)),
      context,
      seenAppliances: draft.appliances,
    }),
  );

const atRisk = {
  hasDefect: "yes",
  defect: "Spillage",
  classification: "AR",
  remedialAction: "Turned off",
  warningNoticeIssued: "yes",
  warningNoticeNumber: "WN-FF1001-260302",
  labelFitted: "yes",
  safeToUse: "no",
};

describe("A landlord gas safety check", () => {
  it("is filled in page by page, with a gas fire At Risk, and completed", () => {
    const visit = begin();
    const { session } = visit;
    expect(visit.page()).toBe("Details");
    visit.answerDetails();
    expect(session.nextPage()).toBe(true);
    expect(visit.page()).toBe("Appliances");
    expect(visit.entries()).toEqual(["Combi boiler Kitchen: open", "Gas fire, inset Lounge: open"]);

    session.toggleEntry(["appliances", 0]);
    visit.inspect(0);
    expect(visit.entries()[0]).toBe("Combi boiler Kitchen: finished");
    session.toggleEntry(["appliances", 1]);
    expect(session.read().openEntry).toEqual(["appliances", 1]);
    visit.inspect(1, atRisk);
    expect(visit.entries()[1]).toBe("Gas fire, inset Lounge: finished");

    expect(session.nextPage()).toBe(true);
    expect(session.read()).toMatchObject({ openEntry: null, pageNumber: 3, pageCount: 5 });
    visit.answerPipework();
    session.nextPage();
    visit.answerAlarms();
    session.nextPage();
    visit.signOff();

    const completed = session.complete();
    expect(completed).toMatchObject({
      ok: true,
      issues: [],
      answers: {
        appliancesTested: 2,
        appliances: [
          { propertyAssetId: "boiler", safeToUse: "yes", flueFlow: "na" },
          { propertyAssetId: "fire", classification: "AR", flueFlow: "pass" },
        ],
      },
    });
    const answers = completed.ok ? completed.answers : {};
    expect(checkAnswers(record, answers, "2026-03-02")).toEqual([]);
  });

  it("does not call an appliance finished while a reading that it needs is missing", () => {
    const visit = begin();
    visit.inspect(0, { operatingPressure: null });
    expect(visit.errors("appliances.0.operatingPressure")).toEqual([]);
    expect(visit.entries()[0]).toBe("Combi boiler Kitchen: open");
    visit.answer({ heatInput: 24 }, "appliances.0.");
    expect(visit.entries()[0]).toBe("Combi boiler Kitchen: finished");
    visit.answer({ combustionTested: "yes" }, "appliances.0.");
    expect(visit.entries()[0]).toBe("Combi boiler Kitchen: open");
    visit.answer({ initialCo: 20, initialCo2: 9 }, "appliances.0.");
    expect(visit.entries()[0]).toBe("Combi boiler Kitchen: finished");
  });

  it("does not go on from a page with an error, and opens the entry of the first one", () => {
    const visit = begin();
    visit.answerDetails();
    visit.answer({ engineerName: null });
    expect(visit.session.nextPage()).toBe(false);
    expect(visit.page()).toBe("Details");
    expect(visit.errors("engineerName")).toEqual(["Please answer this."]);
    visit.answer({ engineerName: "Sam Taylor" });
    expect(visit.session.nextPage()).toBe(true);
    visit.inspect(0);
    expect(visit.session.nextPage()).toBe(false);
    expect(visit.page()).toBe("Appliances");
    expect(visit.session.read().openEntry).toEqual(["appliances", 1]);
    expect(visit.entries()[1]).toBe("Gas fire, inset Lounge: wrong");
    visit.session.previousPage();
    expect(visit.page()).toBe("Details");
  });

  it("is resumed after the page was killed, at the same appliance, with the number as typed", () => {
    const visit = begin();
    const drafts: SessionDraft[] = [];
    visit.session.onChange(() => drafts.push(visit.session.draft()));
    visit.answerDetails();
    visit.session.nextPage();
    visit.session.toggleEntry(["appliances", 1]);
    visit.answer({ inspected: "yes" }, "appliances.1.");
    visit.session.type(["appliances", 1, "operatingPressure"], "20..5");
    const draft = drafts.at(-1);
    if (!draft) throw new Error("Nothing was saved");

    // An appliance was added under Property Appliances meanwhile.
    const again = resume(draft, aProperty({ appliances: [boiler, fire, hob] }));
    expect(again.page()).toBe("Appliances");
    expect(again.session.read().openEntry).toEqual(["appliances", 1]);
    expect(again.entries()).toEqual([
      "Combi boiler Kitchen: open",
      "Gas fire, inset Lounge: wrong",
      "Hob Kitchen: open",
    ]);
    const pressure = "appliances.1.operatingPressure";
    expect(again.read(pressure)).toMatchObject({
      text: "20..5",
      error: "“20..5” is not a number. Type it as 20.5.",
    });
    again.session.type(parsePath(pressure), "1,200");
    expect(again.read(pressure)).toMatchObject({ suggestions: ["1200", "1.2"] });
    again.session.type(parsePath(pressure), "20,5 mbar");
    again.session.leaveField(parsePath(pressure));
    expect(again.read(pressure)).toMatchObject({ text: "20.5", value: 20.5, error: undefined });
  });

  it("has the engineer's stored signature once the page to sign is opened, and not before", () => {
    const stored = "data:image/png;base64,AA==";
    const visit = begin(aProperty({ remembered: { engineerSignature: stored } }));
    const { session } = visit;
    const changes: string[] = [];
    session.onChange((change) => changes.push(change));
    const signature = () => session.draft().answers["engineerSignature"];
    visit.answerDetails();
    session.nextPage();
    visit.inspect(0);
    visit.inspect(1);
    session.nextPage();
    visit.answerPipework();
    session.nextPage();
    visit.answerAlarms();
    expect(signature()).toBeUndefined();
    visit.answer({ tenantPresent: "no" });
    const refused = session.complete();
    expect(refused.issues.map(({ path }) => path)).toEqual(["engineerSignature"]);
    expect(checkAnswers(record, session.answers()).map(({ path }) => path)).toEqual([
      "engineerSignature",
    ]);
    const before = changes.length;
    session.nextPage();
    expect(visit.page()).toBe("Sign-off");
    expect(signature()).toBe(stored);
    expect(changes.slice(before)).toEqual(["place"]);
    expect(session.complete()).toMatchObject({ ok: true });
    visit.answer({ engineerSignature: null });
    session.previousPage();
    session.nextPage();
    expect(signature()).toBeUndefined();
    const again = resume(session.draft());
    expect(again.page()).toBe("Sign-off");
    expect(again.value("engineerSignature")).toBe(stored);
  });

  it("has the customer's signature of another form once the engineer says that somebody is here", () => {
    const customer = { name: "Pat Example", signature: "data:image/png;base64,BB==" };
    const visit = begin(aProperty({ customer }));
    expect(visit.session.answers()).not.toHaveProperty("receivedBySignature");
    visit.answer({ tenantPresent: "yes" });
    expect(visit.session.answers()).not.toHaveProperty("receivedBySignature");
    visit.session.review(
      visit.session.findIssues().filter(({ path }) => path === "receivedByRole"),
    );
    expect(visit.page()).toBe("Sign-off");
    expect(visit.session.answers()).toMatchObject({ receivedBySignature: customer.signature });
    visit.answer({ receivedBySignature: null, tenantPresent: "no" });
    visit.answer({ tenantPresent: "yes" });
    expect(visit.session.answers()).not.toHaveProperty("receivedBySignature");
  });

  it("is read without the stored signature", () => {
    const read = openSession(record, {
      answers: { engineerName: "Sam Taylor" },
      context: aProperty(),
      page: "signOff",
      isReadOnly: true,
    });
    expect(read.answers()).not.toHaveProperty("engineerSignature");
  });

  it("cannot be completed with what is missing or contradicts itself, says where, and can when it is fixed", () => {
    const visit = begin();
    const { session } = visit;
    visit.answerDetails();
    session.nextPage();
    visit.inspect(0);
    visit.inspect(1, { spillage: "fail" });
    session.nextPage();
    visit.answerPipework();
    visit.answerAlarms();
    visit.signOff();
    visit.answer({ smokeAlarmFitted: null });

    const found = session.findIssues();
    expect(visit.errors("smokeAlarmFitted")).toEqual([]);
    const refused = session.complete();
    expect(refused).toEqual({ ok: false, issues: found });
    const errors = refused.issues.map(({ path, label }) => `${path} | ${label}`);
    expect(errors).toEqual([
      "appliances.1.hasDefect | Gas fire, inset Lounge: Defect found",
      "appliances.1.safeToUse | Gas fire, inset Lounge: Safe to use",
      "smokeAlarmFitted | Smoke alarm fitted",
      "engineerSignature | Engineer's signature",
    ]);
    expect(
      checkAnswers(record, session.answers(), "2026-03-02").map(
        ({ path, label }) => `${path} | ${label}`,
      ),
    ).toEqual(errors);

    const shown = session.review(refused.issues);
    expect(visit.page()).toBe("Appliances");
    expect(shown).toBe(visit.read("appliances.1.hasDefect").id);
    expect(session.read().openEntry).toEqual(["appliances", 1]);
    expect(session.read().issues).toHaveLength(4);

    const open = () => session.read().issues.map(({ path }) => path);
    visit.answer(atRisk, "appliances.1.");
    expect(open()).toEqual(["smokeAlarmFitted", "engineerSignature"]);
    visit.answer({ smokeAlarmFitted: "na" });
    expect(open()).toEqual(["engineerSignature"]);
    // The page shows the stored signature.
    for (const issue of session.read().issues) session.goTo(issue);
    expect(visit.page()).toBe("Sign-off");
    expect(open()).toEqual([]);
    expect(session.complete()).toMatchObject({ ok: true, issues: [] });
  });

  it("lists appliances up to its maximum, and forgets one that is removed", () => {
    const visit = begin();
    const { session } = visit;
    for (let count = 0; count < 40; count++) session.addEntry(["appliances"]);
    expect(visit.entries()).toHaveLength(30);
    expect(visit.read("appliances")).toMatchObject({ canAdd: false, max: 30 });
    for (let count = 29; count > 1; count--) session.removeEntry(["appliances", count]);
    visit.answer({ make: "Second" }, "appliances.1.");
    session.removeEntry(["appliances", 0]);
    expect(visit.entries()).toEqual(["Gas fire, inset Lounge: open"]);
    expect(visit.read("appliances.0.make")).toMatchObject({
      value: "Second",
      path: ["appliances", 0, "make"],
    });
    session.refresh(aProperty({ appliances: [boiler, fire, hob] }));
    expect(visit.entries()).toEqual(["Gas fire, inset Lounge: open", "Hob Kitchen: open"]);
  });

  it("is resumed after the warning notice at the next question, with what the notice says", () => {
    const visit = begin();
    const { session } = visit;
    const drafts: SessionDraft[] = [];
    session.onChange(() => drafts.push(session.draft()));
    session.nextPage();
    session.toggleEntry(["appliances", 1]);
    const { labelFitted: _label, ...found } = atRisk;
    visit.inspect(1, found);
    const classification = ["appliances", 1, "classification"];
    session.leaveAt(classification);
    const left = drafts.at(-1);
    expect(left).toMatchObject({ leftAt: classification, panel: ["appliances", 1] });
    if (!left) throw new Error("Nothing was saved");

    const noticeAnswers = [
      { path: "appliances.1.labelFitted", value: "yes" },
      { path: "appliances.1.remedialAction", value: "Capped" },
      { path: "receivedByRole", value: "Tenant" },
    ];
    const again = resume(left, aProperty({ noticeAnswers }));
    const changes: string[] = [];
    again.session.onChange((change) => changes.push(change));
    expect(again.session.findNextQuestion()).toBe(again.read("appliances.1.remedialAction").id);
    expect(again.value("appliances.1.remedialAction")).toBe("Turned off");
    expect(again.value("appliances.1.labelFitted")).toBe("yes");
    expect(again.value("receivedByRole")).toBe("Tenant");
    expect(changes).toEqual([]);
    again.answer({ labelFitted: "no" }, "appliances.1.");
    expect(again.session.draft().leftAt).toBeNull();
    expect(again.session.findNextQuestion()).toBeNull();
    expect(resume(again.session.draft()).session.findNextQuestion()).toBeNull();
  });

  it("is resumed at the pipework after its warning notice", () => {
    const { session } = begin();
    session.review(session.findIssues().filter(({ path }) => path === "pipeworkVisual"));
    session.answer(["pipeworkVisual"], "fail");
    session.answer(["pipeworkClassification"], "ID");
    session.leaveAt(["pipeworkClassification"]);
    const again = resume(session.draft());
    expect(again.page()).toBe("Pipework");
    expect(again.session.findNextQuestion()).toBe(again.read("pipeworkAction").id);
  });

  it("leads to the entry of an appliance that was deleted from the property, and keeps it until it is removed", () => {
    const visit = begin();
    visit.answerDetails();
    for (const index of [0, 1]) visit.inspect(index);
    const answers = visit.session.answers();
    const context = aProperty({ appliances: [boiler], removedAppliances: ["fire"] });
    const again = aVisit(openSession(record, { answers, context }));
    const { session } = again;
    const path = ["appliances", 1];
    expect(session.read().page?.read().title).toBe("Appliances");
    expect(session.read()).toMatchObject({
      openEntry: path,
      removedEntries: [{ path, title: "Gas fire, inset Lounge" }],
    });
    expect(again.entries()).toHaveLength(2);
    session.previousPage();
    session.goToEntry(path);
    expect(session.read()).toMatchObject({ pageNumber: 2, openEntry: path });
    const list = session.question(["appliances"])?.read();
    const cards = list?.kind === "paneldynamic" ? list.entries.map((entry) => entry.read()) : [];
    expect(cards.map(({ isApplianceRemoved }) => isApplianceRemoved)).toEqual([false, true]);
    session.removeEntry(path);
    expect(session.read().removedEntries).toEqual([]);
    expect(again.entries()).toEqual(["Combi boiler Kitchen: finished"]);
  });

  it("opens where it was left although an appliance was deleted, and is only shown if it is read-only", () => {
    const visit = begin();
    visit.answer({ inspected: "yes" }, "appliances.1.");
    const context = aProperty({ appliances: [boiler], removedAppliances: ["fire"] });
    const draft = { ...visit.session.draft(), page: "pipework" };
    expect(resume(draft, context).page()).toBe("Pipework");
    const { answers } = draft;
    const read = aVisit(openSession(record, { answers, context, isReadOnly: true }));
    expect(read.page()).toBe("Details");
  });

  it("gets photos that were taken before the page was killed where the camera was opened", () => {
    const visit = begin();
    visit.inspect(1);
    visit.session.openCamera(["appliances", 1, "photos"], "opening");
    const again = resume(visit.session.draft());
    again.session.restorePhotos(["photo-1", "photo-2"]);
    again.session.restorePhotos(["photo-1", "photo-2"]);
    expect(again.read("appliances.1.photos")).toMatchObject({ imageIds: ["photo-1", "photo-2"] });
    again.session.removePhoto(["appliances", 1, "photos"], "photo-1");
    expect(again.read("appliances.1.photos")).toMatchObject({ imageIds: ["photo-2"] });
    expect(again.session.draft().camera).toBeNull();
  });

  it("is not begun by turning pages or by what the form fills in", () => {
    const visit = begin();
    const changes: string[] = [];
    visit.session.onChange((change) => changes.push(change));
    visit.session.prepare();
    visit.session.prefill(["isRented"], "yes");
    visit.session.nextPage();
    expect(changes).toEqual(["place"]);
    visit.answer({ inspected: "no" }, "appliances.0.");
    expect(changes.at(-1)).toBe("answer");
  });

  it("leaves its definition as it is, which the phone keeps in memory for the next opening", async () => {
    const visit = begin();
    const { session } = visit;
    visit.answerDetails();
    session.nextPage();
    session.toggleEntry(["appliances", 0]);
    visit.inspect(0);
    session.nextPage();
    visit.answerPipework();
    session.complete();
    expect(record).toEqual(await readShippedForm("gasSafetyRecord"));
  });

  it("is not changed by looking at it", () => {
    const { session } = begin();
    const read = openSession(record, {
      answers: session.answers(),
      context: aProperty({ appliances: [boiler, fire, hob] }),
      isReadOnly: true,
      seenAppliances: [],
    });
    const changes: string[] = [];
    read.onChange((change) => changes.push(change));
    read.nextPage();
    read.openCamera(["appliances", 0, "photos"], "opening");
    expect(changes).toEqual([]);
    expect(read.answers()).toEqual(session.answers());
  });
});

describe("A text that is being typed", () => {
  const open = () => {
    const manual = aManualScheduler();
    const { scheduler } = manual;
    const session = openSession(record, { answers: null, context: aProperty(), scheduler });
    const saved: unknown[] = [];
    session.onChange(() => saved.push(session.draft().answers["comments"]));
    return { ...manual, saved, visit: aVisit(session), session };
  };

  it("is shown at once, saved after the frame, and part of the form after a pause", () => {
    const { session, visit, saved, drawFrame, pass } = open();
    session.type(["comments"], "Flue");
    expect(visit.read("comments")).toMatchObject({ text: "Flue", isAnswered: false });
    expect(saved).toEqual([]);
    drawFrame();
    expect(saved).toEqual(["Flue"]);
    expect(visit.read("comments").isAnswered).toBe(false);
    pass(350);
    expect(visit.read("comments")).toMatchObject({ text: "Flue", value: "Flue" });
  });

  it("is saved with every other text that the form does not know yet", () => {
    const { session, drawFrame } = open();
    session.type(["comments"], "Flue");
    drawFrame();
    session.type(["alarmNotes"], "Hall");
    drawFrame();
    expect(session.draft().answers).toMatchObject({ comments: "Flue", alarmNotes: "Hall" });
  });

  it("has no error until the engineer pauses or leaves the field", () => {
    const { session, visit, pass } = open();
    session.type(["tightnessDrop"], "20-21");
    pass(350);
    expect(visit.read("tightnessDrop")).toMatchObject({ error: undefined });
    session.leaveField(["tightnessDrop"]);
    expect(visit.read("tightnessDrop")).toMatchObject({ error: undefined });
    pass(350);
    expect(visit.read("tightnessDrop")).toMatchObject({ error: "“20-21” is not a number." });
  });

  it("belongs to the form at once when a page is turned or the form is completed", () => {
    const { session, visit } = open();
    session.type(["engineerName"], "Alex Morgan");
    session.previousPage();
    expect(visit.value("engineerName")).toBe("Alex Morgan");
    session.type(["engineerName"], "");
    session.complete();
    expect(visit.errors("engineerName")).toEqual(["Please answer this."]);
  });

  it("gives way to a value that the form sets", () => {
    const { session, visit, pass } = open();
    session.type(["comments"], "Flue");
    pass(1000);
    session.answer(["comments"], "Replaced");
    expect(visit.read("comments")).toMatchObject({ text: "Replaced" });
  });

  it("notifies who draws its question at once, and nobody else", () => {
    const { session } = open();
    const drawn: string[] = [];
    for (const name of ["comments", "alarmNotes"])
      session.question([name])?.subscribe(() => drawn.push(name));
    session.type(["comments"], "F");
    expect(drawn).toEqual(["comments"]);
  });
});
