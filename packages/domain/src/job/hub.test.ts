import { describe, expect, it } from "vitest";
import { hubSections, isSectionEnabled } from "./hub.ts";
import { jobStatuses } from "./status.ts";

const fromAccessGained = ["Forms", "Engineer Notes", "Property Appliances"];

describe("The job hub", () => {
  it("has its sections in the order of the specification", () => {
    expect(hubSections.map(({ section }) => section)).toEqual([
      "When",
      "Where",
      "What",
      "Who",
      "Notifications",
      "Completed Job History",
      "Parts",
      "SORs",
      "Forms",
      "Engineer Notes",
      "Property Appliances",
    ]);
  });

  it("enables Forms, Engineer Notes and Property Appliances from AccessGained, the others from New", () => {
    for (const { section } of hubSections) {
      const enabled = jobStatuses.filter((status) => isSectionEnabled(section, status));
      expect(enabled).toEqual(
        fromAccessGained.includes(section) ? ["AccessGained", "Closed"] : jobStatuses,
      );
    }
  });
});
