import type { ProblemCode } from "../problem.ts";

/** Whether a path is one of those for training builds. */
export function isTrainingPath(path: string): boolean {
  return path.startsWith("/api/emulate/");
}

/** The groups of calls, in the order of the document, and the paths that belong to each. The first match counts. */
export const tags: readonly {
  readonly name: string;
  readonly description: string;
  readonly paths: RegExp;
}[] = [
  {
    name: "Sign-in of the office",
    description: "Tokens for people and systems of the office.",
    paths: /^\/api\/(office\/(token|oidc)|oauth)/,
  },
  {
    name: "Office accounts and machines",
    description: "Who may call the office, with which roles and permissions.",
    paths: /^\/api\/office\/(accounts?|api-clients)(\/|$)/,
  },
  {
    name: "Jobs",
    description: "Raise, assign and remove jobs, and read what came from the field.",
    paths: /^\/api\/office\/(jobs|job-views|alert-codes|attachments|images|documents)(\/|$)/,
  },
  {
    name: "HACT",
    description:
      "Messages of housing systems after the schemas of HACT, and their tables of codes.",
    paths: /^\/api\/(office\/)?hact\//,
  },
  {
    name: "Engineers",
    description: "Accounts of field engineers.",
    paths: /^\/api\/office\/operatives/,
  },
  {
    name: "Devices",
    description: "Phones: settings, lock, approve, wipe, commands and exports of their databases.",
    paths: /^\/api\/office\/(device|phone-settings|commands|exports|refused-messages)/,
  },
  {
    name: "Reference data",
    description:
      "The thirteen data sets that phones store; rows and imports of the tables that the office edits.",
    paths: /^\/api\/office\/(data|reference-)/,
  },
  {
    name: "Forms",
    description: "Versions of forms: check, publish and withdraw them, and read what uses them.",
    paths: /^\/api\/office\/forms(\/|$)/,
  },
  {
    name: "Clients and raised jobs",
    description: "What engineers may raise on site, and what they raised.",
    paths: /^\/api\/office\/(clients|job-types|quick-jobs)/,
  },
  {
    name: "Absences and planner",
    description: "Holiday years, absences, their documents, and the planner.",
    paths: /^\/api\/office\/(absence|holiday|settings)/,
  },
  {
    name: "The board of a day",
    description: "What is planned and what happens on a day, and what changes of it.",
    paths: /^\/api\/office\/(board|changes)(\/|$)/,
  },
  {
    name: "Mileage",
    description: "Mileage that engineers recorded.",
    paths: /^\/api\/office\/mileage/,
  },
  {
    name: "Business",
    description: "The business that documents name.",
    paths: /^\/api\/office\/business/,
  },
  {
    name: "Homes and privacy",
    description:
      "Homes and the people in them: corrections, removal, what is stored about a tenant, and how long data are kept.",
    paths: /^\/api\/office\/(properties|imports|tenants|retention)(\/|$)/,
  },
  {
    name: "Events",
    description: "Everything that happens, in one order: to read, to follow and to be sent.",
    paths: /^\/api\/office\/(events|webhooks)(\/|$)/,
  },
  {
    name: "Data warehouse",
    description: "Exports of the reporting views.",
    paths: /^\/api\/office\/reporting-exports(\/|$)/,
  },
  {
    name: "Audit and alarms",
    description: "Who did what, and what needs attention.",
    paths: /^\/api\/office\//,
  },
  {
    name: "Verification of documents",
    description: "For anyone who holds a document.",
    paths: /^\/api\/(verify|document-keys)/,
  },
  {
    name: "Health",
    description: "For monitoring.",
    paths: /^\/api\/health/,
  },
  {
    name: "Phone: sign-in and settings",
    description: "Tokens of engineers, the online check, and settings of the app.",
    paths: /^\/api\/(auth|client-settings|demo|push)/,
  },
  {
    name: "Phone: installation",
    description: "Registration of a phone, its PIN, and its wipe.",
    paths: /^\/api\/(emulate\/)?installation(?!\/signature)/,
  },
  {
    name: "Phone: messages",
    description:
      "What an engineer recorded, one message each. The server records a message once; only its receipt says so.",
    paths:
      /^\/api\/(emulate\/)?(device\/messages|job\/(status|hold|image|noaccess|return|remove|reject|notice)|installation\/signature|part|contact|command\/acknowledge|log\/memory|mileage\/|absence$|absence\/cancel)/,
  },
  {
    name: "Phone: jobs",
    description: "Jobs for this phone, their history, and commands of the office.",
    paths:
      /^\/(api\/(emulate\/)?(job(\/[^/]+\/(history|attachments\/[^/]+))?|command)$|[^/]+\/download|document\/)/,
  },
  {
    name: "Phone: raising a job",
    description:
      "Clients, properties, priorities and job types, and the job that an engineer raises.",
    paths: /(BookQuickJob|\/api\/property|\/clients|\/Property|\/Company|\/Work)/,
  },
  {
    name: "Phone: absences, planner and mileage",
    description: "What the engineer sees of these.",
    paths: /^\/api\/(emulate\/)?(absence|settings|fieldoperative|mileage)/,
  },
  {
    name: "Phone: data and logs",
    description: "Reference data, logs, and the export of the phone's database.",
    paths: /^\/api\/(emulate\/)?(sync|log|device)/,
  },
];

