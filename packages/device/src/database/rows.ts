import type {
  DeviceKey,
  AbsenceDecision,
  AbsenceRequest,
  AccountNotice,
  DataRow,
  EngineeringNote,
  JobCustomForm,
  JobPart,
  MessageType,
  MileageRecord,
  PropertyAppliance,
  PropertyTenant,
  RemovedWork,
  ServerJob,
  TokenClaims,
  TokenModel,
} from "@fieldfare/contract";
import type { AbsenceType, DayRange, JobChange, SyncConfig, SyncedType } from "@fieldfare/domain";

/** The primary keys of all tables. */
export type Key = string | number | readonly [string, string | number];

/** An update from the office about a job that this device already holds. */
export interface OfficeUpdate {
  readonly commandId: string;
  readonly details: string;
  readonly receivedOn: string;
  /** What the office changed. Missing in rows of builds that did not compare. */
  readonly changes?: readonly JobChange[];
}

/** A job without what has its own tables: parts, notes, appliances, tenants. */
export type JobRow = Omit<ServerJob, "parts" | "notes" | "property"> & {
  readonly property: Omit<ServerJob["property"], "assets" | "tenants">;
  readonly isSelected: boolean;
  readonly officeUpdates: readonly OfficeUpdate[];
  readonly storedOn: string;
  /** When the history was fetched again after the job was stored. */
  readonly historyOn?: string;
  /** Something was recorded inside the job on this device. */
  readonly isWorkedOn?: true;
  /** What the engineer removed inside the job, for the server to remove too. */
  readonly removed?: RemovedWork;
  /** Those of them that an earlier visit had added, as they were. Earlier builds did not store them. */
  readonly removedRecords?: RemovedRecords;
  /** Codes of planned SORs that the engineer removed: a change by the office does not bring them back. Earlier builds did not store them. */
  readonly removedSors?: readonly number[];
  /** Ids of ordered parts that the office took out when something was recorded or typed of them. Earlier builds did not store them. */
  readonly leftOutParts?: readonly string[];
  /** Ids of the added forms that the server has. A list that lacks one does not remove it there. */
  readonly sentForms?: readonly string[];
  /**
   * The appliances of the property that were changed in this job on this phone: their ids, and when
   * each was last changed. Earlier builds did not store them.
   */
  readonly changedAppliances?: Readonly<Record<string, string>>;
  /** Ids of the jobs closed on this phone that `visitWarnings` includes. Earlier builds did not store them. */
  readonly warnedVisits?: readonly string[];
  /** Visits that `visitWarnings` does not include, of jobs that were deleted from this phone. */
  readonly deletedVisits?: readonly ClosedVisit[];
  /** The job was closed on this phone because nobody let the engineer in. */
  readonly closedWithoutAccess?: { readonly reason: string | null };
  /** The job came with an imported database; another import may replace it. */
  readonly isImported?: true;
};

/** What a closed job contributes to the visit warnings of the other jobs at its property. */
export type ClosedVisit = Pick<
  JobRow,
  "jobId" | "statusTimestamps" | "storedOn" | "closedWithoutAccess" | "outcomeId" | "customForms"
>;

export interface RemovedRecords {
  readonly appliances: readonly PropertyAppliance[];
  readonly contacts: readonly PropertyTenant[];
  readonly parts: readonly JobPart[];
}

export interface JobRemovalRow {
  readonly jobRemovalId: string;
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly requestedOn: string;
  /** The office has given the job to another engineer. */
  readonly isMoved?: true;
}

export type ImagePurpose = "job" | "no-access" | "signature" | "note" | "appliance" | "form";

export interface ImageRow {
  readonly imageId: string;
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  /** The entity that the image belongs to: the job itself, a note, an appliance or a form. */
  readonly entityId: string;
  readonly purpose: ImagePurpose;
  /** A draft is stored but not yet part of any message. */
  readonly state: "draft" | "queued" | "sent";
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly takenOn: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The opening of the camera with which a photo of a form was taken: after a kill it finds its question by it. */
  readonly openingId?: string;
  /** As for a job. */
  readonly isImported?: true;
}

