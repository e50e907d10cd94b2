import type { MessageOrder, MessageType } from "@fieldfare/contract";
import type { Refusal } from "../http/problem.ts";

/** A message that fits the contract, with what the server has calculated. */
export interface InboundMessage {
  readonly messageId: string;
  readonly type: MessageType;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Hex SHA-256 of type, payload, job, appointment and time of creation. */
  readonly contentHash: string;
  readonly jobId: string | null;
  readonly fieldOperativeAppointmentId: string | null;
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  /** The sign-in of the token that it was sent with. */
  readonly familyId: string;
  readonly correlationId: string | null;
  readonly messageCreatedOn: string;
  readonly mobileVersion: string;
  readonly messageVersion: number;
  readonly order: MessageOrder | null;
  readonly clockOffsetMs: number | null;
  /** The correction that the device applied to its times. Null: none. */
  readonly clockCorrectionMs: number | null;
  /** For a JobImage: details of its bytes. */
  readonly image: ImageDetails | null;
}

/** Bytes that the object store has already. */
export interface ImageDetails {
  readonly sha256: string;
  readonly bytes: number;
  readonly contentType: "image/jpeg" | "image/png";
  readonly width: number;
  readonly height: number;
}

export interface Recorded {
  readonly messageId: string;
  readonly outcome: "recorded" | "already-recorded";
  readonly receivedOn: string;
}

export type IntakeAnswer = Recorded | Refusal;

/** What the messages of one ordering key in one request share: they are recorded up to the first refusal. */
export interface Sequence {
  isStopped: boolean;
}
