import { beforeAll, describe, expect, it } from "vitest";
import { ownedByLandlord } from "@fieldfare/domain";
import type { FormBundle } from "../definition/definition.ts";
import { aContext, anAppliance } from "../testing/forms.ts";
import { readShippedForm } from "../testing/shipped-forms.ts";
import { openSession } from "./form-session.ts";

const boiler = anAppliance("boiler", { type: 1, ownership: ownedByLandlord });
const fire = anAppliance("fire", { type: 6, modelName: "Studio 22", ownership: ownedByLandlord });
const ownHob = anAppliance("hob", { type: 7, modelName: "Four Ring", ownership: 2 });

let record: FormBundle;

beforeAll(async () => {
  record = await readShippedForm("gasSafetyRecord");
});

const begin = () =>
  openSession(record, {
    answers: null,
    context: aContext({ appliances: [boiler, fire, ownHob] }),
  });
const findMessages = (session: ReturnType<typeof begin>) =>
  session
    .complete()
    .issues.filter(({ message }) => message.includes("Missing here"))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe("A gas safety record that leaves out an appliance of the landlord's", () => {
  it("says which one is missing, when it is completed", () => {
    const session = begin();
    expect(findMessages(session)).toEqual([]);
    session.removeEntry(["appliances", 1]);
    expect(findMessages(session)).toEqual([expect.stringMatching(/^warning: .*Studio 22/)]);
  });

  it("says nothing of an appliance of the tenant's", () => {
    const session = begin();
    session.removeEntry(["appliances", 2]);
    expect(findMessages(session)).toEqual([]);
  });

  it("says no more once the appliance has an entry again", () => {
    const session = begin();
    session.removeEntry(["appliances", 1]);
    session.addEntry(["appliances"]);
    session.answer(["appliances", 2, "propertyAssetId"], "fire");
    expect(findMessages(session)).toEqual([]);
  });
});
