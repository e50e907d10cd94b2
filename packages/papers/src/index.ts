export {
  type DocumentKind,
  documentNumber,
  type DocumentVisit,
  readDocumentNumber,
} from "./document-code.ts";
export { formPaper, formPaperOf, type FormPaperKind, picturesOfForm } from "./form-papers.ts";
export { fontAddresses, type Fonts } from "./fonts.ts";
export type {
  AccessOrHold,
  ClosedImage,
  ClosedJob,
  Closing,
  Lists,
} from "./job-sheet/closed-job.ts";
export { captionsOf } from "./job-sheet/captions.ts";
export { jobSheet, type PictureBytes } from "./job-sheet/job-sheet.ts";
export type * from "./paper.ts";
