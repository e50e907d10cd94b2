import { dangersOnRecord } from "@fieldfare/domain";
import { describe, expect, it } from "vitest";
import type { FormContext } from "../sources/context.ts";
import { buildBundle } from "../definition/bundle.ts";
import { openFormModel } from "./form-model.ts";
import { openSession } from "./form-session.ts";
import { aContext, aForm, aSubForm, aTenant, partId } from "../testing/forms.ts";

const unsafe = aSubForm([
  { type: "text", name: "type" },
  { type: "text", name: "location" },
  { type: "text", name: "fault" },
  { type: "text", name: "classification" },
]);
const form = aForm([
  { type: "text", name: "number", valueFrom: "noticeNumber" },
  {
    type: "paneldynamic",
    name: "notices",
    subForm: partId,
    subFormVersion: 1,
    panelsFrom: "dangers",
    panelCount: 1,
  },
  { type: "text", name: "signer", valueFrom: "customer.name" },
  {
    type: "radiogroup",
    name: "role",
    choices: ["Tenant", "Landlord", "Agent", "Other"],
    valueFrom: "customer.role",
    signedBy: "signer",
  },
  {
    type: "signaturepad",
    name: "signature",
    valueFrom: "customer.signature",
    signedBy: "signer",
  },
]);
const bundle = buildBundle(form, [form, unsafe]);

const dangers = dangersOnRecord({
  appliances: [
    { type: "Hob", location: "Kitchen", hasDefect: "yes", defect: "Leak", classification: "ID" },
  ],
});
const hob = { type: "Hob", location: "Kitchen", fault: "Leak", classification: "ID" };
const customer = { name: "Pat Example", signature: "data:image/png;base64,AAAA" };
const open = (answers: Record<string, unknown> | null, of: Partial<FormContext>) =>
  openFormModel(bundle, { answers, context: aContext(of) });

describe("A form that is about dangers", () => {
  it("begins with one entry for each", () => {
    expect(open(null, { dangers }).answers()).toMatchObject({ notices: [hob] });
    expect(open(null, { dangers: [] }).answers().notices).toHaveLength(1);
  });

  it("adds a danger that was found after it was started, and keeps the answers", () => {
    const mine = { type: "Cooker", fault: "Tips over", classification: "AR" };
    const again = open({ notices: [mine, { type: "Hob", fault: "Hose split" }] }, { dangers });
    expect(again.answers().notices).toEqual([mine, { ...hob, fault: "Hose split" }]);
    expect(open({ notices: [mine] }, { dangers }).answers().notices).toEqual([mine, hob]);
  });

  it("adds nothing when it is read-only", () => {
    const context = aContext({ dangers });
    const read = openFormModel(bundle, { answers: { notices: [] }, context, isReadOnly: true });
    expect(read.answers().notices ?? []).toEqual([]);
  });

  it("has the number that the record quotes, or its own", () => {
    const context = aContext();
    const own = open(null, {}).answers().number;
    expect(own).toBe(
      `WN-${context.job.formattedJobId}-${context.today.slice(2).replaceAll("-", "")}`,
    );
    const quoting = dangers.map((danger) => ({ ...danger, noticeNumber: "WN-FF9-260101" }));
    expect(open(null, { dangers: quoting }).answers().number).toBe("WN-FF9-260101");
    const onPad = dangers.map((danger) => ({ ...danger, noticeNumber: "7" }));
    expect(open(null, { dangers: onPad }).answers().number).toBe(own);
  });
});

describe("The role of the customer", () => {
  const tenants = [aTenant("Sam Tenant", { isPrimaryTenant: true })];
  const openForm = (of: Partial<FormContext>) =>
    openSession(bundle, { answers: null, context: aContext(of) });

  it("is that of the form that the customer has signed", () => {
    const agent = { ...customer, role: "Agent" };
    expect(openForm({ customer: agent, tenants }).answers()).toHaveProperty("role", "Agent");
    expect(openForm({ customer, tenants }).answers()).not.toHaveProperty("role");
  });

  it("is the tenant's if the form names the tenant, and nobody's if it names nobody", () => {
    expect(openForm({ tenants }).answers()).toMatchObject({ signer: "Sam Tenant", role: "Tenant" });
    expect(openForm({ tenants: [] }).answers()).not.toHaveProperty("role");
  });

  it("stays while there is no name", () => {
    const opened = openForm({ tenants });
    opened.answer(["signer"], null);
    expect(opened.answers()).toHaveProperty("role", "Tenant");
  });

  it("is asked again under another name, once, and is known again under the same name", () => {
    const opened = openForm({ tenants });
    opened.answer(["signer"], "Robin");
    expect(opened.answers()).not.toHaveProperty("role");
    opened.answer(["role"], "Tenant");
    opened.answer(["signer"], "Robin Quill");
    expect(opened.answers()).toHaveProperty("role", "Tenant");
    opened.answer(["role"], null);
    opened.answer(["signer"], "Sam Tenant");
    expect(opened.answers()).toHaveProperty("role", "Tenant");
    opened.answer(["role"], "Other");
    opened.answer(["signer"], "Robin Quill");
    expect(opened.answers()).toHaveProperty("role", "Other");
  });
});

describe("A customer who has signed another form", () => {
  const tenants = [aTenant("Sam Tenant", { isPrimaryTenant: true })];

  const openForm = (answers: Record<string, unknown> | null, of: Partial<FormContext>) =>
    openSession(bundle, { answers, context: aContext(of) });

  it("has signed this form, even if it was started before", () => {
    const signed = { signer: "Pat Example", signature: customer.signature };
    expect(openForm(null, { customer, tenants }).answers()).toMatchObject(signed);
    expect(openForm({ number: "1" }, { customer, tenants }).answers()).toMatchObject(signed);
    expect(openForm({ signer: "Pat Example" }, { customer }).answers()).toMatchObject(signed);
  });

  it("has not signed it if somebody else is named, or has signed already", () => {
    expect(openForm({ signer: "Robin" }, { customer }).answers()).not.toHaveProperty("signature");
    const own = { signer: "Pat Example", signature: "data:image/png;base64,BBBB" };
    expect(openForm(own, { customer }).answers()).toMatchObject(own);
  });

  it("has signed it again when the name is put back, unless somebody else has signed meanwhile", () => {
    const opened = openForm(null, { customer });
    opened.answer(["signer"], "Robin Quill");
    opened.answer(["signer"], "Pat Example");
    expect(opened.answers()).toHaveProperty("signature", customer.signature);
    opened.answer(["signer"], "Robin Quill");
    opened.answer(["signature"], "data:image/png;base64,BBBB");
    expect(opened.answers()).toHaveProperty("signature", "data:image/png;base64,BBBB");
    opened.answer(["signer"], "Pat Example");
    expect(opened.answers()).not.toHaveProperty("signature");
  });

  it("is asked to sign again after the signature was removed by hand", () => {
    const opened = openForm(null, { customer });
    opened.answer(["signature"], null);
    opened.answer(["signer"], "Robin Quill");
    opened.answer(["signer"], "Pat Example");
    expect(opened.answers()).not.toHaveProperty("signature");
  });

  it("is removed with the signature when another name is entered", () => {
    const opened = openForm(null, { customer });
    opened.answer(["signer"], "Robin Quill");
    expect(opened.answers()).not.toHaveProperty("signature");
    opened.answer(["signature"], "data:image/png;base64,BBBB");
    expect(opened.answers()).toHaveProperty("signature");
    opened.answer(["signer"], "Robin Quills");
    expect(opened.answers()).not.toHaveProperty("signature");
  });
});
