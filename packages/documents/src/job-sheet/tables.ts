import type { Payload, PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import {
  compareAppliances,
  compareContacts,
  isolateText,
  londonTime,
  printedUnit,
  readManufacturerName,
  readModelName,
} from "@fieldfare/domain";
import type { Block, Column, Detail } from "../document-content.ts";
import { formatDay, joinIsolated } from "../formatting.ts";
import type { RemovedRecords } from "./closed-job.ts";
import type { Lookups } from "./lookups.ts";

type Content = Payload<"JobClose">["job"];
type Part = Content["parts"][number];

/** Builds the table of the SORs, planned and added. */
export function sors(rows: Content["plannedSors"]): Block {
  return table(
    [
      { heading: "Code", share: 0.18 },
      { heading: "Description", share: 0.54 },
      { heading: "Quantity", share: 0.14 },
      { heading: "Used", share: 0.14 },
    ],
    rows.map(({ sorCode, shortDescription, qty, qtyUsed, usageType }) => [
      sorCode,
      usageType === 2
        ? `${isolateText(shortDescription)} (added by the engineer)`
        : shortDescription,
      String(qty),
      String(qtyUsed),
    ]),
  );
}

/** Builds one table for each usage type of the parts. */
export function parts(rows: Content["parts"], lookups: Lookups): Block[] {
  if (rows.length === 0) return [none];
  return partGroups.flatMap(({ heading, fits, quantity }) => {
    const group = rows.filter(fits);
    if (group.length === 0) return [];
    return table(
      [
        { heading, share: 0.46 },
        { heading: "Manufacturer's code", share: 0.18 },
        { heading: quantity, share: 0.16 },
        { heading: "Comments", share: 0.2 },
      ],
      group.map((part) => [
        part.isVanStock
          ? `${isolateText(part.shortDescription)} (van stock)`
          : part.shortDescription,
        part.manufacturerPartCode ?? "",
        [String(formatQuantity(part)), printedUnit(lookups.unit(part.partUnitTypeId))]
          .filter(Boolean)
          .join(" "),
        part.comments ?? "",
      ]),
    );
  });
}

const partGroups = [
  {
    heading: "Ordered in advance",
    quantity: "Quantity used",
    fits: (part: Part) => part.usageType === 1,
  },
  { heading: "Used from stock", quantity: "Used", fits: (part: Part) => part.usageType === 2 },
  { heading: "To be ordered", quantity: "Required", fits: (part: Part) => part.usageType === 3 },
] as const;

function formatQuantity({ usageType, qty, qtyUsed, qtyRequired }: Part): string | number {
  if (usageType === 1) return `${qtyUsed} of ${qty}`;
  return usageType === 2 ? qtyUsed : qtyRequired;
}

/** Builds the table of the property's appliances; a line that says so if there are none. */
export function appliances(rows: readonly PropertyAppliance[], lookups: Lookups): Block[] {
  if (rows.length === 0) return [none];
  return [
    table(
      [
        { heading: "Appliance", share: 0.2 },
        { heading: "Make and model", share: 0.28 },
        { heading: "Location", share: 0.14 },
        { heading: "Details", share: 0.38 },
      ],
      rows
        .toSorted(compareAppliances)
        .map((row) => [
          lookups.text("Type", row.type),
          formatMake(row),
          lookups.text("Location", row.location),
          formatDetails(row, lookups),
        ]),
    ),
  ];
}

/** Returns the name for captions and lists: `Combi boiler, Kessel Winterfest 24, Airing cupboard`. */
export function nameAppliance(row: PropertyAppliance, lookups: Lookups): string {
  return joinIsolated(", ", [
    lookups.text("Type", row.type),
    formatMake(row),
    lookups.text("Location", row.location),
  ]);
}

/** Names what the visit removed. Contacts are only counted: the tenant who gets the sheet may be another one. */
export function removedRecords(
  { appliances: removedAppliances, contacts: { length }, parts: removedParts }: RemovedRecords,
  lookups: Lookups,
): Detail[] {
  return [
    ["Appliances", removedAppliances.map((row) => nameAppliance(row, lookups)).join("\n")],
    ["Parts", removedParts.map(({ shortDescription }) => shortDescription).join("\n")],
    ["Property contacts", length === 0 ? "" : String(length)],
  ];
}

function formatMake(row: PropertyAppliance): string {
  return joinIsolated(" ", [readManufacturerName(row), readModelName(row)]);
}

function formatDetails(row: PropertyAppliance, lookups: Lookups): string {
  const details: readonly (readonly [string, string | number | null])[] = [
    ["GC", row.gasCouncilNumber],
    ["Serial", row.serialNumber],
    ["Fuel", lookups.text("FuelType", row.fuelType)],
    [
      "Flue",
      [lookups.text("FlueType", row.flueType), lookups.text("FlueDirection", row.flueDirection)]
        .filter(Boolean)
        .join(", "),
    ],
    ["Condition", lookups.text("Condition", row.condition)],
    ["Ownership", lookups.text("Ownership", row.ownership)],
    ["Estimated age", ageInYears(row.estimatedAge)],
    ["Installed", row.dateInstalled && formatDay(row.dateInstalled)],
  ];
  return [
    ...(row.addedByEngineer ? ["Added by the engineer"] : []),
    ...(row.scrapped ? [formatScrapped(row)] : []),
    ...details.flatMap(([label, value]) =>
      value === null || value === "" ? [] : [`${label}: ${isolateText(String(value))}`],
    ),
  ].join("; ");
}

function ageInYears(age: number | null): string | null {
  if (age === null) return null;
  return age === 1 ? "1 year" : `${age} years`;
}

function formatScrapped({ scrappedDateTime }: PropertyAppliance): string {
  return scrappedDateTime ? `Scrapped ${londonTime(new Date(scrappedDateTime))}` : "Scrapped";
}

/** Lists the contacts without their phone numbers and e-mail addresses, which are for the office only. */
export function contacts(rows: readonly PropertyTenant[], lookups: Lookups): Block {
  return table(
    [
      { heading: "Name", share: 0.5 },
      { heading: "Contact type", share: 0.25 },
      { heading: "Notes", share: 0.25 },
    ],
    rows
      .filter(({ flagDeleted }) => !flagDeleted)
      .toSorted(compareContacts)
      .map((row) => [
        row.fullName,
        lookups.text("ContactType", row.contactType),
        [row.isPrimaryTenant && "Primary contact", row.addedByEngineer && "Added by the engineer"]
          .filter(Boolean)
          .join(", "),
      ]),
  );
}

const completionLabels = {
  NotStarted: "Not started",
  InProgress: "In progress",
  Complete: "Complete",
};

/** Builds the table of the job's forms with their status. */
export function forms(rows: Content["customForms"], lookups: Lookups): Block {
  return table(
    [
      { heading: "Form", share: 0.5 },
      { heading: "Status", share: 0.2 },
      { heading: "Completed", share: 0.3 },
    ],
    rows.map(({ customFormId, completionStatus, completedOn, cannotBeOpened }) => [
      lookups.form(customFormId),
      cannotBeOpened ? "Could not be opened" : completionLabels[completionStatus],
      completedOn ? londonTime(new Date(completedOn)) : "",
    ]),
  );
}

/** An empty list says so, so that nobody thinks it was left out. */
function table(columns: readonly Column[], rows: readonly (readonly string[])[]): Block {
  return rows.length === 0 ? none : { kind: "table", columns, rows };
}

export const none: Block = { kind: "text", text: "None recorded" };
