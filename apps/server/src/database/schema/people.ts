import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, moment, received } from "./columns.ts";

export const fieldOperative = pgTable("field_operative", {
  fieldOperativeId: uuid("field_operative_id").primaryKey(),
  recordsMileage: boolean("records_mileage").notNull().default(true),
  mobileNumber: text("mobile_number"),
  gasSafeIdCard: text("gas_safe_id_card"),
  requestSignature: boolean("request_signature").notNull().default(false),
  /** Data URL of the engineer's last signature. */
  signature: text("signature"),
  signatureUpdatedOn: moment("signature_updated_on"),
  /** Grows by one with every change to the engineer's favourite contacts. */
  favouritesVersion: integer("favourites_version").notNull().default(0),
});

/** A person who may sign in. An engineer's account names the field operative. */
export const account = pgTable(
  "account",
  {
    accountId: uuid("account_id").primaryKey(),
    name: text("name").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    /** See `database/secrets.ts`. */
    passwordHash: text("password_hash").notNull(),
    /** When an administrator or the owner last set the password. Null: an earlier version did, or nobody has. */
    passwordSetOn: moment("password_set_on"),
    /** 1 field engineer, 2 office. */
    userType: smallint("user_type").notNull(),
    /** What an engineer may do. The permissions of an office account follow from its roles. */
    perms: text("perms").array().notNull().default([]),
    /** The roles of an office account. */
    roles: text("roles").array().notNull().default([]),
    /** True: an administrator chose the password, so the account has to choose one of its own first. */
    mustChangePassword: boolean("must_change_password").notNull().default(false),
    fieldOperativeId: uuid("field_operative_id").references(() => fieldOperative.fieldOperativeId),
    /** Issuer and subject, separated by a space, of who signs in with OpenID Connect. Null: with the password. */
    oidcSubject: text("oidc_subject"),
    /** Since when the account is disabled. Null: it may be used. */
    disabledOn: moment("disabled_on"),
    createdOn: received("created_on"),
  },
  (table) => [
    uniqueIndex("account_email").on(table.email),
    uniqueIndex("account_operative").on(table.fieldOperativeId),
    uniqueIndex("account_oidc_subject").on(table.oidcSubject),
    index("account_disabled").on(table.disabledOn),
  ],
);

/** One sign-in. Its refresh tokens belong to the family and are deleted with it. */
export const tokenFamily = pgTable(
  "token_family",
  {
    familyId: uuid("family_id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => account.accountId),
    deviceId: uuid("device_id"),
    /** When the sign-in gave the password. Null: it gave the PIN of a device. */
    passwordGivenOn: moment("password_given_on"),
    createdOn: received("created_on"),
    revokedOn: moment("revoked_on"),
    revokedReason: text("revoked_reason"),
  },
  (table) => [index("token_family_account").on(table.accountId)],
);

export const refreshToken = pgTable(
  "refresh_token",
  {
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: bytes("token_hash").primaryKey(),
    familyId: uuid("family_id")
      .notNull()
      .references(() => tokenFamily.familyId, { onDelete: "cascade" }),
    createdOn: received("created_on"),
    expiresOn: moment("expires_on").notNull(),
    /** When it was first exchanged. */
    usedOn: moment("used_on"),
    /** When an earlier token of the family was exchanged again, which replaced this one. */
    retiredOn: moment("retired_on"),
    /** The hash of the token that was exchanged for this one; null: it came with a sign-in, or from an earlier version. */
    exchangedHash: bytes("exchanged_hash"),
  },
  (table) => [
    index("refresh_token_family").on(table.familyId),
    index("refresh_token_expires").on(table.expiresOn),
  ],
);

export const signInFailure = pgTable(
  "sign_in_failure",
  {
    failureId: bigint("failure_id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    email: text("email").notNull(),
    address: text("address").notNull(),
    failedOn: received("failed_on"),
  },
  (table) => [index("sign_in_failure_who").on(table.email, table.address, table.failedOn)],
);

/** The code with which an engineer may set a new PIN once. The office reads it out. A new one replaces the last. */
export const pinResetCode = pgTable("pin_reset_code", {
  fieldOperativeId: uuid("field_operative_id")
    .primaryKey()
    .references(() => fieldOperative.fieldOperativeId),
  /** See `database/secrets.ts`. */
  codeHash: text("code_hash").notNull(),
  failedCount: integer("failed_count").notNull().default(0),
  expiresOn: moment("expires_on").notNull(),
});

/** A machine that may call the office. */
export const apiClient = pgTable("api_client", {
  clientId: uuid("client_id").primaryKey(),
  name: text("name").notNull(),
  /** Each of the form `area#action`. */
  permissions: text("permissions").array().notNull(),
  createdOn: received("created_on"),
  /** Since when it is refused. Null: it may be used. */
  revokedOn: moment("revoked_on"),
});

export const apiClientSecret = pgTable(
  "api_client_secret",
  {
    secretId: uuid("secret_id").primaryKey(),
    clientId: uuid("client_id")
      .notNull()
      .references(() => apiClient.clientId),
    /** See `areas/api-clients/secrets.ts`. */
    secretHash: bytes("secret_hash").notNull(),
    createdOn: received("created_on"),
    /** Null: it does not expire. */
    expiresOn: moment("expires_on"),
    lastUsedOn: moment("last_used_on"),
  },
  (table) => [index("api_client_secret_client").on(table.clientId)],
);

/** A sign-in with OpenID Connect that a browser has begun. It is known by the secret in the browser's cookie. */
export const oidcSignIn = pgTable("oidc_sign_in", {
  cookieHash: bytes("cookie_hash").primaryKey(),
  state: text("state").notNull(),
  nonce: text("nonce").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  returnTo: text("return_to").notNull(),
  expiresOn: moment("expires_on").notNull(),
  /** Who has signed in. Null: the provider has not sent the browser back yet. */
  accountId: uuid("account_id").references(() => account.accountId),
});