/** The bytes of an image. They are written once with the image, and deleted with it. */
export interface ImageBytesRow {
  readonly imageId: string;
  readonly bytes: ArrayBuffer;
}

/** A piece of a document or photo that the office wants to be read. It is fetched again when it is lost. */
export interface AttachmentPieceRow {
  readonly attachmentId: string;
  /** From 0. */
  readonly piece: number;
  readonly bytes: ArrayBuffer;
}

export interface SendFailure {
  /** HTTP status; null when there was no answer, or none that could be read. */
  readonly status: number | null;
  /** The code of our own server's problem document; null for any other answer. */
  readonly code: string | null;
}

export interface OutboxRow {
  /** Auto id: the oldest message has the lowest. */
  readonly id: number;
  readonly messageId: string;
  readonly correlationId: string | null;
  readonly type: MessageType;
  readonly payload: unknown;
  readonly status: "queued" | "processing";
  readonly sendAttempts: number;
  readonly lastError: string | null;
  /** The result of the last attempt. Missing in rows of earlier builds. */
  readonly lastFailure?: SendFailure;
  readonly messageCreatedOn: string;
  /** The correction of the phone's clock that dates this message and what it reports. */
  readonly clockCorrectionMs?: number;
  readonly mobileVersion: string;
  readonly messageVersion: number;
  readonly jobId: string | null;
  readonly fieldOperativeAppointmentId: string | null;
  readonly incarnation: string;
  readonly lane: string;
  readonly laneNumber: number;
  readonly deviceSequence: number;
  readonly payloadHash: string;
  /**
   * A sender has claimed it, so it may have reached the server. Missing in rows of earlier builds.
   */
  readonly isTaken?: boolean;
  /** As for a job. */
  readonly isImported?: true;
}

/** A receipted message, stored for a while: a server restored from a backup gets it again. */
export type SentMessageRow = OutboxRow & { readonly receivedOn: string };

/**
 * An ordering key that is blocked since the server refused a message: its later messages wait,
 * other keys go on.
 */
export interface BlockedKeyRow {
  readonly lane: string;
  readonly messageId: string;
  readonly type: MessageType;
  readonly jobId: string | null;
  readonly code: string;
  readonly detail: string;
  readonly parkedOn: string;
}

export interface CounterRow {
  readonly name: string;
  readonly value: number;
}

/** What the sign-in screen needs to know of an installation before its database is opened. */
export interface KnownInstallation {
  readonly deviceId: string;
  readonly installationDate: string;
}

/** One engineer's installation on this browser. */
export interface DeviceInstallation {
  readonly installationDate: string | null;
  readonly deviceId: string | null;
  readonly enabled: boolean;
  /** The client generation: new when this device has lost all its data and counts from 1 again. */
  readonly incarnation: string;
  /**
   * The server's epoch when it last answered. Another epoch means that it was restored from a
   * backup.
   */
  readonly serverEpoch: string | null;
  /** Set until the open jobs are restored after a lost database. */
  readonly recoveryPending: boolean;
}

/** The one row of settings in an engineer's own database. */
export interface SettingRow extends DeviceInstallation {
  readonly id: 1;
  /** The wipe that the office has asked for. What was recorded in open visits has been queued for it. */
  readonly wipe?: { readonly wipeId: string };
  /** The engineer has drawn a new signature here since the server last asked for one. */
  readonly isSignatureGiven?: boolean;
  readonly export: { readonly lastExportDate: string | null; readonly code: string | null };
}

/** Engineers whose journal could not be written when their rows were carried over from an earlier build. */
export interface MissingJournals {
  readonly ownerIds: readonly string[];
  /** True once a later start has failed to write them too. */
  readonly isRetried: boolean;
}

/** The body of a request, and the headers that sign it. */
export interface SignedBody {
  readonly body: string;
  readonly signature: Readonly<Record<string, string>>;
}

