import { messageAnswers, messagesPath, type Problem, problem, receipt } from "@fieldfare/contract";
import type { Random } from "@fieldfare/device/testing";
import { isMessagePath, isPost, type RunningServer } from "./world.ts";

export type NetworkProfile = "fine" | "flaky" | "foul" | "portal" | "proxy" | "none";

/** One request of a phone. It can be sent any number of times. */
interface Request {
  readonly path: string;
  readonly init: RequestInit;
  readonly send: () => Promise<Response>;
}

/** A network fault on one request. Throws where a browser's `fetch` would throw. */
type Fault = (request: Request, network: Network) => Promise<Response>;

const networkError = () => new TypeError("fetch failed");

/** Only messages are delayed: the server treats a refresh token that comes back an hour later as stolen. */
function delayCopy({ path, init, send }: Request, network: Network): void {
  if (!isMessagePath(path)) return;
  network.delayedRequests.push(send);
  for (const { messageId } of readMessages(init)) network.delayedMessages.add(messageId);
}

const faults = {
  "request lost": () => Promise.reject(networkError()),
  "answer lost": async ({ send }) => {
    await (await send()).arrayBuffer();
    throw networkError();
  },
  "sent twice": async ({ send }) => {
    await (await send()).arrayBuffer();
    return send();
  },
  "sent twice at once": async ({ send }) => {
    const [answer, other] = await Promise.all([send(), send()]);
    await other.arrayBuffer();
    return answer;
  },
  "sent again later": async (request, network) => {
    delayCopy(request, network);
    return request.send();
  },
  "delayed past its time": (request, network) => {
    delayCopy(request, network);
    return Promise.reject(networkError());
  },
  "answer cut off": async ({ send }) => {
    const answer = await send();
    const text = await answer.text();
    return copyResponse(answer, text.slice(0, Math.floor(text.length / 2)));
  },
  "connection broken in the answer": async ({ send }) => {
    const answer = await send();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let isStarted = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isStarted) controller.error(networkError());
        else controller.enqueue(bytes.slice(0, 10));
        isStarted = true;
      },
    });
    return copyResponse(answer, body);
  },
  "captive portal": async () => htmlResponse(200, "<h1>Welcome to the café</h1>"),
  "captive portal that says JSON": async () =>
    new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "application/json" } }),
  "somebody else's JSON": async () => jsonResponse(200, { status: "ok" }),
  "401 on the way": async () => htmlResponse(401, "Sign in to the proxy"),
  "403 on the way": async () => htmlResponse(403, "Blocked by policy"),
  "404 on the way": async () => htmlResponse(404, "Not here"),
  "400 on the way": async () => htmlResponse(400, "Bad request"),
  "a gateway's problem document": async () =>
    jsonResponse(403, { title: "Forbidden", status: 403 }, "application/problem+json"),
  "429 that says when": async () => retryLaterResponse(429, "too-many-attempts", "20"),
  "503 that says when": async () => retryLaterResponse(503, "unavailable", "45"),
  "429": async () => problemResponse({ title: "Too many", status: 429, code: "too-many-attempts" }),
  "500": async () =>
    problemResponse({ title: "Something went wrong", status: 500, code: "unexpected" }),
  "503 after the work": async ({ send }) => {
    await (await send()).arrayBuffer();
    return htmlResponse(503, "Upstream timed out");
  },
  "502": async () => htmlResponse(502, "Bad gateway"),
} as const satisfies Record<string, Fault>;

type FaultName = keyof typeof faults;

/** How likely each fault is for one request. */
const faultProbabilities: Readonly<Record<NetworkProfile, Partial<Record<FaultName, number>>>> = {
  fine: {},
  flaky: {
    "request lost": 0.04,
    "answer lost": 0.1,
    "sent twice": 0.05,
    "sent twice at once": 0.05,
    "sent again later": 0.03,
    "delayed past its time": 0.02,
    "answer cut off": 0.03,
    "connection broken in the answer": 0.03,
    "401 on the way": 0.02,
    "429": 0.01,
    "500": 0.02,
    "503 after the work": 0.03,
  },
  foul: {
    "request lost": 0.25,
    "answer lost": 0.2,
    "delayed past its time": 0.1,
    "connection broken in the answer": 0.1,
  },
  portal: {
    "captive portal": 0.7,
    "captive portal that says JSON": 0.15,
    "somebody else's JSON": 0.15,
  },
  proxy: {
    "403 on the way": 0.08,
    "404 on the way": 0.05,
    "401 on the way": 0.05,
    "400 on the way": 0.05,
    "a gateway's problem document": 0.05,
    "429 that says when": 0.02,
    "503 that says when": 0.02,
    "502": 0.1,
    "captive portal": 0.1,
    "somebody else's JSON": 0.1,
  },
  none: { "request lost": 1 },
};

