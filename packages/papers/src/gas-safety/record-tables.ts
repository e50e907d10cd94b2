import { hasDefectOnRecord, isPipeworkFailed } from "@fieldfare/domain";
import type { Block, Column } from "../paper.ts";
import { answerIn, classIn } from "./answer-words.ts";
import { applianceName } from "./appliance-name.ts";
import { type Answers, rowsIn, textIn } from "./answers.ts";

type Cell = (appliance: Answers, number: string) => string;

interface Filled extends Column {
  readonly cell: Cell;
}

const number: Filled = { heading: "No.", share: 0.03, cell: (_, index) => index };

const named: Cell = (appliance, index) =>
  [index, applianceName(appliance)].filter(Boolean).join(". ");

const described: readonly Filled[] = [
  number,
  { heading: "Location", share: 0.13, cell: text("location") },
  { heading: "Type", share: 0.15, cell: text("type") },
  { heading: "Make", share: 0.15, cell: text("make") },
  { heading: "Model", share: 0.14, cell: text("model") },
  { heading: "Serial number", share: 0.13, cell: text("serialNumber") },
  { heading: "Flue type", share: 0.1, cell: text("flueType") },
  { heading: "Landlord's appliance", share: 0.07, cell: answer("landlordsAppliance") },
  {
    heading: "Inspected",
    share: 0.1,
    cell: (appliance) =>
      [answerIn(appliance, "inspected"), textIn(appliance, "notInspectedReason")]
        .filter(Boolean)
        .join(": "),
  },
];

const initial = "Initial combustion reading";
const final = "Final combustion reading";
const reading = 0.043;
const check = 0.059;

const inspected: readonly Filled[] = [
  { heading: "Appliance", share: 0.0985, cell: named },
  { heading: "Operating pressure (mbar)", share: 0.06, cell: text("operatingPressure") },
  { heading: "Heat input (kW)", share: 0.0385, cell: text("heatInput") },
  { heading: "Ratio", share: reading, group: initial, cell: text("initialRatio") },
  { heading: "CO (ppm)", share: reading, group: initial, cell: text("initialCo") },
  { heading: "CO2 (%)", share: reading, group: initial, cell: text("initialCo2") },
  { heading: "Ratio", share: reading, group: final, cell: text("finalRatio") },
  { heading: "CO (ppm)", share: reading, group: final, cell: text("finalCo") },
  { heading: "CO2 (%)", share: reading, group: final, cell: text("finalCo2") },
  { heading: "Safety devices correct", share: check, cell: answer("safetyDevices") },
  { heading: "Ventilation satisfactory", share: 0.0665, cell: answer("ventilation") },
  { heading: "Flue visual condition", share: check, cell: answer("flueCondition") },
  { heading: "Termination satisfactory", share: 0.0685, cell: answer("termination") },
  { heading: "Flue flow test", share: check, cell: answer("flueFlow") },
  { heading: "Spillage test", share: check, cell: answer("spillage") },
  { heading: "Appliance visual check", share: check, cell: answer("applianceVisual") },
  { heading: "Serviced", share: 0.056, cell: answer("serviced") },
  {
    heading: "Safe to use",
    share: check,
    cell: (appliance) =>
      textIn(appliance, "safeToUse") === "no" ? "UNSAFE" : answerIn(appliance, "safeToUse"),
  },
];

const defective: readonly Filled[] = [
  { heading: "Appliance", share: 0.16, cell: named },
  { heading: "Defect", share: 0.27, cell: text("defect") },
  {
    heading: "Classification",
    share: 0.14,
    cell: (appliance) => classIn(appliance, "classification"),
  },
  { heading: "Remedial action taken", share: 0.23, cell: text("remedialAction") },
  {
    heading: "Warning notice issued",
    share: 0.12,
    cell: (appliance) =>
      [answerIn(appliance, "warningNoticeIssued"), textIn(appliance, "warningNoticeNumber")]
        .filter(Boolean)
        .join(": "),
  },
  { heading: "Label fitted", share: 0.08, cell: answer("labelFitted") },
];

export function applianceDetails(appliances: readonly Answers[]): Block {
  return table(described, numbered(appliances));
}

/** Of those that were inspected: the others have no readings. */
export function inspectionDetails(appliances: readonly Answers[]): Block {
  return table(
    inspected,
    numbered(appliances).filter(({ row }) => textIn(row, "inspected") !== "no"),
  );
}

export function defects(record: Answers): Block {
  const ofAppliances = numbered(rowsIn(record, "appliances")).filter(({ row }) =>
    hasDefectOnRecord(row),
  );
  const ofPipework = isPipeworkFailed(record) ? [pipeworkDefect(record)] : [];
  const rows = [...ofAppliances, ...ofPipework];
  return rows.length === 0
    ? { kind: "text", text: "No defects were found." }
    : table(defective, rows);
}

function pipeworkDefect(record: Answers): Numbered {
  return {
    index: "Gas pipework",
    row: {
      defect: record["pipeworkDefect"],
      classification: record["pipeworkClassification"],
      remedialAction: record["pipeworkAction"],
      warningNoticeIssued: record["pipeworkNoticeIssued"],
      warningNoticeNumber: record["pipeworkNoticeNumber"],
    },
  };
}

interface Numbered {
  readonly index: string;
  readonly row: Answers;
}

function numbered(appliances: readonly Answers[]): readonly Numbered[] {
  return appliances.map((row, index) => ({ index: String(index + 1), row }));
}

function table(filled: readonly Filled[], rows: readonly Numbered[]): Block {
  if (rows.length === 0) return { kind: "text", text: "None." };
  return {
    kind: "table",
    // No function among them: a paper goes to another thread.
    columns: filled.map(({ heading, share, group }) => ({
      heading,
      share,
      ...(group !== undefined && { group }),
    })),
    // A place that was left empty could be filled in by anybody later.
    rows: rows.map(({ index, row }) => filled.map(({ cell }) => cell(row, index) || empty)),
  };
}

const empty = "\u2013";

function text(name: string): Cell {
  return (appliance) => textIn(appliance, name);
}

function answer(name: string): Cell {
  return (appliance) => answerIn(appliance, name);
}