/** A wipe of an engineer's data, from the moment when nothing waits any more until the server knows that it is done. */
export interface WipeUnderWay {
  readonly ownerId: string;
  readonly deviceId: string;
  readonly wipeId: string;
  /** Proves to the server that this phone confirms its own wipe. */
  readonly confirmationSecret: string;
  /** The office has confirmed that what is not sent may be lost. */
  readonly withoutSending: boolean;
  /**
   * The report with which the phone began, signed with the key that is deleted then: a server that was restored from a
   * backup is told again. Missing before the phone has begun.
   */
  readonly announcement?: SignedBody;
  /**
   * `announcing`: the server does not know yet that the phone begins. `deleted`: it does not know yet that it is done.
   * `confirmed`: the small stores of the browser, which write late, may not have forgotten the engineer yet.
   */
  readonly step: "announcing" | "deleting" | "deleted" | "confirmed";
}

/** The one row of settings that all engineers of this browser share. */
export interface SharedSettingRow {
  readonly id: 1;
  /** Missing unless something is being wiped. */
  readonly wipes?: readonly WipeUnderWay[];
  /** The current user: who signed in last; null before anybody did. */
  readonly currentUserId: string | null;
  /** Missing once every engineer whose rows were carried over has a journal. */
  readonly missingJournals?: MissingJournals;
  readonly sync: {
    readonly config: SyncConfig;
    readonly status: {
      readonly dateLastSync: string | null;
      readonly size: number | null;
      /**
       * The forms of jobs that were on this device when the last sync began and that it did not
       * bring. Missing before a first sync, and after one of an earlier build.
       */
      readonly missingForms?: readonly Pick<JobCustomForm, "jobId" | "customFormId">[];
    };
  };
}

export interface LoginRow {
  readonly email: string;
  /** Null until the server has told who this is. */
  readonly ownerId?: string | null;
  /**
   * Copied from the engineer's own settings with each sign-in and installation. Missing or null
   * until this browser is installed for the engineer.
   */
  readonly installation?: KnownInstallation | null;
  /** Null until the PIN has been right once on this browser. */
  readonly offlineLogin: SealedLogin | null;
  /** The same, sealed under the password, for an engineer who has signed in here with one. */
  readonly offlinePassword?: SealedLogin | null;
  /** The fingerprint or face that opens the app instead of the PIN; missing or null without one. */
  readonly authenticator?: StoredAuthenticator | null;
  /** Whether it was offered here. Missing before that. */
  readonly isAuthenticatorOffered?: boolean;
  /** Failures since the last sign-in, with the PIN or the password. */
  readonly failedLoginCount: number;
  /** How many of them were with the password. */
  readonly failedPasswordCount?: number;
  readonly lastLoginDate: string | null;
  readonly lastFailedLoginDate: string | null;
  /** Milliseconds of the lock-out that have passed while the app was open. */
  readonly lockOutServedMs?: number;
  /** The server's clock at the last failure, when it was known. */
  readonly lastFailedServerTime?: string | null;
  /** The last unlock of this device by the office that this browser has heard of. */
  readonly knownUnlockOn?: string | null;
}

/** The key with which this installation signs. */
export interface DeviceKeyRow {
  readonly id: 1;
  /** It cannot be read out of the browser. */
  readonly privateKey: CryptoKey;
  readonly publicKey: DeviceKey;
}

/** The public half of a credential that the phone made, and keeps the private half of. */
export interface StoredAuthenticator {
  readonly credentialId: ArrayBuffer;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: ArrayBuffer;
  /** The number of the algorithm in COSE: -7 or -257. */
  readonly algorithm: number;
  /** How often it has signed, by its own count; 0 if it does not count. */
  readonly signCount: number;
  /** Whether it derives secrets (the extension `prf`). */
  readonly hasPrf: boolean;
  /** The data key, encrypted with a secret that it derives; missing until it has derived one. */
  readonly dataKey?: { readonly iv: ArrayBuffer; readonly sealed: ArrayBuffer };
  readonly addedOn: string;
}

/** The username and profile, encrypted with a key from the PIN or password. */
export interface SealedLogin {
  /** Names the key of this phone that is needed besides the secret. Earlier builds needed none. */
  readonly boundTo?: string;
  /** Whether the profile has the data key. */
  readonly hasDataKey?: true;
  readonly salt: ArrayBuffer;
  readonly iv: ArrayBuffer;
  readonly sealed: ArrayBuffer;
  /** SHA-256 of everything else, in hexadecimal: tells a damaged profile from a wrong secret. Earlier builds stored none. */
  readonly hash?: string;
}

