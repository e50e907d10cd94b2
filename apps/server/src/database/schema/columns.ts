import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
/** A column for a moment, to the millisecond. The database stores UTC; the code reads and writes a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** A column for a moment. Without a value it is the start of the transaction that inserts the row. */
export const received = (name: string) => moment(name).notNull().defaultNow();
