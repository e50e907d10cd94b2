import type {
  AbsenceRequest,
  DataRow,
  EngineeringNote,
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
import type { JobChange, SyncConfig, SyncedType } from "@fieldfare/domain";

/** What the office wrote about a job that this device already holds. */
export interface OfficeUpdate {
  readonly commandId: string;
  readonly details: string;
  readonly receivedOn: string;
  /** What the office changed; an earlier build did not compare. */
  readonly changes?: readonly JobChange[];
}

/** A job without what has tables of its own: parts, notes, appliances, tenants. */
export type JobRow = Omit<ServerJob, "parts" | "notes" | "property"> & {
  readonly property: Omit<ServerJob["property"], "assets" | "tenants">;
  readonly ownerId: string;
  readonly isSelected: boolean;
  readonly officeUpdates: readonly OfficeUpdate[];
  readonly storedOn: string;
  /** Something was recorded inside it on this device. */
  readonly isWorkedOn?: true;
  /** What was taken away inside it, for the server to do the same. */
  readonly removed?: RemovedWork;
  /** Ids of the added forms that the server has: a list that lacks one does not take it away there. */
  readonly sentForms?: readonly string[];
  /** It came with an imported database, and another import may take its place. */
  readonly isImported?: true;
};

export interface JobRemovalRow {
  readonly jobRemovalId: string;
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly requestedOn: string;
}

export type ImagePurpose = "job" | "no-access" | "signature" | "note" | "appliance" | "form";

export interface ImageRow {
  readonly imageId: string;
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  /** What the picture belongs to: the job itself, a note, an appliance or a form. */
  readonly entityId: string;
  readonly ownerId: string;
  readonly purpose: ImagePurpose;
  /** A draft is kept but not yet part of anything that is sent. */
  readonly state: "draft" | "queued" | "sent";
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly takenOn: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** As with a job. */
  readonly isImported?: true;
}

export interface SendFailure {
  /** Null where there was no answer, or none that could be read. */
  readonly status: number | null;
  /** Of our own server's problem document; null where the answer was not ours. */
  readonly code: string | null;
}

export interface OutboxRow {
  /** Auto id: oldest first. */
  readonly id: number;
  readonly messageId: string;
  readonly correlationId: string | null;
  readonly ownerId: string;
  readonly type: MessageType;
  readonly payload: unknown;
  readonly status: "queued" | "processing";
  readonly sendAttempts: number;
  readonly lastError: string | null;
  /** What the last attempt met; not known of rows of earlier builds. */
  readonly lastFailure?: SendFailure;
  readonly messageCreatedOn: string;
  /** What the phone's clock was corrected by, to date this message and what it tells of. */
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
  /** A sender has had it: it may have reached the server. Not known of rows of earlier builds. */
  readonly isTaken?: boolean;
  /** As with a job. */
  readonly isImported?: true;
}

/** A receipted message, kept for a while: a server that was put back from a copy gets it again. */
export type SentMessageRow = OutboxRow & { readonly receivedOn: string };

/** A lane that the server has refused: its later messages wait, other lanes go on. */
export interface BlockedKeyRow {
  readonly lane: string;
  readonly ownerId: string;
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

/** One engineer's installation on this browser. */
export interface DeviceInstallation {
  readonly installationDate: string | null;
  readonly deviceId: string | null;
  readonly enabled: boolean;
  /** New when this device has lost all that it held and counts anew. */
  readonly incarnation: string;
  /** The server's, when it was last heard; another one says that it was put back from a copy. */
  readonly serverEpoch: string | null;
  /** Set until the open jobs have come back after a lost database. */
  readonly recoveryPending: boolean;
}

export interface SettingRow extends DeviceInstallation {
  readonly id: 1;
  /** Whose rows lie in the personal tables: who signed in last; null before anybody did. */
  readonly holderId: string | null;
  readonly sync: {
    readonly config: SyncConfig;
    readonly status: { readonly dateLastSync: string | null; readonly size: number | null };
  };
  readonly export: { readonly lastExportDate: string | null; readonly code: string | null };
}

/** What lay in the personal tables of an engineer when a colleague signed in on this browser. */
export interface StoredProfileRow {
  readonly ownerId: string;
  readonly installed: DeviceInstallation;
  readonly rows: Readonly<Record<string, readonly unknown[]>>;
}

export interface LoginRow {
  readonly email: string;
  /** Null until the server has said who this is. */
  readonly ownerId?: string | null;
  /** Null until the PIN has been right once on this browser. */
  readonly offlineLogin: SealedLogin | null;
  /** The same under the password, for whoever has signed in with that here. */
  readonly offlinePassword?: SealedLogin | null;
  readonly failedLoginCount: number;
  readonly lastLoginDate: string | null;
  readonly lastFailedLoginDate: string | null;
  /** A new signature has been drawn here since the server last said that it wants one. */
  readonly isSignatureGiven?: boolean;
  /** Milliseconds of the lock-out that have been sat out before an open app. */
  readonly lockOutServedMs?: number;
  /** The server's clock at the last failure, where it was heard. */
  readonly lastFailedServerTime?: string | null;
}

/** The username and profile under a key from the PIN or password. */
export interface SealedLogin {
  readonly salt: ArrayBuffer;
  readonly iv: ArrayBuffer;
  readonly sealed: ArrayBuffer;
}

export interface TokenRow {
  readonly id: 1;
  /** Null after an offline sign-in: nothing is sent until a token is had. */
  readonly tokenModel: TokenModel | null;
  readonly claims: TokenClaims;
  readonly ownerId: string;
  readonly signedInOn: string;
  /** The server refuses to renew it: only another sign-in helps. */
  readonly isRefused?: boolean;
}

export interface LogRow {
  readonly id?: number;
  readonly logId: string;
  readonly loggedOn: string;
  readonly level: "error" | "warning" | "information";
  readonly message: string;
  readonly details: string | null;
  readonly ownerId: string | null;
}

export type AlertKind =
  | "job-added"
  | "job-changed"
  | "removal-requested"
  /** Declined by the phone itself: access has been gained, or the job is closed. */
  | "removal-declined"
  | "job-removed";

/** Text that was typed into a screen of a job and not saved when the office removed the job. */
export interface UnsavedText {
  /** The kind of the draft, without the id of what was being changed. */
  readonly thing: string;
  readonly text: string;
}

/** What the office did about a job, for the engineer to read. It names the job itself: the job may be gone. */
export interface AlertRow {
  /** The id of the command that brought it, or of the appointment of a new job. */
  readonly alertId: string;
  readonly ownerId: string;
  readonly kind: AlertKind;
  readonly jobId: string;
  readonly formattedJobId: string;
  readonly address: string;
  readonly appointmentDateTime: string;
  /** What the office wrote. */
  readonly details: string | null;
  /** What is not as it was; an earlier build did not compare. */
  readonly changes?: readonly JobChange[];
  /** Shown as a notice until it is confirmed: the job was taken away whatever its state. */
  readonly mustConfirm: boolean;
  readonly unsaved: readonly UnsavedText[];
  readonly receivedOn: string;
  /** Null until the engineer has read or confirmed it. */
  readonly readOn: string | null;
}

/** A command that was handled: a second delivery is harmless. */
export interface PollingRow {
  readonly id: string;
  readonly handledOn: string;
  readonly outcome: string;
  /** Of whom it was asked, and what; not known of those from before this was kept. */
  readonly ownerId?: string;
  readonly type?: string;
  readonly details?: string | null;
  /** The job that it is about, also when it was not on this device. */
  readonly jobId?: string | null;
  readonly formattedJobId?: string | null;
}

export interface SynchronisedRow {
  readonly type: SyncedType;
  /** The server's; opaque here. */
  readonly date: string;
  readonly rows: number;
  /** Of the contacts: whose favourites the rows carry, once a synchronisation was whole. */
  readonly ownerId?: string;
}

/** Some hundreds of rows sorted by id, as the text of a JSON array, keyed by their first id. */
export interface BlockRow {
  readonly firstId: number | string;
  readonly text: string;
  readonly rows: number;
}

/** Rows that changed since the blocks were written, laid over them. */
export interface OverlayRow {
  readonly type: SyncedType;
  /** JSON of a list of ids and rows, null where one is deleted. */
  readonly text: string;
  readonly rows: number;
  /** Tells the blocks that it lies over from later ones; not known of what an earlier build wrote. */
  readonly base?: string;
}

/** The ids and the lowercase text of some of a set's rows, one line a row; the pieces in their order are all of it. */
export interface SearchColumnRow {
  readonly type: SyncedType;
  readonly piece: number;
  readonly text: string;
}

export interface DraftRow {
  readonly jobId: string;
  readonly kind: string;
  readonly ownerId: string;
  readonly values: unknown;
  readonly modifiedOn: string;
  /** As with a job. */
  readonly isImported?: true;
}

/** As the server has it, with what the engineer has changed since. */
export type AbsenceRow = AbsenceRequest & { readonly ownerId: string };

/** An answer of the server, for when it cannot be asked. */
export interface LastSeenRow {
  readonly ownerId: string;
  readonly name: string;
  readonly value: unknown;
  readonly seenOn: string;
}

/** A version of a form with the versions of the forms inside it. */
export interface FormBundle {
  readonly definition: DataRow<"CustomForm">;
  readonly subForms: readonly DataRow<"CustomForm">[];
}

/** What a form of a job was begun with, and is finished with. */
export interface FormBundleRow {
  readonly jobId: string;
  readonly customFormId: string;
  readonly ownerId: string;
  readonly kit: FormBundle;
}

/** What an engineer gave last time where a question asks to be remembered. */
export interface FormMemoryRow {
  readonly ownerId: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A mileage record of the engineer `ownerId`. */
export type MileageRow = MileageRecord & { readonly ownerId: string };

/** An engineer's own word on a contact, laid over the contacts until a synchronisation brings it back. */
export interface ContactFavouriteRow {
  readonly ownerId: string;
  readonly contactId: string;
  readonly isFavourite: boolean;
  readonly changedOn: string;
}

export interface ReservedSpaceRow {
  readonly id: number;
  readonly bytes: ArrayBuffer;
}

export type { EngineeringNote, JobPart, PropertyAppliance, PropertyTenant };
