import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import type { TraceSettings } from "../config.ts";
import { errorCode } from "../database/errors.ts";

/**
 * What one server tells a collector of OpenTelemetry: a span for each request, for each task and for each statement of
 * either. As in the log, a span has patterns and ids of our own, never a path, a query, a body or the values of a
 * statement: they may say who lives where.
 */
export interface Traces {
  /** Adds a span for each request, in the trace that the caller names. */
  traceRequests(app: FastifyInstance): void;
  /** Runs a task of the server in a trace of its own. */
  runTask<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Adds a span for each statement of a request or a task. */
  watchPool(name: string, pool: pg.Pool): void;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

/** A collector that does not answer delays the end of the server by this at most. */
const exportMs = 3_000;

/** Without traces the libraries are not even loaded. */
export async function createTraces({
  url,
  headers,
  serviceName,
  ratio,
}: TraceSettings): Promise<Traces> {
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
  ]);
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportMs })],
  });
  const tracer = provider.getTracer("fieldfare");
  const current = new AsyncLocalStorage<Span>();
  return {
    traceRequests: (app) => traceRequests(app, tracer, current),
    async runTask(name, work) {
      const span = tracer.startSpan(`task ${name}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
      try {
        return await current.run(span, work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    watchPool: (name, pool) => watchPool(pool, { name, tracer, current }),
    // What cannot be sent is lost: traces are no records.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function traceRequests(app: FastifyInstance, tracer: Tracer, current: AsyncLocalStorage<Span>) {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions, id } = request;
    const route = routeOptions.url;
    const span = tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          "http.request.method": method,
          ...(route !== undefined && { "http.route": route }),
          "fieldfare.request_id": id,
        },
      },
      readParent(request.headers["traceparent"]),
    );
    spans.set(request, span);
    current.run(span, done);
  });
  // The body arrives outside of what the first hook began.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) current.run(span, done);
    else done();
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  app.addHook("onRequestAbort", async (request) => {
    spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR, message: "aborted" }).end();
  });
}

const wellFormedParent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads the W3C Trace Context of the caller. A malformed one is ignored. */
function readParent(given: string | string[] | undefined) {
  const [, traceId, spanId, flags] = wellFormedParent.exec(String(given)) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const isSampled = (Number.parseInt(flags ?? "", 16) & 1) === 1;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

interface Watch {
  readonly name: string;
  readonly tracer: Tracer;
  readonly current: AsyncLocalStorage<Span>;
}

/** A method with several signatures, or a callback. */
type AnyFunction = (...args: unknown[]) => unknown;

const isFunction = (value: unknown): value is AnyFunction => typeof value === "function";

/**
 * A statement of the pool may wait for a connection, which then comes from what another request does. So it remembers
 * for whom it is.
 */
function watchPool(pool: pg.Pool, watch: Watch) {
  const parents = new WeakMap<object, Span>();
  const poolQuery: unknown = pool.query.bind(pool);
  if (!isFunction(poolQuery)) return;
  Object.assign(pool, {
    query(statement: unknown, ...more: unknown[]) {
      const parent = watch.current.getStore();
      if (!parent) return poolQuery(statement, ...more);
      const config = typeof statement === "string" ? { text: statement } : statement;
      if (typeof config === "object" && config !== null) parents.set(config, parent);
      return poolQuery(config, ...more);
    },
  });
  const watched = new WeakSet<object>();
  // A pool that is in use already has connections.
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query: unknown = client.query.bind(client);
    if (!isFunction(query)) return;
    Object.assign(client, {
      query: (...args: unknown[]) => queryWithSpan(query, args, { ...watch, parents }),
    });
  });
}

function queryWithSpan(
  query: AnyFunction,
  args: unknown[],
  { name, tracer, current, parents }: Watch & { readonly parents: WeakMap<object, Span> },
): unknown {
  const [statement] = args;
  const isObject = typeof statement === "object" && statement !== null;
  const parent = (isObject && parents.get(statement)) || current.getStore();
  const text = isObject && "text" in statement ? statement.text : statement;
  if (!parent || typeof text !== "string") return query(...args);
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const span = tracer.startSpan(
    operation,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.text": text,
        "fieldfare.pool": name,
      },
    },
    trace.setSpan(ROOT_CONTEXT, parent),
  );
  const end = (error?: unknown) => {
    if (error) fail(span, error);
    span.end();
  };
  const callback = args.at(-1);
  if (isFunction(callback))
    return query(...args.slice(0, -1), (error: unknown, ...results: unknown[]) => {
      end(error);
      callback(error, ...results);
    });
  const answer = query(...args);
  if (answer instanceof Promise)
    answer.then(
      () => end(),
      (error: unknown) => end(error),
    );
  else end();
  return answer;
}

/** The code of the error alone: its message may have a value. */
function fail(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode(error) });
}
