import { expect, it } from "vitest";
import { describeError } from "./error-notice.tsx";
import { OfficeError } from "./send-request.ts";

it("an error that the whole and a part of a request have is said once", () => {
  const error = new OfficeError(400, {
    title: "This cannot be used",
    status: 400,
    code: "invalid",
    requestId: "1",
    detail: "The file is empty.",
    issues: [
      { path: "", message: "The file is empty" },
      { path: "name", message: "The name is missing" },
    ],
  });
  expect(describeError(error).advice).toBe(
    "The file is empty. The name is missing. Correct them, and try again.",
  );
});

const refusedWith = (detail?: string) =>
  new OfficeError(409, {
    title: "This contradicts what is recorded",
    status: 409,
    code: "conflict",
    ...(detail !== undefined && { detail }),
  });

it("a contradiction that has a reason is not taken for a page that is out of date", () => {
  expect(describeError(refusedWith("Another account has this email address"))).toEqual({
    title: "This cannot be done",
    advice: "Another account has this email address.",
  });
  expect(describeError(refusedWith()).advice).toContain("Reload the page");
});

it("what somebody has removed meanwhile is not searched for", () => {
  const error = new OfficeError(404, { title: "Not found", status: 404, code: "not-found" });
  const removed = "Somebody has removed this secret meanwhile.";
  expect(describeError(error, { removed })).toEqual({
    title: "It is not there any more",
    advice: removed,
  });
  expect(describeError(error).advice).toContain("search for it");
  expect(describeError(refusedWith(), { removed }).advice).not.toContain(removed);
});

it("a file that the server cannot use has a heading of its own, and the server says what to do", () => {
  const detail = "The file is empty. Choose another file.";
  const error = new OfficeError(400, {
    title: "This cannot be used",
    status: 400,
    code: "invalid",
    requestId: "1",
    detail,
    issues: [{ path: "content", message: detail }],
  });
  const title = "This file cannot be used";
  expect(describeError(error, { invalidTitle: title })).toEqual({ title, advice: detail });
  const failed = new OfficeError(403, {
    title: "Forbidden",
    status: 403,
    code: "forbidden",
    requestId: "1",
  });
  expect(describeError(failed, { invalidTitle: title }).title).toBe("You may not do this");
});
