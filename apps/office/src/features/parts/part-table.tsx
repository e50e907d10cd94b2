import { Button } from "@mantine/core";
import { type PartOrderRow, setPartOrder } from "@fieldfare/contract/office";
import type { PartOrderState } from "@fieldfare/domain";
import { useMay } from "../../server/account.ts";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import { writeLondonTime } from "../../ui/london-time.ts";
import { changeOf, isLeftAtStore, type PartStep } from "./part-fields.ts";
import { describePlace } from "./describe-place.ts";
import { describeCodes } from "./parts-csv.ts";
import styles from "./parts-screen.module.css";
import { strings } from "./strings.ts";

interface PartTableProps {
  readonly parts: readonly PartOrderRow[];
  /** The parts are those of other filters: the new ones are loading. */
  readonly isStale: boolean;
  readonly onStep: (part: PartOrderRow, step: PartStep) => void;
}

/** Parts with the job that they are for, the order, the place, and what can be done. */
export function PartTable({ parts, isStale, onStep }: PartTableProps) {
  const may = useMay();
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label={strings.title} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.part}</th>
            <th scope="col">{strings.asked}</th>
            <th scope="col">{strings.state}</th>
            <th scope="col">{strings.order}</th>
            {may(setPartOrder) && <th scope="col">{strings.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.jobPartId}>
              <td>
                <strong>{`${part.qty} x ${part.shortDescription}`}</strong>
                <div className={styles.note}>{describeCodes(part)}</div>
                {part.comments !== null && <div>{part.comments}</div>}
              </td>
              <AskedCell part={part} />
              <StateCell part={part} />
              <OrderCell part={part} />
              {may(setPartOrder) && (
                <td>
                  <Steps part={part} onStep={onStep} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AskedCell({ part }: { readonly part: PartOrderRow }) {
  const engineerName = useOperativeName();
  const { job, address, requestedOn, isRequest } = part;
  return (
    <td>
      <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false} data-row-link>
        {job.formattedJobId}
      </AnchorLink>
      <div>{address}</div>
      <div className={styles.note}>
        {isRequest
          ? `${strings.requested}, ${engineerName(job.fieldOperativeId)}`
          : strings.preordered}
      </div>
      <div className={styles.note}>{formatMoment(requestedOn)}</div>
    </td>
  );
}

const tones: Readonly<Record<PartOrderState, Tone>> = {
  "to-order": "warn",
  ordered: "current",
  ready: "current",
  collected: "good",
  "not-needed": "neutral",
};

function StateCell({ part }: { readonly part: PartOrderRow }) {
  const engineerName = useOperativeName();
  const { state, qty, qtyCollected, collectedFor, reason, isRequest, job } = part;
  return (
    <td>
      <Pill tone={tones[state]}>{strings.states[state]}</Pill>
      {qtyCollected > 0 && qtyCollected !== qty && (
        <div>{strings.collectedOf(qtyCollected, qty)}</div>
      )}
      {collectedFor && (
        <div className={styles.note}>
          {(isRequest || collectedFor.jobId !== job.jobId) && (
            <>
              {strings.collectedFor}{" "}
              <AnchorLink
                to="/jobs/$jobId"
                params={{ jobId: collectedFor.jobId }}
                preload={false}
                size="sm"
                underline="always"
              >
                {collectedFor.formattedJobId}
              </AnchorLink>
              {", "}
            </>
          )}
          {engineerName(collectedFor.fieldOperativeId)}
        </div>
      )}
      {isLeftAtStore(part) && <Pill tone="danger">{strings.jobOver(qtyCollected, qty)}</Pill>}
      {reason !== null && <div>{reason}</div>}
    </td>
  );
}

function OrderCell({ part }: { readonly part: PartOrderRow }) {
  const { purchaseOrderId, supplierTicketNumber, expectedOn, location, state } = part;
  const today = writeLondonTime(new Date().toISOString()).slice(0, 10);
  return (
    <td>
      {purchaseOrderId !== null && <div>{strings.orderNumber(purchaseOrderId)}</div>}
      {supplierTicketNumber !== null && <div className={styles.note}>{supplierTicketNumber}</div>}
      {state === "ordered" && expectedOn !== null && (
        <div>
          {strings.expectedOn(formatDay(expectedOn))}{" "}
          {expectedOn < today && <Pill tone="danger">{strings.isOverdue}</Pill>}
        </div>
      )}
      {location !== null && <div>{describePlace(location)}</div>}
    </td>
  );
}

const isStep = (state: PartOrderState): state is PartStep => state !== "collected";

function Steps({ part, onStep }: Pick<PartTableProps, "onStep"> & { readonly part: PartOrderRow }) {
  return (
    <div className={styles.steps}>
      {part.next.filter(isStep).map((step, index) => {
        const change = changeOf(part, step);
        const isUndo = step === "to-order" && part.state === "ordered";
        const label =
          change !== null
            ? isLeftAtStore(part)
              ? strings.forOtherJob
              : strings.changeStep[change]
            : isUndo
              ? strings.notOrdered
              : strings.steps[step];
        return (
          <Button
            key={step}
            size="xs"
            variant={index === 0 && change === null ? "filled" : "default"}
            aria-label={strings.stepOf(label, part.shortDescription)}
            onClick={() => onStep(part, step)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
