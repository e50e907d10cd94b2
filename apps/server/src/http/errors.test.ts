import { DrizzleQueryError } from "drizzle-orm";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { handleErrors } from "./errors.ts";

const waited = new Error("timeout exceeded when trying to connect");
const coded = (code: string) =>
  Object.assign(new Error("the value secret"), { code, severity: "ERROR" });

it.each([
  ["no connection is free in time, as the driver reports it", waited],
  ["the same as the query layer wraps it", new DrizzleQueryError("select $1", ["secret"], waited)],
  ["PostgreSQL shuts down", coded("57P01")],
  ["a standby takes no writes yet", coded("25006")],
  ["a pooler reaches no server", coded("08P01")],
  ["the pooler is gone", Object.assign(new Error("write EPIPE"), { code: "EPIPE" })],
  ["its disk fails", coded("58030")],
  ["others write the same rows all the time", coded("40001")],
  ["the machine is gone", Object.assign(new Error("connect"), { code: "EHOSTUNREACH" })],
  [
    "the connection broke between two statements",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
])("the caller tries again later, since the database does not answer: %s", async (_how, error) => {
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

it.each([
  ["53100", "The disk of the database is full"],
  ["57014", "This takes the database too long"],
  ["57P01", "The database does not answer"],
])(
  "the caller hears what is wrong with the database, and tries again later: %s",
  async (code, title) => {
    const app = Fastify();
    handleErrors(app);
    app.get("/", () => {
      throw coded(code);
    });
    const answer = await app.inject("/");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ title, code: "unavailable" });
    await app.close();
  },
);
