import { describe, expect, it, test } from "vitest";
import { at } from "../testing/a-job.ts";
import { validateAppliance, validateManufacturer } from "./appliance-validation.ts";
import { applianceType, detailsForType, isBoilerLike, isSimpleType } from "./appliance-types.ts";
import {
  type Appliance,
  readApplianceAnswers,
  readManufacturerName,
  readModelName,
  type ApplianceAnswers,
  applianceRecord,
  blankAppliance,
  chooseManufacturer,
  chooseType,
  removalKind,
  type NamedChoice,
  withManufacturerAndModel,
  withReinstated,
  withScrapped,
} from "./appliances.ts";

const today = "2026-03-02";
const cooker = 8;
const bosch: NamedChoice = { kind: "known", id: 1, name: "Worcester Bosch" };
const greenstar: NamedChoice = { kind: "known", id: 11, name: "Greenstar 30i" };

const boiler = {
  type: applianceType.combiBoiler,
  manufacturerAndModel: { manufacturer: bosch, model: greenstar },
  gasCouncilNumber: "4731190",
  location: 1,
  fuelType: 1,
  flueType: 1,
  flueDirection: 1,
  ownership: 1,
  condition: 1,
  serialNumber: "S1",
  estimatedAge: "3",
  dateInstalled: "2023-01-15",
} as const satisfies ApplianceAnswers;

const validate = (given: Partial<ApplianceAnswers>) =>
  validateAppliance({ ...boiler, ...given }, today);

function anAppliance(of: Partial<Appliance> = {}): Appliance {
  return {
    propertyAssetId: "asset-1",
    ...applianceRecord(boiler, null),
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    modifiedOn: at().toISOString(),
    ...of,
  };
}

describe("What an appliance needs", () => {
  it("is a type first", () => {
    expect(validateAppliance(blankAppliance, today)).toEqual({
      type: "type-missing",
      manufacturerAndModel: "maker-missing",
    });
  });

  it("is location, fuel, flue, ownership and condition for types that are not simple", () => {
    expect(validateAppliance({ ...blankAppliance, type: cooker }, today)).toEqual({
      manufacturerAndModel: "maker-missing",
      location: "location-missing",
      fuelType: "fuel-type-missing",
      flueType: "flue-type-missing",
      flueDirection: "flue-direction-missing",
      ownership: "ownership-missing",
      condition: "condition-missing",
    });
  });

  test.each([16, 2, 14])("is type, manufacturer and model alone for the simple type %d", (type) => {
    expect(isSimpleType(type)).toBe(true);
    expect(detailsForType(type)).toEqual([]);
    expect(validateAppliance({ ...blankAppliance, type }, today)).toEqual({
      manufacturerAndModel: "maker-missing",
    });
    expect(
      validateAppliance(
        { ...blankAppliance, type, manufacturerAndModel: boiler.manufacturerAndModel },
        today,
      ),
    ).toEqual({});
  });

  it("is nothing more for a boiler with all of it", () => {
    expect(validate({})).toEqual({});
  });
});

describe("Manufacturer and model", () => {
  test.each([
    ["no manufacturer", { manufacturer: null, model: null }, "manufacturer-missing"],
    ["no model", { manufacturer: bosch, model: null }, "model-missing"],
    [
      "an unknown manufacturer without name",
      { manufacturer: { kind: "unknown", name: "  " }, model: null },
      "manufacturer-name-missing",
    ],
    [
      "an unknown model without name",
      { manufacturer: bosch, model: { kind: "unknown", name: "" } },
      "model-name-missing",
    ],
    [
      "a name of 51 characters",
      { manufacturer: bosch, model: { kind: "unknown", name: "x".repeat(51) } },
      "name-too-long",
    ],
  ] as const)("%s is refused", (_name, manufacturerAndModel, issue) => {
    expect(validate({ manufacturerAndModel })).toEqual({ manufacturerAndModel: issue });
    expect(Object.values(validateManufacturer(manufacturerAndModel))).toContain(issue);
  });

  it("that the list does not have are free text of 50 characters, trimmed", () => {
    const manufacturerAndModel = {
      manufacturer: { kind: "unknown", name: ` ${"x".repeat(50)} ` },
      model: { kind: "unknown", name: " Mk 2 " },
    } as const;
    expect(validate({ manufacturerAndModel })).toEqual({});
    expect(applianceRecord({ ...boiler, manufacturerAndModel }, null)).toMatchObject({
      manufacturerId: null,
      manufacturerName: null,
      unknownManufacturerName: "x".repeat(50),
      manufacturerModelId: null,
      modelName: null,
      unknownModelName: "Mk 2",
    });
  });

  it("another manufacturer clears the model", () => {
    const other: NamedChoice = { kind: "known", id: 2, name: "Vaillant" };
    expect(chooseManufacturer(boiler.manufacturerAndModel, other)).toEqual({
      manufacturer: other,
      model: null,
    });
    expect(chooseManufacturer(boiler.manufacturerAndModel, bosch)).toBe(
      boiler.manufacturerAndModel,
    );
  });

  it("a model of the list sets its GC number and fuel type", () => {
    const model = { id: 12, name: "Greenstar 25i", gasCouncilNumber: "4700101", fuelType: 2 };
    const manufacturerAndModel = { manufacturer: bosch, model: greenstar };
    expect(
      withManufacturerAndModel({ ...boiler, gasCouncilNumber: "" }, manufacturerAndModel, model),
    ).toMatchObject({
      gasCouncilNumber: "4700101",
      fuelType: 2,
    });
  });
});

