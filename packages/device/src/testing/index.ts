export * from "./node-device.ts";
export * from "./random.ts";
export { type Change, never } from "./observe-database.ts";
export * from "./builders.ts";
export * from "./close-answers.ts";
export { aFakeServer, aSignedInPhone, type FakeServer, type SignedInPhone } from "./fake-server.ts";
export { copyDisk, restoreBackup } from "./copy-disk.ts";
export { dumpDisk } from "./dump-disk.ts";
export { isSealed } from "../database/seal-codec.ts";
