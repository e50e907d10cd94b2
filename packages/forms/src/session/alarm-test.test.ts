import { expect, it } from "vitest";
import { aContext, anAppliance } from "../testing/forms.ts";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { openSession } from "./form-session.ts";

it("An alarm test does not count a smoke alarm that was removed as one of a storey", async () => {
  const bundle = await readShippedForm("alarmTest");
  const alarm = (action: string) => ({ type: "Smoke alarm", location: "Hall", action });
  const warns = (action: string) => {
    const answers = {
      storeys: 2,
      smokeEveryFloor: "yes",
      alarms: [alarm("none"), alarm(action)],
    };
    return openSession(bundle, { answers, context: aContext() })
      .findIssues()
      .some(({ path, message }) => path === "smokeEveryFloor" && message.includes("fewer"));
  };
  expect(warns("renewed")).toBe(false);
  expect(warns("removed")).toBe(true);
});

it("An alarm test warns if it lists fewer smoke alarms than the storeys that are said to have one", async () => {
  const bundle = await readShippedForm("alarmTest");
  const lists = [
    {
      domainDataId: 16,
      entityCode: 1,
      fieldName: "Type",
      value: 16,
      text: "Smoke alarm",
      sortOrder: 1,
      requiresAdditionalText: false,
    },
  ];
  const warns = (storeys: number, everyFloor: string) => {
    const appliances = [anAppliance("hall", { type: 16 })];
    const session = openSession(bundle, {
      answers: null,
      context: aContext({ appliances, lists }),
    });
    session.answer(["storeys"], storeys);
    session.answer(["smokeEveryFloor"], everyFloor);
    return session
      .findIssues()
      .filter(({ path, message }) => path === "smokeEveryFloor" && message.includes("fewer"))
      .map(({ severity }) => severity);
  };
  expect(warns(1, "yes")).toEqual([]);
  expect(warns(2, "no")).toEqual([]);
  expect(warns(2, "yes")).toEqual(["warning"]);
});
