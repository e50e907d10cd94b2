/** What one server is told; every part has a default that suits a single machine. */
export interface ServerConfig {
  /** The clock of token lives and grace windows. The database's clock dates what is received. */
  readonly now: () => Date;
  /** Folders with the built apps; null: that app is not served. */
  readonly engineerApp: string | null;
  readonly officeApp: string | null;
  /** What stands before the admin paths (`/document`); empty: they are at the root. */
  readonly adminPath: string;
  /** Make a closed job's papers as soon as it is delivered; else when somebody asks for them. */
  readonly filesDocuments: boolean;
  /** Check the answers of forms as soon as they came; else another server does. */
  readonly checksForms: boolean;
  /** The OpenAPI document and its page. */
  readonly documentation: boolean;
  /**
   * Whose X-Forwarded-For and X-Forwarded-Proto are believed: that many proxies nearest to the server, or those at
   * these addresses and networks. False: nobody's.
   */
  readonly trustProxy: number | string[] | false;
  /** Requests a minute for one device, or one account or address where there is no device. */
  readonly requestsPerMinute: number;
  /** Where people reach this server, without a slash at its end; null: as it listens, on this machine alone. */
  readonly publicUrl: string | null;
  /** How often a minute one address may ask whether a document is genuine. */
  readonly verificationsPerMinute: number;
  /** From the first byte of a request to its answer; as long as a phone on a slow line waits for its photo. */
  readonly requestSeconds: number;
  /** What the app names where it says to call support. */
  readonly supportPhone: string | null;
  /** A browser tab of an installed phone says to open the installed app instead. */
  readonly standaloneOnly: boolean;
  /** Whether somebody who has forgotten a PIN may choose another on the registered device. */
  readonly mayResetPin: boolean;
  /** Failures of one account at one address within `signInWindowMinutes`; one more locks. */
  readonly signInFailures: number;
  /** Failures of all accounts together at one address; engineers on their own devices are not counted. */
  readonly signInFailuresOfAddress: number;
  readonly signInWindowMinutes: number;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  /** How long an exchanged refresh token still answers, for the sake of lost answers. */
  readonly refreshGraceSeconds: number;
  /** Groups of messages that are written at the same time. */
  readonly intakeWriters: number;
  /** Uncompressed bytes after which a sync answer is cut at a set boundary. */
  readonly syncAnswerBytes: number;
  /** Megabytes above which the app asks before it synchronises, and the smallest threshold that it may use. */
  readonly syncWarnSizeInMb: number;
  readonly syncMinSizeInMb: number;
  /** The app does not ask for new jobs and commands by itself. */
  readonly blockPolling: boolean;
  /** Compressed bytes of sync answers that are kept in memory. */
  readonly syncCacheBytes: number;
  /** Who knows the houses at a postcode; null: a small table of invented ones. */
  readonly postcodeProvider: { readonly url: string; readonly timeoutMs: number } | null;
  /** The keys that push messages are signed with; null: those that the first server made; `off`: none are sent. */
  readonly pushKeys: { readonly publicKey: string; readonly privateKey: string } | "off" | null;
  /** Where a push service finds who sends: `mailto:` or `https:`. */
  readonly pushContact: string;
  /** For tests alone: a push service on this machine is called. */
  readonly pushReachesLoopback: boolean;
  /** Pino's level, or `silent`. */
  readonly logLevel: string;
}

export const defaultConfig: ServerConfig = {
  now: () => new Date(),
  engineerApp: null,
  officeApp: null,
  adminPath: "",
  filesDocuments: true,
  checksForms: true,
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
  refreshGraceSeconds: 60,
  intakeWriters: 2,
  syncAnswerBytes: 30_000_000,
  syncWarnSizeInMb: 5,
  syncMinSizeInMb: 0,
  blockPolling: false,
  syncCacheBytes: 64_000_000,
  postcodeProvider: null,
  pushKeys: null,
  pushContact: "mailto:office@fieldfare.example",
  pushReachesLoopback: false,
  logLevel: "silent",
};
