/** How the flag of a message begins whose appointment had ended when it arrived. It is evidence. */
export const appointmentEndedFlag = "appointment-ended";
/** The flag of a message that another device of the engineer sent about a visit after the visit had ended. It is evidence. */
export const endedElsewhereFlag = "visit-ended-elsewhere";

/** The flag of a message that was evidence until the office gave the job back to its engineer. */
export const givenBackFlag = "given-back";

/** SQL condition: the message with this id is evidence, because another device of its engineer had ended the visit. */
export const isEndedElsewhere = (messageId: string) =>
  `exists (select from message evidence
    where evidence.message_id = ${messageId} and '${endedElsewhereFlag}' = any(evidence.flags))`;

/** SQL condition: the message with this id is evidence, because its appointment or its visit had ended when it arrived. */
export const isEvidence = (messageId: string) =>
  `exists (select from message evidence cross join unnest(evidence.flags) flag
    where evidence.message_id = ${messageId}
      and (flag = '${endedElsewhereFlag}' or starts_with(flag, '${appointmentEndedFlag}')))`;

/**
 * The flag of a message with recorded work whose phone had not received the office's last change of planned SORs and ordered
 * parts.
 */
export const outdatedOrdersFlag = "orders-outdated";

/** SQL condition: the message `m` of that alias is a step of a visit that has begun. A step back to New is none of it. */
export const isVisitStep = (m: string) =>
  `(${m}.type = 'JobHoldChange' or ${m}.type = 'JobStatusChange' and ${m}.payload ->> 'currentStatus' not in ('New', 'Reset'))`;

/** SQL condition: the message `m` of that alias sets a job back to New. That a phone has the job is reported in the same way. */
export const isStepBack = (m: string) =>
  `(${m}.type = 'JobStatusChange' and ${m}.payload ->> 'currentStatus' in ('New', 'Reset')
    and ${m}.payload -> 'isAcknowledgement' is distinct from 'true')`;
