import type { OutcomeId } from "@fieldfare/domain";
import type { DemoImageName } from "../images.ts";

/** A past visit: the task and what was done. */
export interface PastVisit {
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly taskDetails: string;
  readonly ending: Closed | NoAccess;
}

interface Closed {
  readonly kind: "closed";
  readonly outcomeId: OutcomeId;
  /** The kind of cause, then the cause. */
  readonly rootCauses: readonly number[];
  readonly notes: readonly {
    readonly isPublic: boolean;
    readonly text: string;
    readonly photos: readonly DemoImageName[];
  }[];
  /** Descriptions of codes in the schedule of rates. */
  readonly work: readonly string[];
  readonly parts: readonly { readonly description: string; readonly usageType: 1 | 2 | 3 }[];
  readonly partsNotUsedNote: string | null;
}

interface NoAccess {
  readonly kind: "no access";
  readonly noAccessReasonId: number;
  readonly notes: string;
  readonly photos: readonly DemoImageName[];
}

const plain = { rootCauses: [], work: [], parts: [], partsNotUsedNote: null } as const;

export const pastVisits: readonly PastVisit[] = [
  {
    jobCategoryId: 1,
    jobDetailTypeId: 11,
    taskDetails:
      "Annual gas safety record with service of the boiler. Check the alarms and the carbon monoxide detector, and show the tenant how to top up the pressure.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 1,
      notes: [
        {
          isPublic: true,
          text: "Boiler serviced, burner and condensate trap cleaned, combustion readings within the maker's limits. Record left with the tenant, next one due in twelve months.",
          photos: ["boiler", "gauge"],
        },
        {
          isPublic: false,
          text: "Access to the flue is tight: bring the short steps next time.",
          photos: [],
        },
      ],
      work: ["Test and report on gas installation"],
    },
  },
  {
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    taskDetails:
      "No heating and no hot water since the weekend, fault code on the display. Tenant has a baby, temporary heaters were left by the out-of-hours team.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 1,
      rootCauses: [1, 12],
      notes: [
        {
          isPublic: true,
          text: "Fan seized. Renewed fan and seal, tested, heating and hot water work again.",
          photos: ["boiler"],
        },
      ],
      work: ["Overhaul boiler pump"],
      parts: [{ description: "Fan assembly", usageType: 2 }],
    },
  },
  {
    jobCategoryId: 5,
    jobDetailTypeId: 51,
    taskDetails:
      "Smoke alarm on the landing sounds at night without smoke. Test all alarms in the property and renew what is out of date.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 1,
      notes: [
        {
          isPublic: true,
          text: "Landing alarm was out of date: renewed and linked. All others tested.",
          photos: ["alarm"],
        },
      ],
      work: ["Renew smoke alarm"],
    },
  },
  {
    jobCategoryId: 6,
    jobDetailTypeId: 61,
    taskDetails:
      "Kitchen tap cannot be turned off fully, the tenant keeps a bowl under it. Stop valve is behind the washing machine.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 1,
      notes: [{ isPublic: true, text: "Cartridge renewed, no drip left.", photos: ["tap"] }],
      work: ["Renew kitchen tap"],
      parts: [{ description: "Tap body, ordered in advance", usageType: 1 }],
      partsNotUsedNote: "The tap itself was sound: only its cartridge was renewed.",
    },
  },
  {
    jobCategoryId: 1,
    jobDetailTypeId: 12,
    taskDetails:
      "Gas safety record only, the earlier record runs out at the end of the month. The letter with the appointment was sent twice.",
    ending: {
      kind: "no access",
      noAccessReasonId: 1,
      notes: "Rang and knocked for ten minutes, no answer. Card left.",
      photos: ["damp"],
    },
  },
  {
    jobCategoryId: 2,
    jobDetailTypeId: 24,
    taskDetails:
      "System loses pressure, topped up every third day. Tenant has looked at the radiators and found no leak.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 4,
      rootCauses: [2, 23],
      notes: [
        {
          isPublic: true,
          text: "Expansion vessel recharged. Pressure held for an hour: to be looked at again in a week.",
          photos: ["gauge"],
        },
        {
          isPublic: false,
          text: "Suspect the coil in the concrete floor of the hall if it falls again.",
          photos: [],
        },
      ],
      work: ["Overhaul expansion vessel"],
    },
  },
  {
    jobCategoryId: 7,
    jobDetailTypeId: 71,
    taskDetails:
      "Dark spots behind the wardrobe in the back bedroom, they come back after washing. Inspect, measure and photograph.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 5,
      notes: [
        {
          isPublic: true,
          text: "Condensation on the cold corner, extractor fan weak. Referred for insulation and a new fan.",
          photos: ["damp"],
        },
      ],
      work: ["Inspect and report on wall"],
    },
  },
  {
    jobCategoryId: 2,
    jobDetailTypeId: 22,
    taskDetails:
      "Hot water runs cold after a minute while the heating is on. Worse since the last service, says the tenant.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 3,
      rootCauses: [1, 14],
      notes: [
        {
          isPublic: true,
          text: "Diverter valve does not close. Part to be ordered, hot water works with the heating off.",
          photos: ["boiler"],
        },
      ],
      work: ["Overhaul diverter valve"],
      parts: [{ description: "Diverter valve cartridge", usageType: 3 }],
    },
  },
  {
    jobCategoryId: 6,
    jobDetailTypeId: 62,
    taskDetails:
      "Extractor fan in the bathroom is loud and runs on through the night, the tenant switches it off at the fuse.",
    ending: {
      ...plain,
      kind: "closed",
      outcomeId: 7,
      notes: [
        {
          isPublic: true,
          text: "The tenant rang the office while I was on the way: she wants another day.",
          photos: [],
        },
      ],
    },
  },
];