/** What every message can be refused with. */
const ofMessages: readonly ProblemCode[] = [
  "not-found",
  "conflict",
  "hash-mismatch",
  "lane-gap",
  "unsupported-version",
];

const ofSignIn: readonly ProblemCode[] = [
  "bad-credentials",
  "account-disabled",
  "device-locked",
  "device-unapproved",
  "pin-locked",
  "forbidden",
];

/** What a call can be refused with, besides what its access and its input bring. */
const refusals: Readonly<Record<string, readonly ProblemCode[]>> = {
  signIn: ofSignIn,
  officeSignIn: ["bad-credentials", "account-disabled"],
  startOfficeSession: ["bad-credentials", "account-disabled", "forbidden"],
  continueOfficeSession: ["unauthorised", "account-disabled", "forbidden"],
  changeSessionPassword: ["bad-credentials", "not-found"],
  endOfficeSession: ["unauthorised", "forbidden"],
  refresh: ["unauthorised", "account-disabled", "device-locked", "device-unapproved"],
  sendingToken: [...ofSignIn, "unauthorised"],
  openDataKey: [
    "device-unknown",
    "device-locked",
    "device-unapproved",
    "account-disabled",
    "password-needed",
    "too-many-attempts",
    "data-key-not-opened",
  ],
  changePin: [
    "forbidden",
    "device-locked",
    "account-disabled",
    "bad-credentials",
    "reset-code-ended",
  ],
  register: ["conflict", "device-locked", "device-unapproved", "password-needed"],
  setPin: ["conflict", "device-locked", "device-unapproved", "password-needed", "not-found"],
  reportWipe: ["conflict", "not-found", "forbidden"],
  confirmWipe: ["not-found", "forbidden", "conflict"],
  wipeDevice: ["not-found", "confirmation-needed", "conflict"],
  withdrawWipe: ["not-found", "conflict"],
  nameDevice: ["not-found", "conflict"],
  approveDevice: ["not-found"],
  lockDevice: ["not-found"],
  unlockDevice: ["not-found", "conflict"],
  createJob: ["conflict"],
  putExternalReferences: ["not-found", "conflict"],
  assignJob: ["not-found", "conflict"],
  readJob: ["not-found"],
  commentJob: ["not-found", "conflict"],
  requestRemoval: ["not-found", "conflict"],
  cancelJob: ["not-found", "conflict"],
  giveBackJob: ["not-found", "conflict"],
  moveJobs: ["not-found", "conflict"],
  changeJob: ["not-found", "conflict"],
  setPartOrder: ["not-found", "conflict"],
  raiseRepair: ["conflict", "not-found"],
  scheduleRepair: ["conflict", "not-found"],
  readWorkOrderComplete: ["not-found"],
  listJobStatusUpdates: ["not-found"],
  repeatHactMessage: ["not-found"],
  makeAccessEvidence: ["not-found"],
  readDampCase: ["not-found"],
  recordDampEvent: ["not-found", "conflict"],
  takeBackDampEvent: ["not-found", "conflict"],
  closeDampCase: ["not-found", "conflict"],
  reopenDampCase: ["not-found", "conflict"],
  readImage: ["not-found"],
  uploadAttachment: ["conflict", "too-large"],
  readAttachment: ["not-found"],
  downloadAttachment: ["not-found"],
  readDocument: ["not-found"],
  getJobHistory: ["not-found"],
  downloadDocument: ["not-found"],
  downloadDocumentAsPdf: ["not-found"],
  queueCommand: ["not-found"],
  putOperative: ["conflict"],
  disableOperative: ["not-found"],
  enableOperative: ["not-found"],
  makeResetCode: ["not-found", "conflict"],
  requestSignature: ["not-found"],
  decideAbsence: ["not-found", "conflict"],
  decideAbsenceCancel: ["not-found", "conflict"],
  putAlertCodes: ["conflict"],
  putHolidayYear: ["conflict"],
  addAbsenceDocument: ["not-found"],
  removeAbsenceDocument: ["not-found"],
  downloadAbsenceDocument: ["not-found"],
  exportChunk: ["not-found", "conflict"],
  exportProgress: ["not-found"],
  exportComplete: ["not-found", "conflict", "hash-mismatch"],
  downloadExport: ["not-found"],
  bookQuickJob: ["not-found"],
  saveNewJob: ["not-found", "conflict", "permission-missing"],
  saveNewProperty: ["conflict", "permission-missing"],
  savePropertyContact: ["not-found", "conflict", "permission-missing"],
  searchProperty: ["permission-missing"],
  getProperty: ["not-found", "permission-missing"],
  readDeviceReport: ["not-found"],
  getClientContracts: ["not-found"],
  getClientJobPriorities: ["not-found"],
  getServiceLevel: ["not-found"],
  putClient: ["conflict"],
  putJobView: ["not-found", "conflict"],
  deleteJobView: ["not-found"],
  readForm: ["not-found"],
  listFormVersions: ["not-found"],
  readFormVersion: ["not-found"],
  publishForms: ["too-large"],
  withdrawForm: ["not-found", "conflict"],
  republishForm: ["not-found", "conflict"],
  listReferenceChoices: ["not-found"],
  readReferenceRow: ["not-found"],
  addReferenceRow: ["conflict"],
  changeReferenceRow: ["not-found", "conflict"],
  withdrawReferenceRow: ["not-found", "conflict"],
  uploadReferenceImport: ["too-large"],
  readReferenceImport: ["not-found"],
  previewReferenceImport: ["not-found", "conflict"],
  checkReferenceImport: ["not-found", "conflict"],
  listImportLines: ["not-found"],
  groupImportLines: ["not-found"],
  exportBadLines: ["not-found"],
  applyReferenceImport: ["not-found", "conflict"],
  undoReferenceImport: ["not-found", "conflict"],
  discardReferenceImport: ["not-found", "conflict"],
  uploadPropertyImport: ["conflict", "too-large"],
  readPropertyImport: ["not-found"],
  listRefusedLines: ["not-found"],
  listChangedLines: ["not-found", "conflict"],
  exportRefusedLines: ["not-found"],
  applyPropertyImport: ["not-found", "conflict"],
  discardPropertyImport: ["not-found", "conflict"],
  issueClientToken: ["bad-credentials"],
  readOwnAccount: ["not-found"],
  putAccount: ["conflict"],
  disableAccount: ["not-found", "conflict"],
  enableAccount: ["not-found"],
  resetPassword: ["not-found", "conflict"],
  changeOwnPassword: ["bad-credentials", "not-found"],
  beginProviderSignIn: ["not-found"],
  finishProviderSignIn: ["not-found"],
  readProviderSignIn: ["not-found", "unauthorised"],
  signInByProvider: [
    "not-found",
    "unauthorised",
    "account-disabled",
    "device-locked",
    "device-unapproved",
  ],
  sendByProvider: ["not-found", "unauthorised", "forbidden"],
  beginOidcSignIn: ["not-found"],
  finishOidcSignIn: ["not-found"],
  startOidcSession: ["not-found", "unauthorised", "account-disabled"],
  takeOidcToken: ["not-found", "unauthorised", "account-disabled"],
  putApiClient: ["conflict"],
  revokeApiClient: ["not-found"],
  addApiClientSecret: ["not-found", "conflict"],
  removeApiClientSecret: ["not-found"],
  listEvents: ["events-deleted", "events-unknown"],
  streamEvents: ["events-deleted", "events-unknown", "too-many-attempts"],
  readReportingManifest: ["not-found"],
  downloadReportingFile: ["not-found"],
  readWebhook: ["not-found"],
  putWebhook: ["not-found", "conflict"],
  removeWebhook: ["not-found"],
  addWebhookSecret: ["not-found", "conflict"],
  pingWebhook: ["not-found", "conflict"],
  replayWebhookDelivery: ["not-found"],
  replayWebhook: ["not-found"],
  putPhoneSettings: ["conflict"],
  countRetention: ["not-found"],
  putRetention: ["not-found", "conflict", "confirmation-needed"],
  readHome: ["not-found"],
  correctHome: ["not-found"],
  removeHome: ["not-found", "conflict"],
  removeHomeWarning: ["not-found"],
  correctTenant: ["not-found", "conflict"],
  removeTenant: ["not-found"],
  exportTenant: ["not-found"],
  eraseTenant: ["not-found", "conflict"],
  sendJobImage: [...ofMessages, "too-large", "not-a-picture", "images-unavailable"],
};

