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
