import { expect, type Locator, type Page } from "@playwright/test";
import type { Engineer } from "./engineer.ts";

/** The gas appliances of the property whose record is filled in. */
export const gasAppliances = [
  appliance(1, 1, "Greenstar 30i", 1),
  appliance(6, 7, "Studio 22", 2),
  appliance(8, 1, "Newhome 600", 4),
];

function appliance(type: number, location: number, modelName: string, flueType: number) {
  return {
    type,
    location,
    manufacturerName: "Example Maker",
    modelName,
    flueType,
    fuelType: 1,
    ownership: 1,
    serialNumber: `S-${modelName.length}`,
  };
}

/** Fills in the landlord gas safety record, in the words of its definition. */
export function createGasRecordForm(sam: Engineer) {
  const page = (): Page => sam.page();
  const choose = async (within: Locator, question: string, choice: string) => {
    const radio = within
      .getByRole("group", { name: question, exact: true })
      .getByRole("radio", { name: choice, exact: true });
    await radio.check();
  };
  /** The open appliance's card. */
  const open = (): Locator => page().locator("[aria-expanded=true] + div");
  const next = async (title: string) => {
    await sam.button("Next").click();
    await expect(page().getByRole("heading", { level: 2, name: title })).toBeVisible();
  };
  return {
    choose: (question: string, choice: string) =>
      choose(page().getByRole("main"), question, choice),
    inCard: (question: string, choice: string) => choose(open(), question, choice),
    open,
    next,
    /** Answers what the device does not know: the business and the landlord. */
    answerDetails: async () => {
      const given = {
        Business: "Example Gas Ltd",
        "Business address": "1 Trade Park, Leeds",
        "Gas Safe registration number": "123456",
        "Engineer's ID card number": "1234567",
        Name: "Example Homes",
      };
      for (const [label, value] of Object.entries(given))
        await page().getByLabel(label, { exact: true }).fill(value);
      await page().getByLabel("Address", { exact: true }).last().fill("2 Landlord Way, Leeds");
    },
    /** Answers an appliance's questions without a defect. */
    answerAppliance: async (name: RegExp, flued = true) => {
      const card = page().getByRole("button", { name });
      if ((await card.getAttribute("aria-expanded")) === "false") await card.click();
      const inCard = (question: string, choice: string) => choose(open(), question, choice);
      await inCard("Inspected", "Yes");
      await open()
        .getByLabel(/^Operating pressure/)
        .fill("20");
      await inCard("Combustion readings taken", "N/A");
      await inCard("Safety devices work correctly", "Yes");
      await inCard("Ventilation satisfactory", "Yes");
      const flue = flued ? "Pass" : "N/A";
      await inCard("Flue: visual condition", flue);
      await inCard("Flue: termination", flue);
      await inCard("Flue flow test", flue);
      await inCard("Spillage test", flue);
      await inCard("Appliance: visual check", "Pass");
      await inCard("Serviced", "Yes");
      await inCard("Defect found", "No");
      await inCard("Safe to use", "Yes");
    },
    answerPipework: async () => {
      const main = page().getByRole("main");
      await choose(main, "Visual inspection of the pipework", "Pass");
      await choose(main, "Tightness test", "Pass");
      await choose(main, "Emergency control accessible", "Yes");
      await choose(main, "Equipotential bonding satisfactory", "Yes");
    },
    answerAlarms: async () => {
      const main = page().getByRole("main");
      await choose(main, "CO alarm fitted", "Yes");
      await choose(main, "CO alarm in date", "Yes");
      await choose(main, "CO alarm test", "Pass");
      await choose(main, "Smoke alarm fitted", "Yes");
      await choose(main, "Smoke alarm test", "Pass");
    },
    signOff: async () => {
      await sam.sign("Engineer's signature");
      await choose(page().getByRole("main"), "Somebody is here to receive the record", "No");
    },
  };
}
