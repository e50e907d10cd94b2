import {
  type Call,
  type CallAnswer,
  type CallBody,
  type CallParams,
  type CallQuery,
  refresh,
} from "@fieldfare/contract";
import type { EngineerDatabase } from "../database/database.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readClaims } from "./claims.ts";
import { type Answer } from "./failure.ts";
import { fail, type RawRequest, send } from "./request.ts";

type Input<C extends Call> = InputPart<"params", CallParams<C>> &
  Partial<InputPart<"query", CallQuery<C>>> &
  InputPart<"body", CallBody<C>>;
type InputPart<K extends string, T> = T extends undefined ? object : Record<K, T>;

/** The same without the types of one call. */
interface InputParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** The engineer for whom an open call is made, who need not be the one who signed in last. */
export interface NamedEngineer {
  /** Null: this browser is not installed for them. */
  readonly deviceId: string | null;
  /** Absent or null: the call is not signed. */
  readonly database?: EngineerDatabase | null;
}

/** Makes one typed call of the contract and parses the answer with the contract. */
export async function callServer<C extends Call>(
  unbound: Device,
  call: C,
  input: Input<C> & InputParts,
  named?: NamedEngineer,
): Promise<Answer<CallAnswer<C>>> {
  const device = forCurrentEngineer(unbound);
  const request: RawRequest = {
    method: call.method,
    path: buildPath(call, input),
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signer: call.isSigned && (named ? named.database : device.engineer),
    sendsCookie: call.sendsCookie,
  };
  const answer =
    call.audience === "open"
      ? await send(device, {
          ...request,
          deviceId: named ? named.deviceId : (await device.engineer?.setting.get(1))?.deviceId,
        })
      : await sendSigned(device, request);
  return readAnswer(device, call, answer);
}

/** Parses the answer to a call with the contract, and disables a device that the server has refused. */
export async function readAnswer<C extends Call>(
  device: Device,
  call: C,
  answer: Answer<unknown>,
): Promise<Answer<CallAnswer<C>>> {
  if (!answer.ok) {
    if (answer.failure.kind === "device") await disableDevice(device, answer.failure);
    return answer;
  }
  const response: C["response"] = call.response;
  const parsed = response.safeParse(answer.value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : fail({ kind: "malformed", status: 200 });
}

/** The sign-in of requests, read once for a run of messages. A renewal on the way changes the token. */
export interface Credentials {
  readonly deviceId: string | null | undefined;
  token: string;
}

/** Returns null without a token: nobody is signed in, or only offline. */
export async function readCredentials({ engineer }: Device): Promise<Credentials | null> {
  if (!engineer) return null;
  // One transaction: nothing may change between reading the token and reading the device id.
  const [setting, row] = await engineer.transaction("r", ["setting", "token"], () =>
    Promise.all([engineer.setting.get(1), engineer.token.get(1)]),
  );
  const token = row?.tokenModel?.token;
  return token ? { deviceId: setting?.deviceId, token } : null;
}

/**
 * Sends with the bearer token. On a 401 the token is refreshed once and the request is sent again.
 */
export async function sendSigned(
  device: Device,
  request: RawRequest,
  knownCredentials?: Credentials,
): Promise<Answer<unknown>> {
  const credentials = knownCredentials ?? (await readCredentials(device));
  if (!credentials) {
    const isSignedIn = (await device.engineer?.token.get(1)) !== undefined;
    return fail({ kind: isSignedIn ? "awaiting-credentials" : "token-not-found" });
  }
  const { deviceId, token } = credentials;
  const first = await send(device, { ...request, token, deviceId });
  if (first.ok || readStatus(first.failure) !== 401) return first;
  const renewed = await renewToken(device, token);
  if (!renewed.ok) return renewed;
  credentials.token = renewed.value;
  const second = await send(device, { ...request, token: renewed.value, deviceId });
  const isRefused =
    !second.ok && second.failure.kind === "problem" && second.failure.status === 401;
  return isRefused ? fail({ kind: "token-renewal" }) : second;
}

/** Renews the token once for any number of 401s: a second caller finds the new token. */
export function renewToken(unbound: Device, refusedToken: string): Promise<Answer<string>> {
  const device = forCurrentEngineer(unbound);
  return device.ports.locks.hold("fieldfare-token", async (): Promise<Answer<string>> => {
    const row = await device.engineer?.token.get(1);
    if (!row?.tokenModel) return fail({ kind: "token-not-found" });
    if (row.tokenModel.token !== refusedToken) return { ok: true, value: row.tokenModel.token };
    const answer = await send(device, {
      method: refresh.method,
      path: refresh.path,
      body: JSON.stringify({ refreshToken: row.tokenModel.refreshToken }),
      deviceId: (await device.database.setting.get(1))?.deviceId,
      signer: device.engineer,
    });
    if (!answer.ok) {
      const { failure } = answer;
      // Only our own server can end a sign-in; a proxy's 401 or 403 does not.
      const isFinal = failure.kind === "problem" && failure.status < 500 && failure.status !== 429;
      if (isFinal) await markRefused(device, refusedToken);
      return fail(isFinal ? { kind: "token-renewal" } : failure);
    }
    const parsed = refresh.response.safeParse(answer.value);
    if (!parsed.success) return fail({ kind: "malformed", status: 200 });
    // The engineer has signed out meanwhile: the answer is dropped.
    const updatedRows = await device.database.token
      .where("id")
      .equals(row.id)
      .and((now) => now.tokenModel?.token === refusedToken)
      .modify({
        tokenModel: parsed.data,
        isRefused: false,
        ...buildClaimsUpdate(parsed.data.token),
      });
    if (updatedRows === 0) return fail({ kind: "token-not-found" });
    return { ok: true, value: parsed.data.token };
  });
}

/** Stores the refusal, so that a restart knows that only another sign-in helps. */
export async function markRefused({ database }: Device, refusedToken: string): Promise<void> {
  await database.token
    .where("id")
    .equals(1)
    .and((row) => row.tokenModel?.token === refusedToken)
    .modify({ isRefused: true });
}

/**
 * Takes over what the profile allows, which may have changed since the sign-in. The person has not.
 */
function buildClaimsUpdate(token: string) {
  const claims = readClaims(token);
  if (!claims) return {};
  return {
    "claims.exp": claims.exp,
    "claims.perms": claims.perms,
    "claims.recordsMileage": claims.recordsMileage,
  };
}

/**
 * Disables a device that the server does not know or has locked. The id may be a colleague's, whose
 * PIN was tried on the sign-in screen.
 */
export async function disableDevice(
  { engineer, events }: Device,
  { error, deviceId }: { readonly error: "locked" | "unknown"; readonly deviceId: string | null },
): Promise<void> {
  if (!engineer) return;
  const disabled = await engineer.setting
    .where("id")
    .equals(1)
    // A browser that is not installed yet is always unknown to the server.
    .and((setting) => setting.installationDate !== null && setting.deviceId === deviceId)
    .modify({ enabled: false });
  if (disabled > 0) events.emit({ kind: "device-disabled", error, ownerId: engineer.ownerId });
}

function readStatus(failure: { kind: string; status?: number }): number | undefined {
  return failure.status;
}

/** Returns the path of a call with its parameters and its query. */
export function buildPath(call: Call, input: InputParts): string {
  const params = new Map(toTexts(input.params));
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params.get(name) ?? ""),
  );
  const query = new URLSearchParams(toTexts(input.query)).toString();
  return query === "" ? path : `${path}?${query}`;
}

function toTexts(part: object = {}): [string, string][] {
  return Object.entries(part).map(([name, value]) => [name, String(value)]);
}
