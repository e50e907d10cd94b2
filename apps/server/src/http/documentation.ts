import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { productVersion } from "@fieldfare/contract";

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
 * Serves the OpenAPI document at /api/openapi.json and a page for people at /api/docs. Must be registered before
 * the routes.
 */
export async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Fieldfare",
        version: productVersion,
        description:
          "Calls of engineers carry a bearer token and, once the device is registered, its id in X-Device-Id. " +
          "A queued message carries its messageId in the body and in Idempotency-Key; only its receipt says that it was recorded.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      components: {
        securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: pagePolicy });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
