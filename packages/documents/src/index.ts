export {
  type DocumentKind,
  documentNumber,
  type DocumentVisit,
  readDocumentNumber,
} from "./document-code.ts";
export {
  buildFormDocument,
  findFormDocument,
  type FormDocumentKind,
  listFormImages,
} from "./form-documents.ts";
export { passedAppliance, passedHome } from "./gas-safety/passed-checks.ts";
export {
  accessEvidence,
  type AccessAttempt,
  type AttemptHome,
  type AttemptPhoto,
} from "./access-evidence/access-evidence.ts";
export { fontAddresses, type Fonts } from "./fonts.ts";
export type {
  AccessOrHold,
  ClosedImage,
  ClosedJob,
  Closing,
  Lists,
  RemovedRecords,
} from "./job-sheet/closed-job.ts";
export { createCaptioner } from "./job-sheet/captions.ts";
export { jobSheet, type ImageBytes } from "./job-sheet/job-sheet.ts";
export type { FormAnswer, PrintedForm } from "./job-sheet/printed-forms.ts";
export type * from "./document-content.ts";
