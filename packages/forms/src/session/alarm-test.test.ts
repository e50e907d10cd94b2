import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import type { FormDefinition } from "../definition/definition.ts";
import { aContext, aForm, anAppliance } from "../testing/forms.ts";
import { openSession } from "./form-session.ts";

async function readForm(file: string): Promise<FormDefinition> {
  const url = new URL(`../../../../apps/server/forms/${file}.json`, import.meta.url);
  const written = JSON.parse(await readFile(url, "utf8"));
  const { customFormId, version, name, description, isSubForm, content } = written;
  return aForm([], {
    customFormId,
    version,
    definition: { name, description, isSubForm, content },
  });
}

it("An alarm test does not count a smoke alarm that was removed as one of a storey", async () => {
  const form = await readForm("alarm-test");
  const bundle = buildBundle(form, [form, await readForm("alarm-check")]);
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
  const form = await readForm("alarm-test");
  const bundle = buildBundle(form, [form, await readForm("alarm-check")]);
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
