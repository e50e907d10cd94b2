import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "@fieldfare/contract";
import { officeRoles, raisedJobHistory, type RaisedJobHistory } from "@fieldfare/contract/office";
import { defaultDampPeriods, defaultLockAfterMinutes, isCalendarDay } from "@fieldfare/domain";
import { defaultConfig, type ServerConfig } from "./config.ts";
import { parseRetention } from "./database/retention-rules.ts";
import {
  isLoopback,
  isNetwork,
  parseDampPeriods,
  parseHeaders,
  parseRoles,
  readProxies,
  splitList,
} from "./parse-variables.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/** The settings of one server from the environment. Every variable has been checked. */
export interface Environment {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  /** How long a server that is stopping waits for requests in progress. */
  readonly shutdownSeconds: number;
  /** How long a server that is told to stop goes on answering, so that no new requests are sent to it. */
  readonly drainSeconds: number;
  /** True when demo data were requested and may be loaded into this database. */
  readonly demo: boolean;
  /** True at the first start after a restore from a backup. */
  readonly restored: boolean;
  readonly officeEmail: string;
  readonly formsFolder: string;
  /** The text of the token keys. Null: the server reads a file in the data folder. */
  readonly tokenKeys: string | null;
  /** The text of the keys that sign documents. Null: the server reads a file in the data folder. */
  readonly documentKeys: string | null;
  /** The text of the keys that open copies of data keys. Null: the server reads a file in the data folder. */
  readonly escrowKeys: string | null;
  readonly config: Partial<ServerConfig>;
}

/** Names each wrong variable and the values that it may have. */
class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

const onOff = z.stringbool({
  truthy: ["on", "true", "yes", "1"],
  falsy: ["off", "false", "no", "0"],
  error: "on or off",
});
const port = z.string().check(z.regex(/^\d{1,5}$/, "a number from 0 to 65535"));
const megabytes = z
  .string()
  .check(z.regex(/^\d{1,3}(\.\d{1,3})?$/, "a number of megabytes below 1000"));
const integerUpTo = (max: number) =>
  z.string().check(
    z.regex(/^[1-9]\d{0,7}$/, `a number from 1 to ${max}`),
    z.refine((text) => Number(text) <= max, `a number from 1 to ${max}`),
  );
const address = z.string().check(z.regex(/^https?:\/\/\S+$/, "begins with https:// or http://"));

const isRaisedJobHistory = (part: string): part is RaisedJobHistory =>
  raisedJobHistory.some((known) => known === part);

/** The defaults of variables that are not set. The other variables have no default. */
const defaults = {
  HOST: "127.0.0.1",
  DATABASE_CONNECTIONS: "12",
  OFFICE_CONNECTIONS: "4",
  SHUTDOWN_SECONDS: "20",
  DRAIN_SECONDS: "0",
  PORT: "4600",
  DEMO: "off",
  DEMO_ANYWHERE: "off",
  RESTORED: "off",
  OFFICE_EMAIL: "office@fieldfare.example",
  STANDALONE_ONLY: "off",
  PIN_RESET: "on",
  SIGN_IN_DAYS: "90",
  DEVICE_APPROVAL: "off",
  OIDC_SCOPE: "openid profile email",
  OIDC_ROLES_CLAIM: "roles",
  HACT_EVIDENCE: "uri",
  HACT_RETRY_DAYS: "5",
  WEBHOOK_HTTP: "off",
  WEBHOOK_NETWORKS: "",
  WEBHOOK_DISABLE_DAYS: String(defaultConfig.webhooks.disableDays),
  HOMES_PER_DAY: String(defaultConfig.homesPerDay),
  PROPERTY_IMPORT_LINES: String(defaultConfig.propertyImportLines),
  PROPERTY_IMPORT_MB: String(defaultConfig.propertyImportMegabytes),
  RAISED_JOB_HISTORY: "",
  RETENTION: "",
  DAMP_PERIODS: "",
  BANK_HOLIDAYS: "",
  PUSH: "on",
  SYNC_WARN_MB: "5",
  SYNC_MIN_MB: "0",
  SYNC_MAX_MB: "30",
  BLOCK_POLLING: "off",
  LOCK_AFTER_MINUTES: String(defaultLockAfterMinutes),
  OTEL_SERVICE_NAME: "fieldfare",
  OTEL_TRACES_SAMPLER_ARG: "1",
  LOG: "info",
};