export interface TokenRow {
  readonly id: 1;
  /** Null after an offline sign-in: nothing is sent before there is a token. */
  readonly tokenModel: TokenModel | null;
  readonly claims: TokenClaims;
  readonly signedInOn: string;
  /** The server refuses to renew the token: only another sign-in helps. */
  readonly isRefused?: boolean;
  /** The office has asked for a wipe: this sign-in only sends what waits. */
  readonly isWiping?: boolean;
}

export interface LogRow {
  readonly id?: number;
  readonly logId: string;
  readonly loggedOn: string;
  readonly level: "error" | "warning" | "information";
  readonly message: string;
  readonly details: string | null;
}

export type AlertKind =
  | "job-added"
  | "job-changed"
  | "removal-requested"
  /** Declined by the phone itself, because access has been gained or the job is closed. */
  | "removal-declined"
  | "job-removed"
  /** The engineer ended the visit while text was typed, for example in another tab, that did not go with it. */
  | "text-not-sent";

/** Text that was typed into a screen of a job and not saved when the visit ended or the office removed the job. */
export interface UnsavedText {
  /** The entity kind of the draft, without the id of what was being changed. */
  readonly thing: string;
  /** The name of the form. Missing for everything else, and in rows of earlier builds. */
  readonly name?: string;
  readonly text: string;
}

/**
 * What the office did about a job, for the engineer to read, or what did not go with the end of its visit. It has the job's
 * own data, because the job may be deleted.
 */
export interface JobAlertRow {
  /** The id of the command that brought the alert, or of the appointment of a new job. An alert of the phone's own has a new one. */
  readonly alertId: string;
  readonly kind: AlertKind;
  readonly jobId: string;
  readonly formattedJobId: string;
  readonly address: string;
  readonly appointmentDateTime: string;
  /** The office's text. */
  readonly details: string | null;
  /** What has changed in the job. Missing in rows of builds that did not compare. */
  readonly changes?: readonly JobChange[];
  /** Shown as a notice until it is confirmed: the job was removed whatever its state, or text was not sent. */
  readonly mustConfirm: boolean;
  readonly unsaved: readonly UnsavedText[];
  /** The visit was ended with another phone of the engineer. Missing: the office did it. */
  readonly reason?: "ended-elsewhere";
  /** The office has given the job to another engineer. */
  readonly isMoved?: true;
  /** `details` is a comment of the office. Missing: it is not, or the row is of a build that did not store it. */
  readonly isComment?: true;
  /** The visit was closed when its job was removed. Missing: it was not, or the server did not say whether it counts. */
  readonly closedVisit?: "counts" | "evidence";
  /**
   * What became of a removal request: the engineer has kept or removed the job, it was removed without an answer, or the office
   * has given the job back.
   * Missing: it is open, or the row is of a build that did not store it.
   */
  readonly answer?: "retained" | "removed" | "removed-since" | "given-back";
  readonly receivedOn: string;
  /** Null until the engineer has read or confirmed it. */
  readonly readOn: string | null;
}

/** What happened to the engineer's account or phones. */
export interface AccountAlertRow {
  /** The id of the command that brought the alert. */
  readonly alertId: string;
  readonly kind: "account";
  readonly jobId: null;
  readonly notice: AccountNotice;
  readonly happenedOn: string;
  /** The phone that it is about. Missing: an earlier server, or it has no name. */
  readonly deviceName?: string;
  /** Of `permissions-changed`: what the engineer may do now, and what no longer. Missing: an earlier server or build. */
  readonly granted?: readonly string[];
  readonly withdrawn?: readonly string[];
  readonly mustConfirm: false;
  readonly receivedOn: string;
  readonly readOn: string | null;
}

/** What the office has decided about an absence of the engineer. */
export interface AbsenceAlertRow {
  /** The id of the command that brought the alert. */
  readonly alertId: string;
  readonly kind: "absence";
  readonly jobId: null;
  readonly absenceRequestId: string;
  readonly decision: AbsenceDecision;
  readonly absenceType: AbsenceType;
  readonly days: readonly DayRange[];
  /** What the office says about it. */
  readonly reason: string | null;
  readonly mustConfirm: false;
  readonly receivedOn: string;
  readonly readOn: string | null;
}

