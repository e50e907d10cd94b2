import { isolateText } from "@fieldfare/domain";
import { describe, expect, it } from "vitest";
import { draw } from "../draw/draw.ts";
import { fonts } from "../testing/fonts.ts";
import { anImage, anApplianceCheck, atRisk, recordAnswers } from "../testing/gas-safety-answers.ts";
import { readPdfText } from "../testing/pdf-text.ts";
import type { Answers } from "./answers.ts";
import { describeAppliance } from "./appliance-name.ts";
import { gasSafetyRecord } from "./gas-safety-record.ts";

const completed = { formattedJobId: "FF100234", completedOn: "2026-11-21T11:30:00.000Z" };

async function drawPages(answers: Answers, images = new Map<string, Uint8Array>()) {
  const bytes = await draw(gasSafetyRecord({ ...completed, answers, images }), fonts);
  return { bytes, pages: await readPdfText(bytes) };
}

let recordText: string | undefined;

/** Returns the parts that do not come after the previous one. */
function outOfOrder(text: string, parts: readonly string[]): string[] {
  let place = 0;
  return parts.filter((part) => {
    const found = text.indexOf(part, place);
    if (found !== -1) place = found + part.length;
    return found === -1;
  });
}

describe("the gas safety record", () => {
  it("has its fields in the order that the trade uses, on one page", async () => {
    const { pages } = await drawPages(recordAnswers());
    expect(pages).toHaveLength(1);
    const parts = [
      "Landlord gas safety record GSR-100234",
      "Fieldfare Heating Services Ltd",
      "Unit 7, Hunslet Trading Estate",
      "01134960400",
      "000123",
      "Sam Taylor",
      "0001461",
      "Pat Example",
      "12 Brudenell Mount",
      "LS6 1HT",
      "100230045501",
      "Aire Valley Homes",
      "2 Wharf Approach",
      "21/11/2026",
      "Appliances",
      "Kitchen",
      "Combi boiler",
      "Worcester Bosch",
      "Greenstar 30i",
      "Room sealed",
      "Inspection",
      "Operating pressure",
      "19.4",
      "24.1",
      "0.0009",
      "82",
      "9.1",
      "0.0007",
      "64",
      "9.3",
      "Defects, actions and warning notices",
      "No defects were found.",
      "Gas installation pipework",
      "Tightness test",
      "Alarms",
      "CO alarm in date",
      "Comments",
      "System pressure topped up to 1.4 bar.",
      "Sign-off",
      "Sam Taylor",
      "Signature of the engineer",
      "Received by",
      "Tenant",
      "Signature of Pat Example",
      "Next inspection due",
      "03/12/2027",
      "Page 1 of 1",
    ];
    expect(outOfOrder(pages[0] ?? "", parts)).toEqual([]);
  });

  it("quotes the notice of the pipework", () => {
    const answers = recordAnswers({
      tightnessTest: "fail",
      pipeworkDefect: "Leak at the meter union",
      pipeworkNoticeIssued: "yes",
      pipeworkNoticeNumber: "WN-FF100234-261121",
    });
    const record = gasSafetyRecord({ ...completed, answers, images: new Map() });
    expect(JSON.stringify(record)).toContain("Yes: WN-FF100234-261121");
  });

  it("has no empty cell", async () => {
    const appliances = [anApplianceCheck({ serialNumber: undefined, finalCo: undefined })];
    const { sections } = gasSafetyRecord({
      ...completed,
      answers: recordAnswers({ appliances }),
      images: new Map(),
    });
    const tables = sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "table" ? [block] : [])),
    );
    expect(tables.length).toBeGreaterThan(1);
    for (const { rows, columns } of tables)
      for (const row of rows) {
        expect(row).toHaveLength(columns.length);
        expect(row).not.toContain("");
      }
  });

  it("has the danger in words at the top, with what was done about it", async () => {
    const { pages } = await drawPages(
      recordAnswers({
        appliances: [anApplianceCheck(), anApplianceCheck(atRisk)],
        appliancesTested: 2,
        tightnessTest: "fail",
        pipeworkDefect: "Leak at the meter union",
        pipeworkClassification: "ID",
        pipeworkAction: "Made safe",
        pipeworkNoticeIssued: "yes",
      }),
    );
    const parts = [
      "Do not use: the gas pipework is Immediately Dangerous (ID); the gas fire inset in the lounge is At Risk (AR).",
      "2. Gas fire inset, Lounge",
      "UNSAFE",
      "2. Gas fire inset, Lounge",
      "Products of combustion spill into the room",
      "At Risk (AR)",
      "Turned off with the tenant's permission",
      "Yes: WN-2041",
      "Gas pipework",
      "Leak at the meter union",
      "Immediately Dangerous (ID)",
    ];
    expect(outOfOrder(pages.join(" "), parts)).toEqual([]);
  });

  it("has no warning about a danger that was removed", async () => {
    const takenBack = anApplianceCheck({
      ...atRisk,
      flueFlow: "pass",
      spillage: "pass",
      safeToUse: "yes",
      hasDefect: "no",
    });
    const { pages } = await drawPages(
      recordAnswers({
        appliances: [takenBack],
        pipeworkDefect: "Leak at the meter union",
        pipeworkClassification: "ID",
      }),
    );
    expect(pages.join(" ")).not.toMatch(/Do not use|At Risk|Immediately|Leak/);
    expect(pages.join(" ")).toContain("No defects were found.");
  });

  it("names the part of the installation that is dangerous", async () => {
    const { pages } = await drawPages(
      recordAnswers({
        emergencyControlAccessible: "no",
        pipeworkDefect: "Seized",
        pipeworkClassification: "AR",
      }),
    );
    expect(pages.join(" ")).toContain("Do not use: the emergency control is At Risk (AR).");
  });

  it("continues over pages with twelve appliances, long texts and photos, its headings repeated", async () => {
    const imageId = "0190a000-0000-7000-8000-0000000000f1";
    const appliances = Array.from({ length: 12 }, (_, index) =>
      anApplianceCheck({
        ...atRisk,
        location: `Room ${index + 1}`,
        defect: `Fault ${index + 1}. ${"The flue is not supported and the joint has parted. ".repeat(12)}`,
        photos: [{ imageId: imageId.toUpperCase(), name: "a.jpg", content: imageId }],
      }),
    );
    const { pages } = await drawPages(
      recordAnswers({ appliances, appliancesTested: 12, comments: "Long. ".repeat(2_000) }),
      new Map([[imageId, anImage]]),
    );
    expect(pages.length).toBeGreaterThan(3);
    const all = pages.join(" ");
    for (let number = 1; number <= 12; number += 1) {
      expect(all).toContain(`Room ${number}`);
      expect(all).toContain(`Fault ${number}.`);
      expect(all).toContain(`${number}. Gas fire inset, Room ${number}`);
    }
    expect(all.match(/Long\./g)).toHaveLength(2_000);
    expect(all.match(/Remedial action taken/g)?.length).toBeGreaterThan(1);
    expect(all).not.toContain("cannot be shown");
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  });

  it("can be drawn from hostile, foreign and missing answers", async () => {
    const { pages } = await drawPages({
      recordNumber: { toString: 1 },
      appliances: [
        null,
        "boiler",
        { location: ["Kitchen"], inspected: "no", notInspectedReason: "Locked" },
        { hasDefect: "yes", defect: "Odd", classification: "toString" },
      ],
      occupierName: "<script>alert(1)</script> \u0000\u202E\u{1F525}",
      receivedByRole: "אבג محمد",
      landlordName: "Zażółć Gęślą",
      landlordAddress: "x".repeat(20_000),
      tenantPresent: "no",
      engineerSignature: "data:image/png;base64,AAAA",
      receivedBySignature: "javascript:alert(1)",
      inspectionDate: "yesterday",
      constructor: "yes",
    });
    const all = pages.join(" ").replaceAll(/x{60}/g, "");
    expect(all).toContain("Landlord gas safety record FF100234");
    expect(all).toContain("<script>alert(1)</script>");
    expect(all).toContain("Zażółć Gęślą");
    expect(all).toContain("No: Locked");
    expect(all).toContain("Nobody was present to receive it");
    expect(all).toContain("yesterday");
    expect(all).not.toContain("native code");
    expect(all).toContain("Signature of the engineer (cannot be shown here");
  });

  it.each([
    ["the date of the check", "21/11/2026"],
    ["the address of the premises", "12 Brudenell Mount, Headingley, Leeds, LS6 1HT"],
    ["the name of the landlord", "Aire Valley Homes"],
    ["the address of the landlord", "2 Wharf Approach, Leeds, LS1 4AB"],
    ["the description of each appliance", "Gas fire inset Valor Blenheim"],
    ["the flue", "Open flue"],
    ["the location of each appliance", "2 Lounge"],
    ["any defect", "Products of combustion spill into the room at full rate"],
    ["any remedial action", "Turned off with the tenant's permission; chimney to be swept"],
    ["the confirmation", "complies with regulation 26(9)(a) to (d) of the Gas Safety"],
    ["(a) flues", "(a) the effectiveness of any flue"],
    ["(b) combustion air", "(b) the supply of combustion air"],
    ["(c) pressure or heat input", "(c) the operating pressure or heat input"],
    [
      "(d) safe functioning",
      "(d) the operation of the appliance so as to ensure its safe functioning",
    ],
    ["the name of the individual", "Engineer Name Sam Taylor"],
    ["the signature of the individual", "Signature of the engineer"],
    ["the registration number", "Gas Safe registration 000123"],
  ])("has %s, as regulation 36(3)(c) requires", async (_, words) => {
    recordText ??= (
      await drawPages(recordAnswers({ appliances: [anApplianceCheck(), anApplianceCheck(atRisk)] }))
    ).pages.join(" ");
    expect(recordText).toContain(words);
  });

  it("isolates a right-to-left name in the caption of a signature", () => {
    const receivedBy = "\u05E9\u05E8\u05D4 2nd";
    const answers = recordAnswers({ receivedBy });
    const content = gasSafetyRecord({ ...completed, answers, images: new Map() });
    const cards = content.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "cards" ? block.cards : [])),
    );
    expect(cards.map(({ signature }) => signature?.caption)).toContain(
      `Signature of ${isolateText(receivedBy)}`,
    );
  });

  it("says that it was received only above a signature", async () => {
    const signed = (await drawPages(recordAnswers())).pages.join(" ");
    expect(signed).toContain("Received by Name Pat Example Role Tenant Signature of Pat Example");
    const unsigned = recordAnswers({ receivedBySignature: undefined });
    const without = (await drawPages(unsigned)).pages.join(" ");
    expect(without).not.toContain("Received by");
    expect(without).toContain(
      "Person at the visit Name Pat Example Role Tenant Signature Not signed",
    );
    const nobody = (await drawPages(recordAnswers({ tenantPresent: "no" }))).pages.join(" ");
    expect(nobody).not.toContain("Received by");
    expect(nobody).toContain("Nobody was present to receive it");
  });

  it.each([
    [{ type: "Gas fire, inset", location: "Lounge" }, "the inset gas fire in the lounge"],
    [{ type: "CO alarm", location: "Bedroom 2" }, "the CO alarm in bedroom 2"],
    [{ type: "Combi boiler", location: "External" }, "the combi boiler outside"],
    [{ location: "Kitchen" }, "the appliance in the kitchen"],
    [{}, "the appliance"],
  ])("describes %j as %s", (appliance, words) => {
    expect(describeAppliance(appliance)).toBe(words);
  });

  it("has the same bytes for the same answers, with its own fonts", async () => {
    const first = await drawPages(recordAnswers());
    const second = await drawPages(recordAnswers());
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    const raw = Buffer.from(first.bytes).toString("latin1");
    expect(raw.match(/\/FontFile2/g)).toHaveLength(2);
    expect(raw).not.toContain("/Helvetica");
  });
});
