/** Held while sending: page and worker send in turn, never both. */
export const senderLock = "fieldfare-sender";
