import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment, received } from "./columns.ts";

/** Events that have no number yet. Triggers add them, in the transaction that causes them. */
export const eventInbox = pgTable("event_inbox", {
  inboxId: bigint("inbox_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  eventId: uuid("event_id").notNull().defaultRandom(),
  type: text("type").notNull(),
  occurredOn: received("occurred_on"),
  data: jsonb("data").$type<Readonly<Record<string, unknown>>>().notNull(),
});

/**
 * The feed. One server at a time numbers what is committed, so a reader's cursor never passes an event that comes later. See
 * `partitions.ts`.
 */
export const event = pgTable(
  "event",
  {
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    eventId: uuid("event_id").notNull(),
    type: text("type").notNull(),
    /** When the transaction that caused it began. */
    occurredOn: moment("occurred_on").notNull(),
    data: jsonb("data").$type<Readonly<Record<string, unknown>>>().notNull(),
    numberedOn: received("numbered_on"),
  },
  (table) => [
    primaryKey({ columns: [table.sequence, table.numberedOn] }),
    index("event_numbered").on(table.numberedOn),
  ],
);

/** The one row that says how far the feed is. */
export const eventPosition = pgTable("event_position", {
  positionId: integer("position_id").primaryKey(),
  lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
  /** The last event that retention has deleted. 0: none. */
  deletedUntil: bigint("deleted_until", { mode: "number" }).notNull().default(0),
});
