import type { OfficeRole, RaisedJobHistory } from "@fieldfare/contract/office";
import { defaultDampPeriods, defaultLockAfterMinutes, type DampPeriods } from "@fieldfare/domain";
import type { RetentionSettings } from "./database/retention-rules.ts";

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: the provider knows this server as a public client. */
  readonly clientSecret: string | null;
  readonly scope: string;
  /** The claim with a person's groups or roles; dots lead into objects. */
  readonly rolesClaim: string;
  /** The role of the office for each value of that claim. */
  readonly roles: Readonly<Record<string, OfficeRole>>;
  /** The values of that claim with which engineers are let in. None: engineers do not sign in at the provider. */
  readonly engineers: readonly string[];
}

/** A collector of OpenTelemetry, which gets traces. */
export interface TraceSettings {
  /** Where OTLP over HTTP takes traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Which part of the traces that begin here is sent, from 0 to 1. */
  readonly ratio: number;
}

/** Where a housing system takes HACT messages. */
export interface HousingSystem {
  /** The address before the name of the message, without a slash at its end. */
  readonly url: string;
  /** Sent as a bearer token. Null: none. */
  readonly token: string | null;
  /** Messages are tried for this many days. */
  readonly days: number;
}

/** To which endpoints events are sent. */
interface WebhookSettings {
  /** True: also to addresses that begin with http://. */
  readonly allowsHttp: boolean;
  /** Addresses and networks that are allowed although they are not public. */
  readonly networks: readonly string[];
  /** An endpoint with nothing but failures for this many days is disabled. */
  readonly disableDays: number;
}

/**
 * The configuration of one server. Every option has a default that suits a single machine. What the office may choose for
 * phones (`database/phone-settings.ts`) may change while the server runs: read it where it is needed.
 */
export interface ServerConfig {
  /** The clock for token lifetimes and grace periods. The database's clock dates what is received. */
  readonly now: () => Date;
  /** Numbers from 0 to below 1 that spread work over time. */
  readonly random: () => number;
  /** Folders with the built apps. Null: the server does not serve that app. */
  readonly engineerApp: string | null;
  readonly officeApp: string | null;
  /** The path before the admin paths (`/document`). Empty: the admin paths are at the root. */
  readonly adminPath: string;
  /**
   * True: the server makes a closed job's documents as soon as the job is delivered. False: it makes each one on
   * request.
   */
  readonly filesDocuments: boolean;
  /** True: this server checks the answers of forms when they arrive. False: another server does. */
  readonly checksForms: boolean;
  /** True: this server takes part in the scheduled tasks, such as deleting old rows. False: another server does. */
  readonly runsScheduledTasks: boolean;
  /** True: this server follows what the office chooses for phones at other servers. */
  readonly followsSettings: boolean;
  /** How often this server looks for tasks that another server added, or that wait after a failure. */
  readonly taskIntervalSeconds: number;
  /**
   * How often this server numbers new events. Null: only when somebody reads the feed.
   */
  readonly eventIntervalMs: number | null;
  /** How often this server looks for webhooks that are due. Null: it sends none; another server does. */
  readonly webhookIntervalMs: number | null;
  readonly webhooks: WebhookSettings;
  /** The longest time that an answer of the feed waits for an event, whatever its caller asks for. */
  readonly maxWaitSeconds: number;
  /** Whether the server offers the OpenAPI document and its page. */
  readonly documentation: boolean;
  /**
   * The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: the number of proxies nearest to the
   * server, or their addresses and networks. False: none.
   */
  readonly trustProxy: number | string[] | false;
  /** Requests per minute for one device, or for one account or address when there is no device. */
  readonly requestsPerMinute: number;
  /**
   * The public address of this server, without a trailing slash. Null: the loopback address, which only this
   * machine reaches.
   */
  readonly publicUrl: string | null;
  /** How many times per minute one address may verify a document. */
  readonly verificationsPerMinute: number;
  /**
   * The limit for a request from its first byte to its answer. A phone on a slow network waits this long for its
   * photo.
   */
  readonly requestSeconds: number;
  /** The number that the app shows where it says to call support. */
  readonly supportPhone: string | null;
  /** True: a browser tab on a phone with the installed app asks the engineer to open the installed app. */
  readonly standaloneOnly: boolean;
  /** Whether an engineer who forgot the PIN may choose a new one on the registered device. */
  readonly mayResetPin: boolean;
  /** Failed sign-ins of one account at one address within `signInWindowMinutes`. One more locks it. */
  readonly signInFailures: number;
  /** Failed sign-ins of all accounts at one address. Engineers on their own devices are not counted. */
  readonly signInFailuresOfAddress: number;
  readonly signInWindowMinutes: number;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  /** After this many days a sign-in ends, however often its tokens were exchanged. */
  readonly signInDays: number;
  /** The OpenID Connect provider of the people of the office. Null: they sign in with passwords only. */
  readonly oidc: OidcSettings | null;
  /** How long after a sign-in with the password a device may be registered, or its PIN set, without another one. */
  readonly registrationMinutes: number;
  /** How long after a sign-in its device may get its data key back. */
  readonly dataKeyMinutes: number;
  /** True: a further device of an engineer works only after the office has approved it. */
  readonly deviceApproval: boolean;
  /**
   * How long an exchanged refresh token still works. The device may not have received the answer with the new one.
   */
  readonly refreshGraceSeconds: number;
  /** How many homes an engineer may open on a day, without a job of the office there, before an alarm is raised. */
  readonly homesPerDay: number;
  /** How many lines, and how many MB, a file of homes may have that the office imports. */
  readonly propertyImportLines: number;
  readonly propertyImportMegabytes: number;
  /** What of earlier visits an engineer may read at a home for which only the engineer raised a job. */
  readonly raisedJobHistory: readonly RaisedJobHistory[];
  /** The periods of retention that differ from the rules of `database/retention-rules.ts`. */
  readonly retention: RetentionSettings;
  /** The periods of cases of damp and mould. */
  readonly dampPeriods: DampPeriods;
  /** Bank holidays that no rule gives. */
  readonly bankHolidays: readonly string[];
  /** When the reporting views are exported each day, as `02:30` in London. Null: only when somebody asks for it. */
  readonly reportingExportTime: string | null;
  /** How many groups of messages are written at the same time. */
  readonly intakeWriters: number;
  /** The number of connections for what the office reads. */
  readonly officeConnections: number;
  /** How often a stream of changes says that it is there, and whether its session still is. */
  readonly heartbeatSeconds: number;
  /** A sync answer that reaches this many uncompressed bytes ends after the current data set. */
  readonly syncAnswerBytes: number;
  /**
   * The app asks before it synchronises more than this many megabytes. The second value is the smallest threshold
   * that the app may use.
   */
  readonly syncWarnSizeInMb: number;
  readonly syncMinSizeInMb: number;
  /** True: the app does not poll for new jobs and commands. */
  readonly blockPolling: boolean;
  /** The app asks for the PIN after this many minutes without use, and at each start. Null: never. */
  readonly lockAfterMinutes: number | null;
  /** Compressed bytes of sync answers that are cached in memory. */
  readonly syncCacheBytes: number;
  /** The housing system that gets HACT messages. Null: none does, and it may read them here. */
  readonly housingSystem: HousingSystem | null;
  /** Whether HACT messages name photos by their address or contain them. */
  readonly hactEvidence: "uri" | "embedded";
  /** The service that knows the addresses at a postcode. Null: a small table of invented addresses. */
  readonly postcodeProvider: { readonly url: string; readonly timeoutMs: number } | null;
  /**
   * The keys that sign push messages. Null: the keys that the first server made. `off`: no push messages are sent.
   */
  readonly pushKeys: { readonly publicKey: string; readonly privateKey: string } | "off" | null;
  /** The sender's contact for the push service: `mailto:` or `https:`. */
  readonly pushContact: string;
  /** Only for tests: allows a push service on this machine. */
  readonly pushReachesLoopback: boolean;
  /** Who may read `/metrics`: whoever has the token, anyone, or nobody. */
  readonly metricsAccess: { readonly token: string } | "open" | "off";
  /** Null: no traces. */
  readonly traces: TraceSettings | null;
  /** Pino's level, or `silent`. */
  readonly logLevel: string;
  /** `text`: lines for people. */
  readonly logFormat: "json" | "text";
  /** Where the log goes. Null: standard output. */
  readonly logStream: { write(line: string): unknown } | null;
}