/** One entry for each variable. `objects/settings.ts` reads the variables of the object store. */
const variables = z.object({
  HOST: z.string(),
  PORT: port,
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, "begins with postgres://")),
  ),
  DATABASE_CONNECTIONS: integerUpTo(1000),
  OFFICE_CONNECTIONS: integerUpTo(1000),
  SHUTDOWN_SECONDS: integerUpTo(600),
  DRAIN_SECONDS: z.string().check(z.regex(/^\d{1,3}$/, "a number from 0 to 999")),
  DEMO: onOff,
  DEMO_ANYWHERE: onOff,
  RESTORED: onOff,
  OFFICE_EMAIL: z.email("an e-mail address"),
  FORMS_DIR: z.optional(z.string()),
  ENGINEER_APP: z.optional(
    z
      .string()
      .check(
        z.refine(
          (folder) => existsSync(join(folder, "index.html")),
          "the folder of a built app: there is no index.html in it",
        ),
      ),
  ),
  ADMIN_PATH: z.optional(
    z
      .string()
      .check(z.regex(/^(\/[\w.-]+)+$/, "a path such as /admin, without a slash at its end")),
  ),
  SUPPORT_PHONE: z.optional(z.string().check(z.maxLength(50, "at most 50 characters"))),
  STANDALONE_ONLY: onOff,
  PIN_RESET: onOff,
  SIGN_IN_DAYS: integerUpTo(3650),
  DEVICE_APPROVAL: onOff,
  OIDC_ISSUER: z.optional(address),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_SCOPE: z.string().check(z.regex(/(^| )openid( |$)/, "scopes with openid among them")),
  OIDC_ROLES_CLAIM: z.string(),
  OIDC_ROLES: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseRoles(text) !== null,
          `pairs such as office-admins=administrator, separated by commas; roles: ${officeRoles.join(", ")}, engineer`,
        ),
      ),
  ),
  HOMES_PER_DAY: integerUpTo(1000),
  PROPERTY_IMPORT_LINES: integerUpTo(10_000_000),
  PROPERTY_IMPORT_MB: integerUpTo(10_000),
  RAISED_JOB_HISTORY: z.string().check(
    z.refine((text) => splitList(text).every((part) => isRaisedJobHistory(part)), {
      error: `some of ${raisedJobHistory.join(", ")}, with commas between them`,
    }),
  ),
  RETENTION: z.string().check(
    z.refine((text) => parseRetention(text) !== null, {
      error:
        "pairs such as device-logs=90 or images=never, each kind once, separated by commas; docs/privacy.md has the kinds and their shortest periods",
    }),
  ),
  DAMP_PERIODS: z.string().check(
    z.refine((text) => parseDampPeriods(text) !== null, {
      error: `pairs such as investigation=10 or emergency=24 with a number from 1 to 366, each name once, separated by commas; names: ${Object.keys(defaultDampPeriods).join(", ")}`,
    }),
  ),
  BANK_HOLIDAYS: z.string().check(
    z.refine((text) => splitList(text).every(isCalendarDay), {
      error: "days such as 2027-06-03, separated by commas",
    }),
  ),
  SYNC_WARN_MB: megabytes,
  SYNC_MIN_MB: megabytes,
  SYNC_MAX_MB: megabytes.check(z.regex(/[1-9]/, "more than 0")),
  BLOCK_POLLING: onOff,
  LOCK_AFTER_MINUTES: z.union([z.literal("never"), integerUpTo(1440)], {
    error: "a whole number of minutes from 1 to 1440, or never",
  }),
  TRUST_PROXY: z.optional(z.string()),
  TOKEN_KEYS: z.optional(z.string()),
  DOCUMENT_KEYS: z.optional(z.string()),
  ESCROW_KEYS: z.optional(z.string()),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(
        z.regex(/^https?:\/\/[^\s/]+$/, "such as https://fieldfare.example.org, without a path"),
      ),
  ),
  HACT_URL: z.optional(address),
  HACT_TOKEN: z.optional(z.string()),
  HACT_EVIDENCE: z.enum(["uri", "embedded"], "uri or embedded"),
  HACT_RETRY_DAYS: integerUpTo(60),
  REPORTING_EXPORT_TIME: z.optional(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day such as 02:30")),
  ),
  WEBHOOK_HTTP: onOff,
  WEBHOOK_NETWORKS: z.string().check(
    z.refine((text) => splitList(text).every(isNetwork), {
      error: "addresses or networks such as 10.1.0.0/16, separated by commas",
    }),
  ),
  WEBHOOK_DISABLE_DAYS: integerUpTo(60),
  POSTCODE_LOOKUP_URL: z.optional(
    address.check(z.regex(/\{postcode\}/, "has {postcode} where the postcode belongs")),
  ),
  PUSH: onOff,
  PUSH_CONTACT: z.optional(
    z.string().check(z.regex(/^(mailto:|https:\/\/)\S+$/, "begins with mailto: or https://")),
  ),
  VAPID_PUBLIC_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{87}$/, "a point of P-256, 87 characters of base64url")),
  ),
  VAPID_PRIVATE_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{43}$/, "43 characters of base64url")),
  ),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w.~+/=-]{16,200}$/, "16 to 200 letters, digits or -._~+/=")),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(address),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseHeaders(text) !== null,
          "pairs such as authorization=Bearer%20secret, separated by commas",
        ),
      ),
  ),
  OTEL_SERVICE_NAME: z.string(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .check(z.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, "a number from 0 to 1, such as 0.1")),
  LOG: z
    .string()
    .check(
      z.regex(
        /^(fatal|error|warn|info|debug|trace|silent)( +(json|text))?$/,
        "fatal, error, warn, info, debug, trace or silent, and after a space json or text",
      ),
    ),
});

