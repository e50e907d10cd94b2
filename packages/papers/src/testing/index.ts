export { anApplianceCheck, aPicture, atRisk, recordAnswers } from "./gas-safety-answers.ts";
export { textOf } from "./text-of.ts";
