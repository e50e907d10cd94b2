import {
  type Command,
  getCommands,
  getInstallation,
  getJobs,
  header,
  imageMessageHead,
  type MessageAnswer,
  type MessageEnvelope,
  messagePaths,
  messagesPath,
  messageTypes,
  type MessageType,
  ping,
  type Problem,
  queuedMessage,
  type Receipt,
  refresh,
  type ServerJob,
  severalMessages,
  signIn,
  type TokenClaims,
  type TokenModel,
} from "@fieldfare/contract";
import type { Ports } from "../ports.ts";
import {
  createDisk,
  type Disk,
  type NodeDevice,
  openNodeDevice,
  selectEngineer,
} from "./node-device.ts";

export const owner = "0190a000-0000-7000-8000-000000000001";
export const ownerEmail = "sam.taylor@fieldfare.example";
const receivedOn = "2026-03-02T12:00:00.000Z";

/** Overrides the answer to one request; undefined leaves it to the fake server. */
type AnswerOverride = (path: string, init: RequestInit) => Response | undefined | Promise<Response>;

/** A small server that takes what the contract describes and refuses everything else. */
export interface FakeServer {
  /** The number of messages that it takes in one request. Undefined: it is an older server and takes one at a time. */
  maxMessages: number | undefined;
  /** The codes with which it refuses messages that come in one request, by their ids. */
  readonly refused: Map<string, string>;
  /** Messages in the order in which they were first received. */
  readonly received: MessageEnvelope[];
  /** The tag that a poll gets; undefined: an older server, which gives none. */
  pollTag: string | undefined;
  /** The query of the last request. */
  lastQuery: Readonly<Record<string, string>>;
  /** Paths of all requests. */
  readonly requestedPaths: string[];
  readonly fetch: Ports["fetch"];
  jobs: ServerJob[];
  commands: (Command | { messageId: string; type: string })[];
  /** The bearer token that is accepted; any other gets a 401. */
  token: string;
  password: string;
  isOnline: boolean;
  answer: AnswerOverride;
}

/** Creates a fake server that is online and has no jobs and no commands. */
export function aFakeServer(): FakeServer {
  const knownMessageIds = new Set<string>();
  let tokenCount = 1;
  const nextTokenModel = (): TokenModel => ({
    token: fakeServer.token,
    refreshToken: `refresh-${tokenCount}`,
    expiresOn: receivedOn,
  });
  const record = (envelope: MessageEnvelope): Receipt => {
    const { messageId } = envelope;
    const isNew = !knownMessageIds.has(messageId);
    if (isNew) fakeServer.received.push(envelope);
    knownMessageIds.add(messageId);
    return { messageId, outcome: isNew ? "recorded" : "already-recorded", receivedOn };
  };
  const message = async (type: MessageType, init: RequestInit): Promise<Response> => {
    const schema = init.body instanceof FormData ? imageMessageHead : queuedMessage(type);
    return json(record(schema.parse(JSON.parse(readBodyText(init)))));
  };
  const several = (init: RequestInit): Response => {
    const { messages } = severalMessages.parse(JSON.parse(readBodyText(init)));
    const stopped = new Set<string | undefined>();
    const answers = messages.map((envelope): MessageAnswer => {
      const { messageId, order } = envelope;
      const code = stopped.has(order?.lane) ? "not-tried" : fakeServer.refused.get(messageId);
      if (code === undefined)
        return { receipt: record(envelope), payloadHash: order?.payloadHash ?? "" };
      stopped.add(order?.lane);
      return { messageId, problem: { title: code, status: 409, code } };
    });
    return json({ answers });
  };
  const calls: Readonly<Record<string, () => unknown>> = {
    [ping.path]: () => ({
      status: "ok",
      buildNumber: 1,
      serverTime: receivedOn,
      epoch: owner,
      maxMessages: fakeServer.maxMessages,
    }),
    [getInstallation.path]: () => ({ deviceState: 4, deviceId: owner }),
    [getJobs.path]: () => ({ jobs: fakeServer.jobs }),
    [getCommands.path]: () => ({ commands: fakeServer.commands, pollTag: fakeServer.pollTag }),
  };

  const fakeServer: FakeServer = {
    maxMessages: undefined,
    pollTag: undefined,
    refused: new Map(),
    received: [],
    lastQuery: {},
    requestedPaths: [],
    jobs: [],
    commands: [],
    token: aToken(1),
    password: "Fieldfare-1",
    isOnline: true,
    answer: () => undefined,
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(url);
      fakeServer.lastQuery = Object.fromEntries(searchParams);
      fakeServer.requestedPaths.push(pathname);
      if (!fakeServer.isOnline) throw new TypeError("fetch failed");
      const override = await fakeServer.answer(pathname, init);
      if (override) return override;
      if (pathname === signIn.path) {
        const given = JSON.parse(readBodyText(init)) as { password?: string; pin?: string };
        if ((given.password ?? given.pin) !== fakeServer.password)
          return refusal(401, "bad-credentials");
        const tokenModel = nextTokenModel();
        return json({ tokenModel, requestSignature: false, recordsMileage: false, buildNumber: 1 });
      }
      if (pathname === refresh.path) {
        fakeServer.token = aToken((tokenCount += 1));
        return json(nextTokenModel());
      }
      const open = pathname === ping.path;
      const bearer = new Headers(init.headers).get("Authorization");
      if (!open && bearer !== `Bearer ${fakeServer.token}`) return refusal(401, "unauthorised");
      if (pathname === messagesPath && fakeServer.maxMessages !== undefined) return several(init);
      const call = calls[pathname];
      if (call) return json(call());
      const type = messageTypes.find((candidate) => messagePaths[candidate] === pathname);
      return type && init.method === "POST" ? message(type, init) : refusal(404, "not-found");
    },
  };
  return fakeServer;
}

