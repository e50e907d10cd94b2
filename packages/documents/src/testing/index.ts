export { anApplianceCheck, anImage, atRisk, recordAnswers } from "./gas-safety-answers.ts";
export { readPdfText } from "./pdf-text.ts";
