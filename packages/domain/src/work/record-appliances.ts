import { isRecord, readText } from "../unknown-values.ts";
import { listKeys } from "../keys.ts";
import { ownedByLandlord } from "./appliance-types.ts";
import { maxManufacturerText, maxSerialText } from "./appliance-validation.ts";
import { type Appliance, applianceRecord, blankAppliance, type NamedChoice } from "./appliances.ts";
import { changedOn } from "./changed-on.ts";
import { readEntries, readRows } from "./contradictions.ts";
import { cutText } from "./cut.ts";

/** These rules match the appliances of a gas safety record with the property's list. */

type Answers = Readonly<Record<string, unknown>>;

/** A choice of a lookup list. */
interface ListChoice {
  readonly fieldName: string;
  readonly value: number;
  readonly text: string;
}

/** A row of the record without the id of an appliance of the property's list. */
export type UnlistedRow =
  /** The list has the appliance. */
  | { readonly index: number; readonly kind: "listed"; readonly propertyAssetId: string }
  /** The list lacks the appliance. `details` holds the record's answers, null where the record has no question. */
  | {
      readonly index: number;
      readonly kind: "missing";
      readonly details: ReturnType<typeof applianceRecord>;
    };

/**
 * Returns the rows of a record that name no appliance of the list, each with the appliance that it means or the
 * details of a new one. A row whose type no list has is left out, and so is one whose appliance the engineer removed.
 * `existing` holds the appliances of the property.
 */
export function findUnlistedRows(
  record: Answers,
  existing: readonly Appliance[],
  lists: readonly ListChoice[],
  removedIds: readonly string[] = [],
): readonly UnlistedRow[] {
  const rows = readRows(record["appliances"]);
  const knownIds = new Set([...existing.map((one) => one.propertyAssetId), ...removedIds]);
  const named = new Set(rows.map((row) => row["propertyAssetId"]));
  const found: UnlistedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (knownIds.has(readText(row["propertyAssetId"]))) continue;
    const details = readDetails(row, lists);
    if (!details) continue;
    const same = existing.find(
      (one) => !one.scrapped && !named.has(one.propertyAssetId) && isSameAppliance(one, details),
    );
    if (same) {
      named.add(same.propertyAssetId);
      found.push({ index, kind: "listed", propertyAssetId: same.propertyAssetId });
    } else found.push({ index, kind: "missing", details });
  }
  return found;
}

/**
 * Returns the appliances that a correction of the record changes, as they are afterwards. `recorded` holds those that
 * the record added and that nothing else has changed since.
 */
export function correctRecordedAppliances<A extends Appliance>(
  record: Answers,
  recorded: readonly A[],
  lists: readonly ListChoice[],
  at: Date,
): readonly A[] {
  const rows = readRows(record["appliances"]);
  return recorded.flatMap((before) => {
    const row = rows.find((one) => readText(one["propertyAssetId"]) === before.propertyAssetId);
    const details = row ? readDetails(row, lists) : null;
    if (!details || listKeys(details).every((name) => details[name] === before[name])) return [];
    return [{ ...before, ...details, modifiedOn: changedOn(before, at).toISOString() }];
  });
}

/** Returns the record with the ids of the appliances that its rows mean, by the index of the row. */
export function withApplianceIds(record: Answers, ids: ReadonlyMap<number, string>): Answers {
  const list: unknown = record["appliances"];
  if (ids.size === 0 || !Array.isArray(list)) return record;
  const appliances = readEntries(list).map((row, index) => {
    const propertyAssetId = ids.get(index);
    return propertyAssetId && isRecord(row) ? { ...row, propertyAssetId } : row;
  });
  return { ...record, appliances };
}

function readDetails(row: Answers, lists: readonly ListChoice[]) {
  const findValue = (fieldName: string, answer: string) =>
    lists.find((choice) => choice.fieldName === fieldName && choice.text === readText(row[answer]))
      ?.value ?? null;
  const type = findValue("Type", "type");
  if (type === null) return null;
  const manufacturer = toNamedChoice(row["make"]);
  const model = toNamedChoice(row["model"]);
  return applianceRecord(
    {
      ...blankAppliance,
      type,
      manufacturerAndModel: { manufacturer, model },
      location: findValue("Location", "location"),
      flueType: findValue("FlueType", "flueType"),
      ownership: row["landlordsAppliance"] === "yes" ? ownedByLandlord : null,
      serialNumber: cutText(readText(row["serialNumber"]), maxSerialText),
    },
    null,
  );
}

function toNamedChoice(answer: unknown): NamedChoice | null {
  const name = cutText(readText(answer), maxManufacturerText).trim();
  return name === "" ? null : { kind: "unknown", name };
}

/** Compares the serial numbers; if one is missing, compares type and location. */
function isSameAppliance(
  one: Appliance,
  other: Pick<Appliance, "type" | "location" | "serialNumber">,
): boolean {
  const [serial, otherSerial] = [readText(one.serialNumber), readText(other.serialNumber)];
  if (serial !== "" && otherSerial !== "")
    return one.type === other.type && serial.toLowerCase() === otherSerial.toLowerCase();
  return one.type === other.type && one.location === other.location;
}
