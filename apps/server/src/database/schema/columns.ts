import { customType, integer, text, timestamp } from "drizzle-orm/pg-core";

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const received = (name: string) => moment(name).notNull().defaultNow();

/** Columns of a table whose rows wait for background work. */
export const attemptColumns = () => ({
  /** The number of attempts. An attempt is counted before it is made. */
  attempts: integer("attempts").notNull().default(0),
  /** Until this time a server has claimed the row, or the row waits after a failure. */
  nextAttemptOn: moment("next_attempt_on"),
  /** The code of the last failure, without values. */
  errorCode: text("error_code"),
});