/** The configuration of a server on a single machine. `readEnvironment` replaces what the environment sets. */
export const defaultConfig: ServerConfig = {
  now: () => new Date(),
  random: Math.random,
  engineerApp: null,
  officeApp: null,
  adminPath: "",
  filesDocuments: true,
  checksForms: true,
  runsScheduledTasks: true,
  followsSettings: true,
  taskIntervalSeconds: 15,
  eventIntervalMs: 1_000,
  webhookIntervalMs: 1_000,
  webhooks: { allowsHttp: false, networks: [], disableDays: 5 },
  maxWaitSeconds: 60,
  documentation: true,
  trustProxy: false,
  requestsPerMinute: 12_000,
  publicUrl: null,
  verificationsPerMinute: 30,
  requestSeconds: 150,
  supportPhone: null,
  standaloneOnly: false,
  mayResetPin: true,
  signInFailures: 5,
  signInFailuresOfAddress: 100,
  signInWindowMinutes: 15,
  accessTokenMinutes: 15,
  refreshTokenDays: 60,
  signInDays: 90,
  oidc: null,
  registrationMinutes: 60,
  dataKeyMinutes: 10,
  deviceApproval: false,
  refreshGraceSeconds: 60,
  homesPerDay: 40,
  propertyImportLines: 200_000,
  propertyImportMegabytes: 100,
  raisedJobHistory: [],
  retention: {},
  dampPeriods: defaultDampPeriods,
  bankHolidays: [],
  reportingExportTime: null,
  intakeWriters: 2,
  officeConnections: 4,
  heartbeatSeconds: 15,
  syncAnswerBytes: 30_000_000,
  syncWarnSizeInMb: 5,
  syncMinSizeInMb: 0,
  blockPolling: false,
  lockAfterMinutes: defaultLockAfterMinutes,
  syncCacheBytes: 64_000_000,
  housingSystem: null,
  hactEvidence: "uri",
  postcodeProvider: null,
  pushKeys: null,
  pushContact: "mailto:office@fieldfare.example",
  traces: null,
  pushReachesLoopback: false,
  metricsAccess: "off",
  logLevel: "silent",
  logFormat: "json",
  logStream: null,
};
