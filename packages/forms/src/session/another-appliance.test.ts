import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aContext, aForm, anAppliance } from "../testing/forms.ts";
import { aManualScheduler } from "../testing/manual-scheduler.ts";
import type { ClearedEntry } from "./entry-appliance.ts";
import { openSession } from "./form-session.ts";
import type { SessionOptions } from "./session-interface.ts";

const boiler = anAppliance("boiler");
const cooker = anAppliance("cooker", {
  type: 8,
  manufacturerName: "Wharfe Kitchens",
  serialNumber: null,
});

const bundle = buildBundle(
  aForm([
    {
      type: "paneldynamic",
      name: "checks",
      panelsFrom: "appliances",
      templateTitle: "{panel.type}",
      templateElements: [
        { type: "dropdown", name: "asset", choicesFrom: "appliances", valueFrom: "appliance.id" },
        { type: "text", name: "type", valueFrom: "appliance.type" },
        { type: "text", name: "make", valueFrom: "appliance.make" },
        { type: "text", name: "serial", valueFrom: "appliance.serialNumber" },
        { type: "text", name: "pressure", inputType: "number" },
        { type: "radiogroup", name: "inspected", choices: ["yes", "no"] },
        {
          type: "radiogroup",
          name: "safe",
          choices: ["yes", "no"],
          visibleIf: "{panel.inspected} = 'yes'",
        },
        { type: "text", name: "seal", carry: true },
        { type: "file", name: "photos", allowMultiple: true, storeDataAsText: false },
      ],
    },
  ]),
  [],
);

const details = {
  boiler: { asset: "boiler", type: "Combi boiler", make: "Worcester Bosch", serial: "S1" },
  cooker: { asset: "cooker", type: "Cooker", make: "Wharfe Kitchens" },
};
const inspection = { pressure: 20, inspected: "yes", safe: "yes", seal: "red" };

/** Opens a form with one entry. `cleared` collects what the session reports. */
function openEntry(entry: object, of: Partial<SessionOptions> = {}) {
  const session = openSession(bundle, {
    answers: { checks: [entry] },
    context: aContext({ appliances: [boiler, cooker] }),
    ...of,
  });
  const cleared: ClearedEntry[] = [];
  session.onEntryCleared((one) => cleared.push(one));
  return {
    session,
    cleared,
    choose: (asset: string | null) => session.answer(["checks", 0, "asset"], asset),
    entry: () => (session.answers()["checks"] as readonly unknown[])[0],
  };
}

describe("Another appliance of the list in an entry", () => {
  it("clears what was entered for the one before, and says so", () => {
    const { choose, entry, cleared } = openEntry({ ...details.boiler, ...inspection });
    choose("cooker");
    expect(entry()).toEqual(details.cooker);
    expect(cleared).toMatchObject([{ title: "Combi boiler" }]);
  });

  it("begins the entry with what the last form says of that appliance", () => {
    const context = aContext({
      appliances: [boiler, cooker],
      previousAnswers: { checks: [{ asset: "cooker", seal: "green", pressure: 7 }] },
    });
    const { choose, entry } = openEntry({ ...details.boiler, ...inspection }, { context });
    choose("cooker");
    expect(entry()).toEqual({ ...details.cooker, seal: "green" });
  });

  it("can be taken back with every answer", () => {
    const photos = [{ imageId: "i", name: "i.jpg", type: "image/jpeg", content: "i" }];
    const before = { ...details.boiler, ...inspection, photos };
    const { choose, entry, cleared } = openEntry(before);
    choose("cooker");
    expect(entry()).toEqual(details.cooker);
    cleared[0]?.restore();
    expect(entry()).toEqual(before);
    expect(cleared).toHaveLength(1);
  });

  it("is not taken back in an entry that was removed meanwhile", () => {
    const { session, choose, cleared } = openEntry({ ...details.boiler, ...inspection });
    choose("cooker");
    session.removeEntry(["checks", 0]);
    const left = session.answers();
    cleared[0]?.restore();
    expect(session.answers()).toEqual(left);
  });

  it("clears also if the choice was empty in between", () => {
    const { choose, entry, cleared } = openEntry({ ...details.boiler, ...inspection });
    choose(null);
    expect(entry()).toMatchObject(inspection);
    choose("cooker");
    expect(entry()).toEqual(details.cooker);
    expect(cleared).toHaveLength(1);
  });

  it("clears nothing if the same one is chosen again", () => {
    const before = { ...details.boiler, ...inspection };
    const { choose, entry, cleared } = openEntry(before);
    choose(null);
    choose("boiler");
    expect(entry()).toEqual(before);
    expect(cleared).toEqual([]);
  });

  it("says nothing if only details were there, and takes no detail over", () => {
    const { choose, entry, cleared } = openEntry(details.boiler);
    choose("cooker");
    expect(entry()).toEqual(details.cooker);
    expect(cleared).toEqual([]);
  });

  it("does not get a reading that was still being typed", () => {
    const { scheduler } = aManualScheduler();
    const { session, choose, entry } = openEntry(details.boiler, { scheduler });
    session.type(["checks", 0, "pressure"], "20");
    choose("cooker");
    session.flush();
    expect(entry()).toEqual(details.cooker);
  });
});

it("The first choice in an entry keeps what was entered", () => {
  const { choose, entry, cleared } = openEntry({ type: "Hob", ...inspection });
  choose("cooker");
  expect(entry()).toEqual({ ...details.cooker, ...inspection });
  expect(cleared).toEqual([]);
});

it("An appliance that was deleted from the property does not leave its readings to another one", () => {
  const context = aContext({ appliances: [cooker], removedAppliances: ["boiler"] });
  const { choose, entry, cleared } = openEntry({ ...details.boiler, ...inspection }, { context });
  choose("cooker");
  expect(entry()).toEqual(details.cooker);
  expect(cleared).toHaveLength(1);
});
