import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { at } from "../testing/a-job.ts";
import {
  blankContact,
  readContactAnswers,
  type ContactAnswers,
  contactDetails,
  validateContact,
  contactMethod,
  isSameName,
  clearOtherPrimaries,
  prefers,
  primaryContactName,
  type PropertyContact,
  splitContacts,
  withLeft,
  withMethod,
} from "./contacts.ts";
import type { ParsePhone } from "./phones.ts";

const answers: ContactAnswers = { ...blankContact, fullName: "Priya Shah", contactType: 1 };
const anyDigits: ParsePhone = (number) => aPhone(number, /^\+?[\d ]+$/.test(number));

function aPhone(nationalNumber: string, isValid: boolean): ReturnType<ParsePhone> {
  return { countryCallingCode: "44", nationalNumber, isValid: () => isValid };
}

function validate(given: Partial<ContactAnswers>, names: readonly string[] = []) {
  const others = names.map((fullName) => ({ fullName }));
  return validateContact({ ...answers, ...given }, { others, parsePhone: anyDigits });
}

function aContact(of: Partial<PropertyContact> = {}): PropertyContact {
  return {
    propertyTenantId: "tenant-1",
    fullName: "Priya Shah",
    isPrimaryTenant: false,
    contactType: 1,
    emailAddress: null,
    contactMethodType: 0,
    phones: [],
    addedByEngineer: false,
    flagDeleted: false,
    modifiedOn: at().toISOString(),
    ...of,
  };
}

describe("Full name", () => {
  test.each(["", "  "])("%j is missing: it is required", (fullName) => {
    expect(validate({ fullName })).toEqual({ fullName: "full-name-missing" });
  });

  test.each(["priya shah", "PRIYA SHAH", " Priya  Shah "])(
    "%j is not unique next to Priya Shah: case does not count",
    (fullName) => {
      expect(validate({ fullName }, ["Priya Shah"])).toEqual({ fullName: "full-name-not-unique" });
    },
  );

  it("may be in any script, with emoji, up to 200 characters", () => {
    expect(validate({ fullName: "محمد علي 👷" }, ["Priya Shah"])).toEqual({});
    expect(validate({ fullName: "x".repeat(100_000) })).toEqual({ fullName: "full-name-too-long" });
  });

  it("is unique whatever the case and the spaces of either", () => {
    const name = fc.stringMatching(/^[a-z]{1,8} [a-z]{1,8}$/);
    const disguise = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => ` ${text} `,
      (text: string) => text.replace(" ", "   "),
      (text: string) => text,
    );
    fc.assert(
      fc.property(name, disguise, disguise, (text, one, other) => {
        expect(isSameName(one(text), other(text))).toBe(true);
        expect(validate({ fullName: one(text) }, [other(text)]).fullName).toBe(
          "full-name-not-unique",
        );
      }),
    );
  });

  it("may be similar to other names", () => {
    const name = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other);
        expect(validate({ fullName: one }, [other])).toEqual({});
      }),
    );
  });
});

it("Contact type is required", () => {
  expect(validate({ contactType: null })).toEqual({ contactType: "contact-type-missing" });
});

describe("E-mail", () => {
  test.each(["", "priya@tenant.example", " p.shah+home@mail.tenant.example "])(
    "%j is valid",
    (emailAddress) => {
      expect(validate({ emailAddress })).toEqual({});
    },
  );

  test.each(["priya", "priya@", "@tenant.example", "a b@tenant.example", "a@b", "a..b@c.example"])(
    "%j is not valid",
    (emailAddress) => {
      expect(validate({ emailAddress })).toEqual({ emailAddress: "email-invalid" });
    },
  );

  it("is validated without delay at 100,000 characters", () => {
    expect(validate({ emailAddress: `${"a.".repeat(50_000)}@` })).toEqual({
      emailAddress: "email-invalid",
    });
  });
});

describe("A preferred contact method needs its data", () => {
  const { email, phone, text } = contactMethod;
  const mobile = "07700 900123";

  test.each([
    ["e-mail without address", email, {}, { emailAddress: "email-missing" }],
    ["e-mail with address", email, { emailAddress: "p@t.example" }, {}],
    ["call without number", phone, {}, { contactMethodType: "phone-missing" }],
    ["call with a mobile number", phone, { mobile }, {}],
    ["call with a home number", phone, { home: mobile }, {}],
    ["call with an alternative number", phone, { alt: mobile }, {}],
    ["text without number", text, {}, { contactMethodType: "mobile-missing" }],
    [
      "text with a home number alone",
      text,
      { home: mobile },
      { contactMethodType: "mobile-missing" },
    ],
    ["text with a mobile number", text, { mobile }, {}],
    ["text with an alternative number", text, { alt: mobile }, {}],
  ] as const)("%s", (_name, contactMethodType, given, issues) => {
    expect(validate({ contactMethodType, ...given })).toEqual(issues);
  });

  it("is one bit of the flags", () => {
    const all = withMethod(withMethod(email, "phone", true), "text", true);
    expect(all).toBe(email | phone | text);
    expect(prefers(withMethod(all, "phone", false), "phone")).toBe(false);
    expect(withMethod(8 | email, "email", false)).toBe(8);
  });
});

