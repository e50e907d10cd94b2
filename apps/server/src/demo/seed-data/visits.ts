import type { NoticeName, Priority } from "./work.ts";
import type { ApplianceKind } from "./appliances.ts";

/** One visit of the demo day: the task, the time, and what is at the property. */
export interface Visit {
  /** London time. */
  readonly at: string;
  readonly slot: string;
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly priority: Priority;
  readonly taskDetails: string;
  readonly accessNotes: string | null;
  readonly appliances: readonly ApplianceKind[];
  readonly notices: readonly { readonly name: NoticeName; readonly alert: boolean }[];
  readonly tenants: number;
  readonly parts: readonly OrderedPart[];
  /** `work` is the description of a code in the schedule of rates. */
  readonly sors: readonly { readonly work: string; readonly qty: number }[];
}

export interface OrderedPart {
  readonly description: string;
  readonly qty: number;
  /** The index in `stores`. */
  readonly store: 0 | 1;
}

const alarms = ["smokeAlarm", "coAlarm"] as const;

const nothing = { accessNotes: null, notices: [], parts: [], tenants: 1 } as const;

/** Sam's day. */
export const samsVisits: readonly Visit[] = [
  {
    ...nothing,
    at: "08:00",
    slot: "First call",
    jobCategoryId: 1,
    jobDetailTypeId: 11,
    priority: "Normal",
    taskDetails:
      "Annual gas safety record with service of the boiler. Last record runs out in four weeks. Check the alarms while you are there.",
    accessNotes: "Key safe at the side gate if nobody answers: ring the office for the code.",
    appliances: ["combi", "hob", "fireInset", ...alarms],
    notices: [{ name: "warranty", alert: false }],
    tenants: 2,
    sors: [{ work: "Test and report on gas installation", qty: 1 }],
  },
  {
    ...nothing,
    at: "08:45",
    slot: "Morning",
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    priority: "Emergency",
    taskDetails:
      "No heating since Tuesday. First visit found the diverter valve seized; parts are ordered. Fit them, flush and test.",
    accessNotes: "Tenant works nights: knock loudly.",
    appliances: ["combi", "cooker", ...alarms],
    notices: [{ name: "vulnerable", alert: false }],
    tenants: 1,
    parts: [
      { description: "Diverter valve cartridge", qty: 1, store: 0 },
      { description: "Hydraulic O-ring set", qty: 2, store: 0 },
      { description: "Inhibitor, 500 ml", qty: 1, store: 1 },
    ],
    sors: [
      { work: "Overhaul boiler pump", qty: 1 },
      { work: "Renew diverter valve", qty: 1 },
    ],
  },
  {
    ...nothing,
    at: "09:45",
    slot: "Morning",
    jobCategoryId: 1,
    jobDetailTypeId: 12,
    priority: "Normal",
    taskDetails: "Gas safety record only. Two earlier visits without access.",
    appliances: ["system", "fireInset", "cooker", ...alarms],
    notices: [
      { name: "asbestos", alert: true },
      { name: "dog", alert: true },
      { name: "heritage", alert: false },
    ],
    accessNotes: "Dog in the front garden: ring from the van.",
    tenants: 2,
    sors: [{ work: "Test and report on gas installation", qty: 1 }],
  },
  {
    ...nothing,
    at: "10:45",
    slot: "Morning",
    jobCategoryId: 5,
    jobDetailTypeId: 53,
    priority: "Urgent",
    taskDetails: "CO alarm chirps. Test, renew where it is out of date.",
    appliances: ["combi", "smokeAlarm", "heatAlarm", "coAlarm"],
    tenants: 1,
    sors: [{ work: "Renew CO alarm", qty: 1 }],
  },
  {
    ...nothing,
    at: "11:30",
    slot: "Morning",
    jobCategoryId: 6,
    jobDetailTypeId: 61,
    priority: "Urgent",
    taskDetails: "Kitchen tap drips and the stop valve is stiff.",
    appliances: ["combi", ...alarms],
    notices: [{ name: "language", alert: false }],
    tenants: 3,
    sors: [
      { work: "Renew kitchen tap", qty: 1 },
      { work: "Repair stop valve", qty: 1 },
    ],
  },
  {
    ...nothing,
    at: "13:00",
    slot: "Afternoon",
    jobCategoryId: 4,
    jobDetailTypeId: 41,
    priority: "Voids minor",
    taskDetails: "Void: cap the gas at the meter and label. Keys at the depot.",
    accessNotes: "Empty. Keys in locker 12.",
    appliances: ["backBoiler", "fireOutset", "smokeAlarm"],
    tenants: 0,
    sors: [{ work: "Take out and cap gas supply", qty: 1 }],
  },
  {
    ...nothing,
    at: "13:45",
    slot: "Afternoon",
    jobCategoryId: 2,
    jobDetailTypeId: 24,
    priority: "Urgent",
    taskDetails:
      "Boiler loses pressure every other day. The tenant may be away: the office asks for the job back when she rings.",
    appliances: ["combi", "hob", ...alarms],
    notices: [{ name: "respiratory", alert: false }],
    tenants: 1,
    sors: [{ work: "Overhaul expansion vessel", qty: 1 }],
  },
  {
    ...nothing,
    at: "14:45",
    slot: "Afternoon",
    jobCategoryId: 4,
    jobDetailTypeId: 42,
    priority: "Voids major",
    taskDetails: "Void: uncap, commission and make out the record for the new tenancy at four.",
    accessNotes: "The lettings officer meets you there.",
    appliances: ["regular", "waterHeater", "smokeAlarm", "heatAlarm", "coAlarm"],
    tenants: 0,
    sors: [{ work: "Test and report on gas installation in void property", qty: 1 }],
  },
  {
    ...nothing,
    at: "15:30",
    slot: "Avoid school run",
    jobCategoryId: 6,
    jobDetailTypeId: 62,
    priority: "Normal",
    taskDetails: "Extractor fan in the bathroom does not stop.",
    appliances: ["combi", ...alarms],
    notices: [{ name: "twoPeople", alert: false }],
    tenants: 2,
    sors: [{ work: "Repair extractor fan in bathroom", qty: 1 }],
  },
  {
    ...nothing,
    at: "16:15",
    slot: "Last call",
    jobCategoryId: 1,
    jobDetailTypeId: 13,
    priority: "Normal",
    taskDetails: "Capped check: the supply was capped at the last visit, see that it still is.",
    appliances: ["combi", "smokeAlarm"],
    tenants: 1,
    sors: [],
  },
];

