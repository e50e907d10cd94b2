import { buildNoticeNumber, done, formIds } from "@fieldfare/domain";
import { messagePayloads } from "@fieldfare/contract";
import { afterEach, describe, expect, it } from "vitest";
import { closeJob } from "./closing.ts";
import { act } from "./act.ts";
import { completeJobForm, readLatestForms, removeForm } from "./forms.ts";
import { contentTables } from "./job-content.ts";
import { updateSignature } from "./signature.ts";
import { saveFormDraft } from "../drafts/form-drafts.ts";
import { readNoticeIssues } from "../reading/forms.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import { anEngineerInside, type Engineer, jobId } from "../testing/engineer.ts";
import { aForm, anEntry, putForms } from "../testing/form-builders.ts";
import { readJobForm } from "../reading/job-forms.ts";
import { addWarningNotice } from "./warning-notice.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());

const signature = "data:image/png;base64,AAAA";
const fire = {
  type: "Gas fire, inset",
  location: "Lounge",
  inspected: "yes",
  hasDefect: "yes",
  defect: "Spillage test failed",
  classification: "AR",
};
const { gasSafetyRecord, warningNotice } = formIds;
const aGasSafetyRecord = (completedForm: Record<string, unknown>) =>
  anEntry({
    customFormId: gasSafetyRecord,
    usageRequirement: 3,
    completionStatus: "Complete",
    completedForm,
  });
const noticeForm = aForm({ customFormId: warningNotice, usageRequirement: 1 });
const inside = async (...customForms: ReturnType<typeof anEntry>[]) =>
  (engineer = await anEngineerInside({ job: { customForms } }));
const readIssues = async ({ device }: Engineer) =>
  (await readNoticeIssues(device, jobId)).map(({ code, name }) => [code, name]);

describe("The warning notice of a danger", () => {
  it("is added to the job once, and knows the danger", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [fire] }));
    await putForms(one.device.shared, [noticeForm]);
    expect(await addWarningNotice(one.device, await one.job())).toMatchObject({ ok: true });
    expect(await addWarningNotice(one.device, await one.job())).toMatchObject({ ok: true });
    expect((await one.job()).customForms).toHaveLength(2);
    expect((await readJobForm(one.device, jobId, warningNotice))?.dangers).toMatchObject([
      { row: { type: "Gas fire, inset", fault: "Spillage test failed", classification: "AR" } },
    ]);
  });

  it("cannot be written where this phone does not have the form", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [fire] }));
    expect(await addWarningNotice(one.device, await one.job())).toMatchObject({ ok: false });
  });

  it("is missed before the close, also for a danger typed since the last save", async () => {
    const record = aGasSafetyRecord({ appliances: [] });
    const one = await inside({ ...record, completionStatus: "InProgress" });
    expect(await readIssues(one)).toEqual([]);
    const draft = { answers: { appliances: [fire] }, page: null, panel: null, camera: null };
    await saveFormDraft(one.device, jobId, gasSafetyRecord, draft);
    expect(await readIssues(one)).toEqual([["no-notice", "Gas fire, inset, Lounge"]]);
  });
});

describe("A job whose danger has no notice", () => {
  const close = async (one: Engineer, reason: string) => {
    const closed = await closeJob(one.device, jobId, closeAnswers({ warningNotice: { reason } }));
    const message = (await one.queued()).find(({ type }) => type === "JobClose");
    const sent = message && messagePayloads.JobClose.parse(message.payload);
    return { closed, notes: sent?.job.notes };
  };

  it("is not closed without a reason", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [fire] }));
    const { closed, notes } = await close(one, " ");
    expect(closed).toMatchObject({ ok: false, refusal: "notice-reason-missing" });
    expect(notes).toBeUndefined();
  });

  it("is closed with a reason, which goes to the office as a private note", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [fire] }));
    const { closed, notes } = await close(one, " The tenant left ");
    expect(closed).toMatchObject({ ok: true });
    expect(notes).toMatchObject([
      {
        isPublic: false,
        description:
          "Closed without a warning notice for Gas fire, inset, Lounge. Reason: The tenant left",
      },
    ]);
  });

  it("is asked for no reason where the record quotes a notice on a pad", async () => {
    const onPad = { ...fire, warningNoticeIssued: "yes", warningNoticeNumber: "PAD 17" };
    const { closed, notes } = await close(
      await inside(aGasSafetyRecord({ appliances: [onPad] })),
      "",
    );
    expect(closed).toMatchObject({ ok: true });
    expect(notes).toEqual([]);
  });
});

