import { describe, expect, it, test } from "vitest";
import { isToCollect, noticesToConfirm, type PropertyNotification } from "./notices.ts";

function aNotification(of: Partial<PropertyNotification> = {}): PropertyNotification {
  return {
    propertyNotificationId: "notification-1",
    code: "ASB",
    description: "Asbestos in the airing cupboard",
    severity: 2,
    alertEngineer: true,
    confirmedRead: false,
    confirmedReadTimestamp: null,
    ...of,
  };
}

const nothing = { partRequiredConfirmed: false, parts: [], notifications: [] };

describe("Acknowledgement notices", () => {
  test.each(["Collect", "Partial"])("Parts Required, when a part has status %s", (status) => {
    expect(noticesToConfirm({ ...nothing, parts: [{ status }] })).toEqual([
      { kind: "PartsRequired" },
    ]);
  });

  test.each(["NotApplicable", "Collected", "Excess", "Unused"])(
    "no Parts Required for parts with status %s",
    (status) => {
      expect(noticesToConfirm({ ...nothing, parts: [{ status }] })).toEqual([]);
      expect(isToCollect({ status })).toBe(false);
    },
  );

  it("no Parts Required once it has been confirmed", () => {
    expect(
      noticesToConfirm({ ...nothing, partRequiredConfirmed: true, parts: [{ status: "Collect" }] }),
    ).toEqual([]);
  });

  it("a warning for each unread notification with alertEngineer", () => {
    const alerting = aNotification();
    const read = aNotification({ confirmedRead: true });
    const quiet = aNotification({ alertEngineer: false });
    expect(noticesToConfirm({ ...nothing, notifications: [read, alerting, quiet] })).toEqual([
      { kind: "Warning", notification: alerting },
    ]);
  });

  it("parts first, then the warnings in their order", () => {
    const first = aNotification();
    const second = aNotification({ propertyNotificationId: "notification-2" });
    const notices = noticesToConfirm({
      partRequiredConfirmed: false,
      parts: [{ status: "Collect" }],
      notifications: [first, second],
    });
    expect(notices).toEqual([
      { kind: "PartsRequired" },
      { kind: "Warning", notification: first },
      { kind: "Warning", notification: second },
    ]);
  });
});
