// Every table of the server, by area. drizzle-kit makes the migrations from these exports.
export * from "./schema/system.ts";
export * from "./schema/people.ts";
export * from "./schema/devices.ts";
export * from "./schema/audit.ts";
export * from "./schema/privacy.ts";
export * from "./schema/properties.ts";
export * from "./schema/jobs.ts";
export * from "./schema/messages.ts";
export * from "./schema/evidence.ts";
export * from "./schema/mileage.ts";
export * from "./schema/absences.ts";
export * from "./schema/quick-jobs.ts";
export * from "./schema/forms.ts";
export * from "./schema/commands.ts";
export * from "./schema/push.ts";
export * from "./schema/device-export.ts";
export * from "./schema/data-sets.ts";
