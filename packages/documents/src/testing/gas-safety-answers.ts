import type { Answers } from "../gas-safety/answers.ts";
import { passedAppliance, passedHome } from "../gas-safety/passed-checks.ts";

const imageBase64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const signature = `data:image/png;base64,${imageBase64}`;

/** A PNG that a PDF accepts. */
export const anImage: Uint8Array = Buffer.from(imageBase64, "base64");

/** Builds a safe appliance; `more` has what matters to the test. */
export function anApplianceCheck(more: Answers = {}): Answers {
  return {
    location: "Kitchen",
    type: "Combi boiler",
    make: "Worcester Bosch",
    model: "Greenstar 30i",
    serialNumber: "FD7812004455",
    flueType: "Room sealed",
    landlordsAppliance: "yes",
    ...passedAppliance,
    operatingPressure: 19.4,
    heatInput: 24.1,
    initialRatio: 0.0009,
    initialCo: 82,
    initialCo2: 9.1,
    finalRatio: 0.0007,
    finalCo: 64,
    finalCo2: 9.3,
    ...more,
  };
}

export const atRisk: Answers = {
  location: "Lounge",
  type: "Gas fire inset",
  make: "Valor",
  model: "Blenheim",
  flueType: "Open flue",
  flueFlow: "fail",
  spillage: "fail",
  safeToUse: "no",
  hasDefect: "yes",
  defect: "Products of combustion spill into the room at full rate",
  classification: "AR",
  remedialAction: "Turned off with the tenant's permission; chimney to be swept",
  warningNoticeIssued: "yes",
  warningNoticeNumber: "WN-2041",
  labelFitted: "yes",
};

/** Builds the answers of a record with one safe appliance. */
export function recordAnswers(more: Answers = {}): Answers {
  return {
    recordNumber: "GSR-100234",
    inspectionDate: "2026-11-21",
    previousDueDate: "2026-12-03",
    businessName: "Fieldfare Heating Services Ltd",
    businessAddress: "Unit 7, Hunslet Trading Estate, Leeds, LS10 1AB",
    businessPhone: "01134960400",
    gasSafeRegistration: "000123",
    engineerName: "Sam Taylor",
    engineerIdCard: "0001461",
    siteAddress: "12 Brudenell Mount, Headingley, Leeds",
    sitePostcode: "LS6 1HT",
    occupierName: "Pat Example",
    occupierPhone: "07700900123",
    siteUprn: "100230045501",
    isRented: "yes",
    landlordName: "Aire Valley Homes",
    landlordAddress: "2 Wharf Approach\nLeeds\nLS1 4AB",
    landlordPhone: "01134960500",
    appliances: [anApplianceCheck()],
    appliancesTested: 1,
    ...passedHome,
    comments: "System pressure topped up to 1.4 bar.",
    nextInspectionDue: "2027-12-03",
    engineerSignature: signature,
    signedOn: "2026-11-21",
    tenantPresent: "yes",
    receivedBy: "Pat Example",
    receivedByRole: "Tenant",
    receivedBySignature: signature,
    ...more,
  };
}
