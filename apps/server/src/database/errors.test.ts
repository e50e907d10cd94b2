import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import {
  databaseError,
  errorCode,
  loggedError,
  ObjectStoreError,
  ProviderError,
} from "./errors.ts";

describe("An error in the log", () => {
  it("names a port that is in use as what it is, not as an error of PostgreSQL", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const address = holder.address();
    if (address === null || typeof address === "string") throw new Error("No port");
    const second = createServer().listen(address.port, "127.0.0.1");
    const error = await new Promise<unknown>((resolve) => second.once("error", resolve));
    holder.close();
    expect(databaseError(error)).toBeNull();
    expect(loggedError(error).message).toContain(
      `address already in use 127.0.0.1:${address.port}`,
    );
  });

  it.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "57P01", "08006"])(
    "names a broken connection to the database by its code alone: %s",
    (code) => {
      const error = Object.assign(new Error("password of sam@example.com"), { code });
      expect(loggedError(error).message).toBe(`PostgreSQL ${code}`);
    },
  );

  it("names a broken connection to the object store as one of the store", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const error = new ObjectStoreError(new Error("Cannot write file ab", { cause: refused }));
    expect(databaseError(error)).toBeNull();
    expect(errorCode(error)).toBe("ECONNREFUSED");
    expect(loggedError(error)).toMatchObject({
      type: "ObjectStoreError",
      message: "Cannot write file ab",
      cause: "ECONNREFUSED",
    });
  });

  it("names a failed sign-in at the provider as one of the provider, and says what failed", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const error = new ProviderError(new TypeError("fetch failed", { cause: refused }));
    expect(databaseError(error)).toBeNull();
    expect(loggedError(error)).toMatchObject({
      type: "ProviderError",
      message: "fetch failed",
      cause: "ECONNREFUSED",
    });
  });

  it("says that no connection to the database came, without the statement's values", () => {
    const cause = new Error("timeout exceeded when trying to connect");
    const error = Object.assign(new Error("Failed query: select, params: Robin", { cause }), {
      query: "select $1",
    });
    expect(loggedError(error).message).toBe("PostgreSQL timeout exceeded when trying to connect");
  });

  it("says what a library reports as a copy of an error, without the values of the database's", () => {
    expect(loggedError({ message: "queue missing", stack: "" }).message).toBe("queue missing");
    const copy = { message: "password of sam@example.com", severity: "ERROR", code: "42P01" };
    expect(loggedError(copy).message).toBe("PostgreSQL 42P01");
    expect(loggedError("text")).toEqual({ type: "string", message: "", stack: "" });
  });

  it("says what is to be done about a full disk, of the database and of the object store", () => {
    const full = Object.assign(new Error("values"), { code: "53100", severity: "ERROR" });
    expect(loggedError(full).message).toBe("PostgreSQL 53100, its disk is full: make room there");
    const noSpace = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const wrapped = new Error("Cannot write file", { cause: new Error("put", { cause: noSpace }) });
    expect(loggedError(wrapped)).toMatchObject({ message: "Cannot write file", cause: "ENOSPC" });
  });
});
