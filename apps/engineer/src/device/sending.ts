import { type DrainResult, type OutboxSummary, readOutboxSummary, tryNow } from "@fieldfare/device";
import type { Device } from "@fieldfare/device";
import { words } from "./words.ts";

export interface SendReport {
  readonly isSent: boolean;
  readonly text: string;
}

/** Sends what waits because somebody asked for it, and answers in words. */
export async function sendAndReport(device: Device): Promise<SendReport> {
  const result = await tryNow(device);
  return describeResult(result, await readOutboxSummary(device));
}

function describeResult(result: DrainResult, { waiting, parked }: OutboxSummary): SendReport {
  const spoken = words().sending;
  if (result.kind === "blocked") return { isSent: false, text: words().tokenRenewalFailure };
  if (result.kind === "again") {
    const text = [spoken[result.cause], spoken.waits(waiting), spoken.byItself].join(" ");
    return { isSent: false, text };
  }
  return parked > 0 ? { isSent: false, text: spoken.refused } : { isSent: true, text: spoken.sent };
}
