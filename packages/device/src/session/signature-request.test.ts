import { afterEach, beforeEach, expect, it } from "vitest";
import { updateSignature } from "../actions/signature.ts";
import { drain } from "../outbox/sender.ts";
import {
  aFakeServer,
  aSignedInPhone,
  aToken,
  ownerEmail,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { readSession } from "./session.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { ensureToken } from "./token.ts";

const pin = "280451";
const newSignature = "data:image/png;base64,iVBORw0KGgo=";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  fakeServer.token = aToken(1, { requestSignature: true });
  phone = await aSignedInPhone(fakeServer);
  await signIn();
});
afterEach(() => phone.kill());

const signIn = () => signInToDevice(phone.device, { email: ownerEmail, pin });
const isSignatureRequested = async () => (await readSession(phone.device)).user?.requestSignature;

async function signInAgain() {
  await signOut(phone.device);
  await signIn();
}

it("A signature that the office asks for is asked for until it is given", async () => {
  expect(await isSignatureRequested()).toBe(true);
  await signInAgain();
  expect(await isSignatureRequested()).toBe(true);
});

it("A signature that waits to be sent is not asked for again, though the server still asks for it", async () => {
  await updateSignature(phone.device, newSignature);
  expect(await isSignatureRequested()).toBe(false);
  await signInAgain();
  expect(await isSignatureRequested()).toBe(false);
});

it("An offline sign-in with an older profile does not ask for it again, nor when that becomes a token", async () => {
  await updateSignature(phone.device, newSignature);
  fakeServer.isOnline = false;
  await signInAgain();
  expect(await isSignatureRequested()).toBe(false);
  fakeServer.isOnline = true;
  await ensureToken(phone.device);
  expect(await isSignatureRequested()).toBe(false);
});

it("A signature that was sent is not asked for offline; a new request of the server asks again", async () => {
  await updateSignature(phone.device, newSignature);
  expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
  fakeServer.isOnline = false;
  await signInAgain();
  expect(await isSignatureRequested()).toBe(false);
  fakeServer.isOnline = true;
  await signInAgain();
  expect(await isSignatureRequested()).toBe(true);
});
