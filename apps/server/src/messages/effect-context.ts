import type { HoldReason, MessageFlag, RootCause } from "@fieldfare/domain";
import type { Batch } from "./batch.ts";
import type { InboundMessage } from "./inbound-message.ts";
import type { JobState, VisitEnd } from "./state.ts";

/** The data that an effect may read and change. */
export interface EffectContext {
  readonly message: InboundMessage;
  readonly batch: Batch;
  readonly receivedOn: string;
  /** Null for messages that belong to no job. */
  readonly job: JobState | null;
  /**
   * False when the appointment has ended, another one is current, or another device of the engineer has ended the visit.
   * The message is then evidence and changes no state.
   */
  readonly isCurrent: boolean;
  /** Only a part of the message counts: what its content lacks is not taken out of the job. */
  readonly isPart: boolean;
  /** What another device of the engineer has ended the visit with. */
  readonly endedElsewhere: VisitEnd | null;
  /** For a JobRemove: whether another device of the engineer is in the visit, and the engineer was asked. */
  readonly isBegunElsewhere: boolean;
  /** Whether the device had acknowledged the job before this group. */
  readonly hasAcknowledged: boolean;
  /** Whether the sender's profile records mileage. */
  readonly recordsMileage: boolean;
  /** The office's lists that the message may have chosen from. */
  readonly holdReasons: readonly HoldReason[];
  readonly rootCauses: readonly RootCause[];
  /** For a PartCollected: the part of the job as it was ordered. */
  readonly ordered: { readonly qty: number } | null;
  readonly flag: (flag: MessageFlag) => void;
}
