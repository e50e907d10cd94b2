import { type PartToCollect, readPartsToCollect } from "@fieldfare/device";
import { type CollectionPlace, remainingToCollect } from "@fieldfare/domain";
import { useMemo, useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Hidden } from "../../ui/hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import styles from "./collection.module.css";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { words } from "./words.ts";

type Location = PartToCollect["location"];

type Row =
  | { readonly kind: "place"; readonly key: string; readonly location: Location }
  | { readonly kind: "order"; readonly key: string; readonly purchaseOrderId: string | null }
  | { readonly kind: "part"; readonly key: string; readonly part: PartToCollect };

const heights = { place: 88, order: 44, part: 150 } as const;

/** What waits at the stores for the engineer's jobs: by location, then purchase order, then part. */
export function CollectionScreen() {
  const device = useDevice();
  const places = useLive(() => readPartsToCollect(device), [device]);
  const rows = useMemo(() => places && rowsOf(places), [places]);
  const [receiving, setReceiving] = useState<string | null>(null);
  const spoken = words();
  const part = rows?.find((row) => row.key === receiving);
  return (
    <Page title={spoken.title} back="/">
      {!rows && <Skeleton />}
      {rows?.length === 0 && (
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
            if (row.kind === "order") return <Order purchaseOrderId={row.purchaseOrderId} />;
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

function Order({ purchaseOrderId }: { purchaseOrderId: string | null }) {
  const spoken = words();
  return (
    <h3 className={styles.order}>
      {purchaseOrderId === null ? spoken.noOrder : spoken.order(purchaseOrderId)}
    </h3>
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
        },
        ...parts.map((part): Row => ({ kind: "part", key: part.jobPartId, part })),
      ]),
    ];
  });
}
