import { anApplianceCheck, recordAnswers } from "@fieldfare/documents/testing";

/** Complete answers without an issue, one set for each form that ships. */

const signature = `data:image/png;base64,${"A".repeat(400)}`;

const photo = {
  imageId: "0193b3f0-0000-7000-8000-00000000aaaa",
  name: "photo.jpg",
  type: "image/jpeg",
  content: "0193b3f0-0000-7000-8000-00000000aaaa",
};

/** Builds one checked and safe appliance of a gas safety record, with a photo. */
export function aCheckedAppliance(more: object = {}) {
  return anApplianceCheck({ photos: [photo], ...more });
}

/** Builds a gas safety record with three appliances, all checked and safe. */
export function aGasSafetyRecord(more: object = {}) {
  return recordAnswers({
    recordNumber: "FF1001-260302",
    inspectionDate: "2026-03-02",
    previousDueDate: "2026-04-01",
    nextInspectionDue: "2027-04-01",
    signedOn: "2026-03-02",
    appliances: [
      aCheckedAppliance(),
      aCheckedAppliance({
        type: "Hob",
        flueType: "Flueless",
        flueCondition: "na",
        termination: "na",
        location: "Kitchen",
      }),
      aCheckedAppliance({ type: "Gas fire, inset", location: "Lounge", spillage: "pass" }),
    ],
    appliancesTested: 3,
    engineerSignature: signature,
    receivedBySignature: signature,
    ...more,
  });
}

/** Builds one appliance of a warning notice: an Immediately Dangerous gas fire that was disconnected. */
export function anUnsafeAppliance(more: object = {}) {
  return {
    location: "Lounge",
    type: "Gas fire, inset",
    make: "Calder Hearths",
    model: "Fell",
    classification: "ID",
    fault: "Spillage test failed",
    action: "Disconnected and capped",
    rectification: "Sweep the flue and test again",
    isolation: "disconnected",
    labelFitted: "yes",
    labelWhere: "On the isolation valve",
    emergencyCalled: "no",
    riddor: "yes",
    riddorReason: "Products of combustion entered the room",
    photos: [photo],
    ...more,
  };
}

/** Builds a warning notice about one unsafe appliance, signed by the engineer and the tenant. */
export function aWarningNotice(more: object = {}) {
  return {
    noticeNumber: "WN-FF1001-260302",
    date: "2026-03-02",
    engineerName: "Sam Taylor",
    engineerIdCard: "0001461",
    businessName: "Fieldfare Heating Services Ltd",
    businessAddress: "Unit 7, Hunslet Trading Estate, Leeds",
    businessPhone: "01134960400",
    gasSafeRegistration: "000123",
    siteAddress: "14 Example Street, Leeds",
    sitePostcode: "LS6 1AA",
    notices: [anUnsafeAppliance()],
    informed: "signed",
    informedName: "Pat Example",
    informedRole: "Tenant",
    informedSignature: signature,
    engineerSignature: signature,
    ...more,
  };
}

const visit = {
  engineerName: "Sam Taylor",
  date: "2026-03-02",
  siteAddress: "14 Example Street, Leeds",
  sitePostcode: "LS6 1AA",
};

/** Builds the service of one boiler. `boiler` overrides fields of the boiler, not of the form. */
export function aBoilerService(boiler: object = {}) {
  const done = "done";
  return {
    ...visit,
    boilers: [
      {
        location: "Kitchen",
        type: "Combi boiler",
        make: "Worcester Bosch",
        model: "Greenstar 30i",
        gcNumber: "4700101",
        casingSeals: done,
        burner: done,
        ignition: done,
        condensate: done,
        flue: done,
        expansionVessel: done,
        reliefValve: done,
        controls: done,
        filter: done,
        inhibitor: "na",
        standingPressure: 22,
        workingPressure: 20.5,
        gasRate: 2.4,
        co: 60,
        co2: 9,
        ratio: 0.0007,
        systemPressure: 1.2,
        flowTemperature: 65,
        benchmarkFilled: "yes",
        ...boiler,
      },
    ],
    ambientCo: 0,
    nextService: "2027-03-02",
    engineerSignature: signature,
  };
}

/** Builds the test of one smoke alarm, which passes. `alarm` overrides fields of the alarm, not of the form. */
export function anAlarmTest(alarm: object = {}) {
  return {
    ...visit,
    storeys: 1,
    alarms: [
      {
        location: "Hall",
        type: "Smoke alarm",
        make: "Beacon Alarms",
        model: "S10",
        power: "mains",
        replaceBy: "2099-01-31",
        test: "pass",
        interlinked: "yes",
        action: "none",
        ...alarm,
      },
    ],
    alarmsPassed: 1,
    smokeEveryFloor: "yes",
    coWhereNeeded: "yes",
    tenantShown: "yes",
    engineerSignature: signature,
  };
}

/** Builds a risk assessment with one risk, a dog, by which it is safe to start. */
export function aRiskAssessment(more: object = {}) {
  return {
    engineerName: "Sam Taylor",
    date: "2026-03-02",
    dogs: "yes",
    aggression: "no",
    asbestos: "no",
    electrics: "no",
    gasSmell: "no",
    height: "no",
    confined: "no",
    manual: "no",
    slips: "no",
    hygiene: "no",
    children: "no",
    controls: "Dog is shut in the kitchen",
    protection: ["Gloves", "Eye protection"],
    needsTwo: "no",
    safeToStart: "yes",
    engineerSignature: signature,
    ...more,
  };
}

/** Builds a damp inspection of one room with light mould. */
export function aDampInspection(more: object = {}) {
  return {
    ...visit,
    occupants: 3,
    vulnerable: ["Under 5"],
    rooms: [
      {
        room: "Bedroom 1",
        surfaces: ["Outside wall", "Window reveal"],
        mould: "light",
        humidity: 68,
        roomTemperature: 17,
        moisture: 15,
        ventilation: "yes",
        heating: "yes",
        causes: ["Condensation"],
        photos: [photo],
      },
    ],
    hazard: "significant",
    works: "Wash down, fit a humidistat fan",
    adviceGiven: "yes",
    engineerSignature: signature,
    ...more,
  };
}
