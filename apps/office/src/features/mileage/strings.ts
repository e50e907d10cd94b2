import { formatCount } from "../../ui/count.ts";
/** The rules of the domain that an entry may break. */
const rules: Readonly<Record<string, string>> = {
  "mileage-missing": "Without miles",
  "mileage-below-previous": "Lower than the entry before",
  "mileage-above-following": "Higher than the entry after",
  "registration-missing": "Without a registration",
  "registration-invalid": "Not a registration of today's format",
  "last-vehicle-below-previous": "The vehicle before has a lower last reading than before",
  "new-registration-same": "Changed to the same vehicle",
};

export const strings = {
  title: "Mileage",
  loading: "The mileage is loading",
  month: "Month",
  monthLabels: { before: "Month before", now: "This month", after: "Next month" },
  engineer: "Engineer",
  anybody: "Everybody",
  onlyCheck: "Only entries to look at",
  csv: (count: number) => `Download CSV (${count} shown)`,
  shown: (count: number) => formatCount(count, "entry shown", "entries shown"),
  tooMany: (count: number) =>
    `Only the newest ${count} entries of this month are shown. Choose an engineer to see all.`,
  nothing: (month: string) => `No mileage was recorded in ${month}`,
  nothingAdvice:
    "Engineers whose profile says that they record mileage enter it on their phones. Choose another month, or remove a filter.",
  date: "Day",
  vehicle: "Vehicle",
  miles: "Reading (miles)",
  previousVehicle: "Vehicle before",
  previousMiles: "Its last reading (miles)",
  state: "State",
  profile: (name: string) => `Profile of ${name}`,
  tableOf: (name: string) => `Mileage of ${name}`,
  removed: "Removed by the engineer",
  correctedOn: (when: string, reason: string) => `Corrected ${when}: ${reason}`,
  before: (what: string) => `Before: ${what}`,
  notReceived: "not received before",
  reading: (registration: string, first: string, last: string) =>
    `${registration}: from ${first} to ${last}`,
  rules,
  columns: {
    reason: "Reason of the correction",
    before: "Before the correction",
  },
} as const;
