/** How each flag begins that the server gives a message when something about it was unexpected. Details may follow a colon. */
export const messageFlagHeads = [
  "device-locked",
  "account-disabled",
  "sign-in-ended",
  "recorded-while-disabled",
  "accepted-after-enabling",
  "appointment-ended",
  "visit-ended-elsewhere",
  "given-back",
  "clock-corrected",
  "clock-off",
  "late",
  "begun-again",
  "unexpected-step",
  "unexpected-hold",
  "unexpected-release",
  "number-of-messages",
  "orders-outdated",
  "rows of another job",
  "rows of another property",
  "mileage-corrected",
  "mileage-not-expected",
  "hold",
  "closing",
  "collection",
  "note",
  "SOR",
  "part",
  "appliance",
  "contact",
  "form",
] as const;

export type MessageFlagHead = (typeof messageFlagHeads)[number];

/** What was unexpected about a message. */
export type MessageFlag = MessageFlagHead | `${MessageFlagHead}: ${string}`;
