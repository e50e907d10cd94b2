import {
  type Command,
  getCommands,
  getInstallation,
  getJobs,
  header,
  imageMessageHead,
  type MessageEnvelope,
  messagePaths,
  messageTypes,
  type MessageType,
  ping,
  type Problem,
  queuedMessage,
  refresh,
  type ServerJob,
  signIn,
  type TokenClaims,
  type TokenModel,
} from "@fieldfare/contract";
import type { Ports } from "../ports.ts";
import { createDisk, type Disk, type NodeDevice, openNodeDevice } from "./node-device.ts";

export const owner = "0190a000-0000-7000-8000-000000000001";
export const ownerEmail = "sam.taylor@fieldfare.example";
const receivedOn = "2026-03-02T12:00:00.000Z";

/** Stands for one request: what a test answers in the server's place, or nothing to leave it to the server. */
type Answerer = (path: string, init: RequestInit) => Response | undefined | Promise<Response>;

/** A small server that takes what the contract describes and refuses all else. */
export interface Peer {
  /** Messages in the order in which they were first taken. */
  readonly received: MessageEnvelope[];
  /** Paths of all requests. */
  readonly asked: string[];
  readonly fetch: Ports["fetch"];
  jobs: ServerJob[];
  commands: (Command | { messageId: string; type: string })[];
  /** The bearer token that counts; another one is answered with 401. */
  token: string;
  password: string;
  isOnline: boolean;
  answer: Answerer;
}

export function aPeer(): Peer {
  const known = new Set<string>();
  let tokens = 1;
  const models = (): TokenModel => ({
    token: peer.token,
    refreshToken: `refresh-${tokens}`,
    expiresOn: receivedOn,
  });
  const message = async (type: MessageType, init: RequestInit): Promise<Response> => {
    const schema = init.body instanceof FormData ? imageMessageHead : queuedMessage(type);
    const taken = schema.parse(JSON.parse(textOf(init))) as MessageEnvelope;
    const { messageId } = taken;
    const isNew = !known.has(messageId);
    if (isNew) peer.received.push(taken);
    known.add(messageId);
    return json({ messageId, outcome: isNew ? "recorded" : "already-recorded", receivedOn });
  };
  const calls: Readonly<Record<string, () => unknown>> = {
    [ping.path]: () => ({ status: "ok", buildNumber: 1, serverTime: receivedOn, epoch: owner }),
    [getInstallation.path]: () => ({ deviceState: 4, deviceId: owner }),
    [getJobs.path]: () => ({ jobs: peer.jobs }),
    [getCommands.path]: () => ({ commands: peer.commands }),
  };

  const peer: Peer = {
    received: [],
    asked: [],
    jobs: [],
    commands: [],
    token: aToken(1),
    password: "Fieldfare-1",
    isOnline: true,
    answer: () => undefined,
    async fetch(url, init) {
      const { pathname } = new URL(url);
      peer.asked.push(pathname);
      if (!peer.isOnline) throw new TypeError("fetch failed");
      const answered = await peer.answer(pathname, init);
      if (answered) return answered;
      if (pathname === signIn.path) {
        const given = JSON.parse(textOf(init)) as { password?: string; pin?: string };
        if ((given.password ?? given.pin) !== peer.password) return refusal(401, "bad-credentials");
        const tokenModel = models();
        return json({ tokenModel, requestSignature: false, recordsMileage: false, buildNumber: 1 });
      }
      if (pathname === refresh.path) {
        peer.token = aToken((tokens += 1));
        return json(models());
      }
      const open = pathname === ping.path;
      const bearer = new Headers(init.headers).get("Authorization");
      if (!open && bearer !== `Bearer ${peer.token}`) return refusal(401, "unauthorised");
      const call = calls[pathname];
      if (call) return json(call());
      const type = messageTypes.find((candidate) => messagePaths[candidate] === pathname);
      return type && init.method === "POST" ? message(type, init) : refusal(404, "not-found");
    },
  };
  return peer;
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

export function html(status = 200): Response {
  return new Response("<h1>Welcome to the café</h1>", {
    status,
    headers: { "Content-Type": "text/html" },
  });
}

export function refusal(status: number, code: string, more: Partial<Problem> = {}): Response {
  return new Response(JSON.stringify({ title: code, status, code, ...more } satisfies Problem), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
}

/** The JSON that was sent; of a form, its message. */
export function textOf(init: RequestInit): string {
  const body = init.body instanceof FormData ? init.body.get("message") : init.body;
  return typeof body === "string" ? body : "null";
}

export function messageIdOf(init: RequestInit): string {
  return new Headers(init.headers).get(header.idempotencyKey) ?? "";
}

/** A token in shape; `number` tells one from the next. */
export function aToken(number: number, given: Partial<TokenClaims> = {}): string {
  const claims = { ...someClaims, exp: number, ...given };
  return ["head", btoa(JSON.stringify(claims)), "sign"].join(".");
}

const someClaims: TokenClaims = {
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

/** An installed device whose engineer is signed in with the peer's token. */
export async function aSignedInPhone(
  peer: Peer,
  options: Partial<Parameters<typeof openNodeDevice>[0]> = {},
): Promise<SignedInPhone> {
  const disk = options.disk ?? createDisk();
  const node = await openNodeDevice({ fetch: peer.fetch, ...options, disk });
  const { database } = node.device;
  await database.setting.update(1, { installationDate: receivedOn, deviceId: owner });
  await database.token.put({
    id: 1,
    tokenModel: { token: peer.token, refreshToken: "refresh-1", expiresOn: receivedOn },
    claims: someClaims,
    ownerId: owner,
    signedInOn: receivedOn,
  });
  return { ...node, disk };
}
