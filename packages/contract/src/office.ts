export * from "./calls/office.ts";
export * from "./calls/office-business.ts";
export * from "./calls/office-clients.ts";
export * from "./calls/office-device-export.ts";
export * from "./calls/office-week.ts";
export * from "./calls/office-contacts.ts";
export * from "./calls/office-mileage.ts";
