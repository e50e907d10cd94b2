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
import { useDevice, useLive } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Hidden } from "../../ui/hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { useOneAtATime } from "../../ui/one-at-a-time.ts";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./collection.module.css";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { words } from "./words.ts";

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

/** What waits at the stores for the engineer's jobs: by location, then purchase order, then part. */
export function CollectionScreen() {
  const device = useDevice();
  const places = useLive(() => readPartsToCollect(device), [device]);
  const receipts = useLive(() => readOpenReceipts(device), [device]);
  const rows = useMemo(
    () => places && receipts && [...receiptRows(receipts), ...rowsOf(places)],
    [places, receipts],
  );
  const [receiving, setReceiving] = useState<string | null>(null);
  const spoken = words();
  const part = rows?.find((row) => row.key === receiving);
  return (
    <Page title={spoken.title} back="/">
      {!rows && <Skeleton />}
      {places?.length === 0 && (
        <EmptyState icon="parts" title={spoken.empty}>
          {spoken.emptyHint}
        </EmptyState>
      )}
      {rows && (
        <LongList
          name="collection"
          rows={rows}
          keyOf={(row) => row.key}
          estimate={(row) => heights[row.kind]}
        >
          {(row) => {
            if (row.kind === "place") return <Place location={row.location} />;
            if (row.kind === "order") return <Order {...row} />;
            if (row.kind === "receipts") return <h2 className={styles.place}>{spoken.receipts}</h2>;
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

function Place({ location }: { location: Location }) {
  const spoken = words();
  if (!location) return <h2 className={styles.place}>{spoken.noLocation}</h2>;
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

function Order(props: { purchaseOrderId: string | null; jobPartIds: readonly string[] }) {
  const { purchaseOrderId, jobPartIds } = props;
  const device = useDevice();
  const spoken = words();
  const { run } = useOneAtATime();
  const name = purchaseOrderId === null ? spoken.noOrder : spoken.order(purchaseOrderId);
  const receiveAll = async () => {
    const received = await receiveParts(device, jobPartIds);
    if (!received.ok) return speakRefusal(received.refusal, spoken.refusals);
    showToast({ text: spoken.allCollected(received.value), kind: "good" });
  };
  return (
    <div className={styles.receive}>
      <h3 className={styles.order}>{name}</h3>
      {purchaseOrderId !== null && jobPartIds.length > 1 && (
        <Button icon="check" onClick={() => run(receiveAll)}>
          {spoken.receiveAll}
          <Hidden> {name}</Hidden>
        </Button>
      )}
    </div>
  );
}

/** What was received and is still on this phone alone: a slip of the finger is taken back. */
function ReceiptCard({ receipt }: { receipt: OpenReceipt }) {
  const device = useDevice();
  const spoken = words();
  const { run } = useOneAtATime();
  const takeBack = async () => {
    const taken = await takeBackReceipt(device, receipt.jobPartId);
    if (!taken.ok) return speakRefusal(taken.refusal, spoken.refusals);
    showToast({ text: spoken.takenBack(taken.value.count), kind: "good" });
  };
  return (
    <RecordCard title={receipt.shortDescription}>
      <RecordLine>
        <span>{spoken.forJob(receipt.formattedJobId)}</span>
      </RecordLine>
      <span className={styles.receive}>
        <strong>{spoken.received(receipt.count)}</strong>
        <Button icon="arrow-left" onClick={() => run(takeBack)}>
          {spoken.takeBack}
          <Hidden> {receipt.shortDescription}</Hidden>
        </Button>
      </span>
    </RecordCard>
  );
}

function PartCard({ part, onReceive }: { part: PartToCollect; onReceive: () => void }) {
  const spoken = words();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  return (
    <RecordCard title={part.shortDescription}>
      {codes && <RecordLine>{codes}</RecordLine>}
      <RecordLine>
        <span>{spoken.forJob(part.formattedJobId)}</span>
        <span dir="auto">{part.address}</span>
      </RecordLine>
      {part.supplierTicketNumber && (
        <RecordLine>{spoken.ticket(part.supplierTicketNumber)}</RecordLine>
      )}
      <span className={styles.receive}>
        <strong>{spoken.remaining(remainingToCollect(part), part.qty)}</strong>
        <Button icon="check" onClick={onReceive}>
          {spoken.receive}
          <Hidden> {part.shortDescription}</Hidden>
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

function rowsOf(places: readonly CollectionPlace<PartToCollect>[]): readonly Row[] {
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
