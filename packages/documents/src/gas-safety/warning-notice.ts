import { isolateText, needsWarningNotice } from "@fieldfare/domain";
import type { Block, DocumentContent, Section } from "../document-content.ts";
import { joinIsolated } from "../formatting.ts";
import { addressIn, answerIn, classIn, dayIn } from "./answer-text.ts";
import { type Answers, imageIdsIn, rowsIn, textIn } from "./answers.ts";
import { card, type CompletedForm, knownDetails, photo } from "./completed-form.ts";
import { businessCard, engineerSignature, landlordCard, personSignature } from "./party-cards.ts";

const isolations: Readonly<Record<string, string>> = {
  disconnected: "Disconnected",
  turnedOff: "Turned off",
  capped: "Supply capped",
  refused: "Permission refused",
  leftOn: "Left on",
};

/** Builds the notice for the responsible person of an unsafe gas appliance, with one section for each appliance. */
export function warningNotice({
  formattedJobId,
  answers,
  completedOn,
  images,
}: CompletedForm): DocumentContent {
  return {
    title: "Gas warning notice",
    reference: textIn(answers, "noticeNumber") || formattedJobId,
    date: completedOn,
    sections: [
      { heading: null, blocks: [parties(answers)] },
      ...rowsIn(answers, "notices").map((notice) => unsafeSection(notice, images)),
      {
        heading: "Who was informed",
        blocks: [informedPerson(answers), ...duty(answers), emergency],
      },
    ],
  };
}

/** The legal duty of a person who knows of a danger. */
function duty(answers: Answers): Block[] {
  if (!rowsIn(answers, "notices").some(isDanger)) return [];
  const text =
    "The responsible person must not use a gas appliance that they know or suspect to be dangerous, or let anybody else use it (Gas Safety (Installation and Use) Regulations 1998, regulation 34).";
  return [{ kind: "text", text }];
}

const emergency: Block = {
  kind: "text",
  text: "If you smell gas, leave the property and call the gas emergency service on 0800 111 999.",
};

function parties(answers: Answers): Block {
  return {
    kind: "cards",
    cards: [
      card("Site", [
        ["Address", addressIn(answers, "siteAddress")],
        ["Postcode", addressIn(answers, "sitePostcode")],
        ["Date", dayIn(answers, "date")],
      ]),
      landlordCard(answers),
      businessCard("Engineer", answers),
    ],
  };
}

function unsafeSection(notice: Answers, images: ReadonlyMap<string, Uint8Array>): Section {
  const name = ["type", "make", "model"].map((part) => textIn(notice, part));
  const heading = [joinIsolated(" ", name), isolateText(textIn(notice, "location"))];
  const photos = imageIdsIn(notice, "photos").map((imageId) => photo("Photo", imageId, images));
  return {
    heading: heading.filter(Boolean).join(", ") || "Appliance",
    blocks: [
      ...danger(notice),
      {
        kind: "details",
        details: knownDetails([
          ["Classification", classIn(notice, "classification")],
          ["Serial number", textIn(notice, "serialNumber")],
          ["Fault", textIn(notice, "fault")],
          ["Cause", textIn(notice, "cause")],
          ["Action taken", textIn(notice, "action")],
          ["Work needed to make it safe", textIn(notice, "rectification")],
          ["Gas supply", describeIsolation(notice)],
          [
            "Warning label fitted",
            joinDetail(answerIn(notice, "labelFitted"), notice, "labelWhere"),
          ],
          [
            "Gas emergency service called",
            joinDetail(answerIn(notice, "emergencyCalled"), notice, "emergencyReference"),
          ],
          ["Reported under RIDDOR", joinDetail(answerIn(notice, "riddor"), notice, "riddorReason")],
        ]),
      },
      ...(photos.length === 0 ? [] : [{ kind: "images" as const, images: photos }]),
    ],
  };
}

function danger(notice: Answers): Block[] {
  if (!isDanger(notice)) return [];
  return [{ kind: "warning", text: `${classIn(notice, "classification")}. Do not use.` }];
}

function isDanger({ classification }: Answers): boolean {
  return needsWarningNotice(classification);
}

function describeIsolation(notice: Answers): string {
  const isolation = textIn(notice, "isolation");
  return (Object.hasOwn(isolations, isolation) ? isolations[isolation] : undefined) ?? isolation;
}

function informedPerson(answers: Answers): Block {
  const informed = textIn(answers, "informed");
  const name = textIn(answers, "informedName");
  return {
    kind: "cards",
    cards: [
      {
        ...card("Responsible person", [
          ["Name", informed === "absent" ? "Not present" : name],
          ["Role", textIn(answers, "informedRole")],
          ["Signed", informed === "refused" ? "Refused to sign" : ""],
          ["Notice left", textIn(answers, "leftWhere")],
        ]),
        ...personSignature(name, answers, "informedSignature"),
      },
      {
        ...card("Engineer", [["Name", textIn(answers, "engineerName")]]),
        ...engineerSignature(answers),
      },
    ],
  };
}

function joinDetail(answer: string, notice: Answers, detail: string): string {
  return joinIsolated(": ", [answer, textIn(notice, detail)]);
}
