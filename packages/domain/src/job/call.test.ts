import { describe, expect, it } from "vitest";
import { numberToCall } from "./call.ts";

function aContact(given: Partial<Parameters<typeof numberToCall>[0][number]> = {}) {
  return {
    propertyTenantId: "pat",
    fullName: "Pat Example",
    isPrimaryTenant: false,
    flagDeleted: false,
    contactMethodType: 0,
    phones: [{ phoneType: "Home", number: "01632 960001" }],
    createdOn: "2026-03-02T09:00:00.000Z",
    ...given,
  };
}

const called = (...contacts: ReturnType<typeof aContact>[]) => numberToCall(contacts)?.name ?? null;

describe("The number to call before a visit", () => {
  it("is the primary contact's, else that of a contact who prefers calls, else anybody's", () => {
    const anybody = aContact({ fullName: "Anybody" });
    const caller = aContact({ fullName: "Caller", contactMethodType: 2 });
    const primary = aContact({ fullName: "Primary", isPrimaryTenant: true });
    expect(called(anybody, caller, primary)).toBe("Primary");
    expect(called(anybody, caller)).toBe("Caller");
    expect(called(anybody)).toBe("Anybody");
  });

  it("is that of the contact who was named first, if none is before the others", () => {
    const first = aContact({ fullName: "Zoe" });
    const second = aContact({ fullName: "Ann", createdOn: "2026-03-02T09:00:00.001Z" });
    const third = aContact({ fullName: "Bob", createdOn: "2026-03-02T09:00:00.002Z" });
    expect(called(third, second, first)).toBe("Zoe");
  });

  it("is that of the contact with whom the job was raised, unless that one has left", () => {
    const primary = aContact({ fullName: "Primary", isPrimaryTenant: true });
    const chosen = aContact({ fullName: "Chosen", propertyTenantId: "chosen" });
    expect(numberToCall([primary, chosen], "chosen")?.name).toBe("Chosen");
    expect(numberToCall([primary, { ...chosen, flagDeleted: true }], "chosen")?.name).toBe(
      "Primary",
    );
    expect(numberToCall([primary, { ...chosen, phones: [] }], "chosen")?.name).toBe("Primary");
  });

  it("is a mobile number if there is one", () => {
    const phones = [
      { phoneType: "Home", number: "01632 960001" },
      { phoneType: "Mobile", number: "07700 900123" },
    ];
    expect(numberToCall([aContact({ phones })])).toEqual({
      name: "Pat Example",
      number: "07700 900123",
      digits: "07700900123",
    });
  });

  it("is never that of a contact who has left, nor one that cannot be dialled", () => {
    expect(numberToCall([])).toBeNull();
    expect(numberToCall([aContact({ flagDeleted: true, isPrimaryTenant: true })])).toBeNull();
    const phones = [{ phoneType: "Mobile", number: "ask next door" }];
    const other = aContact({ fullName: "Other" });
    expect(called(aContact({ isPrimaryTenant: true, phones }), other)).toBe("Other");
  });
});