/** Returns what a call can be refused with, besides what its access and its input bring. */
export function ownRefusals(name: string): readonly ProblemCode[] {
  return refusals[name] ?? (isMessage(name) ? ofMessages : []);
}

/** Whether the call of this name, without the prefix of training, takes what a locked phone or a disabled account recorded. */
export function takesRecorded(name: string): boolean {
  return isMessage(name) || name === "sendMessages";
}

/** Whether the call of this name, without the prefix of training, takes one queued message. */
export function isMessage(name: string): boolean {
  return /^send[A-Z]/.test(name) && name !== "sendMessages";
}

/** Calls that answer bytes, and the types of these. */
export const binaryAnswers: Readonly<Record<string, readonly string[]>> = {
  readImage: ["image/jpeg", "image/png"],
  readDocument: ["application/pdf"],
  readAttachment: ["application/pdf", "image/jpeg", "image/png"],
  downloadAttachment: ["application/pdf", "image/jpeg", "image/png"],
  downloadExport: ["application/gzip"],
  downloadReportingFile: ["application/gzip"],
  exportAudit: ["text/csv"],
  exportReferenceRows: ["text/csv"],
  exportBadLines: ["text/csv"],
  exportRefusedLines: ["text/csv"],
  downloadDocument: ["image/jpeg", "image/png"],
  downloadDocumentAsPdf: ["application/pdf"],
  downloadAbsenceDocument: ["application/pdf"],
};

