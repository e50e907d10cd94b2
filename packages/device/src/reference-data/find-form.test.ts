import { afterEach, beforeEach, expect, it } from "vitest";
import { aFakeServer, aSignedInPhone, type SignedInPhone } from "../testing/fake-server.ts";
import { aForm, putForms } from "../testing/form-builders.ts";
import { findForm } from "./reference.ts";

const { customFormId } = aForm();

let phone: SignedInPhone;
beforeEach(async () => {
  phone = await aSignedInPhone(aFakeServer());
});
afterEach(() => phone.kill());

const find = () => findForm(phone.device, customFormId);

it("A form that this phone does not have is found once a synchronisation has brought it", async () => {
  expect(await find()).toBeUndefined();
  await putForms(phone.device.shared, [aForm()]);
  expect(await find()).toEqual(aForm());
});

it("A form is parsed once, and again after a synchronisation that brought another version of it", async () => {
  await putForms(phone.device.shared, [aForm()]);
  const first = await find();
  expect(await find()).toBe(first);
  await putForms(phone.device.shared, [aForm({ version: 2 })]);
  expect(await find()).toEqual(aForm({ version: 2 }));
});

it("A form that was withdrawn is not found any more", async () => {
  await putForms(phone.device.shared, [aForm()]);
  await find();
  await putForms(phone.device.shared, []);
  expect(await find()).toBeUndefined();
});
