import { formatMoment } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import styles from "./job-screen.module.css";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

type Closing = NonNullable<FieldJob["closing"]>;

/** Shows how the visit ended, by a close or without access, and whether everything has been received. */
export function OutcomeSection({ closing }: { readonly closing: Closing }) {
  const { inWords, outcome } = closing;
  const isClose = "customerSignature" in outcome;
  return (
    <Section id="outcome" title={strings.sections.outcome}>
      <Facts
        facts={[
          isClose ? ["Outcome", inWords.outcome] : ["No access", inWords.noAccessReason],
          ["Closed", formatMoment(closing.closedOn)],
          // Without access nobody signs off any work.
          [isClose ? "Closed and signed off by" : "Closed by", closing.closedBy?.name],
          [
            "Received",
            closing.delivered ? (
              <Pill tone="good">All received</Pill>
            ) : (
              <Pill tone="danger">
                {`${closing.arrivedMessages} of ${closing.numberOfMessages} messages`}
              </Pill>
            ),
          ],
          [
            "Root cause",
            inWords.rootCauses
              .map(({ description, additionalText }) =>
                [description, additionalText].filter(Boolean).join(": "),
              )
              .join(" > "),
          ],
          ["Ordered parts that were not used", listParts(inWords.unusedParts)],
          ["Ordered parts that are still at their store", listParts(inWords.uncollectedParts)],
          ...(isClose ? describeClose(outcome) : [["Notes", outcome.notes] as const]),
        ]}
      />
    </Section>
  );
}

function listParts(parts: Closing["inWords"]["unusedParts"]): string {
  return parts.map(({ shortDescription, qty }) => `${qty} x ${shortDescription}`).join("\n");
}

type Close = Extract<Closing["outcome"], { readonly customerSignature: unknown }>;

function describeClose({ customerSignature, heatingStatus, ...outcome }: Close) {
  const { customerName, optOut, dataUrl } = customerSignature;
  return [
    ["Heating works", heatingStatus && yesOrNo(heatingStatus.isHeatingOperational)],
    ["Hot water", heatingStatus && yesOrNo(heatingStatus.hasHotWater)],
    ["Temporary heaters left", heatingStatus && yesOrNo(heatingStatus.wereTempHeatersLeft)],
    ["Property capped", heatingStatus && yesOrNo(heatingStatus.isThePropertyCapped)],
    ["Contacts reviewed", yesOrNo(outcome.tenantReviewCompleted)],
    ["Why parts were not used", outcome.partsNotUsedNote],
    ["Customer", customerName],
    [
      "Signature of the customer",
      dataUrl === null ? (
        optOut && "The customer did not sign"
      ) : (
        <img
          key="signature"
          className={styles.signature}
          src={dataUrl}
          alt={`Signature of ${customerName}`}
        />
      ),
    ],
  ] as const;
}

function yesOrNo(answer: boolean): string {
  return answer ? "Yes" : "No";
}
