import { hasDefectOnRecord, isPipeworkFailed } from "@fieldfare/domain";
import type { Block, Column } from "../document-content.ts";
import { joinIsolated } from "../formatting.ts";
import { answerIn, classIn } from "./answer-text.ts";
import { applianceName } from "./appliance-name.ts";
import { type Answers, rowsIn, textIn } from "./answers.ts";

type Cell = (appliance: Answers, numberColumn: string) => string;

interface CellColumn extends Column {
  readonly cell: Cell;
}

const numberColumn: CellColumn = { heading: "No.", share: 0.03, cell: (_, index) => index };

const namedCell: Cell = (appliance, index) =>
  [index, applianceName(appliance)].filter(Boolean).join(". ");

const applianceColumns: readonly CellColumn[] = [
  numberColumn,
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
      joinIsolated(": ", [
        answerIn(appliance, "inspected"),
        textIn(appliance, "notInspectedReason"),
      ]),
  },
];

const initialGroup = "Initial combustion reading";
const finalGroup = "Final combustion reading";
const readingShare = 0.043;
const checkShare = 0.059;

const inspectionColumns: readonly CellColumn[] = [
  { heading: "Appliance", share: 0.0985, cell: namedCell },
  { heading: "Operating pressure (mbar)", share: 0.06, cell: text("operatingPressure") },
  { heading: "Heat input (kW)", share: 0.0385, cell: text("heatInput") },
  { heading: "Ratio", share: readingShare, group: initialGroup, cell: text("initialRatio") },
  { heading: "CO (ppm)", share: readingShare, group: initialGroup, cell: text("initialCo") },
  { heading: "CO2 (%)", share: readingShare, group: initialGroup, cell: text("initialCo2") },
  { heading: "Ratio", share: readingShare, group: finalGroup, cell: text("finalRatio") },
  { heading: "CO (ppm)", share: readingShare, group: finalGroup, cell: text("finalCo") },
  { heading: "CO2 (%)", share: readingShare, group: finalGroup, cell: text("finalCo2") },
  { heading: "Safety devices correct", share: checkShare, cell: answer("safetyDevices") },
  { heading: "Ventilation satisfactory", share: 0.0665, cell: answer("ventilation") },
  { heading: "Flue visual condition", share: checkShare, cell: answer("flueCondition") },
  { heading: "Termination satisfactory", share: 0.0685, cell: answer("termination") },
  { heading: "Flue flow test", share: checkShare, cell: answer("flueFlow") },
  { heading: "Spillage test", share: checkShare, cell: answer("spillage") },
  { heading: "Appliance visual check", share: checkShare, cell: answer("applianceVisual") },
  { heading: "Serviced", share: 0.056, cell: answer("serviced") },
  {
    heading: "Safe to use",
    share: checkShare,
    cell: (appliance) =>
      textIn(appliance, "safeToUse") === "no" ? "UNSAFE" : answerIn(appliance, "safeToUse"),
  },
];

const defectColumns: readonly CellColumn[] = [
  { heading: "Appliance", share: 0.16, cell: namedCell },
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
      joinIsolated(": ", [
        answerIn(appliance, "warningNoticeIssued"),
        textIn(appliance, "warningNoticeNumber"),
      ]),
  },
  { heading: "Label fitted", share: 0.08, cell: answer("labelFitted") },
];

/** Lists all appliances, each with its number on the record. */
export function applianceDetails(appliances: readonly Answers[]): Block {
  return table(applianceColumns, numberRows(appliances));
}

/** Lists only inspected appliances: the others have no readings. */
export function inspectionDetails(appliances: readonly Answers[]): Block {
  return table(
    inspectionColumns,
    numberRows(appliances).filter(({ row }) => textIn(row, "inspected") !== "no"),
  );
}

/** Lists the defects of appliances and pipework, or says that there are none. */
export function defects(record: Answers): Block {
  const ofAppliances = numberRows(rowsIn(record, "appliances")).filter(({ row }) =>
    hasDefectOnRecord(row),
  );
  const ofPipework = isPipeworkFailed(record) ? [pipeworkDefect(record)] : [];
  const rows = [...ofAppliances, ...ofPipework];
  return rows.length === 0
    ? { kind: "text", text: "No defects were found." }
    : table(defectColumns, rows);
}

function pipeworkDefect(record: Answers): NumberedRow {
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

interface NumberedRow {
  readonly index: string;
  readonly row: Answers;
}

function numberRows(appliances: readonly Answers[]): readonly NumberedRow[] {
  return appliances.map((row, index) => ({ index: String(index + 1), row }));
}

function table(columns: readonly CellColumn[], rows: readonly NumberedRow[]): Block {
  if (rows.length === 0) return { kind: "text", text: "None." };
  return {
    kind: "table",
    // The content is sent to a worker thread, which takes no functions.
    columns: columns.map(({ heading, share, group }) => ({
      heading,
      share,
      ...(group !== undefined && { group }),
    })),
    // An empty cell could be filled in by hand later.
    rows: rows.map(({ index, row }) => columns.map(({ cell }) => cell(row, index) || emptyCell)),
  };
}

const emptyCell = "\u2013";

function text(name: string): Cell {
  return (appliance) => textIn(appliance, name);
}

function answer(name: string): Cell {
  return (appliance) => answerIn(appliance, name);
}