describe("A notice that is written after the record", () => {
  const number = "WN-FF100234-261122";
  const issued = { ...fire, warningNoticeIssued: "yes" };
  const completeForm = (one: Engineer, of: ReturnType<typeof aForm>, answers: object) =>
    completeJobForm(one.device, jobId, of.customFormId, {
      bundle: { definition: of, subForms: [] },
      answers: { ...answers },
      lists: [],
    });
  const completeNotice = (one: Engineer) =>
    completeForm(one, noticeForm, {
      noticeNumber: number,
      notices: [{ ...fire, isolation: "capped" }],
    });
  const findRecord = (forms: readonly ReturnType<typeof anEntry>[] | undefined) =>
    forms?.find(({ customFormId }) => customFormId === gasSafetyRecord)?.completedForm;
  const begunNotice = anEntry({ customFormId: warningNotice, addedByUser: true });

  it("is quoted by the record, on the phone and at the office", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [issued] }), begunNotice);
    await completeNotice(one);
    const quoted = { appliances: [{ ...issued, warningNoticeNumber: number }] };
    expect(findRecord((await one.job()).customForms)).toEqual(quoted);
    expect(await readIssues(one)).toEqual([]);
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    const message = (await one.queued()).find(({ type }) => type === "JobClose");
    const sent = message && messagePayloads.JobClose.parse(message.payload);
    expect(findRecord(sent?.job.customForms)).toEqual(quoted);
  });

  it("is quoted by a record that is completed after it", async () => {
    const open = anEntry({ customFormId: gasSafetyRecord, usageRequirement: 1 });
    const one = await inside(open, begunNotice);
    await completeNotice(one);
    await completeForm(one, aForm({ customFormId: gasSafetyRecord }), { appliances: [issued] });
    expect(findRecord((await one.job()).customForms)).toEqual({
      appliances: [{ ...issued, warningNoticeNumber: number }],
    });
  });
});

describe("A notice that was to be written and was not", () => {
  const prepare = async () => {
    const notice = anEntry({ customFormId: warningNotice, usageRequirement: 2 });
    const one = await inside(aGasSafetyRecord({ appliances: [] }), notice);
    const job = await one.job();
    const quoting = {
      ...fire,
      warningNoticeIssued: "yes",
      warningNoticeNumber: buildNoticeNumber(job.formattedJobId, "2026-11-22"),
    };
    const customForms = [aGasSafetyRecord({ appliances: [quoting] }), notice];
    await one.device.database.job.put({ ...job, customForms });
    return { one, quoting };
  };

  it("is not quoted by the record that goes out with the close, nor by the one on the phone", async () => {
    const { one } = await prepare();
    const answers = closeAnswers({ warningNotice: { reason: "The tenant left" } });
    expect(await closeJob(one.device, jobId, answers)).toMatchObject({ ok: true });
    const message = (await one.queued()).find(({ type }) => type === "JobClose");
    const sent = message && messagePayloads.JobClose.parse(message.payload);
    const denied = { appliances: [{ ...fire, warningNoticeIssued: "no" }] };
    expect(sent?.job.customForms[0]?.completedForm).toEqual(denied);
    expect((await one.job()).customForms[0]?.completedForm).toEqual(denied);
  });

  it("is quoted by what goes out of a visit that goes on: it may still be written", async () => {
    const { one, quoting } = await prepare();
    const sent = await act(one.device, contentTables, async (actor) =>
      done(await readLatestForms(actor, await one.job())),
    );
    expect(sent).toMatchObject({ value: [{ completedForm: { appliances: [quoting] } }, {}] });
  });
});

