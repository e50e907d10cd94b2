import {
  absenceRequest,
  engineeringNote,
  jobPart,
  messageTypes,
  mileageRecord,
  propertyAppliance,
  propertyTenant,
  serverJob,
  z,
} from "@fieldfare/contract";
import type { EngineerDatabase } from "../database/database.ts";

type Row = Readonly<Record<string, unknown>>;

/** Deeper than anything that this app stores, forms included. */
const maxDepth = 40;

/** True for an object that is plain data: not too deep, and without keys that change prototypes. */
export function isPlainRow(value: unknown): value is Row {
  return isObject(value) && !Array.isArray(value) && isPlain(value, maxDepth);
}

const refusedKeys = new Set(["__proto__", "constructor", "prototype"]);

function isPlain(value: unknown, depthLeft: number): boolean {
  if (!isObject(value) || value instanceof ArrayBuffer) return true;
  if (depthLeft === 0) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depthLeft - 1));
  return Object.entries(value).every(
    ([key, field]) => !refusedKeys.has(key) && isPlain(field, depthLeft - 1),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * True when a row from a file may be stored in a table of this device: it has its key and the
 * fields that screens rely on.
 */
export function isValidTableRow(
  database: EngineerDatabase,
  table: string,
  row: unknown,
): row is Row {
  if (!isPlainRow(row)) return false;
  const { primKey } = database.table(table).schema;
  const paths = [primKey.keyPath ?? []].flat();
  if (!primKey.auto && !paths.every((path) => isKey(row[path]))) return false;
  return rules[table]?.(row) ?? true;
}

function isKey(value: unknown): boolean {
  return (typeof value === "string" && value.length <= 500) || Number.isSafeInteger(value);
}

const jobFields = z.object({
  isSelected: z.boolean(),
  officeUpdates: z.array(
    z.object({
      commandId: z.string(),
      details: z.string(),
      receivedOn: z.iso.datetime(),
      changes: z.optional(
        z.array(
          z.object({
            fact: z.string(),
            now: z.nullable(z.string()),
            leftOut: z.optional(z.string()),
          }),
        ),
      ),
    }),
  ),
  storedOn: z.iso.datetime(),
  historyOn: z.optional(z.iso.datetime()),
  property: z.record(z.string(), z.unknown()),
});

const image = z.object({
  imageId: z.guid(),
  jobId: z.guid(),
  fieldOperativeAppointmentId: z.guid(),
  entityId: z.string(),
  purpose: z.string(),
  state: z.enum(["draft", "queued", "sent"]),
  bytes: z.optional(z.instanceof(ArrayBuffer)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  takenOn: z.iso.datetime(),
});

const outboxRow = z.object({
  messageId: z.guid(),
  type: z.enum(messageTypes),
  messageCreatedOn: z.iso.datetime({ offset: true }),
  mobileVersion: z.string(),
  messageVersion: z.int(),
  correlationId: z.nullable(z.guid()),
  jobId: z.nullable(z.guid()),
  fieldOperativeAppointmentId: z.nullable(z.guid()),
  lane: z.string().check(z.maxLength(200)),
  payload: z.record(z.string(), z.unknown()),
});

const draft = z.object({ jobId: z.string(), kind: z.string() });

const logLine = z.object({
  logId: z.guid(),
  loggedOn: z.iso.datetime(),
  level: z.enum(["error", "warning", "information"]),
  message: z.string(),
  details: z.nullable(z.string()),
});

const removal = z.object({
  jobId: z.guid(),
  fieldOperativeAppointmentId: z.guid(),
  requestedOn: z.iso.datetime(),
});

const handledCommand = z.object({ handledOn: z.iso.datetime(), outcome: z.string() });

/** The rules for a table's rows beyond their key. */
const rules: Readonly<Record<string, (row: Row) => boolean>> = {
  job: isJob,
  jobPart: matchesSchema(jobPart),
  engineeringNote: matchesSchema(engineeringNote),
  propertyAppliance: matchesSchema(propertyAppliance),
  propertyTenant: matchesSchema(propertyTenant),
  image: matchesSchema(image),
  messageQueue: matchesSchema(outboxRow),
  draft: matchesSchema(draft),
  jobRemoval: matchesSchema(removal),
  mileage: matchesSchema(mileageRecord),
  absence: matchesSchema(absenceRequest),
  log: matchesSchema(logLine),
  polling: matchesSchema(handledCommand),
};

function matchesSchema(schema: z.ZodMiniType): (row: Row) => boolean {
  return (row) => schema.safeParse(row).success;
}

/** A job row does not contain what has its own tables. */
function isJob(row: Row): boolean {
  const fields = jobFields.safeParse(row);
  if (!fields.success) return false;
  const property = { ...fields.data.property, assets: [], tenants: [] };
  return serverJob.safeParse({ ...row, parts: [], notes: [], property }).success;
}
