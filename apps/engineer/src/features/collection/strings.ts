import { defineStrings, formatNumber, plural } from "../../ui/language.ts";

/** Why an action was refused, by the refusal's code. */
const refusals = {
  "not-found": "The job of this part is no longer on this device.",
  "already-closed": "The job of this part is closed.",
  "received-invalid": "Another quantity is left to collect now. Please enter it again.",
  "already-collected": "All of this part has been collected.",
  "receipt-sent": "This has been sent to the office and can no longer be taken back here.",
};

export const strings = defineStrings({
  en: {
    title: "Parts to Collect",
    empty: "No parts to collect",
    emptyHint: "Parts ordered for your jobs are listed here while they wait to be collected.",
    noLocation: "Location not known",
    order: (purchaseOrderId: string) => `Purchase order ${purchaseOrderId}`,
    noOrder: "No purchase order",
    forJob: (formattedJobId: string) => `Job ${formattedJobId}`,
    remaining: (remaining: number, qty: number) => `${remaining} of ${qty} to collect`,
    ticket: (number: string) => `Supplier ticket ${number}`,
    receive: "Receive",
    quantity: "Quantity",
    quantityHint: (remaining: number) => `${formatNumber(remaining)} left to collect`,
    quantityIssue: (remaining: number) =>
      remaining === 1
        ? "Please enter 1: only one is left to collect."
        : `Please enter a quantity between 1 and ${remaining}.`,
    saving: "Saving",
    collected: "Part collected",
    receiveAll: "Receive all",
    allCollected: (count: number) =>
      plural(count, { one: "# part collected", other: "# parts collected" }),
    receipts: "Collected, not sent yet",
    received: (count: number) => `${formatNumber(count)} collected`,
    takeBack: "Take back",
    takenBack: (count: number) => `${formatNumber(count)} taken back`,
    partial: (collected: number, qty: number) => `${collected} of ${qty} collected`,
    refusals,
  },
});
