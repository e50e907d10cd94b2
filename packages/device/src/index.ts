export {
  checkOutcome,
  type CloseAnswers,
  closeJob,
  closeWithoutAccess,
  type NoAccessAnswers,
} from "./actions/closing.ts";
export {
  addAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
  updateAppliance,
} from "./actions/appliances.ts";
export {
  addContact,
  markContactLeft,
  reinstateContact,
  removeContact,
  updateContact,
} from "./actions/contacts.ts";
export { addPhoto, deletePhoto, type NewPhoto, uploadPhotos } from "./actions/images.ts";
export {
  advanceJob,
  cancelJob,
  type HoldAnswers,
  placeHold,
  releaseHold,
  selectJob,
} from "./actions/job-life.ts";
export { addNote, updateNote } from "./actions/notes.ts";
export { confirmNotice } from "./actions/notices.ts";
export { addPart, removePart, setVanStock, updatePart } from "./actions/parts.ts";
export { type Rejection, removeJob, retainJob } from "./actions/removal.ts";
export { updateSignature } from "./actions/signature.ts";
export { addSor, removeSor, updateSor } from "./actions/sors.ts";
export { dropDraftPhotos } from "./actions/work.ts";
export type { ActionRefusal } from "./actions/act.ts";
export { callServer } from "./api/call.ts";
export { describeFailure } from "./api/failure.ts";
export {
  downloadPaper,
  downloadPicture,
  type HistoryDocuments,
  readHistoryDocuments,
} from "./api/history.ts";
export { DeviceDatabase } from "./database/database.ts";
export { decodeEntries, encodeEntry, type JournalEntry } from "./database/journal.ts";
export { startDatabase, type StartState } from "./database/restore.ts";
export type * from "./database/rows.ts";
export { compactJournal } from "./database/unit.ts";
export type { Device } from "./device.ts";
export { createEvents, type DeviceEvent, type DeviceEvents } from "./events.ts";
export { drain, type DrainResult } from "./outbox/sender.ts";
export { isGbPhone } from "./phones.ts";
export type * from "./ports.ts";
export { type DraftKind, dropDraft, readDraft, saveDraft } from "./reading/drafts.ts";
export * from "./reading/jobs.ts";
export * from "./reading/outbox.ts";
export * from "./reading/work.ts";
export {
  checkInstallation,
  install,
  type InstallationAnswers,
  type InstallRefusal,
} from "./session/install.ts";
export {
  isInstalled,
  readSession,
  rememberedEmail,
  rememberEmail,
  type Session,
  type SessionUser,
} from "./session/session.ts";
export {
  failedSignIns,
  type FailedSignIns,
  type SignedIn,
  type SignInRefusal,
  signInToDevice as signIn,
  signOut,
} from "./session/sign-in.ts";
export { applySyncAnswer } from "./sync/apply.ts";
export { poll, tidy } from "./sync/background.ts";
export { readMakers, readModels, searchReference } from "./sync/choices.ts";
export { pollCommands } from "./sync/commands.ts";
export { refreshJobs, type RefreshRefusal } from "./sync/jobs.ts";
export { logError } from "./sync/log.ts";
export { recover } from "./sync/recover.ts";
export {
  type DomainChoice,
  findReference,
  readDomainList,
  readReference,
} from "./sync/reference.ts";
export { runSync, type SyncResult, type SyncWish } from "./sync/run.ts";
export { openSearch, type SearchIndex } from "./sync/search.ts";
