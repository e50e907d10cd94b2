import {
  type OpenReceipt,
  type PartToCollect,
  readOpenReceipts,
  readPartsToCollect,
  receiveParts,
  takeBackReceipt,
} from "@fieldfare/device";
import { type CollectionPlace, remainingToCollect } from "@fieldfare/domain";
import { useMemo, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { useSingleFlight } from "../../ui/single-flight.ts";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./collection.module.css";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { strings } from "./strings.ts";

type Location = PartToCollect["location"];

type Row =
  | { readonly kind: "place"; readonly key: string; readonly location: Location }
  | { readonly kind: "receipts"; readonly key: string }
  | { readonly kind: "receipt"; readonly key: string; readonly receipt: OpenReceipt }
  | {
      readonly kind: "order";
      readonly key: string;
      readonly purchaseOrderId: string | null;
      readonly jobPartIds: readonly string[];
    }
  | { readonly kind: "part"; readonly key: string; readonly part: PartToCollect };

const heights = { receipts: 44, receipt: 130, place: 88, order: 60, part: 150 } as const;

/** Lists the parts to collect for the engineer's jobs, by location, then purchase order, then part. */
export function CollectionScreen() {
  const device = useDevice();
  const places = useLive(() => readPartsToCollect(device), [device]);
  const receipts = useLive(() => readOpenReceipts(device), [device]);
  const rows = useMemo(
    () => places && receipts && [...receiptRows(receipts), ...buildRows(places)],
    [places, receipts],
  );
  const [receiving, setReceiving] = useState<string | null>(null);
  const text = strings();
  const part = rows?.find((row) => row.key === receiving);
  return (
    <Page title={text.title} back="/">
      {!rows && <Skeleton />}
      {places?.length === 0 && (
        <EmptyState icon="parts" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      )}
      {rows && (
        <LongList
          name="collection"
          rows={rows}
          getKey={(row) => row.key}
          estimate={(row) => heights[row.kind]}
        >
          {(row) => {
            if (row.kind === "place") return <LocationHeading location={row.location} />;
            if (row.kind === "order") return <PurchaseOrder {...row} />;
            if (row.kind === "receipts") return <h2 className={styles.place}>{text.receipts}</h2>;
            if (row.kind === "receipt") return <ReceiptCard receipt={row.receipt} />;
            return <PartCard part={row.part} onReceive={() => setReceiving(row.key)} />;
          }}
        </LongList>
      )}
      {part?.kind === "part" && (
        <ReceiveDialog part={part.part} onClose={() => setReceiving(null)} />
      )}
    </Page>
  );
}

function LocationHeading({ location }: { location: Location }) {
  const text = strings();
  if (!location) return <h2 className={styles.place}>{text.noLocation}</h2>;
  const { siteName, locationName, deliveryType, addressLine1, store } = location;
  const lines = [[locationName, deliveryType, store], [addressLine1]].map((line) =>
    line.filter(Boolean).join(", "),
  );
  return (
    <div className={styles.place}>
      <h2 dir="auto">{siteName}</h2>
      {lines.filter(Boolean).map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
    </div>
  );
}

function PurchaseOrder(props: { purchaseOrderId: string | null; jobPartIds: readonly string[] }) {
  const { purchaseOrderId, jobPartIds } = props;
  const device = useDevice();
  const text = strings();
  const { run } = useSingleFlight();
  const name = purchaseOrderId === null ? text.noOrder : text.order(purchaseOrderId);
  const receiveAll = async () => {
    const received = await receiveParts(device, jobPartIds);
    if (!received.ok) return toastRefusal(received.refusal, text.refusals);
    showToast({ text: text.allCollected(received.value), kind: "good" });
  };
  return (
    <div className={styles.receive}>
      <h3 className={styles.order}>{name}</h3>
      {purchaseOrderId !== null && jobPartIds.length > 1 && (
        <Button icon="check" onClick={() => run(receiveAll)}>
          {text.receiveAll}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

/** A receipt that has not been sent yet. The engineer can undo it after a wrong tap. */
function ReceiptCard({ receipt }: { receipt: OpenReceipt }) {
  const device = useDevice();
  const text = strings();
  const { run } = useSingleFlight();
  const takeBack = async () => {
    const takenBack = await takeBackReceipt(device, receipt.jobPartId);
    if (!takenBack.ok) return toastRefusal(takenBack.refusal, text.refusals);
    showToast({ text: text.takenBack(takenBack.value.count), kind: "good" });
  };
  return (
    <RecordCard title={receipt.shortDescription}>
      <RecordLine>
        <span>{text.forJob(receipt.formattedJobId)}</span>
      </RecordLine>
      <span className={styles.receive}>
        <strong>{text.received(receipt.count)}</strong>
        <Button icon="arrow-left" onClick={() => run(takeBack)}>
          {text.takeBack}
          <VisuallyHidden> {receipt.shortDescription}</VisuallyHidden>
        </Button>
      </span>
    </RecordCard>
  );
}

function PartCard({ part, onReceive }: { part: PartToCollect; onReceive: () => void }) {
  const text = strings();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  return (
    <RecordCard title={part.shortDescription}>
      {codes && <RecordLine>{codes}</RecordLine>}
      <RecordLine>
        <span>{text.forJob(part.formattedJobId)}</span>
        <span dir="auto">{part.address}</span>
      </RecordLine>
      {part.supplierTicketNumber && (
        <RecordLine>{text.ticket(part.supplierTicketNumber)}</RecordLine>
      )}
      <span className={styles.receive}>
        <strong>{text.remaining(remainingToCollect(part), part.qty)}</strong>
        <Button icon="check" onClick={onReceive}>
          {text.receive}
          <VisuallyHidden> {part.shortDescription}</VisuallyHidden>
        </Button>
      </span>
    </RecordCard>
  );
}

function receiptRows(receipts: readonly OpenReceipt[]): readonly Row[] {
  if (receipts.length === 0) return [];
  return [
    { kind: "receipts", key: "receipts" },
    ...receipts.map((receipt): Row => ({
      kind: "receipt",
      key: `receipt ${receipt.jobPartId}`,
      receipt,
    })),
  ];
}

function buildRows(places: readonly CollectionPlace<PartToCollect>[]): readonly Row[] {
  return places.flatMap(({ location, orders }): Row[] => {
    const place = `place ${location?.locationId}`;
    return [
      { kind: "place", key: place, location },
      ...orders.flatMap(({ purchaseOrderId, parts }): Row[] => [
        {
          kind: "order",
          key: `${place} order ${purchaseOrderId}`,
          purchaseOrderId: purchaseOrderId === null ? null : String(purchaseOrderId),
          jobPartIds: parts.map(({ jobPartId }) => jobPartId),
        },
        ...parts.map((part): Row => ({ kind: "part", key: part.jobPartId, part })),
      ]),
    ];
  });
}
