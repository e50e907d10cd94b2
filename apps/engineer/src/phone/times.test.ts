import { describe, expect, it } from "vitest";
import { formatAge, formatDateTime, formatMoment } from "./times.ts";

describe("dates as the screens show them", () => {
  it("shows an appointment in DD/MM/YYYY HH:mm as the clock in London has it", () => {
    expect(formatDateTime("2026-01-05T09:05:00.000Z")).toBe("05/01/2026 09:05");
    expect(formatDateTime("2026-07-05T23:30:00.000Z")).toBe("06/07/2026 00:30");
  });

  it("shows midnight as 00, not 24", () => {
    expect(formatDateTime("2026-01-05T00:00:00.000Z")).toBe("05/01/2026 00:00");
  });

  it("names a moment inside a sentence by its day and month", () => {
    expect(formatMoment("2026-03-03T09:12:00.000Z")).toBe("3 March at 09:12");
    expect(formatMoment("2026-07-31T23:05:00.000Z")).toBe("1 August at 00:05");
  });

  it("shows an age in the largest unit that fits", () => {
    const now = new Date("2026-01-05T12:00:00.000Z");
    expect(formatAge("2026-01-05T11:59:01.000Z", now)).toBe("less than a minute ago");
    expect(formatAge("2026-01-05T11:59:00.000Z", now)).toBe("1 minute ago");
    expect(formatAge("2026-01-05T11:00:01.000Z", now)).toBe("59 minutes ago");
    expect(formatAge("2026-01-05T10:00:00.000Z", now)).toBe("2 hours ago");
    expect(formatAge("2026-01-03T12:00:00.000Z", now)).toBe("2 days ago");
  });

  it("shows a time in the future as now, for a clock that was set back", () => {
    const now = new Date("2026-01-05T12:00:00.000Z");
    expect(formatAge("2026-01-06T12:00:00.000Z", now)).toBe("less than a minute ago");
  });
});