describe("The GC number", () => {
  test.each(["", "4731190", "47-311-90", "47 311 90"])("%j is valid", (gasCouncilNumber) => {
    expect(validate({ gasCouncilNumber })).toEqual({});
  });

  test.each(["473119", "47311900", "47A1190", "x".repeat(100_000)])(
    "%.10j is not 7 digits",
    (gasCouncilNumber) => {
      expect(validate({ gasCouncilNumber })).toEqual({ gasCouncilNumber: "gc-number-invalid" });
    },
  );

  it("is shown only for boiler-like types", () => {
    const withNumber = [1, 3, 4, 5, cooker, 16].filter((type) =>
      detailsForType(type).includes("gasCouncilNumber"),
    );
    expect(withNumber).toEqual([1, 3, 4, 5]);
    expect(isBoilerLike(cooker)).toBe(false);
    expect(validate({ type: cooker, gasCouncilNumber: "x" })).toEqual({});
  });

  it("is stored as seven digits, and not at all for other types", () => {
    const given = { ...boiler, gasCouncilNumber: "47-311-90" };
    expect(applianceRecord(given, null).gasCouncilNumber).toBe("4731190");
    expect(applianceRecord({ ...given, type: cooker }, null).gasCouncilNumber).toBeNull();
  });
});

describe("Age and date", () => {
  test.each(["", "0", "99"])("the age %j is valid", (estimatedAge) => {
    expect(validate({ estimatedAge })).toEqual({});
  });

  test.each(["100", "-1", "1.5", "old"])("the age %j is not between 0 and 99", (estimatedAge) => {
    expect(validate({ estimatedAge })).toEqual({ estimatedAge: "age-invalid" });
  });

  it("the date installed cannot be in the future", () => {
    expect(validate({ dateInstalled: today })).toEqual({});
    expect(validate({ dateInstalled: "2026-03-03" })).toEqual({ dateInstalled: "date-in-future" });
    expect(validate({ dateInstalled: "" })).toEqual({});
  });

  test.each(["2026-02-30", "yesterday", "01/02/2026"])("%s is not a date", (dateInstalled) => {
    expect(validate({ dateInstalled })).toEqual({ dateInstalled: "date-invalid" });
  });
});

describe("Selecting a type", () => {
  it("resets manufacturer and model and, for non-simple types, the other fields", () => {
    expect(chooseType(boiler, cooker)).toEqual({ ...blankAppliance, type: cooker });
  });

  it("resets manufacturer and model alone for simple types", () => {
    expect(chooseType(boiler, 16)).toEqual({ ...boiler, type: 16, manufacturerAndModel: null });
  });

  it("that is already selected changes nothing", () => {
    expect(chooseType(boiler, boiler.type)).toBe(boiler);
  });
});

describe("Recording an appliance", () => {
  it("returns the recorded answers for editing", () => {
    expect(readApplianceAnswers(anAppliance())).toEqual(boiler);
  });

  it("accepts manufacturer and model that the office gave by name only", () => {
    const nobody = { manufacturerId: null, manufacturerModelId: null };
    const named = { manufacturerName: " Acme ", modelName: "Boiler 24" };
    const unnamed = { unknownManufacturerName: null, unknownModelName: "" };
    const appliance = anAppliance({ ...nobody, ...named, ...unnamed });
    expect(readApplianceAnswers(appliance).manufacturerAndModel).toEqual({
      manufacturer: { kind: "unknown", name: "Acme" },
      model: { kind: "unknown", name: "Boiler 24" },
    });
    expect([readManufacturerName(appliance), readModelName(appliance)]).toEqual([
      "Acme",
      "Boiler 24",
    ]);
    const blank = { ...nobody, manufacturerName: "", modelName: null };
    const typed = { unknownManufacturerName: "Typed", unknownModelName: null };
    const other = anAppliance({ ...blank, ...typed });
    expect([readManufacturerName(other), readModelName(other)]).toEqual(["Typed", ""]);
  });

  it("leaves details that a simple type does not have unchanged while the type is unchanged", () => {
    const alarm = anAppliance({ type: 16, location: 6 });
    expect(applianceRecord({ ...boiler, type: 16 }, alarm).location).toBe(6);
    expect(applianceRecord({ ...boiler, type: 2 }, alarm).location).toBeNull();
  });
});

describe("Scrapping an appliance", () => {
  it("sets the flag and the time; reinstating clears them", () => {
    const scrapped = withScrapped(anAppliance(), at(1));
    const time = at(1).toISOString();
    expect(scrapped).toMatchObject({ scrapped: true, scrappedDateTime: time, modifiedOn: time });
    expect(withReinstated(scrapped, at(2))).toMatchObject({
      scrapped: false,
      scrappedDateTime: null,
      modifiedOn: at(2).toISOString(),
    });
  });

  it("deletes an appliance that the engineer added instead", () => {
    expect(removalKind(anAppliance({ addedByEngineer: true }))).toBe("delete");
    expect(removalKind(anAppliance())).toBe("scrap");
  });
});