export type AlertRow = JobAlertRow | AccountAlertRow | AbsenceAlertRow;

/** A command that was handled. A second delivery finds it and does nothing. */
export interface PollingRow {
  readonly id: string;
  readonly handledOn: string;
  readonly outcome: string;
  /** Its type and its details. Missing in rows of earlier builds. */
  readonly type?: string;
  readonly details?: string | null;
  /** The job that it concerns, even when that was not on this device. */
  readonly jobId?: string | null;
  readonly formattedJobId?: string | null;
}

export interface SynchronisedRow {
  readonly type: SyncedType;
  /** The server's date; this device does not interpret it. */
  readonly date: string;
  readonly rows: number;
  /**
   * For contacts: the engineer whose favourites the rows carry, once a synchronisation was
   * complete.
   */
  readonly ownerId?: string;
}

/** A few hundred rows sorted by id, as the text of a JSON array. The key is their first id. */
export interface BlockRow {
  readonly firstId: number | string;
  readonly text: string;
  readonly rows: number;
}

/** Rows that changed since the blocks were written. They take precedence over the blocks. */
export interface OverlayRow {
  readonly type: SyncedType;
  /** JSON of a list of ids and rows; null for a deleted row. */
  readonly text: string;
  readonly rows: number;
  /** Identifies the blocks that the overlay belongs to. Missing in rows of earlier builds. */
  readonly base?: string;
}

/** The contacts of an engineer of this phone who is not the current user, sealed with that engineer's data key. */
export interface ContactsOfOtherRow {
  readonly ownerId: string;
  readonly sync: SynchronisedRow;
  readonly blocks: readonly BlockRow[];
  readonly overlay: OverlayRow | null;
  readonly column: readonly SearchColumnRow[];
}

/**
 * A piece of a data set's search column: ids and lowercase text, one line a row. The pieces in
 * order make up the whole column.
 */
export interface SearchColumnRow {
  readonly type: SyncedType;
  readonly piece: number;
  readonly text: string;
}

export interface DraftRow {
  readonly jobId: string;
  readonly kind: string;
  readonly values: unknown;
  readonly modifiedOn: string;
  /** As for a job. */
  readonly isImported?: true;
}

/** An absence request as the server has it, with the engineer's later changes. */
export type AbsenceRow = AbsenceRequest;

/** The last answer of the server to one call, for use offline. */
export interface LastSeenRow {
  readonly name: string;
  readonly value: unknown;
  readonly seenOn: string;
}

/** A version of a form with the versions of its sub-forms. */
export interface FormBundle {
  readonly definition: DataRow<"CustomForm">;
  readonly subForms: readonly DataRow<"CustomForm">[];
}

/** The form version that a form of a job was begun with and is completed with. */
export interface FormBundleRow {
  readonly jobId: string;
  readonly customFormId: string;
  readonly kit: FormBundle;
  /**
   * `modifiedOn` of the appliances that the form added, by their ids, as the form last wrote them.
   * Missing while it has added none, and in rows of earlier builds.
   */
  readonly recordedAppliances?: Readonly<Record<string, string>>;
}

/** An engineer's last answers to the questions that ask to be remembered. */
export interface FormMemoryRow {
  readonly id: 1;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * A key that seals the rows of this database. `data` is here only until a PIN protects it. `check` is a hash that says
 * whether a key is the data key. `escrow` is a copy of it that only the server can open.
 */
export interface SealKeyRow {
  readonly name: "data" | "send" | "check" | "escrow";
  readonly key: ArrayBuffer;
  /** Of `escrow`: the server's key, the device and the data key, each by a name. */
  readonly sealedFor?: string;
}

export type MileageRow = MileageRecord;

/**
 * An engineer's change of a favourite, which takes precedence over the contacts until a
 * synchronisation brings it.
 */
export interface ContactFavouriteRow {
  readonly contactId: string;
  readonly isFavourite: boolean;
  readonly changedOn: string;
}

export interface ReservedSpaceRow {
  readonly id: number;
  readonly bytes: ArrayBuffer;
}

export type { EngineeringNote, JobPart, PropertyAppliance, PropertyTenant };
