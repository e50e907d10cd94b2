import {
  type OpenReceipt,
  type PartToCollect,
  readOpenReceipts,
  readPartsToCollect,
  receivePart,
  receiveParts,
  recordingTime,
  takeBackReceipt,
} from "@fieldfare/device";
import { type CollectionPlace, remainingToCollect, type Result } from "@fieldfare/domain";
import { useMemo, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { type CommonRefusal, toastRefusal } from "../../phone/refusals.ts";
import { useRemovalWhileSaving, useWhileSaving } from "../../phone/while-saving.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./collection.module.css";
import { describeLocation } from "./describe-location.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { type Collection, countRemaining, receiveListed } from "./receiving.ts";
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
      readonly parts: readonly PartToCollect[];
    }
  | { readonly kind: "part"; readonly key: string; readonly part: PartToCollect };

const heights = { receipts: 44, receipt: 130, place: 88, order: 60, part: 150 } as const;

/** Lists the parts to collect for the engineer's jobs, by location, then purchase order, then part. */
export function CollectionScreen() {
  const device = useDevice();
  const places = useLive(() => readPartsToCollect(device), [device]);
  const receipts = useLive(() => readOpenReceipts(device), [device]);
  const collection = useMemo(
    () => places && receipts && { places, receipts, savingIds: noIds },
    [places, receipts],
  );
  return (
    <Page title={strings().title} back="/">
      {collection ? <CollectionList stored={collection} /> : <Skeleton />}
    </Page>
  );
}

const noIds: ReadonlySet<string> = new Set();

type Received<T> = Result<T, keyof ReturnType<typeof strings>["refusals"] | CommonRefusal>;

function CollectionList({ stored }: { stored: Collection }) {
  const device = useDevice();
  const { shown, isSaving, save } = useWhileSaving(stored);
  const rows = useMemo(() => [...receiptRows(shown.receipts), ...buildRows(shown.places)], [shown]);
  const [receiving, setReceiving] = useState<string | null>(null);
  const text = strings();
  const part = rows.find((row) => row.key === receiving);
  const isBeingSaved = (jobPartId: string) => isSaving && shown.savingIds.has(jobPartId);
  const receive = async <T,>(
    counts: ReadonlyMap<string, number>,
    store: () => Promise<Received<T>>,
    describe: (value: T) => string,
  ) => {
    const next = receiveListed(shown, counts, recordingTime(device).toISOString());
    const received = await save(next, store);
    if (received.ok) showToast({ text: describe(received.value), kind: "good" });
    else toastRefusal(received.refusal, text.refusals);
  };
  const receiveAll = (parts: readonly PartToCollect[]) => {
    const counts = countRemaining(parts);
    return receive(counts, () => receiveParts(device, [...counts.keys()]), text.allCollected);
  };
  const receiveSome = ({ jobPartId }: PartToCollect, count: number) =>
    receive(
      new Map([[jobPartId, count]]),
      () => receivePart(device, jobPartId, String(count)),
      ({ status, qtyCollected, qty }) =>
        status === "Partial" ? text.partial(qtyCollected, qty) : text.collected,
    );
  return (
    <>
      {shown.places.length === 0 && (
        <EmptyState icon="parts" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      )}
      <LongList
        name="collection"
        rows={rows}
        getKey={(row) => row.key}
        estimate={(row) => heights[row.kind]}
      >
        {(row) => {
          if (row.kind === "place") return <LocationHeading location={row.location} />;
          if (row.kind === "order") return <PurchaseOrder {...row} onReceiveAll={receiveAll} />;
          if (row.kind === "receipts") return <h2 className={styles.place}>{text.receipts}</h2>;
          if (row.kind === "receipt")
            return (
              <ReceiptCard receipt={row.receipt} isSaving={isBeingSaved(row.receipt.jobPartId)} />
            );
          return (
            <PartCard
              part={row.part}
              isSaving={isBeingSaved(row.part.jobPartId)}
              onReceive={() => setReceiving(row.key)}
            />
          );
        }}
      </LongList>
      {part?.kind === "part" && (
        <ReceiveDialog
          part={part.part}
          onReceive={receiveSome}
          onClose={() => setReceiving(null)}
        />
      )}
    </>
  );
}

function LocationHeading({ location }: { location: Location }) {
  const text = strings();
  if (!location) return <h2 className={styles.place}>{text.noLocation}</h2>;
  return (
    <div className={styles.place}>
      <h2 dir="auto">{location.siteName}</h2>
      {describeLocation(location).map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
    </div>
  );
}

function PurchaseOrder(props: {
  purchaseOrderId: string | null;
  parts: readonly PartToCollect[];
  onReceiveAll: (parts: readonly PartToCollect[]) => Promise<void>;
}) {
  const { purchaseOrderId, parts } = props;
  const text = strings();
  const name = purchaseOrderId === null ? text.noOrder : text.order(purchaseOrderId);
  return (
    <div className={styles.receive}>
      <h3 className={styles.order}>{name}</h3>
      {purchaseOrderId !== null && parts.length > 1 && (
        <Button icon="check" onClick={() => props.onReceiveAll(parts)}>
          {text.receiveAll}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

/** A receipt that has not been sent yet. The engineer can undo it after a wrong tap. */
function ReceiptCard({ receipt, isSaving }: { receipt: OpenReceipt; isSaving: boolean }) {
  const device = useDevice();
  const text = strings();
  const { isRemoving, isGone, remove } = useRemovalWhileSaving(receipt);
  const takeBack = async () => {
    const takenBack = await remove(() => takeBackReceipt(device, receipt.jobPartId));
    if (!takenBack.ok) return toastRefusal(takenBack.refusal, text.refusals);
    showToast({ text: text.takenBack(takenBack.value.count), kind: "good" });
  };
  if (isGone) return null;
  return (
    <RecordCard title={receipt.shortDescription}>
      <RecordLine>
        <span>{text.forJob(receipt.formattedJobId)}</span>
      </RecordLine>
      <span className={styles.receive}>
        <strong>{text.received(receipt.count)}</strong>
        <Button icon="arrow-left" busy={(isSaving || isRemoving) && text.saving} onClick={takeBack}>
          {text.takeBack}
          <VisuallyHidden> {receipt.shortDescription}</VisuallyHidden>
        </Button>
      </span>
    </RecordCard>
  );
}

function PartCard(props: { part: PartToCollect; isSaving: boolean; onReceive: () => void }) {
  const { part, isSaving, onReceive } = props;
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
        <Button icon="check" busy={isSaving && text.saving} onClick={onReceive}>
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
          parts,
        },
        ...parts.map((part): Row => ({ kind: "part", key: part.jobPartId, part })),
      ]),
    ];
  });
}
