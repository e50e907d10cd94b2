import {
  type Device,
  type DrainResult,
  type OutboxSummary,
  readOutboxSummary,
  tryNow,
} from "@fieldfare/device";
import { strings } from "./strings.ts";
import { strings as workStrings } from "./work-strings.ts";

export interface SendReport {
  readonly isSent: boolean;
  readonly text: string;
}

/** Sends the outbox at the engineer's request and returns the result as text. */
export async function sendAndReport(device: Device): Promise<SendReport> {
  const result = await tryNow(device);
  return describeResult(result, await readOutboxSummary(device));
}

function describeResult(result: DrainResult, { waiting, blocked }: OutboxSummary): SendReport {
  const labels = workStrings().sending;
  if (result.kind === "blocked") return { isSent: false, text: strings().tokenRenewalFailure };
  if (result.kind === "again") {
    const text = [labels[result.cause], labels.waits(waiting), labels.byItself].join(" ");
    return { isSent: false, text };
  }
  return blocked > 0
    ? { isSent: false, text: labels.refused }
    : { isSent: true, text: labels.sent };
}
