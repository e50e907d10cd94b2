import { expect, test } from "vitest";
import { customerSignature, isSigned } from "./customer-signature.ts";
import { formIds } from "./forms.ts";

const signature = "data:image/png;base64,AAAA";

const form = (customFormId: string, completedForm: Record<string, unknown> | null) => ({
  customFormId,
  completionStatus: "Complete" as const,
  completedForm,
});
const record = (more: object = {}) =>
  form(formIds.gasSafetyRecord, {
    tenantPresent: "yes",
    receivedBy: " Pat Example ",
    receivedBySignature: signature,
    ...more,
  });
const notice = form(formIds.warningNotice, {
  informed: "signed",
  informedName: "Robin Quill",
  informedSignature: signature,
});

test("the customer who signed the record is found", () => {
  expect(customerSignature([form(formIds.alarmTest, {}), record()])).toEqual({
    name: "Pat Example",
    signature,
  });
});

test("the customer's role is returned with the signature", () => {
  expect(customerSignature([record({ receivedByRole: "Agent" })])?.role).toBe("Agent");
  expect(customerSignature([record({ receivedByRole: 4 })])).not.toHaveProperty("role");
});

test("a form does not reuse its own signature", () => {
  expect(customerSignature([record(), notice], formIds.gasSafetyRecord)?.name).toBe("Robin Quill");
  expect(customerSignature([record()], formIds.gasSafetyRecord)).toBeNull();
});

test.each([
  ["nobody is there any more", record({ tenantPresent: "no" })],
  ["there is no name", record({ receivedBy: "" })],
  ["it is no picture", record({ receivedBySignature: "javascript:alert(1)" })],
  ["the form has no answers", form(formIds.warningNotice, null)],
  ["the person refused to sign", form(formIds.warningNotice, { informed: "refused" })],
])("there is no signature if %s", (_name, one) => {
  expect(customerSignature([one])).toBeNull();
});

test.each([
  ["by the customer", notice, true],
  ["by the engineer alone", form(formIds.alarmTest, { engineerSignature: signature }), true],
  ["by nobody", form(formIds.alarmTest, { remarks: "data:image/png" }), false],
  ["and not complete", { ...notice, completionStatus: "InProgress" as const }, false],
  ["and has no answers", form(formIds.warningNotice, null), false],
])("a form that is signed %s", (_name, one, expected) => {
  expect(isSigned(one)).toBe(expected);
});
