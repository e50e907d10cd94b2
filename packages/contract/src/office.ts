export * from "./calls/office.ts";
