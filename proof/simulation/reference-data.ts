import type { DataRow } from "@fieldfare/contract";

const lists = {
  HoldReason: ["Waiting for parts", "Waiting for the tenant"],
  NoAccessReason: ["Nobody in", "Access refused"],
} as const;

/** The same in every story, so that stories on one database do not disturb each other. */
export const domainRows: DataRow<"DomainData">[] = Object.entries(lists).flatMap(
  ([fieldName, texts], list) =>
    texts.map((text, index) => ({
      domainDataId: list * 100 + index + 1,
      entityCode: 0,
      fieldName,
      value: index + 1,
      text,
      sortOrder: index,
      requiresAdditionalText: false,
    })),
);
