import type { CallBody } from "@fieldfare/contract";
import type { HactCodes, HactJobType, putHactCodes } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { readSetting, writeSetting } from "../../database/settings.ts";

const responsive: HactJobType = {
  jobCategoryId: 6,
  categoryName: "Responsive",
  jobDetailTypeId: 60,
  detailTypeName: "General repair",
};

const gasRepair: HactJobType = {
  jobCategoryId: 2,
  categoryName: "Gas repair",
  jobDetailTypeId: 20,
  detailTypeName: "General gas repair",
};

const other = (otherType: string) => ({ typeCode: "0", otherType });
const standard = (typeCode: string) => ({ typeCode, otherType: null });

/** The tables until the provider sets others. docs/hact.md shows them. */
export const defaultCodes: HactCodes = {
  priorities: {
    "1": "Priority 1",
    "2": "Priority 2",
    "3": "Priority 3",
    "4": "Priority 4",
    "5": "Priority 5",
  },
  workClasses: {
    "0": null,
    "10": null,
    "20": null,
    "30": null,
    "40": null,
    "50": null,
    "60": null,
  },
  trades: { GR: gasRepair, "GM-GR": gasRepair, HE: gasRepair, "HE-H": gasRepair },
  otherTrades: responsive,
  sors: {},
  personAlerts: {},
  otherPersonAlerts: {
    description:
      "The landlord has recorded an alert for this home. Ask the office before you visit.",
    severity: 1,
    alertEngineer: true,
  },
  locationAlerts: {},
  otherLocationAlerts: {
    description: "The landlord has recorded an alert about this place.",
    severity: 1,
    alertEngineer: true,
  },
  operatives: {},
  statuses: {
    assigned: standard("10"),
    travelling: other("travelling"),
    onSite: other("onSite"),
    accessGained: other("accessGained"),
    held: standard("120"),
    resumed: other("resume"),
    cancelled: other("visitCancelled"),
    noAccess: standard("70"),
    removed: other("unassigned"),
  },
  outcomes: {
    "1": { status: other("complete"), isComplete: true },
    "2": { status: other("complete"), isComplete: true },
    "3": { status: standard("120-20"), isComplete: false },
    "4": { status: standard("120"), isComplete: false },
    "5": { status: standard("120"), isComplete: false },
    "6": { status: other("cancel"), isComplete: false },
    "7": { status: other("cancel"), isComplete: false },
    "8": { status: other("cancel"), isComplete: false },
  },
};

/** Reads the tables; what the provider has not set is the default. */
export async function readCodes(database: Pick<Database, "orm">): Promise<HactCodes> {
  return { ...defaultCodes, ...(await readSetting(database, "hactCodes")) };
}

/** Replaces the tables that are given, with an audit entry. */
export async function putCodes(
  { orm, record }: Change,
  tables: CallBody<typeof putHactCodes>,
): Promise<HactCodes> {
  const before = await readCodes({ orm });
  const after = withTables(before, tables);
  await writeSetting({ orm }, "hactCodes", after);
  const changed = Object.keys(tables);
  const pick = (codes: HactCodes) =>
    Object.fromEntries(Object.entries(codes).filter(([name]) => changed.includes(name)));
  record({
    action: "hact-codes-changed",
    objectType: "setting",
    objectId: "hactCodes",
    before: pick(before),
    after: pick(after),
  });
  return after;
}

function withTables(before: HactCodes, given: CallBody<typeof putHactCodes>): HactCodes {
  const choose = <Table>(next: Table | undefined, last: Table) =>
    next === undefined ? last : next;
  return {
    priorities: choose(given.priorities, before.priorities),
    workClasses: choose(given.workClasses, before.workClasses),
    trades: choose(given.trades, before.trades),
    otherTrades: choose(given.otherTrades, before.otherTrades),
    sors: choose(given.sors, before.sors),
    personAlerts: choose(given.personAlerts, before.personAlerts),
    otherPersonAlerts: choose(given.otherPersonAlerts, before.otherPersonAlerts),
    locationAlerts: choose(given.locationAlerts, before.locationAlerts),
    otherLocationAlerts: choose(given.otherLocationAlerts, before.otherLocationAlerts),
    operatives: choose(given.operatives, before.operatives),
    statuses: choose(given.statuses, before.statuses),
    outcomes: choose(given.outcomes, before.outcomes),
  };
}

/** Looks a code up; undefined when the table does not have it. */
export function findCode<Row>(table: Readonly<Record<string, Row>>, code: string): Row | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
