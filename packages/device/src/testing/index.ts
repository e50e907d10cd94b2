export * from "./node-device.ts";
export * from "./random.ts";
export { type Change, never } from "./observed.ts";
export * from "./builders.ts";
export * from "./close-answers.ts";
export { aPeer, aSignedInPhone, type Peer, type SignedInPhone } from "./peer.ts";
