import { readStorageUse, type StorageUse } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { StorageAlarms, useStorage } from "../../device/storage-alarm.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { LoadingIndicator, Progress } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { words } from "./words.ts";

export function StorageScreen() {
  const { storage } = useStorage();
  const uses = useStorageUse();
  const { storage: spoken, megabytes } = words();
  const { usage = null, quota = null, isPersistent = null } = storage ?? {};
  const counted = uses?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    <Page title={spoken.title} back="/settings">
      <StorageAlarms />
      <Card>
        <Facts
          facts={[
            [
              spoken.used,
              usage === null || quota === null
                ? spoken.unknown
                : spoken.of(megabytes(usage), megabytes(quota)),
            ],
            [
              spoken.persistence,
              isPersistent === null ? spoken.unknown : isPersistent ? spoken.yes : spoken.no,
            ],
          ]}
        />
        {usage !== null && quota !== null && (
          <Progress label={spoken.used} done={usage} total={quota} />
        )}
      </Card>
      <h2>{spoken.usedFor}</h2>
      {!uses && <LoadingIndicator active label={spoken.counting} />}
      {uses && (
        <Rows label={spoken.usedFor}>
          {uses.map(({ purpose, rows, bytes }) => (
            <RowText
              key={purpose}
              label={spoken.purpose(purpose)}
              detail={spoken.rows(rows)}
              end={<span>{megabytes(bytes)}</span>}
            />
          ))}
          {usage !== null && usage > counted && (
            <RowText label={spoken.other} end={<span>{megabytes(usage - counted)}</span>} />
          )}
        </Rows>
      )}
    </Page>
  );
}

/** Counted once, when the screen opens: it reads every row. */
function useStorageUse(): readonly StorageUse[] | null {
  const device = useDevice();
  const [uses, setUses] = useState<readonly StorageUse[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readStorageUse(device).then((found) => {
      if (isWanted) setUses(found);
    });
    return () => {
      isWanted = false;
    };
  }, [device]);
  return uses;
}