describe("A notice that is removed", () => {
  const number = "WN-FF100234-261122";
  const quoting = { ...fire, warningNoticeIssued: "yes", warningNoticeNumber: number };
  const aNotice = (completionStatus: "NotStarted" | "Complete") =>
    anEntry({
      customFormId: warningNotice,
      addedByUser: true,
      completionStatus,
      completedForm: completionStatus === "Complete" ? { noticeNumber: number } : null,
    });
  const pipework = { pipeworkNoticeIssued: "yes", pipeworkNoticeNumber: number };

  it.each(["NotStarted", "Complete"] as const)(
    "is not quoted any more, and the record is open again (notice: %s)",
    async (completionStatus) => {
      const record = aGasSafetyRecord({ appliances: [quoting], ...pipework });
      const one = await inside(record, aNotice(completionStatus));
      expect(await removeForm(one.device, jobId, warningNotice)).toMatchObject({ ok: true });
      expect((await one.job()).customForms).toMatchObject([
        {
          completionStatus: "InProgress",
          completedOn: null,
          completedForm: { appliances: [fire] },
        },
      ]);
      expect((await one.job()).customForms[0]?.completedForm).toEqual({ appliances: [fire] });
      expect(await readIssues(one)).toEqual([["no-notice", "Gas fire, inset, Lounge"]]);
    },
  );

  it("is not quoted by what was typed since the last save either", async () => {
    const record = aGasSafetyRecord({ appliances: [] });
    const one = await inside({ ...record, completionStatus: "InProgress" }, aNotice("Complete"));
    const draft = { answers: { appliances: [quoting] }, page: null, panel: null, camera: null };
    await saveFormDraft(one.device, jobId, gasSafetyRecord, draft);
    await removeForm(one.device, jobId, warningNotice);
    const stored = await readJobForm(one.device, jobId, gasSafetyRecord);
    expect(stored?.draft?.answers).toEqual({ appliances: [fire] });
  });

  it("leaves a record that quotes a notice on a pad as it is", async () => {
    const record = aGasSafetyRecord({
      appliances: [{ ...quoting, warningNoticeNumber: "PAD 17" }],
    });
    const one = await inside(record, aNotice("Complete"));
    await removeForm(one.device, jobId, warningNotice);
    expect((await one.job()).customForms).toEqual([record]);
  });
});

describe("A gas safety record in progress", () => {
  const notice = anEntry({
    customFormId: warningNotice,
    completionStatus: "Complete",
    completedForm: { notices: [{ ...fire, labelFitted: "yes" }] },
  });

  it("gets what the complete notice says", async () => {
    const record = aGasSafetyRecord({ appliances: [fire] });
    const { device } = await inside({ ...record, completionStatus: "InProgress" }, notice);
    const answers = async (id: string) => (await readJobForm(device, jobId, id))?.noticeAnswers;
    expect(await answers(gasSafetyRecord)).toContainEqual({
      path: "appliances.0.labelFitted",
      value: "yes",
    });
    expect(await answers(warningNotice)).toEqual([]);
  });

  it("is stored with the question at which the engineer left for the notice", async () => {
    const { device } = await inside(aGasSafetyRecord({}));
    const draft = { answers: {}, page: "appliancesPage", panel: ["appliances", 0], camera: null };
    const leftAt = ["appliances", 0, "classification"];
    await saveFormDraft(device, jobId, gasSafetyRecord, { ...draft, leftAt });
    expect((await readJobForm(device, jobId, gasSafetyRecord))?.draft).toMatchObject({ leftAt });
  });
});

describe("A signature", () => {
  it("of the customer on one form is there on the other, not on its own", async () => {
    const signed = { tenantPresent: "yes", receivedBy: "Pat", receivedBySignature: signature };
    const notice = anEntry({ customFormId: warningNotice, addedByUser: true });
    const { device } = await inside(aGasSafetyRecord(signed), notice);
    const customer = async (id: string) => (await readJobForm(device, jobId, id))?.customer;
    expect(await customer(warningNotice)).toEqual({ name: "Pat", signature });
    expect(await customer(gasSafetyRecord)).toBeNull();
  });

  it("of the engineer is remembered for the forms that ask for it", async () => {
    const { device } = await inside(aGasSafetyRecord({}));
    await updateSignature(device, signature);
    expect((await readJobForm(device, jobId, gasSafetyRecord))?.rememberedAnswers).toEqual({
      engineerSignature: signature,
    });
  });
});

describe("A check without a fault", () => {
  const causes = [{ rootCauseId: 1, description: "Fan", requiresAdditionalText: false, child: [] }];
  const close = async (
    one: Engineer,
    rootCause = { causes: [] as { rootCauseId: number; additionalText: string }[] },
  ) => {
    const closed = await closeJob(one.device, jobId, closeAnswers({ causes, rootCause }));
    const message = (await one.queued()).find(({ type }) => type === "JobClose");
    const sent = message && messagePayloads.JobClose.parse(message.payload);
    return { closed, causes: sent?.outcome.rootCauses };
  };

  it("is closed without a root cause, also one that was chosen before", async () => {
    const one = await inside(aGasSafetyRecord({ appliances: [{ ...fire, hasDefect: "no" }] }));
    const before = { causes: [{ rootCauseId: 1, additionalText: "" }] };
    expect(await close(one, before)).toMatchObject({ closed: { ok: true }, causes: [] });
  });

  it("is not one that found a defect: the cause is asked for", async () => {
    const advisory = { ...fire, classification: "NCS" };
    const { closed } = await close(await inside(aGasSafetyRecord({ appliances: [advisory] })));
    expect(closed).toMatchObject({ ok: false, refusal: "cause-missing" });
  });
});
