import type { JobCustomForm } from "@fieldfare/contract";
import { type DampHazard, formIds } from "@fieldfare/domain";
import { deriveDefinitionId } from "../forms/read-folder.ts";
import { demoSignature } from "./images.ts";
import type { FormOfVisit } from "./history.ts";
import { deterministicId } from "./ids.ts";
import { addMinutes } from "./people.ts";

/** The version of the form that ships. */
const version = 3;

const works: Readonly<Record<DampHazard, string | null>> = {
  none: null,
  significant: "Wash down with fungicide, fit a humidistat fan, insulate the window reveal.",
  emergency: "Ceiling is saturated above the bed: isolate the light, repair the leak, replaster.",
};

/** Builds the completed inspection of a visit. */
export function buildDampForm(
  { jobId, key, property, engineer, at }: FormOfVisit,
  hazard: DampHazard,
): JobCustomForm {
  const imageId = deterministicId(`image/${key}/0`);
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = property;
  return {
    customFormId: formIds.dampAndMould,
    customFormDefinitionId: deriveDefinitionId(formIds.dampAndMould, version),
    version,
    jobId,
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: addMinutes(at, -90),
    previousAnswers: null,
    completedForm: {
      engineerName: engineer.name,
      date: at.slice(0, 10),
      siteAddress: [addressLine1, addressLine2, addressLine3, addressLine4]
        .filter(Boolean)
        .join(", "),
      sitePostcode: postcode,
      occupants: 3,
      vulnerable: ["Under 5"],
      rooms: [
        {
          room: "Bedroom 1",
          surfaces: ["Outside wall", "Window reveal"],
          mould: hazard === "none" ? "light" : hazard === "significant" ? "moderate" : "severe",
          humidity: hazard === "none" ? 58 : 74,
          roomTemperature: 17,
          moisture: hazard === "none" ? 14 : 22,
          ventilation: hazard === "none" ? "yes" : "no",
          heating: "yes",
          causes: hazard === "emergency" ? ["Leak"] : ["Condensation"],
          photos: [{ imageId, name: "photo.png", type: "image/png", content: imageId }],
        },
      ],
      hazard,
      ...(works[hazard] !== null && { works: works[hazard] }),
      adviceGiven: "yes",
      engineerSignature: demoSignature(),
    },
    completedOn: addMinutes(at, 70),
    savedOnDateTime: addMinutes(at, 70),
  };
}
