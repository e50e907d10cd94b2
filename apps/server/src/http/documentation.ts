import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { ServerConfig } from "../config.ts";
import { buildDocument, type DocumentedRoute, type OpenApiDocument } from "./openapi/document.ts";
import { isTrainingPath } from "./openapi/operations.ts";

/** Allows the page's own images and style attributes, and nothing from other origins. */
const pagePolicy = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
};

/**
 * Serves the OpenAPI document at /api/openapi.json, that of the training calls at /api/openapi-training.json, and a
 * page for people at /api/docs. Must be registered before the routes.
 */
export async function documentApi(app: FastifyInstance, { publicUrl }: ServerConfig) {
  const routes: DocumentedRoute[] = [];
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.documented && method !== "HEAD") routes.push({ ...config.documented, path: url });
  });
  const url = publicUrl ?? "/";
  const readDocument = once(() =>
    buildDocument(
      routes.filter(({ path }) => !isTrainingPath(path)),
      { title: "Fieldfare", description: overview, url },
    ),
  );
  const readTrainingDocument = once(() =>
    buildDocument(
      routes.filter(({ path }) => isTrainingPath(path)),
      { title: "Fieldfare: training", description: trainingOverview, url },
    ),
  );
  // The page needs the plugin; what it shows is built when it is asked for.
  await app.register(swagger, {
    mode: "static",
    specification: {
      document: { openapi: "3.1.0", info: { title: "Fieldfare", version: "" }, paths: {} },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: pagePolicy,
    transformSpecification: readDocument,
  });
  app.get("/api/openapi.json", async () => readDocument());
  app.get("/api/openapi-training.json", async () => readTrainingDocument());
}

const overview = [
  "Calls for systems of the office are below `/api/office`, and with their version below `/api/v1/office`, where other systems should call them; the others are for the app on the engineers' phones, and for anyone where no token is needed.",
  "A refusal is problem details (RFC 9457) with a `code`. Every answer has the id of its request in `X-Request-Id`, and answers 429 and some answers 503 say in `Retry-After` when to try again.",
  "Calls of engineers carry a bearer token and, once the phone is registered, its id in `X-Device-Id`. A queued message carries its `messageId` in the body and in `Idempotency-Key`; only its receipt says that it was recorded.",
  "The training calls are in a document of their own, `/api/openapi-training.json`.",
].join("\n\n");

const trainingOverview =
  "What phones with a training build call instead of the live calls. The server answers from separate tables. Signing in, locks and reference data are the live calls.";

function once(build: () => OpenApiDocument): () => OpenApiDocument {
  let built: OpenApiDocument | undefined;
  return () => (built ??= build());
}
