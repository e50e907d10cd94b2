import { customType, integer, text, timestamp } from "drizzle-orm/pg-core";

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const received = (name: string) => moment(name).notNull().defaultNow();

/** Of a table whose rows wait for work in the background. */
export const attemptColumns = () => ({
  /** How often it was tried. An attempt counts before it is made. */
  attempts: integer("attempts").notNull().default(0),
  /** Until then a server works on it, or it waits after a failure. */
  nextAttemptOn: moment("next_attempt_on"),
  /** Of the last failure, without values. */
  errorCode: text("error_code"),
});