/** Every variable that a server knows, except those of the object store. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/**
 * Reads the environment of a server that runs in the folder `root`. An empty variable counts as not set. Throws
 * `EnvironmentError`.
 */
export function readEnvironment(given: Variables, root: string): Environment {
  const set: Variables = Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = z.safeParse(variables, { ...defaults, ...set });
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const trustProxy = readProxies(set.TRUST_PROXY);
  if (trustProxy === undefined)
    problems.push(
      "TRUST_PROXY: the number of proxies in front of the server (such as 1), or their networks (such as 10.0.0.0/8, 127.0.0.1), which are not every address there is",
    );
  if (!parsed.success || trustProxy === undefined) throw createEnvironmentError(problems);
  const values = parsed.data;
  if (Number(values.PORT) > 65_535)
    throw createEnvironmentError(["PORT: a number from 0 to 65535"]);
  const isOwnMachine = isLoopback(values.HOST) && values.DATABASE_URL === undefined;
  if (values.DEMO && !isOwnMachine && !values.DEMO_ANYWHERE)
    throw createEnvironmentError([
      "DEMO: the demo opens the system with published passwords, so it is not loaded into a database of your own " +
        "(DATABASE_URL) or where others reach the server (HOST). If you want that, set DEMO_ANYWHERE=on as well",
    ]);
  const mayRunSeveralServers = !isLoopback(values.HOST) && values.DATABASE_URL && !values.DEMO;
  const missing = (["TOKEN_KEYS", "DOCUMENT_KEYS", "ESCROW_KEYS"] as const).filter(
    (name) => !values[name],
  );
  if (mayRunSeveralServers && missing.length > 0)
    throw createEnvironmentError(
      missing.map(
        (name) =>
          `${name}: needed where several servers may share a database; docs/operations.md says how to make them`,
      ),
    );
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if ((publicKey === undefined) !== (privateKey === undefined))
    throw createEnvironmentError([
      "VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: set together or not at all",
    ]);
  if ((values.OIDC_ISSUER === undefined) !== (values.OIDC_CLIENT_ID === undefined))
    throw createEnvironmentError(["OIDC_ISSUER, OIDC_CLIENT_ID: set together or not at all"]);
  if (values.OIDC_ISSUER?.startsWith("http:") && !isLoopback(new URL(values.OIDC_ISSUER).hostname))
    throw createEnvironmentError(["OIDC_ISSUER: begins with https://"]);
  if (values.OIDC_ISSUER && !values.PUBLIC_URL && !isLoopback(values.HOST))
    throw createEnvironmentError([
      "PUBLIC_URL: needed with OIDC_ISSUER, which sends browsers back there",
    ]);
  // A default would make administrators of a group that every other system of the provider uses.
  if (values.OIDC_ISSUER && values.OIDC_ROLES === undefined)
    throw createEnvironmentError([
      "OIDC_ROLES: needed with OIDC_ISSUER, for instance office-admins=administrator, planners=planner",
    ]);
  const ownPushKeys = publicKey && privateKey ? { publicKey, privateKey } : null;
  const [logLevel = "", logFormat] = values.LOG.split(/ +/);
  const dataFolder = resolve(values.DATA_DIR ?? join(root, ".data"));
  return {
    host: values.HOST,
    port: Number(values.PORT),
    dataFolder,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseConnections: Number(values.DATABASE_CONNECTIONS),
    shutdownSeconds: Number(values.SHUTDOWN_SECONDS),
    drainSeconds: Number(values.DRAIN_SECONDS),
    demo: values.DEMO,
    restored: values.RESTORED,
    officeEmail: values.OFFICE_EMAIL,
    formsFolder: resolve(values.FORMS_DIR ?? join(root, "apps/server/forms")),
    tokenKeys: values.TOKEN_KEYS ?? null,
    documentKeys: values.DOCUMENT_KEYS ?? null,
    escrowKeys: values.ESCROW_KEYS ?? null,
    config: {
      officeConnections: Number(values.OFFICE_CONNECTIONS),
      engineerApp: resolve(values.ENGINEER_APP ?? join(root, "apps/engineer/dist")),
      officeApp: join(root, "apps/office/dist"),
      publicUrl: values.PUBLIC_URL ?? null,
      adminPath: values.ADMIN_PATH ?? "",
      // Ofcom reserves this number for drama: nobody is called when somebody tries the demo.
      supportPhone: values.SUPPORT_PHONE ?? (values.DEMO ? "01632 960100" : null),
      standaloneOnly: values.STANDALONE_ONLY,
      mayResetPin: values.PIN_RESET,
      signInDays: Number(values.SIGN_IN_DAYS),
      deviceApproval: values.DEVICE_APPROVAL,
      oidc:
        values.OIDC_ISSUER && values.OIDC_CLIENT_ID
          ? {
              issuer: values.OIDC_ISSUER,
              clientId: values.OIDC_CLIENT_ID,
              clientSecret: values.OIDC_CLIENT_SECRET ?? null,
              scope: values.OIDC_SCOPE,
              rolesClaim: values.OIDC_ROLES_CLAIM,
              ...(parseRoles(values.OIDC_ROLES ?? "") ?? { roles: {}, engineers: [] }),
            }
          : null,
      homesPerDay: Number(values.HOMES_PER_DAY),
      propertyImportLines: Number(values.PROPERTY_IMPORT_LINES),
      propertyImportMegabytes: Number(values.PROPERTY_IMPORT_MB),
      raisedJobHistory: splitList(values.RAISED_JOB_HISTORY).filter(isRaisedJobHistory),
      retention: parseRetention(values.RETENTION) ?? {},
      dampPeriods: parseDampPeriods(values.DAMP_PERIODS) ?? defaultDampPeriods,
      bankHolidays: splitList(values.BANK_HOLIDAYS),
      syncWarnSizeInMb: Number(values.SYNC_WARN_MB),
      syncMinSizeInMb: Number(values.SYNC_MIN_MB),
      syncAnswerBytes: Number(values.SYNC_MAX_MB) * 1_000_000,
      blockPolling: values.BLOCK_POLLING,
      lockAfterMinutes:
        values.LOCK_AFTER_MINUTES === "never" ? null : Number(values.LOCK_AFTER_MINUTES),
      trustProxy,
      housingSystem: values.HACT_URL
        ? {
            url: values.HACT_URL.replace(/\/+$/, ""),
            token: values.HACT_TOKEN ?? null,
            days: Number(values.HACT_RETRY_DAYS),
          }
        : null,
      hactEvidence: values.HACT_EVIDENCE,
      reportingExportTime: values.REPORTING_EXPORT_TIME ?? null,
      webhooks: {
        allowsHttp: values.WEBHOOK_HTTP,
        networks: splitList(values.WEBHOOK_NETWORKS),
        disableDays: Number(values.WEBHOOK_DISABLE_DAYS),
      },
      postcodeProvider: values.POSTCODE_LOOKUP_URL
        ? { url: values.POSTCODE_LOOKUP_URL, timeoutMs: 5_000 }
        : null,
      pushKeys: values.PUSH ? ownPushKeys : "off",
      pushContact: values.PUSH_CONTACT ?? `mailto:${values.OFFICE_EMAIL}`,
      traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
        ? {
            url: `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`,
            headers: parseHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
            serviceName: values.OTEL_SERVICE_NAME,
            ratio: Number(values.OTEL_TRACES_SAMPLER_ARG),
          }
        : null,
      metricsAccess: readMetricsAccess(values.METRICS_TOKEN, values.DEMO && isOwnMachine),
      logLevel,
      logFormat: logFormat === "text" ? "text" : "json",
    },
  };
}

/** A demo that only this machine reaches shows its metrics without a token. */
function readMetricsAccess(
  token: string | undefined,
  isOwnDemo: boolean,
): ServerConfig["metricsAccess"] {
  if (token !== undefined) return { token };
  return isOwnDemo ? "open" : "off";
}

function createEnvironmentError(problems: readonly string[]): EnvironmentError {
  return new EnvironmentError(
    `these variables of the environment are wrong:\n  ${[...new Set(problems)].join("\n  ")}`,
  );
}
