import { isGbPhone } from "@fieldfare/domain";
import { expect, test } from "vitest";
import { parsePhone } from "./index.ts";

test.each(["07400 123456", "01134960123", "020 7946 0123", "+442079460123", "07700900123"])(
  "%s is a phone of the GB region",
  (number) => {
    expect(isGbPhone(number, parsePhone)).toBe(true);
  },
);

test.each(["+33123456789", "00000000000", "12345678901", "0770", "hello world", "", "١٢٣٤٥٦٧٨٩٠١"])(
  "%s is no such number",
  (number) => {
    expect(isGbPhone(number, parsePhone)).toBe(false);
  },
);
