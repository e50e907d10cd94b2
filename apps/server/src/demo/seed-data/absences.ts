import type { DocumentContent } from "@fieldfare/documents";

/** Bank holidays of England and Wales. */
export const bankHolidays: readonly string[] = [
  "2025-04-18",
  "2025-04-21",
  "2025-05-05",
  "2025-05-26",
  "2025-08-25",
  "2025-12-25",
  "2025-12-26",
  "2026-01-01",
  "2026-04-03",
  "2026-04-06",
  "2026-05-04",
  "2026-05-25",
  "2026-08-31",
  "2026-12-25",
  "2026-12-28",
  "2027-01-01",
  "2027-03-26",
  "2027-03-29",
  "2027-05-03",
  "2027-05-31",
  "2027-08-30",
  "2027-12-27",
  "2027-12-28",
  "2028-01-03",
  "2028-04-14",
  "2028-04-17",
  "2028-05-01",
  "2028-05-29",
  "2028-08-28",
  "2028-12-25",
  "2028-12-26",
];

export const absencePolicy: DocumentContent = {
  title: "Absence policy",
  reference: "Fieldfare Homes",
  date: "2026-01-05T09:00:00.000Z",
  sections: [
    {
      heading: "Holiday",
      blocks: [
        {
          kind: "text",
          text: "Ask two weeks ahead for up to five days, and six weeks ahead for more. Your manager answers within three working days. Please do not book travel before the answer is there.",
        },
      ],
    },
    {
      heading: "Sickness",
      blocks: [
        {
          kind: "text",
          text: "Call the office before 08:00 on the first day, and enter the absence when you can. From the eighth day a note from a doctor is needed.",
        },
      ],
    },
    {
      heading: "Unpaid days",
      blocks: [
        {
          kind: "text",
          text: "Unpaid days are for when your holiday is used up, or for public duties. Say in the comment what they are for.",
        },
      ],
    },
  ],
};
