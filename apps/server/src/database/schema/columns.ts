import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
/** A moment with milliseconds, stored with its time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** A moment that the database sets to the start of the transaction that inserts the row. */
export const received = (name: string) => moment(name).notNull().defaultNow();