describe("Phone", () => {
  test.each(["0770090012", "+4477009001234"])("%s is not 11 to 13 characters", (mobile) => {
    expect(validate({ mobile })).toEqual({ mobile: "phone-invalid" });
  });

  test.each([
    ["07700 900 123", "07700 900 123"],
    [" 07700\u00a0900123 ", "07700 900123"],
    ["+44 7700 900123", "+447700900123"],
    ["+44 (0)7700 900 123", "+447700900123"],
    ["0044 7700 900123", "+447700900123"],
    ["(0113) 496 0000", "01134960000"],
    ["\u202a+44\u00a07700\u00a0900123\u202c", "+447700900123"],
    ["tel:+44-7700-900123", "+447700900123"],
    ["٠٧٧٠٠٩٠٠١٢٣", "07700900123"],
  ])("%j, as phones copy it, is accepted and stored as %s", (typed, stored) => {
    expect(validate({ mobile: typed })).toEqual({});
    expect(contactDetails({ ...answers, mobile: typed }).phones).toEqual([
      { phoneType: "Mobile", number: stored },
    ]);
  });

  it("must be of the GB region", () => {
    const context = { others: [], parsePhone: () => undefined };
    expect(validateContact({ ...answers, home: "07700900123" }, context)).toEqual({
      home: "phone-invalid",
    });
  });
});

describe("Recording a contact", () => {
  it("trims the typed text and leaves out empty fields", () => {
    const given = { ...answers, fullName: " Priya Shah ", mobile: " 07700900123 ", alt: "  " };
    expect(contactDetails(given)).toEqual({
      fullName: "Priya Shah",
      contactType: 1,
      emailAddress: null,
      contactMethodType: 0,
      phones: [{ phoneType: "Mobile", number: "07700900123" }],
      isPrimaryTenant: false,
    });
  });

  it("returns the recorded answers for editing", () => {
    const given = {
      ...answers,
      emailAddress: "p@t.example",
      home: "01134960000",
      alt: "07700900124",
    };
    expect(readContactAnswers(aContact(contactDetails(given)))).toEqual(given);
  });

  it("keeps a second number of the same kind, which the form does not show", () => {
    const phones = ["1", "2"].map((number) => ({ phoneType: "Home" as const, number }));
    const before = aContact({ phones });
    const { home } = readContactAnswers(before);
    expect(home).toBe("1");
    expect(contactDetails({ ...answers, home }, before).phones).toEqual(phones);
  });

  it("leaves only one primary contact", () => {
    const contacts = [
      aContact({ propertyTenantId: "a", isPrimaryTenant: true }),
      aContact({ propertyTenantId: "b", isPrimaryTenant: true }),
      aContact({ propertyTenantId: "c" }),
    ];
    expect(clearOtherPrimaries(contacts, "b", at(5))).toEqual([
      { ...contacts[0], isPrimaryTenant: false, modifiedOn: at(5).toISOString() },
    ]);
  });
});

it("Mark Left flags an existing contact as deleted; reinstating clears the flag", () => {
  const left = withLeft(aContact(), true, at(1));
  expect(left).toEqual(aContact({ flagDeleted: true, modifiedOn: at(1).toISOString() }));
  expect(withLeft(left, false, at(2)).flagDeleted).toBe(false);
});

it("The list is split into existing and added contacts", () => {
  const [existing, added] = [aContact(), aContact({ addedByEngineer: true })];
  expect(splitContacts([added, existing])).toEqual({ existing: [existing], added: [added] });
});

test("the likely customer is the primary contact who still lives there", () => {
  const pat = aContact({ fullName: " Pat Example ", isPrimaryTenant: true });
  const other = aContact({ fullName: "Sam Other", isPrimaryTenant: false });
  expect(primaryContactName([other, pat])).toBe("Pat Example");
  expect(primaryContactName([other, { ...pat, flagDeleted: true }])).toBe("");
});
