import { readStorageUse, type StorageUse } from "@fieldfare/device";
import { plausibleRoom } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { StorageAlarms, useStorage } from "../../device/storage-alarm.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatSize } from "../../ui/language.ts";
import { LoadingIndicator, Progress } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { words } from "./words.ts";

export function StorageScreen() {
  const { storage } = useStorage();
  const uses = useStorageUse();
  const { storage: spoken } = words();
  const { isPersistent = null } = storage ?? {};
  const counted = uses?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  const { usage, quota } = plausibleRoom(storage ?? { usage: null, quota: null }, counted);
  return (
    <Page title={spoken.title} back="/settings">
      <StorageAlarms />
      <Card>
        <Facts
          facts={[
            [
              spoken.used,
              usage === null
                ? spoken.unknown
                : quota === null
                  ? formatSize(usage)
                  : spoken.of(formatSize(usage), formatSize(quota)),
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
              end={<span>{formatSize(bytes)}</span>}
            />
          ))}
          {usage !== null && usage > counted && (
            <RowText label={spoken.other} end={<span>{formatSize(usage - counted)}</span>} />
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
