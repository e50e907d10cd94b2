import type { MessageOrder, MessageType } from "@fieldfare/contract";
import type { Refusal } from "../http/problem.ts";

/** A message that fits the contract, with what the server found out on the way in. */
export interface InboundMessage {
  readonly messageId: string;
  readonly type: MessageType;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Hex SHA-256 over type, payload, job, appointment and time of creation. */
  readonly contentHash: string;
  readonly jobId: string | null;
  readonly fieldOperativeAppointmentId: string | null;
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  readonly correlationId: string | null;
  readonly messageCreatedOn: string;
  readonly mobileVersion: string;
  readonly messageVersion: number;
  readonly order: MessageOrder | null;
  readonly clockOffsetMs: number | null;
  /** What the device has corrected its times by; null: it did not. */
  readonly clockCorrectionMs: number | null;
  /** Of a JobImage: what its bytes are. */
  readonly image: ImageDetails | null;
}

/** Bytes that already lie in the object store. */
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
