import { formIds } from "@fieldfare/domain";
import type {
  Block,
  Card,
  Detail,
  DocumentContent,
  DocumentImage,
  Section,
} from "../document-content.ts";
import { joinIsolated } from "../formatting.ts";
import { addressIn, answerIn, dayIn } from "./answer-text.ts";
import { applianceName } from "./appliance-name.ts";
import { type Answers, imageIdsIn, rowsIn, textIn } from "./answers.ts";
import { card, type CompletedForm, knownDetails, photo } from "./completed-form.ts";
import { dangerWarning } from "./danger.ts";
import { businessCard, engineerSignature, landlordCard, personSignature } from "./party-cards.ts";
import { applianceDetails, defects, inspectionDetails } from "./record-tables.ts";

/** Builds the landlord's gas safety record, with its fields in the order that the trade uses. */
export function gasSafetyRecord({
  formattedJobId,
  answers,
  completedOn,
  images,
}: CompletedForm): DocumentContent {
  const appliances = rowsIn(answers, "appliances");
  const photos = collectPhotos(appliances, images);
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
      ...(photos.length === 0 ? [] : [section("Photos", { kind: "images", images: photos })]),
    ],
  };
}

/** The danger warning is above everything else. */
function warnings(answers: Answers): Block[] {
  const warning = dangerWarning([
    { customFormId: formIds.gasSafetyRecord, completedForm: answers },
  ]);
  return warning ? [warning] : [];
}

function parties(answers: Answers): Block {
  return {
    kind: "cards",
    cards: [
      businessCard("Business", answers),
      card("Site", [
        ["Occupier", textIn(answers, "occupierName")],
        [
          "Address",
          joinIsolated(", ", [
            addressIn(answers, "siteAddress"),
            addressIn(answers, "sitePostcode"),
          ]),
        ],
        ["Telephone", textIn(answers, "occupierPhone")],
        ["UPRN", textIn(answers, "siteUprn")],
        ["Rented", answerIn(answers, "isRented")],
      ]),
      landlordCard(answers),
    ],
  };
}

function visit(answers: Answers): Block {
  return {
    kind: "details",
    across: 4,
    details: knownDetails([
      ["Date of the check", dayIn(answers, "inspectionDate")],
      ["Appliances tested", textIn(answers, "appliancesTested")],
      ["This check was due by", dayIn(answers, "previousDueDate")],
      ["Next inspection due", dayIn(answers, "nextInspectionDue")],
    ]),
  };
}

function pipework(answers: Answers): Block {
  const drop = textIn(answers, "tightnessDrop");
  return {
    kind: "details",
    across: 5,
    details: knownDetails([
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
    kind: "details",
    across: 5,
    details: knownDetails([
      ["CO alarm fitted", answerIn(answers, "coAlarmFitted")],
      ["CO alarm in date", answerIn(answers, "coAlarmInDate")],
      ["CO alarm tested", answerIn(answers, "coAlarmTested")],
      ["Smoke alarm fitted", answerIn(answers, "smokeAlarmFitted")],
      ["Smoke alarm tested", answerIn(answers, "smokeAlarmTested")],
      ["Notes", textIn(answers, "alarmNotes")],
    ]),
  };
}

/** Gas Safety (Installation and Use) Regulations 1998, regulation 36(3)(c), requires this text. */
const confirmation: Block = {
  kind: "text",
  text: "I confirm that the safety check of each appliance and flue that is shown here as inspected complies with regulation 26(9)(a) to (d) of the Gas Safety (Installation and Use) Regulations 1998: (a) the effectiveness of any flue; (b) the supply of combustion air; (c) the operating pressure or heat input or, where these could not be examined, the combustion performance; (d) the operation of the appliance so as to ensure its safe functioning.",
};

function signOff(answers: Answers): Block {
  return {
    kind: "cards",
    cards: [
      {
        ...card("Engineer", [
          ["Name", textIn(answers, "engineerName")],
          ["ID card", textIn(answers, "engineerIdCard")],
          ["Signed on", dayIn(answers, "signedOn")],
        ]),
        ...engineerSignature(answers),
      },
      receipt(answers),
      card("Next inspection due", [
        ["On or before", dayIn(answers, "nextInspectionDue")],
        ["Copy to the tenant", "Within 28 days of the check"],
        ["Kept by the landlord", "Until two further checks have been made"],
      ]),
    ],
  };
}

/** Only a signature proves that the record was received. */
function receipt(answers: Answers): Card {
  const name = textIn(answers, "receivedBy");
  if (textIn(answers, "tenantPresent") === "no")
    return card("Copy of this record", [["At the visit", "Nobody was present to receive it"]]);
  const details: Detail[] = [
    ["Name", name],
    ["Role", textIn(answers, "receivedByRole")],
  ];
  const signed = personSignature(name, answers, "receivedBySignature");
  if (signed.signature) return { ...card("Received by", details), ...signed };
  return card("Person at the visit", [...details, ["Signature", "Not signed"]]);
}

function collectPhotos(
  appliances: readonly Answers[],
  images: ReadonlyMap<string, Uint8Array>,
): DocumentImage[] {
  return appliances.flatMap((appliance, index) => {
    const caption = `${index + 1}. ${applianceName(appliance) || "Appliance"}`;
    return imageIdsIn(appliance, "photos").map((imageId) => photo(caption, imageId, images));
  });
}

function section(heading: string, ...blocks: readonly Block[]): Section {
  return { heading, blocks };
}
