import type { JobPart, PlannedSor, ServerJob } from "@fieldfare/contract";
import { stores } from "./facts/places.ts";
import { alexsVisits, type OrderedPart, samsVisits, type Visit } from "./facts/visits.ts";
import { categories, type Category } from "./facts/work.ts";
import { idOf } from "./ids.ts";
import { dayNumber, londonMoment } from "./london.ts";
import { type Engineer, engineers, soonAfter } from "./people.ts";
import { propertyOf } from "./properties.ts";
import { scheduleOfRates } from "./reference-data.ts";

export interface DayJob {
  readonly fieldOperativeId: string;
  readonly job: ServerJob;
}

/** Houses that take turns in one place of the day. */
const turns = 4;

/** The jobs of a London day (`2026-01-31`), for both engineers: the same jobs whenever it is asked for. */
export function jobsOfDay(day: string): readonly DayJob[] {
  const [sam, alex] = engineers;
  return [...visitsOf(sam, samsVisits, day, 0), ...visitsOf(alex, alexsVisits, day, 500)];
}

function visitsOf(
  engineer: Engineer,
  visits: readonly Visit[],
  day: string,
  firstSeed: number,
): DayJob[] {
  const number = dayNumber(day);
  const turn = ((number % turns) + turns) % turns;
  return visits.map((visit, index) => ({
    fieldOperativeId: engineer.fieldOperativeId,
    job: jobOf({
      key: `${day}/${engineer.key}/${index}`,
      formattedJobId: `FF${100_000 + number * 100 + firstSeed / 10 + index + 1}`,
      appointmentDateTime: londonMoment(day, visit.at).toISOString(),
      visit,
      property: propertyOf(
        `${engineer.key}/${index}/${turn}`,
        1 + firstSeed + index * turns + turn,
        visit,
      ),
    }),
  }));
}

interface Making {
  readonly key: string;
  readonly formattedJobId: string;
  readonly appointmentDateTime: string;
  readonly visit: Visit;
  readonly property: ServerJob["property"];
}

function jobOf({ key, visit, property, formattedJobId, appointmentDateTime }: Making): ServerJob {
  const jobId = idOf(`job/${key}`);
  const { category, detailTypeName } = namesOf(visit);
  return {
    jobId,
    formattedJobId,
    fieldOperativeAppointmentId: idOf(`appointment/${key}`),
    status: "New",
    statusTimestamps: {},
    hold: null,
    outcomeId: null,
    partRequiredConfirmed: false,
    parts: visit.parts.map((part, index) => partOf(part, jobId, index, appointmentDateTime)),
    appointmentDateTime,
    clientPreferredTimeName: visit.slot,
    taskDetails: visit.taskDetails,
    jobCategoryId: visit.jobCategoryId,
    jobDetailTypeId: visit.jobDetailTypeId,
    jobStageId: visit.parts.length > 0 ? 2 : 1,
    description: {
      categoryName: category.name,
      detailTypeName,
      accessNotes: visit.accessNotes,
      jobPriority: visit.priority,
    },
    property,
    customForms: [],
    plannedSors: visit.sors.map((sor) => sorOf(sor, jobId, appointmentDateTime)),
    notes: [],
  };
}

export function namesOf(visit: Pick<Visit, "jobCategoryId" | "jobDetailTypeId">): {
  category: Category;
  detailTypeName: string;
} {
  const category = (categories as readonly Category[]).find(
    ({ jobCategoryId }) => jobCategoryId === visit.jobCategoryId,
  );
  const detail = category?.detailTypes.find(
    ({ jobDetailTypeId }) => jobDetailTypeId === visit.jobDetailTypeId,
  );
  if (!category || !detail) throw new Error(`No category has the detail ${visit.jobDetailTypeId}`);
  return { category, detailTypeName: detail.name };
}

/** Ordered in advance and waiting at a store. */
function partOf(part: OrderedPart, jobId: string, index: number, at: string): JobPart {
  const order = Number.parseInt(jobId.slice(0, 6), 16);
  return {
    jobPartId: idOf(`part/${jobId}/${index}`),
    jobId,
    usageType: 1,
    usageStatus: null,
    status: "Collect",
    qty: part.qty,
    qtyCollected: 0,
    qtyUsed: 0,
    qtyRequired: part.qty,
    shortDescription: part.description,
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: soonAfter(at, index - 2880),
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: order + part.store,
    purchaseOrderDetailId: order * 10 + index,
    supplierTicketNumber: null,
    location: { ...stores[part.store] },
  };
}

let codes: ReadonlyMap<string, ReturnType<typeof scheduleOfRates>[number]> | undefined;

export function sorOf(sor: Visit["sors"][number], jobId: string, at: string): PlannedSor {
  codes ??= new Map(scheduleOfRates().map((row) => [row.description, row]));
  const row = codes.get(sor.work);
  if (!row) throw new Error(`The schedule of rates has no "${sor.work}"`);
  return {
    jobId,
    sorCodeId: row.sorCodeId,
    sorCode: row.code,
    shortDescription: row.description,
    qty: sor.qty,
    qtyUsed: 0,
    usageType: 1,
    updatedOnDateTime: at,
  };
}
