export {
  checkOutcome,
  type CloseAnswers,
  closeJob,
  closeWithoutAccess,
  type NoAccessReport,
} from "./actions/closing.ts";
export { formatAddress } from "./actions/address.ts";
export { confirmAlert, markAlertsRead, markJobAlertsRead } from "./actions/alerts.ts";
export { cancelAbsence, requestAbsence } from "./actions/absences.ts";
export {
  addAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
  updateAppliance,
} from "./actions/appliances.ts";
export { receivePart, receiveParts, takeBackReceipt } from "./actions/collecting.ts";
export {
  addContact,
  markContactLeft,
  reinstateContact,
  removeContact,
  updateContact,
} from "./actions/contacts.ts";
export { keepLateText } from "./actions/draft-end.ts";
export { markFavourite } from "./actions/favourites.ts";
export { addPhoto, deletePhoto, type NewPhoto, uploadPhotos } from "./actions/images.ts";
export {
  advanceJob,
  cancelJob,
  type HoldReport,
  placeHold,
  releaseHold,
  selectJob,
} from "./actions/job-life.ts";
export {
  addForm,
  beginJobForm,
  completeJobForm,
  removeForm,
  saveJobForm,
  saveLatestForms,
} from "./actions/forms.ts";
export { rememberAnswers } from "./actions/form-memory.ts";
export { addMileage, removeMileage, updateMileage } from "./actions/mileage.ts";
export { addNote, updateNote } from "./actions/notes.ts";
export { confirmNotice } from "./actions/notices.ts";
export { addPart, removePart, setVanStock, updatePart } from "./actions/parts.ts";
export { type Rejection, removeJob, retainJob } from "./actions/removal.ts";
export { updateSignature } from "./actions/signature.ts";
export { addSor, discardQuantity, removeSor, updateSor } from "./actions/sors.ts";
export { addWarningNotice } from "./actions/warning-notice.ts";
export { discardDraftPhotos } from "./actions/work.ts";
export type { ActionRefusal } from "./actions/act.ts";
export {
  type AbsenceDocuments,
  downloadAbsencePdf,
  readAbsenceDocuments,
} from "./api/absence-documents.ts";
export { isEmulation } from "./build.ts";
export { callServer } from "./api/call.ts";
export { type Answer, type CallFailure, describeFailure } from "./api/failure.ts";
export {
  downloadPdf,
  downloadImage,
  type HistoryDocuments,
  readHistoryDocuments,
} from "./api/history.ts";
export { recordingTime } from "./database/clock.ts";
export { EngineerDatabase, SharedDatabase } from "./database/database.ts";
export type { JournalEntry } from "./database/journal.ts";
export { decodeEntries, encodeEntry } from "./database/journal-format.ts";
export type { StartState } from "./database/restore.ts";
export type * from "./database/rows.ts";
export { compactJournal, isQuotaError } from "./database/unit.ts";
export { type Device, forCurrentEngineer } from "./device.ts";
export { exportDatabase, type ExportRefusal, resumeExports } from "./export/upload.ts";
export { createEvents, type DeviceEvent, type DeviceEvents } from "./events.ts";
export { importDatabase, type ImportProgress, type ImportRefusal } from "./import/database-file.ts";
export { type DumpRefusal, importTableDump } from "./import/table-dump.ts";
export { drain, type DrainResult } from "./outbox/sender.ts";
export { tryNow, unblockRefused } from "./outbox/try-now.ts";
export { parsePhoneNumberFromString as parsePhone } from "libphonenumber-js/min";
export type * from "./ports.ts";
export {
  type Absences,
  type KnownAbsence,
  type KnownYear,
  readAbsences,
} from "./reading/absences.ts";
export {
  type OpenReceipt,
  type PartToCollect,
  readOpenReceipts,
  readPartsToCollect,
  readPartsToCollectCount,
} from "./reading/collection.ts";
export {
  type Favourites,
  isFavouriteIn,
  readContacts,
  readContactsVersion,
  readFavourites,
} from "./reading/contacts.ts";
export {
  type DraftKind,
  dropDraft,
  readDraft,
  readRecordDrafts,
  readUnsaved,
  saveDraft,
  saveDraftChange,
  type UnsavedEntity,
  type UnsavedEntry,
} from "./drafts/drafts.ts";
export type { DraftBasis } from "./drafts/merge-draft.ts";
export {
  dropFormDraft,
  type FormDraft,
  type FormPath,
  saveFormDraft,
  saveUnsupportedForm,
} from "./drafts/form-drafts.ts";
export { newId } from "./ids.ts";
export { readImageBytes, readImagesByIds, readNoticeIssues } from "./reading/forms.ts";
export { isGivenAway, isJobAlert, readAlerts, readUnreadAlerts } from "./reading/alerts.ts";
export { readCommands, readExport, type ReceivedCommand } from "./reading/commands.ts";
export * from "./reading/jobs.ts";
export { type MileageAround, readMileage, readMileageRecord } from "./reading/mileage.ts";
export * from "./reading/outbox.ts";
export { isAutomatic, type OutboxSummary, readOutboxSummary } from "./reading/outbox-summary.ts";
export { hasOpenVisit, readWaitingHere, readWaitingOfOthers } from "./reading/waiting-here.ts";
export { type PlannerAppointment, readPlannerWeek, readPlannerWeeks } from "./reading/planner.ts";
export {
  areListsMissing,
  readAlarms,
  readStorage,
  readStorageUse,
  type Storage,
  type StoragePurpose,
  type StorageUse,
} from "./reading/storage.ts";
export {
  type Client,
  type ClientPriority,
  type ContractSor,
  readClients,
  readContractSors,
  readPriorities,
} from "./reading/quick-job.ts";
export { readQuickJobBegun } from "./reading/quick-job-draft.ts";
export { readRecordedWork, type RecordedWork } from "./reading/recorded-work.ts";
export { type AttachmentToRead, readAttachments } from "./reading/attachments.ts";
export * from "./reading/work.ts";
export { readRescueFile, type RescueResult, type RescueRefusal } from "./rescue/read.ts";
export { readUnsent, type UnsentCounts } from "./rescue/unsent.ts";
export { minPassphraseLength, writeRescueFile } from "./rescue/write.ts";
export { readClientSettings, refreshClientSettings } from "./session/client-settings.ts";
export {
  changeForgottenPin,
  type ForgottenPinRefusal,
  type PinProof,
} from "./session/forgotten-pin.ts";
export {
  checkInstallation,
  install,
  type InstallationAnswers,
  type InstallRefusal,
  type LostWork,
  readLostWork,
  hasWorkedHere,
} from "./session/install.ts";
export { type AppLock, createAppLock } from "./session/app-lock.ts";
export { sealText } from "./session/seal-text.ts";
export {
  type Authenticator,
  markAuthenticatorOffered,
  removeAuthenticator,
} from "./session/authenticator.ts";
export { enrolAuthenticator } from "./session/enrol-authenticator.ts";
export { failedSignIns, type FailedSignIns, lockOutMs } from "./session/lock-out.ts";
export {
  prepareUnlock,
  readUnlockOptions,
  followLockSetting,
  unlock,
  type UnlockOptions,
  type UnlockRefusal,
} from "./session/unlock.ts";
export { watchLockOut } from "./session/watch-lock-out.ts";
export { requestPersistentStorage } from "./session/persistent-storage.ts";
export {
  isWorkStoredHere,
  requiresPin,
  readDeviceInstallation,
  readSession,
  rememberedEmail,
  rememberEmail,
  type Session,
  type SessionUser,
} from "./session/session.ts";
export {
  type SignedIn,
  type SignInRefusal,
  signInToDevice as signIn,
  signOut,
} from "./session/sign-in.ts";
export {
  readProviderEmail,
  type ProviderSignInRefusal,
  signInWithProvider,
} from "./session/provider-sign-in.ts";
export { isSignInNeeded } from "./session/token.ts";
export { refreshAbsences } from "./polling/absences.ts";
export { applySyncAnswer } from "./reference-data/apply.ts";
export { fetchAttachments, openAttachment } from "./polling/attachments.ts";
export { checkLock, poll, runMaintenance } from "./polling/poll.ts";
export { pingOnce } from "./polling/shared-ping.ts";
export {
  readManufacturers,
  readModels,
  readRegistrationFormats,
  searchReference,
} from "./reference-data/choices.ts";
export { fetchCommandsAndJobs } from "./polling/commands-and-jobs.ts";
export { pollCommands } from "./polling/commands.ts";
export { prepareForms } from "./reading/prepare-forms.ts";
export {
  type FormCard,
  type JobForm,
  readFormCards,
  readJobForm,
  readOfferedForms,
  readUnopenableForms,
} from "./reading/job-forms.ts";
export { recover, refreshJobs, type RefreshRefusal } from "./polling/jobs.ts";
export { refreshJobHistory } from "./polling/job-history.ts";
export { logError } from "./polling/log.ts";
export { refreshMileage } from "./polling/mileage.ts";
export { refreshPlannerWeek, refreshPlannerWeeks } from "./polling/planner.ts";
export {
  findAddresses,
  type FoundAddress,
  type FoundProperty,
  type JobType,
  type Disallowed,
  type PropertyDetails,
  readDisallowed,
  isAlreadySaved,
  createQuickJobIds,
  renewQuickJobIds,
  type QuickJobToSave,
  readPropertyDetails,
  readServiceLevel,
  refreshClientChoices,
  refreshClients,
  saveQuickJob,
  type SaveRefusal,
  searchJobTypes,
  searchProperties,
  type ServiceLevelDates,
} from "./polling/quick-job.ts";
export {
  type DomainChoice,
  findReference,
  readDomainList,
  readReference,
  readRootCauses,
} from "./reference-data/reference.ts";
export { runSync, type SyncResult, type SyncOptions } from "./reference-data/run-sync.ts";
export { openSearch, type SearchIndex } from "./reference-data/search.ts";
