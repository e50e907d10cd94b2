import { afterEach, beforeEach, expect, it } from "vitest";
import { updateSignature } from "../actions/signature.ts";
import { drain } from "../outbox/sender.ts";
import {
  aPeer,
  aSignedInPhone,
  aToken,
  ownerEmail,
  type Peer,
  type SignedInPhone,
} from "../testing/peer.ts";
import { readSession } from "./session.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { ensureToken } from "./token.ts";

const pin = "280451";
const drawn = "data:image/png;base64,iVBORw0KGgo=";

let peer: Peer;
let phone: SignedInPhone;
beforeEach(async () => {
  peer = aPeer();
  peer.password = pin;
  peer.token = aToken(1, { requestSignature: true });
  phone = await aSignedInPhone(peer);
  await signIn();
});
afterEach(() => phone.kill());

const signIn = () => signInToDevice(phone.device, { email: ownerEmail, pin });
const isAskedFor = async () => (await readSession(phone.device)).user?.requestSignature;

async function signInAgain() {
  await signOut(phone.device);
  await signIn();
}

it("A signature that the office wants is asked for until it is given", async () => {
  expect(await isAskedFor()).toBe(true);
  await signInAgain();
  expect(await isAskedFor()).toBe(true);
});

it("One that waits to be sent is not asked for again, though the server still wants it", async () => {
  await updateSignature(phone.device, drawn);
  expect(await isAskedFor()).toBe(false);
  await signInAgain();
  expect(await isAskedFor()).toBe(false);
});

it("Nor by an offline sign-in with a profile from before, nor when that becomes a token", async () => {
  await updateSignature(phone.device, drawn);
  peer.isOnline = false;
  await signInAgain();
  expect(await isAskedFor()).toBe(false);
  peer.isOnline = true;
  await ensureToken(phone.device);
  expect(await isAskedFor()).toBe(false);
});

it("Nor offline once it has been sent; a new wish of the server asks again", async () => {
  await updateSignature(phone.device, drawn);
  expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 1 });
  peer.isOnline = false;
  await signInAgain();
  expect(await isAskedFor()).toBe(false);
  peer.isOnline = true;
  await signInAgain();
  expect(await isAskedFor()).toBe(true);
});
