import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

describe("a log line", () => {
  it.each([
    ["Sent to pat.o'neil+home@example.co.uk today", "Sent to [email] today"],
    ["mailto:<pat@example.org>", "mailto:<[email]>"],
    ["Call 07700 900123 or +44 7700 900123", "Call [phone] or [phone]"],
    ["tel=02079460123;", "tel=[phone];"],
    ["at (0161) 496 0123.", "at [phone]."],
    ["LS1 1AA and m5 3ue", "[postcode] and [postcode]"],
    ["BFPO 57, bfpo5211 and GIR 0AA", "[postcode], [postcode] and [postcode]"],
    ["Authorization: Bearer abc.def-ghi", "Authorization: [secret] [token]"],
    ["got eyJhbGciOi.eyJzdWIi.c2lnbg back", "got [token] back"],
    ['{"userPin":"482913","email":"a@b.uk"}', '{"userPin":[secret],"email":"[email]"}'],
    ["pin=482913&x=1", "pin=[secret]&x=1"],
    ["the PIN 482913 was wrong", "the PIN [secret] was wrong"],
    ["password: hunter2", "password: [secret]"],
    ['"refreshToken" : "abc def"', '"refreshToken" : [secret]'],
    ["src=data:image/png;base64,iVBORw0KGgo= end", "src=[picture] end"],
  ])("loses personal data: %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    "TypeError: x is not a function at /assets/main-0a1b2c3d.js:12:3456",
    "Job FF10342 was deleted from this device: The job was still New",
    "0190a000-0000-7000-8000-000000000101 at 2026-03-02T12:00:00.000Z",
    "Messages 3 to 12 of 0190a000-0000-7000-8000-000000000101:JobClose were lost",
    "QuotaExceededError: 104857600 bytes",
    "The pinned version",
  ])("keeps what describes the error: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("loses known names and addresses, whatever their case, the longest first", () => {
    const known = ["Anna", "Anna Smith", "12 Mill Lane (rear)", " ", "an"];
    expect(redact("ANNA SMITH at 12 Mill Lane (rear); Anna and Annabel, an hour", known)).toBe(
      "[personal] at [personal]; [personal] and Annabel, an hour",
    );
  });

  it("is redacted in acceptable time, even if it is made to be slow", () => {
    const text = `${"a@".repeat(20_000)}${"0 ".repeat(20_000)}${"pin".repeat(10_000)}`;
    expect(redact(text, ["a".repeat(200)])).toContain("pinpin");
  });
});
