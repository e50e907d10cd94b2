import { type Problem, problem, receipt } from "@fieldfare/contract";
import type { Random } from "@fieldfare/device/testing";
import { idempotencyKeyOf, isMessagePath, isPost, type RunningServer } from "./world.ts";

export type Weather = "fine" | "flaky" | "foul" | "portal" | "proxy" | "none";

/** One request of a phone, as it can be sent any number of times. */
interface Request {
  readonly path: string;
  readonly init: RequestInit;
  readonly send: () => Promise<Response>;
}

/** What happens to a request on its way. Throws where a browser's `fetch` would. */
type Fault = (request: Request, line: Line) => Promise<Response>;

const lost = () => new TypeError("fetch failed");

/** Messages alone: a refresh token that comes back an hour later is a thief's, and the server says so. */
function keepCopy({ path, send }: Request, { strays }: Line): void {
  if (isMessagePath(path)) strays.push(send);
}

const faults = {
  "request lost": () => Promise.reject(lost()),
  "answer lost": async ({ send }) => {
    await (await send()).arrayBuffer();
    throw lost();
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
  "sent again later": async (request, line) => {
    keepCopy(request, line);
    return request.send();
  },
  "delayed past its time": (request, line) => {
    keepCopy(request, line);
    return Promise.reject(lost());
  },
  "answer cut off": async ({ send }) => {
    const answer = await send();
    const text = await answer.text();
    return like(answer, text.slice(0, Math.floor(text.length / 2)));
  },
  "connection broken in the answer": async ({ send }) => {
    const answer = await send();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let isStarted = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isStarted) controller.error(lost());
        else controller.enqueue(bytes.slice(0, 10));
        isStarted = true;
      },
    });
    return like(answer, body);
  },
  "captive portal": async () => html(200, "<h1>Welcome to the café</h1>"),
  "captive portal that says JSON": async () =>
    new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "application/json" } }),
  "somebody else's JSON": async () => json(200, { status: "ok" }),
  "401 on the way": async () => html(401, "Sign in to the proxy"),
  "403 on the way": async () => html(403, "Blocked by policy"),
  "404 on the way": async () => html(404, "Not here"),
  "400 on the way": async () => html(400, "Bad request"),
  "a gateway's problem document": async () =>
    json(403, { title: "Forbidden", status: 403 }, "application/problem+json"),
  "429 that says when": async () => later(429, "too-many-attempts", "20"),
  "503 that says when": async () => later(503, "unavailable", "45"),
  "429": async () => refusal({ title: "Too many", status: 429, code: "too-many-attempts" }),
  "500": async () => refusal({ title: "Something went wrong", status: 500, code: "unexpected" }),
  "503 after the work": async ({ send }) => {
    await (await send()).arrayBuffer();
    return html(503, "Upstream timed out");
  },
  "502": async () => html(502, "Bad gateway"),
} as const satisfies Record<string, Fault>;

type FaultName = keyof typeof faults;

/** How likely each fault is for one request. */
const weathers: Readonly<Record<Weather, Partial<Record<FaultName, number>>>> = {
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

/** One phone's way to the server. */
export interface Line {
  weather: Weather;
  /** Copies that are still under way. */
  readonly strays: (() => Promise<Response>)[];
  /** Lanes of which the server refuses the next message, once. */
  refusesNext: boolean;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export interface LineOptions {
  readonly server: RunningServer;
  readonly random: Random;
  readonly tell: (text: string) => void;
  /** Told of each receipt that reaches the phone. */
  readonly receipted: (messageId: string) => void;
  /** Told of each whole answer that the server gives, also of those that get lost. */
  readonly answered: (path: string, body: unknown) => void;
  /** Told of each lane whose message was refused by order of the story. */
  readonly refused: (lane: string) => void;
  /** Stands for the server's faults in a mutation check. */
  readonly distort?: Distort | undefined;
}

/** Changes a request on its way into the server and its answer on the way out. */
export type Distort = (
  path: string,
  init: RequestInit,
  send: (init: RequestInit) => Promise<Response>,
) => Promise<Response>;

export function createLine(options: LineOptions): Line {
  const { server, random, tell } = options;

  const deliver = async (path: string, init: RequestInit): Promise<Response> => {
    const origin = server.origin();
    if (!origin) throw lost();
    const { signal: _signal, ...rest } = init;
    const send = (given: RequestInit) => fetch(origin + path, given);
    const answer = options.distort ? await options.distort(path, rest, send) : await send(rest);
    if (answer.ok) options.answered(path, await bodyOf(answer.clone()));
    return answer;
  };

  const line: Line = {
    weather: "fine",
    strays: [],
    refusesNext: false,
    async fetch(url, init) {
      const path = new URL(url).pathname;
      const target = url.slice(new URL(url).origin.length);
      const request: Request = { path, init, send: () => deliver(target, init) };
      const isMessage = isPost(init) && isMessagePath(path);
      if (line.refusesNext && isMessage) {
        line.refusesNext = false;
        const lane = await laneOf(init);
        tell(`${init.method} ${path}: refused by order of the story`);
        if (lane !== null) options.refused(lane);
        return refusal({ title: "Not valid", status: 400, code: "invalid", detail: "A test" });
      }
      const fault = drawFault(random, line.weather);
      if (fault) tell(`${init.method} ${path}: ${fault}`);
      const answer = await (fault ? faults[fault](request, line) : request.send());
      if (isMessage && answer.status === 200) {
        const parsed = receipt.safeParse(await bodyOf(answer.clone()));
        const sent = idempotencyKeyOf(init);
        if (parsed.success && parsed.data.messageId === sent) options.receipted(sent);
      }
      return answer;
    },
  };
  return line;
}

function drawFault(random: Random, weather: Weather): FaultName | null {
  let left = random.next();
  for (const [name, chance] of Object.entries(weathers[weather])) {
    left -= chance;
    if (left < 0) return name as FaultName;
  }
  return null;
}

async function laneOf(init: RequestInit): Promise<string | null> {
  const text = init.body instanceof FormData ? init.body.get("message") : init.body;
  if (typeof text !== "string") return null;
  return (JSON.parse(text) as { order?: { lane?: string } }).order?.lane ?? null;
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await answer.text()) as unknown;
  } catch {
    return undefined;
  }
}

function like(answer: Response, body: BodyInit): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return new Response(body, { status: answer.status, headers });
}

function later(status: number, code: string, seconds: string): Response {
  const answer = refusal({ title: "Later", status, code });
  answer.headers.set("Retry-After", seconds);
  return answer;
}

function html(status: number, text: string): Response {
  return new Response(`<!doctype html>${text}`, {
    status,
    headers: { "Content-Type": "text/html" },
  });
}

function json(status: number, body: unknown, type = "application/json"): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
}

function refusal(body: Problem): Response {
  return json(body.status, problem.parse(body), "application/problem+json");
}
