import { expect, it } from "vitest";
import { aFakeServer, aSignedInPhone } from "../testing/fake-server.ts";
import { backOff } from "./send-trigger.ts";

it("The wait between attempts grows up to a ceiling of a minute", async () => {
  const phone = await aSignedInPhone(aFakeServer());
  const waits = Array.from({ length: 40 }, (_, attempt) => backOff(phone.device, attempt));
  phone.kill();
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
  expect(Math.min(...waits.slice(10))).toBeGreaterThanOrEqual(30_000);
});
