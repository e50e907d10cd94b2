import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { received } from "./columns.ts";

/** What changes of the office were answered that had an `Idempotency-Key`. */
export const recordedAnswer = pgTable(
  "recorded_answer",
  {
    /** Hex SHA-256 of the caller and the key. */
    keyHash: text("key_hash").primaryKey(),
    /** Hex HMAC-SHA-256 of the request, with the key as its secret: a request may contain a password. */
    requestHash: text("request_hash").notNull(),
    /** `{ value }`: what the change resulted in, or the answer. */
    result: jsonb("result").$type<{ readonly value?: unknown }>().notNull(),
    /** False: the answer was not recorded, because the server stopped before. */
    isAnswer: boolean("is_answer").notNull(),
    /** The `ETag` of the answer. */
    version: text("version"),
    /** The home whose people the answer may name. */
    propertyId: uuid("property_id"),
    recordedOn: received("recorded_on"),
  },
  (table) => [
    index("recorded_answer_recorded").on(table.recordedOn),
    index("recorded_answer_property").on(table.propertyId),
  ],
);
