import { beforeAll, describe, expect, it } from "vitest";
import type { FormBundle } from "../definition/definition.ts";
import type { FormContext } from "../sources/context.ts";
import { aContext, aTenant } from "../testing/forms.ts";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { checkAnswers } from "./check-answers.ts";
import { openSession } from "./form-session.ts";

const names = ["gasSafetyRecord", "warningNotice", "boilerService"] as const;
type Name = (typeof names)[number];
let forms: ReadonlyMap<Name, FormBundle>;

beforeAll(async () => {
  const read = names.map(async (name) => [name, await readShippedForm(name)] as const);
  forms = new Map(await Promise.all(read));
});

function open(name: Name, context: FormContext = aContext()) {
  const bundle = forms.get(name);
  if (!bundle) throw new Error(`${name} was not read`);
  return { bundle, session: openSession(bundle, { answers: null, context, panel: null }) };
}

/** The details of which each is plainly none, by the form and the question. */
const none = {
  sitePostcode: "XX",
  businessPhone: "x",
  landlordPhone: "999",
  gasSafeRegistration: "0",
  engineerIdCard: "0000000",
} as const;
const given = {
  sitePostcode: " ls6 1ht ",
  businessPhone: "+44 (0)113 496-0400",
  landlordPhone: "01134960500",
  gasSafeRegistration: "000123",
  engineerIdCard: "0001461",
} as const;
const messages = {
  sitePostcode: "This is not a postcode: enter one such as SW1A 2AA.",
  businessPhone: expect.stringMatching(/^A telephone number has at least seven digits/) as string,
  landlordPhone: expect.stringMatching(/leave it empty\.$/) as string,
  gasSafeRegistration:
    "A registration number has up to six digits, not only zeros: enter the one of the business.",
  engineerIdCard:
    "An ID card number has seven digits, not only zeros: enter the one on the engineer's card.",
};
type Detail = keyof typeof none;

const details = Object.keys(none) as Detail[];
const questions: readonly (readonly [Name, Detail])[] = [
  ...details.map((name) => ["gasSafetyRecord", name] as const),
  ...details.map((name) => ["warningNotice", name] as const),
  ["boilerService", "sitePostcode"],
];

describe.each(questions)("%s: %s", (form, name) => {
  const errorsAfter = (answer: string | null) => {
    const { bundle, session } = open(form);
    session.answer([name], answer);
    const shown = session.question([name])?.read().errors;
    const completed = session.complete();
    const atCompletion = completed.ok
      ? []
      : completed.issues.filter(({ path }) => path === name).map(({ message }) => message);
    const onServer = checkAnswers(bundle, session.answers())
      .filter(({ path }) => path === name)
      .map(({ message }) => message);
    return { shown, atCompletion, onServer };
  };

  it("is refused with what to do if it is plainly none, at once, at completion and in the check of the answers", () => {
    const errors = [messages[name]];
    expect(errorsAfter(none[name])).toEqual({
      shown: errors,
      atCompletion: errors,
      onServer: errors,
    });
  });

  it("is accepted however it is written", () => {
    expect(errorsAfter(given[name])).toEqual({ shown: [], atCompletion: [], onServer: [] });
  });
});

describe("A telephone number that is not required", () => {
  it.each([
    ["gasSafetyRecord", "businessPhone"],
    ["gasSafetyRecord", "occupierPhone"],
    ["gasSafetyRecord", "landlordPhone"],
    ["warningNotice", "landlordPhone"],
  ] as const)("may be left empty: %s, %s", (form, name) => {
    const { session } = open(form);
    session.answer([name], "x");
    expect(session.findIssues().map(({ path }) => path)).toContain(name);
    session.answer([name], null);
    expect(session.findIssues().map(({ path }) => path)).not.toContain(name);
  });
});

describe("Details that the office has entered wrongly", () => {
  const context = aContext({
    property: { ...aContext().property, postcode: "XX" },
    tenants: [
      aTenant("Pat Example", {
        isPrimaryTenant: true,
        phones: [{ phoneType: "Mobile", number: "none" }],
      }),
    ],
  });
  const { business } = context.job.issuer ?? {};
  const wrong: FormContext = {
    ...context,
    job: {
      ...context.job,
      issuer: {
        engineerName: "Sam Taylor",
        gasSafeIdCard: "0000000",
        business: {
          name: business?.name ?? "",
          address: business?.address ?? "",
          telephone: "x",
          gasSafeRegistration: "000000",
        },
      },
    },
  };

  it.each([
    ["gasSafetyRecord", { ...given, occupierPhone: "07700 900123" }],
    ["warningNotice", given],
  ] as const)("are named on page 1 of the %s, where the engineer corrects them", (form, right) => {
    const { session } = open(form, wrong);
    const { landlordPhone, ...prefilled } = right;
    const wrongPaths = () =>
      session
        .findIssues()
        .filter(({ isMissing }) => !isMissing)
        .map(({ path, page }) => `${page} ${path}`)
        .toSorted();
    expect(wrongPaths()).toEqual(
      Object.keys(prefilled)
        .map((name) => `0 ${name}`)
        .toSorted(),
    );
    session.answer(["isRented"], "yes");
    expect(session.nextPage()).toBe(false);
    for (const [name, answer] of Object.entries(prefilled)) {
      expect(session.question([name])?.read()).toMatchObject({ isReadOnly: false });
      session.answer([name], answer);
    }
    session.answer(["landlordPhone"], landlordPhone);
    expect(wrongPaths()).toEqual([]);
    expect(session.nextPage()).toBe(true);
  });
});