/** Calls that answer server-sent events, with an example of some. */
export const eventStreams: Readonly<Record<string, { description: string; example: string }>> = {
  streamEvents: {
    description:
      "Server-sent events. `event`: an event as the list answers it; its `id` is the sequence number. `ended`: the server ends the stream, `reason` says why; come back with a new token and the last id. A line with a colon alone comes every 15 seconds.",
    example:
      'id: 48\nevent: event\ndata: {"sequence":48,"eventId":"5f0c7f1e-3b1a-4c55-9d9e-0d3a4f6f2a11","type":"engineer.added","at":"2026-01-05T09:00:00.000Z","data":{"fieldOperativeId":"7b0c7f1e-3b1a-4c55-9d9e-0d3a4f6f2a12"}}\n\n',
  },
  watchChanges: {
    description:
      "Server-sent events. `live`: from here on every change is reported, so read everything once more. `changed`: `kinds` says what changed (`jobs`, `engineers`, `absences`, `devices`, `refused-messages`), `jobIds` which jobs, null if they are too many; `recordedJobIds` (null as well) names the jobs of which something arrived or was made: messages of phones with their photos, documents, checks of forms. `not-live`: changes may be missed until the next `live`. `ended`: the server ends the stream, `reason` says why; come back with a new token. A line with a colon alone comes every 15 seconds.",
    example:
      'event: live\ndata: {}\n\nevent: changed\ndata: {"kinds":["jobs"],"jobIds":["5f0c7f1e-3b1a-4c55-9d9e-0d3a4f6f2a11"],"recordedJobIds":[]}\n\n',
  },
};

/** Calls that send a browser to another address. */
export const redirects: ReadonlySet<string> = new Set([
  "beginOidcSignIn",
  "finishOidcSignIn",
  "beginProviderSignIn",
  "finishProviderSignIn",
]);

/** Calls that answer 503 with the fields of their 200. */
export const answersUnavailable: ReadonlySet<string> = new Set(["health", "healthReady"]);

/** Parts of the calls that take multipart: what is in each part. */
export const multipartBodies: Readonly<
  Record<string, Readonly<Record<string, "json" | "text" | "integer" | "bytes">>>
> = {
  sendJobImage: { message: "json", image: "bytes" },
  exportChunk: { batchId: "text", index: "integer", chunk: "bytes" },
  uploadPropertyImport: { file: "bytes" },
};

/** Bodies of requests, where the example that is built from the schema would be refused. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  addApiClientSecret: {},
  // Either the password or the code.
  changePin: {
    logonName: { email: "sam.taylor@fieldfare.example" },
    pin: "739104",
    reEnterPin: "739104",
    deviceId: "5f0c7f1e-3b1a-4c55-9d9e-0d3a4f6f2a11",
    password: "A-long-password",
  },
};
