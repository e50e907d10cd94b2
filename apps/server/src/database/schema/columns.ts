import { customType, timestamp } from "drizzle-orm/pg-core";

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const received = (name: string) => moment(name).notNull().defaultNow();