/** Builds an answer with a JSON body. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

/** Builds a web page as an answer, such as a captive portal or a gateway sends in place of the server. */
export function html(status = 200): Response {
  return new Response("<h1>Welcome to the café</h1>", {
    status,
    headers: { "Content-Type": "text/html" },
  });
}

/** Builds a problem document as an answer. Its title is the code. */
export function refusal(status: number, code: string, more: Partial<Problem> = {}): Response {
  return new Response(JSON.stringify({ title: code, status, code, ...more } satisfies Problem), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/** The JSON that was sent; of a form, its message. */
export function readBodyText(init: RequestInit): string {
  const body = init.body instanceof FormData ? init.body.get("message") : init.body;
  return typeof body === "string" ? body : "null";
}

/** Returns the id of the message that a request sends; empty if it sends none. */
export function readMessageId(init: RequestInit): string {
  return new Headers(init.headers).get(header.idempotencyKey) ?? "";
}

/** Long after the time of any test, in seconds. */
const farEnd = 5_000_000_000;

/** A well-formed token that has not ended; `number` tells one from the next. */
export function aToken(number: number, given: Partial<TokenClaims> = {}): string {
  const claims = { ...defaultClaims, exp: farEnd + number, ...given };
  return ["head", btoa(JSON.stringify(claims)), "sign"].join(".");
}

const defaultClaims: TokenClaims = {
  id: owner,
  name: "Sam Taylor",
  email: ownerEmail,
  userType: 1,
  perms: [],
  fieldOperativeId: owner,
  requestSignature: false,
  recordsMileage: false,
  exp: 1,
};

export interface SignedInPhone extends NodeDevice {
  readonly disk: Disk;
}

/** An installed device whose engineer is signed in with the fake server's token. */
export async function aSignedInPhone(
  fakeServer: FakeServer,
  options: Partial<Parameters<typeof openNodeDevice>[0]> = {},
): Promise<SignedInPhone> {
  const disk = options.disk ?? createDisk();
  const node = await openNodeDevice({ fetch: fakeServer.fetch, ...options, disk });
  const database = await selectEngineer(node.device, owner);
  const { login } = node.device.shared;
  if (!(await login.get(ownerEmail)))
    await login.put({
      email: ownerEmail,
      ownerId: owner,
      installation: { deviceId: owner, installationDate: receivedOn },
      offlineLogin: null,
      failedLoginCount: 0,
      lastLoginDate: receivedOn,
      lastFailedLoginDate: null,
    });
  await database.setting.update(1, { installationDate: receivedOn, deviceId: owner });
  await database.token.put({
    id: 1,
    tokenModel: { token: fakeServer.token, refreshToken: "refresh-1", expiresOn: receivedOn },
    claims: defaultClaims,
    signedInOn: receivedOn,
  });
  return { ...node, disk };
}
