export * from "./node-device.ts";
export * from "./random.ts";
