import { DrizzleQueryError } from "drizzle-orm";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { handleErrors } from "./errors.ts";

const waited = new Error("timeout exceeded when trying to connect");

it.each([
  ["as the driver reports it", waited],
  ["as the query layer wraps it", new DrizzleQueryError("select $1", ["secret"], waited)],
])("a connection that does not become free in time is answered 503: %s", async (_how, error) => {
  const app = Fastify();
  handleErrors(app);
  app.get("/", () => {
    throw error;
  });
  const answer = await app.inject("/");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("5");
  expect(answer.body).not.toContain("secret");
  await app.close();
});
