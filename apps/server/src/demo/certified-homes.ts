import type { Property, ServerJob } from "@fieldfare/contract";
import { addDays, addMonths, type UnsafeClass } from "@fieldfare/domain";
import { buildPastJobs, buildVisitJob, type PastJob } from "./history.ts";
import { type Engineer, engineers } from "./people.ts";
import { buildProperty } from "./properties.ts";
import { type PastVisit, pastVisits } from "./seed-data/past-visits.ts";
import { samsVisits } from "./seed-data/visits.ts";

interface CertifiedHome {
  readonly property: Property;
  readonly jobs: readonly PastJob[];
}

interface HomePlan {
  /** In how many days the record runs out; negative: so long ago. */
  readonly dueIn: number;
  readonly unsafe?: UnsafeClass;
  /** How many days ago somebody came for the next check and got no access. */
  readonly attempts?: readonly number[];
}

/** Homes whose records run out week by week, some of them late because nobody opens. */
const plans: readonly HomePlan[] = [
  { dueIn: -41, attempts: [62, 34, 9] },
  { dueIn: -12, attempts: [26, 5] },
  { dueIn: -3 },
  { dueIn: 2, attempts: [16, 4] },
  { dueIn: 4 },
  { dueIn: 5, unsafe: "AR" },
  { dueIn: 9 },
  { dueIn: 11, attempts: [3] },
  { dueIn: 16 },
  { dueIn: 18 },
  { dueIn: 23, unsafe: "NCS" },
  { dueIn: 25 },
  { dueIn: 30 },
  { dueIn: 31 },
  { dueIn: 37 },
  { dueIn: 44 },
  { dueIn: 46, unsafe: "ID" },
  { dueIn: 51 },
  { dueIn: 58 },
  { dueIn: 60 },
  { dueIn: 67 },
  { dueIn: 72 },
  { dueIn: 79 },
  { dueIn: 81 },
  { dueIn: 88 },
  { dueIn: 130 },
  { dueIn: 310, unsafe: "AR" },
  { dueIn: 352, unsafe: "ID" },
];

/** Builds homes with their last gas safety record and the attempts to make the next one, as of `day`. */
export function buildCertifiedHomes(day: string): readonly CertifiedHome[] {
  return plans.map((plan, index) => {
    const property = buildProperty(`certified/${index}`, 3000 + index, gasService());
    const engineer = (offset: number) => engineers[(index + offset) % 2 === 0 ? 0 : 1];
    const { propertyId } = property;
    const check = buildCheck(property, addDays(day, plan.dueIn), engineer(0), plan.unsafe);
    const attempts = (plan.attempts ?? []).map((daysAgo, attempt) =>
      buildVisitJob({
        property,
        key: `${propertyId}/attempt/${attempt}`,
        visit: noAccess(attempt),
        engineer: engineer(attempt),
        day: addDays(day, -daysAgo),
        hasPosition: attempt % 2 === 0,
      }),
    );
    return { property, jobs: [check, ...attempts] };
  });
}

/** "Gas safety record with service" */
export const yearlyService = 11;

/** The last gas safety record of a home with a yearly service on `day` runs out on this day. */
export const lastRecordRunsOutOn = (day: string): string => addDays(day, 28);

/** Builds the earlier visits at the home of a job of `day`. A home with a yearly service has one check, a year ago. */
export function buildEarlierVisits(
  { property, jobDetailTypeId }: Pick<ServerJob, "property" | "jobDetailTypeId">,
  day: string,
): readonly PastJob[] {
  const visits = buildPastJobs(property, day);
  if (jobDetailTypeId !== yearlyService) return visits;
  return [
    ...visits.filter(({ visit }) => visit.jobCategoryId !== 1 || visit.ending.kind !== "closed"),
    buildCheck(property, lastRecordRunsOutOn(day), engineers[1]),
  ];
}

/** Builds the visit of the check that is valid until `runsOutOn`. */
function buildCheck(
  property: Property,
  runsOutOn: string,
  engineer: Engineer,
  unsafe?: UnsafeClass,
) {
  return buildVisitJob({
    property,
    key: `${property.propertyId}/check`,
    visit: findVisit("closed"),
    engineer,
    day: addMonths(runsOutOn, -12),
    ...(unsafe && { unsafe }),
  });
}

function gasService() {
  const [visit] = samsVisits;
  if (!visit) throw new Error("Sam has no visits");
  return { ...visit, notices: [], tenants: 1 };
}

function findVisit(kind: PastVisit["ending"]["kind"]): PastVisit {
  const visit = pastVisits.find((one) => one.jobCategoryId === 1 && one.ending.kind === kind);
  if (!visit) throw new Error(`No gas service was ${kind}`);
  return visit;
}

const notes = [
  "Rang and knocked for ten minutes, no answer. Card left with a new appointment.",
  "Curtains drawn, nobody came to the door. Rang the tenant's mobile: voicemail. Second card left.",
  "Neighbour says the tenant works days. Third card left, letter follows by post.",
];

function noAccess(attempt: number): PastVisit {
  const visit = findVisit("no access");
  return {
    ...visit,
    ending: {
      kind: "no access",
      noAccessReasonId: 1,
      notes: notes[attempt] ?? "No answer. Card left.",
      photos: ["card"],
    },
  };
}