/** Alex's day. */
export const alexsVisits: readonly Visit[] = [
  {
    ...nothing,
    at: "08:30",
    slot: "Morning",
    jobCategoryId: 1,
    jobDetailTypeId: 11,
    priority: "Normal",
    taskDetails: "Annual gas safety record with service of the boiler.",
    appliances: ["combi", "cooker", ...alarms],
    tenants: 2,
    sors: [{ work: "Test and report on gas installation", qty: 1 }],
  },
  {
    ...nothing,
    at: "10:00",
    slot: "Morning",
    jobCategoryId: 5,
    jobDetailTypeId: 51,
    priority: "Normal",
    taskDetails: "Smoke alarms on both floors are ten years old: renew.",
    appliances: ["combi", "smokeAlarm", "smokeAlarm", "heatAlarm"],
    notices: [{ name: "vulnerable", alert: true }],
    tenants: 1,
    sors: [{ work: "Renew smoke alarm", qty: 2 }],
  },
  {
    ...nothing,
    at: "13:00",
    slot: "Afternoon",
    jobCategoryId: 2,
    jobDetailTypeId: 22,
    priority: "Emergency",
    taskDetails: "No hot water, heating works.",
    appliances: ["combi", "hob", ...alarms],
    tenants: 1,
    sors: [{ work: "Overhaul diverter valve", qty: 1 }],
  },
  {
    ...nothing,
    at: "15:00",
    slot: "Afternoon",
    jobCategoryId: 7,
    jobDetailTypeId: 71,
    priority: "Urgent",
    taskDetails: "Mould on the bedroom wall: inspect, measure and photograph.",
    appliances: ["combi", ...alarms],
    notices: [{ name: "respiratory", alert: false }],
    tenants: 2,
    sors: [{ work: "Inspect and report on wall", qty: 1 }],
  },
];