/** One phone's connection to the server. */
export interface Network {
  profile: NetworkProfile;
  /** Copies of requests that have not reached the server yet. */
  readonly delayedRequests: (() => Promise<Response>)[];
  /** Ids of messages that were delayed: to the server they look like those of a phone with a slow clock. */
  readonly delayedMessages: Set<string>;
  /** Refuses the next message in the server's name, once. */
  refuseNextMessage: boolean;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface NetworkOptions {
  readonly server: RunningServer;
  readonly random: Random;
  readonly log: (text: string) => void;
  /** Called with each receipt that reaches the phone. */
  readonly onReceipt: (messageId: string) => void;
  /** Called with each successful answer of the server, also when it is lost on the way. */
  readonly onAnswer: (path: string, body: unknown) => void;
  /** Called with the ordering key of each message that the scenario refused. */
  readonly onRefused: (orderingKey: string) => void;
  /** Simulates a defect of the server in a mutation check. */
  readonly intercept?: Interceptor | undefined;
}

/** Changes a request before the server receives it, and the answer before the phone does. */
export type Interceptor = (
  path: string,
  init: RequestInit,
  send: (init: RequestInit) => Promise<Response>,
) => Promise<Response>;

/** Creates a connection without faults. Its profile is changed later; while the server is down, requests fail. */
export function createNetwork(options: NetworkOptions): Network {
  const { server, random, log } = options;

  const deliver = async (path: string, init: RequestInit): Promise<Response> => {
    const origin = server.origin();
    if (!origin) throw networkError();
    const { signal: _signal, ...rest } = init;
    const send = (requestInit: RequestInit) => fetch(origin + path, requestInit);
    const answer = options.intercept ? await options.intercept(path, rest, send) : await send(rest);
    if (answer.ok) options.onAnswer(path, await readBody(answer.clone()));
    return answer;
  };

  const noteReceipts = async (messages: readonly SentMessage[], answer: Response) => {
    if (messages.length > 0 && answer.status === 200)
      for (const messageId of readReceipts(await readBody(answer.clone())))
        if (messages.some((message) => message.messageId === messageId))
          options.onReceipt(messageId);
    return answer;
  };

  const network: Network = {
    profile: "fine",
    delayedRequests: [],
    delayedMessages: new Set(),
    refuseNextMessage: false,
    async fetch(url, init) {
      const path = new URL(url).pathname;
      const target = url.slice(new URL(url).origin.length);
      const request: Request = { path, init, send: () => deliver(target, init) };
      const messages = isPost(init) && isMessagePath(path) ? readMessages(init) : [];
      if (network.refuseNextMessage && messages[0]) {
        network.refuseNextMessage = false;
        // One in the middle of several shows what happens to those before and behind it. The server itself refuses it.
        const refused = messages[Math.floor(messages.length / 2)] ?? messages[0];
        log(`${init.method} ${path}: refused by the scenario`);
        if (refused.order) options.onRefused(refused.order.lane);
        if (path !== messagesPath) return problemResponse(refusalOfScenario);
        return noteReceipts(messages, await deliver(target, withoutContent(init, refused)));
      }
      const fault = drawFault(random, network.profile);
      if (fault) log(`${init.method} ${path}: ${fault}`);
      const answer = await (fault ? faults[fault](request, network) : request.send());
      return noteReceipts(messages, answer);
    },
  };
  return network;
}

function drawFault(random: Random, profile: NetworkProfile): FaultName | null {
  let remaining = random.next();
  for (const [name, chance] of Object.entries(faultProbabilities[profile])) {
    remaining -= chance;
    if (remaining < 0) return name as FaultName;
  }
  return null;
}

interface SentMessage {
  readonly messageId: string;
  readonly order?: { readonly lane: string; readonly payloadHash: string };
}

/** Returns the messages that a request sends. */
export function readMessages(init: RequestInit): readonly SentMessage[] {
  const text = init.body instanceof FormData ? init.body.get("message") : init.body;
  if (typeof text !== "string") return [];
  const body = JSON.parse(text) as SentMessage | { readonly messages: readonly SentMessage[] };
  return "messages" in body ? body.messages : [body];
}

/** Returns the ids of the messages that an answer receipts. */
function readReceipts(body: unknown): readonly string[] {
  const single = receipt.safeParse(body);
  if (single.success) return [single.data.messageId];
  const several = messageAnswers.safeParse(body);
  if (!several.success) return [];
  return several.data.answers.flatMap((answer) =>
    "receipt" in answer ? [answer.receipt.messageId] : [],
  );
}

const refusalOfScenario: Problem = {
  title: "Not valid",
  status: 400,
  code: "invalid",
  detail: "A test",
};

/** Takes the content out of one of several messages, so that the server refuses it and stops its ordering key. */
export function withoutContent(init: RequestInit, refused: SentMessage): RequestInit {
  const messages = readMessages(init).map((message) =>
    message.messageId === refused.messageId ? { ...message, payload: {} } : message,
  );
  return { ...init, body: JSON.stringify({ messages }) };
}

async function readBody(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await answer.text()) as unknown;
  } catch {
    return undefined;
  }
}

function copyResponse(answer: Response, body: BodyInit): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  const hasBody = answer.status !== 304;
  return new Response(hasBody ? body : null, { status: answer.status, headers });
}

function retryLaterResponse(status: number, code: string, seconds: string): Response {
  const answer = problemResponse({ title: "Later", status, code });
  answer.headers.set("Retry-After", seconds);
  return answer;
}

function htmlResponse(status: number, text: string): Response {
  return new Response(`<!doctype html>${text}`, {
    status,
    headers: { "Content-Type": "text/html" },
  });
}

function jsonResponse(status: number, body: unknown, type = "application/json"): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
}

function problemResponse(body: Problem): Response {
  return jsonResponse(body.status, problem.parse(body), "application/problem+json");
}
