import { customerSignature, formIds } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { saveFormDraft } from "../drafts/form-drafts.ts";
import { anEngineerInside, type Engineer, jobId } from "../testing/engineer.ts";
import { aForm, anEntry } from "../testing/form-builders.ts";
import { completeJobForm, removeForm, saveJobForm, saveLatestForms } from "./forms.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());

const signature = "data:image/png;base64,AAAA";
const { gasSafetyRecord, warningNotice } = formIds;
const signedNotice = { informed: "signed", informedName: "Robin", informedSignature: signature };
const changedNotice = { informed: "signed", informedName: "Robin" };
const signedRecord = {
  tenantPresent: "yes",
  receivedBy: "Robin",
  receivedBySignature: signature,
};
const aCompleteForm = (customFormId: string, completedForm: Record<string, unknown>) =>
  anEntry({ customFormId, addedByUser: true, completionStatus: "Complete", completedForm });
const aClose = (drawn: string) => ({
  step: "signOff",
  answers: {
    contacts: { isReviewed: true },
    signature: { customerName: "Robin", optOut: false, signature: drawn },
  },
});

/** An engineer at the end of the close wizard. */
async function beginClose(drawn: string, ...customForms: ReturnType<typeof anEntry>[]) {
  engineer = await anEngineerInside({ job: { customForms } });
  await saveDraft(engineer.device, jobId, "close", aClose(drawn));
  return engineer;
}
const readClose = ({ device }: Engineer) => readDraft(device, jobId, "close");
const blankSignature = {
  step: "signOff",
  answers: {
    contacts: { isReviewed: true },
    signature: { customerName: "", optOut: false, signature: null },
  },
};

describe("A signature that the close wizard has taken over from a form", () => {
  const notice = aCompleteForm(warningNotice, signedNotice);

  it("is removed with the form's, because what was signed has changed", async () => {
    const one = await beginClose(signature, notice);
    await saveJobForm(one.device, jobId, warningNotice, changedNotice);
    expect(await readClose(one)).toEqual(blankSignature);
  });

  it("is removed if the form is completed with a new signature, or removed from the job", async () => {
    const signedAgain = { ...signedNotice, informedSignature: "data:image/png;base64,BBBB" };
    const one = await beginClose(signature, notice);
    const bundle = { definition: aForm({ customFormId: warningNotice }), subForms: [] };
    const completion = { bundle, answers: signedAgain, lists: [] };
    await completeJobForm(one.device, jobId, warningNotice, completion);
    expect(await readClose(one)).toEqual(blankSignature);
    one.close();
    const other = await beginClose(signature, notice);
    await removeForm(other.device, jobId, warningNotice);
    expect(await readClose(other)).toEqual(blankSignature);
  });

  it("stays while another form of the visit has it", async () => {
    const record = aCompleteForm(gasSafetyRecord, signedRecord);
    const one = await beginClose(signature, notice, record);
    await saveJobForm(one.device, jobId, warningNotice, changedNotice);
    expect(await readClose(one)).toEqual(aClose(signature));
  });

  it("stays if it was drawn in the wizard", async () => {
    const drawn = "data:image/png;base64,DDDD";
    const one = await beginClose(drawn, notice);
    await saveJobForm(one.device, jobId, warningNotice, changedNotice);
    expect(await readClose(one)).toEqual(aClose(drawn));
  });
});

describe("A form that was changed just before the app was killed", () => {
  const place = { page: null, panel: null, camera: null };
  const notice = {
    ...aCompleteForm(warningNotice, signedNotice),
    completionStatus: "InProgress",
  } as const;

  it("takes its signature out of the close wizard before that is opened, and gives it no other", async () => {
    const one = await beginClose(signature, notice);
    const draft = { ...place, answers: changedNotice };
    await saveFormDraft(one.device, jobId, warningNotice, draft);
    const saved = await saveLatestForms(one.device, jobId);
    expect(saved).toMatchObject({ ok: true, value: [{ completedForm: changedNotice }] });
    expect(saved.ok && customerSignature(saved.value)).toBeNull();
    expect((await one.job()).customForms).toMatchObject([{ completedForm: changedNotice }]);
    expect(await readClose(one)).toEqual(blankSignature);
  });

  it("writes nothing if it has no newer answers", async () => {
    const one = await beginClose(signature, notice);
    await saveFormDraft(one.device, jobId, warningNotice, { ...place, answers: signedNotice });
    const before = await one.job();
    expect(await saveLatestForms(one.device, jobId)).toMatchObject({ value: [notice] });
    expect(await one.job()).toEqual(before);
    expect(await readClose(one)).toEqual(aClose(signature));
  });
});
