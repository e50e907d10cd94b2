import type { Block, Paper, Picture, Section } from "../paper.ts";
import { addressIn, answerIn, classIn, dayIn } from "./answer-words.ts";
import { type Answers, imageIdsIn, rowsIn, textIn } from "./answers.ts";
import { card, type CompletedForm, known, photo, signature } from "./completed-form.ts";
import { applianceDetails, defects, inspectionDetails } from "./record-tables.ts";

/** The landlord's gas safety record, its fields in the order that the trade is used to. */
export function gasSafetyRecord({
  formattedJobId,
  answers,
  completedOn,
  pictures,
}: CompletedForm): Paper {
  const appliances = rowsIn(answers, "appliances");
  const photos = photosOf(appliances, pictures);
  return {
    title: "Landlord gas safety record",
    reference: textIn(answers, "recordNumber") || formattedJobId,
    date: completedOn,
    orientation: "landscape",
    sections: [
      { heading: null, blocks: [...warnings(answers), parties(answers), visit(answers)] },
      section("Appliances", applianceDetails(appliances)),
      section("Inspection", inspectionDetails(appliances)),
      section("Defects, actions and warning notices", defects(answers)),
      section("Gas installation pipework", pipework(answers)),
      section("Alarms", alarms(answers)),
      ...(textIn(answers, "comments") === ""
        ? []
        : [section("Comments", { kind: "text", text: textIn(answers, "comments") })]),
      section("Sign-off", confirmation, signOff(answers)),
      ...(photos.length === 0 ? [] : [section("Photos", { kind: "pictures", pictures: photos })]),
    ],
  };
}

/** Danger stands above everything else. */
function warnings(answers: Answers): Block[] {
  const found = rowsIn(answers, "appliances").flatMap((appliance, index) =>
    isDangerous(appliance, "classification")
      ? [`appliance ${index + 1} is ${classIn(appliance, "classification")}`]
      : [],
  );
  if (isDangerous(answers, "pipeworkClassification"))
    found.push(`the pipework is ${classIn(answers, "pipeworkClassification")}`);
  if (found.length === 0) return [];
  return [{ kind: "warning", text: `Do not use: ${found.join("; ")}.` }];
}

function isDangerous(answers: Answers, name: string): boolean {
  return ["ID", "AR"].includes(textIn(answers, name));
}

function parties(answers: Answers): Block {
  return {
    kind: "cards",
    cards: [
      card("Business", [
        ["Business", textIn(answers, "businessName")],
        ["Address", addressIn(answers, "businessAddress")],
        ["Telephone", textIn(answers, "businessPhone")],
        ["Gas Safe registration", textIn(answers, "gasSafeRegistration")],
        ["Engineer", textIn(answers, "engineerName")],
        ["Gas Safe ID card", textIn(answers, "engineerIdCard")],
      ]),
      card("Site", [
        ["Occupier", textIn(answers, "occupierName")],
        [
          "Address",
          [addressIn(answers, "siteAddress"), addressIn(answers, "sitePostcode")]
            .filter(Boolean)
            .join(", "),
        ],
        ["Telephone", textIn(answers, "occupierPhone")],
        ["UPRN", textIn(answers, "siteUprn")],
        ["Rented", answerIn(answers, "isRented")],
      ]),
      card("Landlord or agent", [
        ["Name", textIn(answers, "landlordName")],
        ["Address", addressIn(answers, "landlordAddress")],
        ["Telephone", textIn(answers, "landlordPhone")],
      ]),
    ],
  };
}

function visit(answers: Answers): Block {
  return {
    kind: "facts",
    across: 4,
    facts: known([
      ["Date of the check", dayIn(answers, "inspectionDate")],
      ["Appliances tested", textIn(answers, "appliancesTested")],
      ["Last record was due", dayIn(answers, "previousDueDate")],
      ["Next inspection due", dayIn(answers, "nextInspectionDue")],
    ]),
  };
}

function pipework(answers: Answers): Block {
  const drop = textIn(answers, "tightnessDrop");
  return {
    kind: "facts",
    across: 5,
    facts: known([
      ["Visual inspection", answerIn(answers, "pipeworkVisual")],
      ["Tightness test", answerIn(answers, "tightnessTest")],
      ["Pressure drop", drop && `${drop} mbar`],
      ["Emergency control accessible", answerIn(answers, "emergencyControlAccessible")],
      ["Protective equipotential bonding", answerIn(answers, "equipotentialBonding")],
    ]),
  };
}

function alarms(answers: Answers): Block {
  return {
    kind: "facts",
    across: 5,
    facts: known([
      ["CO alarm fitted", answerIn(answers, "coAlarmFitted")],
      ["CO alarm in date", answerIn(answers, "coAlarmInDate")],
      ["CO alarm tested", answerIn(answers, "coAlarmTested")],
      ["Smoke alarm fitted", answerIn(answers, "smokeAlarmFitted")],
      ["Smoke alarm tested", answerIn(answers, "smokeAlarmTested")],
      ["Notes", textIn(answers, "alarmNotes")],
    ]),
  };
}

const confirmation: Block = {
  kind: "text",
  text: "I confirm that every appliance and flue that stands here as inspected was examined as the Gas Safety (Installation and Use) Regulations 1998 require.",
};

function signOff(answers: Answers): Block {
  const isReceived = textIn(answers, "tenantPresent") !== "no";
  const receiver = textIn(answers, "receivedBy");
  return {
    kind: "cards",
    cards: [
      {
        ...card("Engineer", [
          ["Name", textIn(answers, "engineerName")],
          ["ID card", textIn(answers, "engineerIdCard")],
          ["Signed on", dayIn(answers, "signedOn")],
        ]),
        ...signature("Signature of the engineer", answers, "engineerSignature"),
      },
      {
        ...card("Received by", [
          ["Name", isReceived ? receiver : "Nobody was there to receive it"],
          ["As", textIn(answers, "receivedByRole")],
        ]),
        ...signature(`Signature of ${receiver}`, answers, "receivedBySignature"),
      },
      card("Next inspection due", [
        ["On or before", dayIn(answers, "nextInspectionDue")],
        ["Copy to the tenant", "Within 28 days of the check"],
        ["Kept by the landlord", "Until two further checks have been made"],
      ]),
    ],
  };
}

function photosOf(
  appliances: readonly Answers[],
  pictures: ReadonlyMap<string, Uint8Array>,
): Picture[] {
  return appliances.flatMap((appliance, index) => {
    const caption = [`Appliance ${index + 1}`, textIn(appliance, "location")];
    return imageIdsIn(appliance, "photos").map((imageId) =>
      photo(caption.filter(Boolean).join(", "), imageId, pictures),
    );
  });
}

function section(heading: string, ...blocks: readonly Block[]): Section {
  return { heading, blocks };
}
